"""Importing a list on served pages: on a desk and a phone, with and without script, in the dark and in German."""
import unittest

from server import Served
from support import nu_errors

LIST = """Household list of the Miller family,,,,,
Thing,Qty,Bought on,Worth,Where,Shade
Lamp,2,3/5/2021,$12.50,Home / Office,red
Chair,1,4/6/2020,$30.00,Garage,blue
Broken one,-3,4/6/2020,$5.00,Garage,blue
"""
FILE = {"name": "miller.csv", "mimeType": "text/csv", "buffer": LIST.encode()}
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
DESK = {"viewport": {"width": 1280, "height": 900}}


class Import(Served):
    items = 0

    def check(self, page, name):
        """No violation of axe's rules, no sideways scrolling, and a picture."""
        if self.script:
            self.assertEqual(self.violations(page), [], name)
        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0, name)
        self.keep(page, f"{self.name}-{name}", full_page=True)

    def figures(self, page):
        return page.locator("#figures").inner_text()

    def walk(self, name, script=True, **options):
        self.name, self.script = name, script
        context = self.context(**options, java_script_enabled=script)
        page = context.new_page()
        page.errors = []
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        if script:
            page.goto(self.link)
        else:
            page.goto(self.base + "sign-in")
            page.fill("[name=token]", self.token)
            page.click("main button[type=submit]")
        page.wait_for_url(self.base)
        self.check(page, "1-list")
        page.click("#more > summary")
        page.click("a[href^='import?']")
        self.check(page, "2-file")
        page.set_input_files("#list", FILE)
        page.click("main button.primary")
        page.wait_for_selector("#reading")
        self.assertIn("miller.csv", page.inner_text(".subject"))
        self.assertEqual(page.locator("select[required]").count(), 1)
        self.check(page, "3-open")
        # The browser itself asks for the answer first.
        page.click("button[value=import]")
        self.assertEqual(page.locator("#reading select:invalid").count(), 1)
        page.select_option("select[name=dates]", "dmy")
        if not script:
            page.locator("button[value=correct]").first.click()
        page.wait_for_selector("fieldset.open", state="detached")
        self.assertIn("55", self.figures(page))
        # The quantity is left out, so that the total changes.
        column = page.locator("tr", has_text="Qty").locator("select")
        column.focus()
        column.select_option("-")
        if not script:
            page.locator("button[value=correct]").last.click()
        page.wait_for_function("() => document.querySelector('#figures').innerText.includes('47')"
                               if script else "true")
        self.assertIn("47", self.figures(page))
        if script:
            self.assertEqual(page.evaluate("document.activeElement.name"), "column-2")
        self.check(page, "4-corrected")
        column = page.locator("tr", has_text="Qty").locator("select")
        column.select_option("")
        if script:
            page.wait_for_function("() => document.querySelector('#figures').innerText.includes('55')")
        # Without script the change was not shown yet, so nothing is imported; then the row with a fault is asked about.
        page.click("button[value=import]")
        page.wait_for_selector("main [role=alert]")
        self.assertIn("Nothing was imported yet" if name != "german" else "Noch wurde nichts", page.inner_text("main [role=alert]"))
        self.assertIn("55", self.figures(page))
        self.check(page, "5-faults")
        page.check("#skip")
        page.click("button[value=import]")
        page.wait_for_selector("#imported")
        if script:
            # It is said once: loading the page again does not say it anew.
            page.wait_for_url(self.base)
        self.assertTrue(page.is_visible("#imported"))
        self.assertEqual(self.listed(), ["Lamp", "Chair"])

        def shown():
            # A busy machine publishes later than the form's answer waits, and only a script follows.
            if not script and page.locator("#rows tr").count() != 2:
                page.reload()
            self.assertEqual(page.locator("#rows tr").count(), 2)
        self.eventually(shown, 60)
        self.check(page, "6-imported")
        page.click("#imported a")
        page.wait_for_selector(".changes")
        self.assertIn("miller.csv", page.inner_text(".changes li:first-child"))
        self.check(page, "7-undo")
        page.click(".changes li:first-child a.button")
        self.assertRegex(page.inner_text("main"), r"miller\.csv\s+2 ")
        self.check(page, "8-undo-question")
        page.click("main .primary")
        page.wait_for_url(lambda address: "/undo" not in address)
        self.assertEqual(self.listed(), [])
        self.assertFalse(page.is_visible("#imported"))
        self.assertEqual(page.errors, [])

    def test_on_a_desk(self):
        self.walk("desk", **DESK)

    def test_on_a_phone(self):
        self.walk("phone", **PHONE)

    def test_on_a_desk_without_script(self):
        self.walk("desk-plain", script=False, **DESK)

    def test_on_a_phone_without_script(self):
        self.walk("phone-plain", script=False, **PHONE)

    def test_in_the_dark(self):
        self.walk("dark", color_scheme="dark", **PHONE)

    def test_in_german(self):
        self.walk("german", locale="de-DE", **DESK)

    def test_the_pages_are_valid(self):
        self.name, self.script = "valid", True
        page = self.page(**DESK)
        page.goto(self.base + "import?return=/index.html")
        pages = [page.content()]
        page.set_input_files("#list", FILE)
        page.click("main button.primary")
        page.wait_for_selector("#reading")
        pages.append(page.content())
        files = []
        for number, content in enumerate(pages):
            files.append(self.folder / f"page-{number}.html")
            files[-1].write_text(content)
        self.assertEqual(nu_errors(files), [])


if __name__ == "__main__":
    unittest.main()

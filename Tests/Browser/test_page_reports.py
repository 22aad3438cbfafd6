"""Reports from the page: the dialog, the items that the page shows, progress, cancel, the form without script."""
import csv
import io
import json
import pathlib
import unittest

from server import Served


class Reports(Served):
    items = 12

    def choose(self, page):
        page.click("#more > summary")
        page.click("#report")
        page.wait_for_selector("dialog [name=report]")

    def choices(self, page):
        return [text.replace("\xa0", " ") for text in page.locator("dialog fieldset label").all_inner_texts()]

    def make(self, page, format="csv"):
        """Makes the report that the dialog shows; its name and bytes."""
        page.select_option("dialog [name=format]", format)
        with page.expect_download() as saved:
            page.click("dialog .primary")
        return saved.value.suggested_filename, pathlib.Path(saved.value.path()).read_bytes()

    def listed_in(self, document):
        rows = csv.DictReader(io.StringIO(document.decode("utf-8-sig")))
        return [row["name"] for row in rows if row["record"] == "item"]

    def test_the_report_lists_what_the_search_shows_or_all(self):
        page = self.page()
        page.fill("#query", "SN1")
        page.wait_for_function("() => document.querySelectorAll('#rows tr').length === 3")
        shown = self.names(page)
        self.choose(page)
        self.assertEqual(self.choices(page), ["Shown now: 3 items · $23.50", "All: 12 items · $72.00"])
        self.assertTrue(page.is_checked("dialog [value=shown]"))
        self.assertEqual(self.violations(page), [])
        self.keep(page, "report-dialog")
        name, document = self.make(page)
        self.assertRegex(name, r"^inventory-20\d\d-\d\d-\d\d\.csv$")
        self.assertEqual(self.listed_in(document), shown)
        page.wait_for_selector("#notice-report button")
        self.assertIn(name, page.inner_text("#notice-report"))
        self.keep(page, "report-done")
        self.choose(page)
        page.check("dialog [value=all]")
        self.assertEqual(self.listed_in(self.make(page)[1]), [f"Thing {n}" for n in range(12)])
        # A chip and the page of a location.
        page.fill("#query", "")
        page.goto(self.base + "browse-locations.html")
        page.click("text=Garage")
        page.wait_for_selector("#edit-mode")
        self.choose(page)
        self.assertEqual(self.choices(page)[0], "Shown now: 6 items · $39.00")
        self.assertEqual(self.listed_in(self.make(page)[1]), [f"Thing {n}" for n in range(1, 12, 2)])
        self.assertEqual(page.errors, [])

    def test_saved_reports_formats_and_the_keyboard(self):
        self.command("report", "save", "mine", "--columns", "name,value", "--title", "Mine & yours")
        page = self.page()
        page.focus("#more > summary")
        page.keyboard.press("Enter")
        page.focus("#report")
        page.keyboard.press("Enter")
        page.wait_for_selector("dialog [name=report]")
        self.assertEqual(self.choices(page), ["All: 12 items · $72.00"])
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
        self.assertEqual(page.evaluate("document.activeElement.parentNode.id"), "more")
        self.choose(page)
        titles = page.locator("dialog [name=report] option").all_inner_texts()
        self.assertTrue({"Inventory", "Insurance inventory", "Mine & yours"} <= set(titles), titles)
        self.assertNotIn("Labels", titles)
        page.select_option("dialog [name=report]", label="Mine & yours")
        name, document = self.make(page, "html")
        self.assertRegex(name, r"^mine-.*\.html$")
        self.assertIn(b"Mine &amp; yours", document)
        self.assertEqual(page.errors, [])

    def test_a_report_that_takes_long_shows_how_far_it_is_and_can_be_cancelled(self):
        page = self.page(viewport={"width": 390, "height": 844}, color_scheme="dark", view="grid")
        asked = []
        running = {"state": "running", "done": 5, "total": 12}

        def answer(route):
            asked.append(route.request.method)
            if route.request.method == "DELETE":
                return route.fulfill(status=204)
            route.fulfill(json={"id": "x", "address": "/api/report-jobs/x", **running})

        page.route("**/api/report-jobs/**", answer)
        self.choose(page)
        self.assertEqual(self.violations(page), [])
        self.keep(page, "report-dialog-phone")
        page.select_option("dialog [name=format]", "html")
        page.click("dialog .primary")
        page.wait_for_selector("#notice-report:has-text('5 of 12 items')")
        self.assertEqual(page.inner_text(":focus"), "Cancel")
        self.assertEqual(page.eval_on_selector("#notice-report progress", "bar => bar.value / bar.max"), 5 / 12)
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        self.assertLessEqual(wide, 0)
        self.assertEqual(self.violations(page), [])
        self.keep(page, "report-progress-phone")
        page.keyboard.press("Enter")
        page.wait_for_selector("#notice-report", state="detached")
        self.eventually(lambda: self.assertEqual(asked[-1], "DELETE"))
        self.assertEqual(page.evaluate("document.activeElement.parentNode.id"), "more")
        # The same with a fault.
        running.update(state="failed", problem={"detail": "--where: because"})
        self.choose(page)
        page.click("dialog .primary")
        page.wait_for_selector("#notice-report.trouble:has-text('--where: because')")
        page.click("#notice-report button")
        self.assertEqual(page.evaluate("document.activeElement.parentNode.id"), "more")
        self.assertEqual(page.errors, [])

    def test_a_server_that_is_busy_or_away_is_said(self):
        page = self.page()
        page.route("**/api/reports/inventory", lambda route: route.fulfill(status=503, json={}))
        self.choose(page)
        page.click("dialog .primary")
        page.wait_for_selector("#notice-report.trouble:has-text('Other reports are being made')")
        page.unroute_all()
        page.route("**/api/reports", lambda route: route.abort())
        page.click("#more > summary")
        page.click("#report")
        page.wait_for_selector("#status :text('This needs a connection')")
        self.assertEqual(page.locator("dialog").count(), 0)

    def test_the_dialog_is_in_every_language(self):
        page = self.page(viewport={"width": 390, "height": 844})
        for language in page.evaluate("document.documentElement.dataset.languages.split(' ')"):
            self.speak(page, language)
            self.choose(page)
            text = page.inner_text("dialog")
            for key in ["makeReport", "shownNow", "formatOf", "page."]:
                self.assertNotIn(key, text, language)
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            self.assertLessEqual(wide, 0, language)
            if language in ("de", "he", "zh-Hant"):
                self.keep(page, f"report-dialog-{language}")
            page.keyboard.press("Escape")
            page.wait_for_selector("dialog", state="detached")
        self.assertEqual(page.errors, [])

    def test_without_script_a_form_makes_the_report(self):
        page = self.context(java_script_enabled=False, viewport={"width": 390, "height": 844}).new_page()
        page.goto(self.base + "sign-in")
        page.fill("[name=token]", self.token)
        page.click("button[type=submit]")
        page.goto(self.base)
        page.click("#more > summary")
        page.click("#report")
        page.select_option("#format", "csv")
        page.fill("#where", "location:Garage nonsense:")
        page.click("main .primary")
        self.assertIn("--where", page.inner_text("[role=alert]"))
        self.assertEqual(page.input_value("#where"), "location:Garage nonsense:")
        self.assertEqual(page.input_value("#format"), "csv")
        self.keep(page, "report-form", full_page=True)
        page.fill("#where", "location:Garage")
        with page.expect_download() as saved:
            page.click("main .primary")
        document = pathlib.Path(saved.value.path()).read_bytes()
        self.assertEqual(len(self.listed_in(document)), 6)

    def test_a_page_without_the_server_has_no_reports(self):
        public = self.folder / "public"
        self.command("publish", public, "--profile", "public")
        self.assertNotIn('id="report"', (public / "index.html").read_text())
        site = (self.site / "index.html").read_text()
        self.assertLess(site.index("needs-companion"), site.index('id="report"'))
        page = self.context().new_page()
        page.goto((self.site / "index.html").as_uri())
        # The menu would be empty.
        self.assertFalse(page.is_visible("#more"))
        self.assertFalse(page.is_visible("#report"))


if __name__ == "__main__":
    unittest.main()

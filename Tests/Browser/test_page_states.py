"""All states of the pages and forms on small screens, in the dark, mirrored and on paper: axe's rules, and nothing wider than the screen."""
import unittest

from server import Served
from test_page_import import FILE
from test_page_papers import paper
from test_page_photos import photo

PHONE = {"is_mobile": True, "has_touch": True, "view": "grid"}


class States(Served):
    items = 4

    def setUp(self):
        super().setUp()
        for name, file, kind in [("photo.jpg", photo(320, 240), "photo"), ("receipt.pdf", paper(), "document")]:
            path = self.folder / name
            path.write_bytes(file["buffer"])
            self.command(kind, "add", self.item_id(), path)
        self.command("edit", self.item_id(3), "--archived", "yes")

    def check(self, page, state):
        with self.subTest(state):
            self.assertEqual(self.violations(page), [])
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0)
            # No part of a page is lower than its content, which would lie over the next part.
            self.assertEqual(page.evaluate("""() => [...document.querySelectorAll("main > *, main > * > *")]
                .filter((each) => !["inline", "none", "contents"].includes(getComputedStyle(each).display)
                    && getComputedStyle(each).overflowY === "visible" && each.matches(":not(input, select, textarea, img, svg, .unseen)")
                    && each.scrollHeight > each.clientHeight + 6)
                .map((each) => `${each.tagName} ${each.className} ${each.clientHeight} ${each.scrollHeight}`)"""), [])
            self.keep(page, f"{self._testMethodName[5:]}-{state}")

    def dialog(self, page, state):
        """Checks the state of an open dialog, and closes it."""
        page.wait_for_selector("dialog[open]")
        self.check(page, state)
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")

    def states(self, page):
        """Goes through all states."""
        page.goto(self.base + "browse-locations.html")
        self.place = page.get_attribute("nav.tree a", "href")
        page.goto(self.base + "browse-tags.html")
        self.tag = page.get_attribute("main .chips a", "href")
        item, other = self.item_id(), self.item_id(1)
        pages = {
            "item-with-papers": f"item/{item}.html", "item": f"item/{other}.html", "overview": "overview.html",
            "locations": "browse-locations.html", "tags": "browse-tags.html", "archive": "archive", "phone": "phone", "import": "import",
            "add": "add", "edit": f"edit/{item}", "move": f"move/{item}", "delete": f"delete/{item}", "photos": f"photos/{item}",
            "documents": f"documents/{item}", "select": "select", "relocate": "relocate?from=Home", "undo": "undo", "scan": "scan",
            "report": "report", "share": "share", "place": self.place, "tag": self.tag, "letter": "letter-t.html",
            "sign-out": "sign-out", "missing": "item/none.html", "problem": f"edit/{item[:-1]}{'0' if item[-1] != '0' else '1'}",
        }
        for state, path in pages.items():
            page.goto(self.base + path)
            self.check(page, state)
        page.goto(self.base + "import")
        page.set_input_files("#list", FILE)
        page.click("main button.primary")
        page.wait_for_selector("#reading")
        self.check(page, "import-question")
        page.goto(self.base + f"item/{item}.html")
        page.wait_for_selector("#language", state="attached")
        page.wait_for_load_state("networkidle")
        page.click(".photos a")
        self.dialog(page, "photo")
        page.click("#add-document")
        self.dialog(page, "add-document")
        page.click("#history > summary")
        page.wait_for_selector(".changes")
        self.check(page, "history")
        page.goto(self.base + "browse-locations.html")
        page.locator(".tidy").first.click()
        self.dialog(page, "move-place")
        page.goto(self.base + "phone")
        page.click("main .primary")
        page.wait_for_selector("main svg")
        self.check(page, "sign-in-code")
        page.goto(self.base)
        page.wait_for_selector("#edit-mode")
        self.check(page, "list")
        page.click("#select")
        page.check("#rows tr:nth-child(1) .pick")
        self.check(page, "selection")
        if page.is_visible("#selection .more-acts"):
            page.click("#selection .more-acts")
            self.check(page, "selection-actions")
        for at, state in (1, "move-several"), (2, "tag-several"), (3, "change-several"):
            page.click(f"#selection .choices button:nth-child({at})")
            self.dialog(page, state)
        page.click("#selection > .primary")
        page.wait_for_selector("#selection", state="detached")
        page.click("#edit-mode")
        self.check(page, "editing")
        page.click("#edit-mode")
        page.click("#more > summary")
        self.check(page, "menu")
        page.click("#report")
        page.wait_for_selector("dialog [name=report]")
        self.dialog(page, "report-of-the-list")
        page.click("#by-place")
        self.dialog(page, "pick-place")
        page.click("#by-tag")
        self.dialog(page, "pick-tag")
        page.click("[data-act=photograph]")
        self.dialog(page, "room")
        page.keyboard.press("?")
        self.dialog(page, "keys")
        # Cards have these controls in edit mode alone.
        page.click("#edit-mode")
        page.click("#rows tr:nth-child(1) [data-act=edit]")
        page.wait_for_selector("tr.open")
        self.check(page, "row-open")
        page.fill("tr.open [name=value]", "1,23,4")
        page.keyboard.press("Enter")
        page.wait_for_selector("tr.open [aria-invalid=true]")
        self.check(page, "row-refused")
        page.keyboard.press("Escape")
        page.wait_for_selector("tr.open", state="detached")
        self.check(page, "draft-of-a-row")
        page.fill("#query", "thing 1")
        page.wait_for_selector("#rows.arranged")
        page.wait_for_function("document.querySelectorAll('#rows tr').length === 1")
        self.check(page, "found")
        page.fill("#query", "value:>x")
        page.wait_for_selector("#query[aria-invalid=true]")
        self.check(page, "filter-refused")
        page.fill("#query", "nothing like this")
        page.wait_for_function("() => !document.querySelector('#rows tr:not([hidden])')?.checkVisibility()")
        self.check(page, "nothing-found")
        page.fill("#query", "")
        page.click("#add")
        page.wait_for_selector("dialog")
        self.check(page, "adding")
        page.fill("dialog [name=value]", "1,23,4")
        page.click("dialog .primary")
        page.wait_for_selector("dialog [aria-invalid=true]")
        self.check(page, "adding-refused")
        # What is wrong has the room of a line, beside the choice of a currency, too.
        widths = page.eval_on_selector_all("dialog small:not(:empty)", "all => all.map(({ clientWidth }) => clientWidth)")
        self.assertGreaterEqual(min(widths), 180)
        page.fill("dialog [name=name]", "Lamp")
        page.fill("dialog [name=value]", "3")
        page.context.set_offline(True)
        page.locator("dialog .primary").first.click()
        page.wait_for_selector("#notice-queue.trouble", state="attached")
        if page.locator("dialog.capture").count():
            page.click("dialog.capture header button:first-child")
        page.wait_for_selector("dialog", state="detached")
        self.check(page, "waiting")
        page.click("#rows tr:last-child [data-act=delete]")
        page.wait_for_selector("#notice-undo")
        self.check(page, "deleted")
        page.context.set_offline(False)

    def run_states(self, **options):
        page = self.page(**options)
        self.states(page)
        self.assertEqual(page.errors, [])

    def test_states_on_a_narrow_phone_in_german_and_in_the_dark(self):
        self.run_states(viewport={"width": 320, "height": 640}, locale="de-DE", color_scheme="dark", **PHONE)

    def test_states_on_a_sideways_phone_in_hebrew(self):
        self.run_states(viewport={"width": 844, "height": 390}, locale="he-IL", **PHONE)

    def test_states_on_a_desktop_in_simplified_chinese(self):
        self.run_states(viewport={"width": 1280, "height": 800}, locale="zh-CN")

    def test_pages_signed_out_and_on_paper(self):
        page = self.context(viewport={"width": 320, "height": 640}).new_page()
        page.goto(self.base + "sign-in")
        self.check(page, "sign-in")
        page = self.page()
        page.emulate_media(media="print")
        for state, path in [("list", ""), ("item", f"item/{self.item_id()}.html"), ("overview", "overview.html")]:
            page.goto(self.base + path)
            page.wait_for_selector("#language", state="attached")
            self.check(page, f"{state}-on-paper")


if __name__ == "__main__":
    unittest.main()

"""All states of the pages and forms on small screens, in the dark, mirrored and on paper: axe's rules, and nothing wider than the screen."""
import unittest

from server import Served
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
            self.keep(page, f"{self._testMethodName[5:]}-{state}")

    def states(self, page):
        """Goes through all states."""
        item, other = self.item_id(), self.item_id(1)
        pages = {
            "item-with-papers": f"item/{item}.html", "item": f"item/{other}.html", "overview": "overview.html",
            "locations": "browse-locations.html", "tags": "browse-tags.html", "archive": "archive", "phone": "phone", "import": "import",
            "add": "add", "edit": f"edit/{item}", "move": f"move/{item}", "delete": f"delete/{item}", "photos": f"photos/{item}",
            "documents": f"documents/{item}", "select": "select", "relocate": "relocate?from=Home", "undo": "undo", "scan": "scan",
            "sign-out": "sign-out", "missing": "item/none.html", "problem": f"edit/{item[:-1]}{'0' if item[-1] != '0' else '1'}",
        }
        for state, path in pages.items():
            page.goto(self.base + path)
            self.check(page, state)
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
        page.click("#selection .primary")
        page.wait_for_selector("#selection", state="detached")
        page.click("#edit-mode")
        self.check(page, "editing")
        page.click("#edit-mode")
        page.click("#more > summary")
        self.check(page, "menu")
        page.click("#more > summary")
        page.fill("#query", "nothing like this")
        page.wait_for_function("() => !document.querySelector('#rows tr:not([hidden])')?.checkVisibility()")
        self.check(page, "nothing-found")
        page.fill("#query", "")
        page.click("#add")
        page.wait_for_selector("dialog")
        self.check(page, "adding")

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

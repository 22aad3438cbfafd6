"""Chips of several tags, their counts, and the keys of a list."""
import unittest

from server import Served

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}


class Chips(Served):
    items = 6

    def setUp(self):
        super().setUp()
        for index, tags in enumerate(["red", "red,old", "old", "red", "old", ""]):
            for tag in filter(None, tags.split(",")):
                self.command("edit", self.item_id(index), "--tag-add", tag)
        index = self.site / "search" / "1.json"
        self.eventually(lambda: self.assertEqual([index.read_text().count(f'"{tag}"') for tag in ("red", "old")], [3, 3]))

    def offered(self, page, name):
        """The choices of a chip with their counts."""
        page.click(f"#by-{name}")
        page.wait_for_selector("dialog li:nth-child(2)")
        texts = [" ".join(text.split()) for text in page.locator("dialog li").all_inner_texts()]
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
        return texts

    def choose(self, page, name, text):
        page.click(f"#by-{name}")
        page.click(f"dialog li button:has(span:text-is('{text}'))")
        page.wait_for_selector("dialog", state="detached")

    def test_tags_narrow_the_list_one_after_the_other_and_counts_follow(self):
        page = self.page()
        self.assertEqual(self.offered(page, "tag"), ["All", "insured 6", "old 3", "red 3"])
        self.choose(page, "tag", "red")
        self.until(page, ["Thing 0", "Thing 1", "Thing 3"])
        self.assertEqual(self.offered(page, "tag"), ["All", "insured 3", "old 1", "red 3"])
        self.assertEqual(self.offered(page, "place"), ["All", "Garage 2", "Home 1", "Office 1"])
        self.choose(page, "tag", "old")
        self.until(page, ["Thing 1"])
        self.assertEqual(page.url.split("?")[1].count("tag="), 2)
        self.keep(page, "two-tags")
        self.assertEqual(self.violations(page), [])
        # The address keeps them, and what is added gets both.
        self.reload(page)
        self.until(page, ["Thing 1"])
        page.wait_for_selector("#edit-mode")
        page.click("#add")
        self.assertEqual(page.input_value("dialog [name=tags]"), "red; old")
        page.keyboard.press("Escape")
        page.click("#filters [aria-pressed=true]:text-is('red')")
        self.until(page, ["Thing 1", "Thing 2", "Thing 4"])
        # A chosen one that is chosen again is taken off.
        self.choose(page, "tag", "old")
        self.until(page, [f"Thing {number}" for number in range(6)])
        self.assertNotIn("tag=", page.url)
        self.assertEqual(page.errors, [])

    def test_the_counts_of_places_include_those_that_the_chosen_one_leaves_out(self):
        page = self.page()
        self.choose(page, "place", "Office")
        self.until(page, ["Thing 0", "Thing 2", "Thing 4"])
        page.fill("#query", "thing")
        self.assertEqual(self.offered(page, "place"), ["All", "Garage 3", "Home 3", "Office 3"])
        self.assertEqual(self.offered(page, "tag"), ["All", "insured 3", "old 2", "red 1"])

    def test_keys_search_add_and_help_and_can_be_switched_off(self):
        page = self.page()
        page.keyboard.press("/")
        self.assertEqual(page.evaluate("document.activeElement.id"), "query")
        page.keyboard.type("n/?")
        self.assertEqual(page.input_value("#query"), "n/?")
        page.fill("#query", "")
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("n")
        page.wait_for_selector("dialog [name=name]")
        # In a dialog they are letters.
        page.keyboard.type("n")
        self.assertEqual(page.input_value("dialog [name=name]"), "n")
        page.click("dialog .actions button")
        page.wait_for_selector("dialog", state="detached")
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("?")
        page.wait_for_selector("dialog kbd")
        self.keep(page, "keys")
        self.assertEqual(self.violations(page), [])
        page.uncheck("dialog [name=on]")
        page.click("dialog .primary")
        page.wait_for_selector("dialog", state="detached")
        for key in "/", "n":
            page.evaluate("document.activeElement.blur()")
            page.keyboard.press(key)
        self.assertEqual(page.locator("dialog").count(), 0)
        self.assertNotEqual(page.evaluate("document.activeElement.id"), "query")
        # Otherwise nothing would switch them on again.
        page.keyboard.press("?")
        page.check("dialog [name=on]")
        page.click("dialog .primary")
        page.wait_for_selector("dialog", state="detached")
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("/")
        self.assertEqual(page.evaluate("document.activeElement.id"), "query")
        self.assertEqual(page.errors, [])

    def test_the_first_tab_stops_lead_to_search_and_to_adding(self):
        for name, options in {"desk": {}, "phone": PHONE, "hebrew": {"locale": "he"}, "narrow": {"viewport": {"width": 760, "height": 800}}}.items():
            page = self.page(storage_state=getattr(self, "state", None), view="grid", **options)
            self.state = page.context.storage_state()
            self.reload(page)
            page.wait_for_selector("#edit-mode")
            stops = []
            for _ in range(8):
                page.keyboard.press("Tab")
                stops.append(page.evaluate("document.activeElement.id"))
            self.assertIn("query", stops, name)
            self.assertIn("add", stops, name)
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0)
            self.keep(page, f"list-{name}")
            self.assertEqual(self.violations(page), [])


if __name__ == "__main__":
    unittest.main()

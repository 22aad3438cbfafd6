"""The first page of an empty inventory, and a search that finds nothing."""
import unittest

from server import Served

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
DESK = {"viewport": {"width": 1280, "height": 800}}
PNG = {"name": "a.png", "mimeType": "image/png", "buffer": bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082")}


class Empty(Served):
    items = 0

    def test_the_first_page_leads_to_a_photo_and_to_a_list(self):
        signed_in = self.page().context.storage_state()
        for name, options in {"desk": DESK, "phone": PHONE, "dark": {**DESK, "color_scheme": "dark"},
                              "hebrew": {**PHONE, "locale": "he"}}.items():
            page = self.page(storage_state=signed_in, **options)
            page.wait_for_selector("#empty [data-act=first]")
            self.assertEqual(page.locator("#empty :is(a, button):visible").count(), 2)
            self.assertEqual(page.locator(":is(#filters, .view, #select, #edit-mode):visible").count(), 0)
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0)
            self.assertEqual(self.violations(page), [])
            self.keep(page, f"empty-{name}")
            self.assertEqual(page.errors, [])
            page.click("#empty a[href^=import]")
            page.wait_for_selector("#list")

    def test_a_first_photo_makes_the_first_item(self):
        page = self.page(**DESK)
        page.click("#empty [data-act=first]")
        page.set_input_files("dialog [type=file]", PNG)
        page.click("dialog [value=accepted]")
        page.wait_for_selector("#rows tr")
        self.assertFalse(page.is_visible("#empty"))
        self.settled(page)
        self.assertEqual(len(self.listed()), 1)
        # The page of another browser follows, and the item's removal brings the first page back.
        other = self.page(page.context)
        self.assertFalse(other.is_visible("#empty"))
        self.command("remove", self.item_id())
        other.wait_for_selector("#empty:not([hidden])")

    def test_a_phone_opens_its_camera(self):
        page = self.page(**PHONE)
        with page.expect_file_chooser():
            page.tap("#empty [data-act=first]")
        self.assertTrue(page.is_visible("dialog.capture"))

    def test_without_script_only_a_list_is_offered(self):
        page = self.context(java_script_enabled=False).new_page()
        page.goto(self.base + "sign-in")
        page.fill("[name=token]", self.token)
        page.click("button[type=submit]")
        self.assertIn("There are no items yet.", page.inner_text("#empty"))
        self.assertEqual(page.locator("#empty :is(a, button)").all_inner_texts(), ["Import a list"])


class NothingFound(Served):
    items = 3

    def test_a_search_that_finds_nothing_offers_to_clear_it_or_to_add_what_was_searched(self):
        signed_in = self.page().context.storage_state()
        for name, options in {"desk": DESK, "phone": PHONE}.items():
            page = self.page(storage_state=signed_in, view="grid", **options)
            page.fill("#query", "Hammer drill")
            page.wait_for_selector(".none.actions button")
            self.keep(page, f"none-{name}")
            self.assertEqual(self.violations(page), [])
            self.assertEqual(page.locator(".none.actions button").all_inner_texts(), ["Clear", "Add “Hammer drill”"])
            page.click(".none.actions button:text-is('Clear')")
            page.wait_for_selector("#rows tr")
            self.assertEqual(page.evaluate("[document.activeElement.id, location.search.includes('q=')]"), ["query", False])
            self.assertEqual(page.locator(".none.actions:visible").count(), 0)
        page.fill("#query", "Hammer")
        with page.expect_file_chooser():
            page.tap(".none.actions .primary")
        self.assertEqual(page.input_value("dialog [name=name]"), "Hammer")

    def test_what_is_added_has_the_name_and_a_draft_keeps_its_own(self):
        page = self.page()
        page.fill("#query", "Hammer")
        page.click(".none.actions .primary")
        self.assertEqual(page.input_value("dialog [name=name]"), "Hammer")
        page.keyboard.press("Escape")
        page.fill("#query", "")
        page.click("#drafts .primary")
        page.fill("dialog [name=name]", "Saw")
        page.keyboard.press("Escape")
        page.fill("#query", "Axe")
        page.click(".none.actions .primary")
        self.assertEqual(page.input_value("dialog [name=name]"), "Saw")
        page.click("dialog [value=accepted]")
        self.settled(page)
        self.eventually(lambda: self.assertIn("Saw", self.listed()))
        self.assertEqual(page.errors, [])

    def test_a_filter_is_no_name_and_chips_alone_are_only_cleared(self):
        page = self.page()
        page.fill("#query", "value:>5000")
        page.wait_for_selector(".none.actions button")
        self.assertEqual(page.locator(".none.actions button").all_inner_texts(), ["Clear"])
        page.fill("#query", "")
        page.click("#has-warranty")
        page.wait_for_selector(".none.actions button")
        self.assertEqual(page.locator(".none.actions button").all_inner_texts(), ["Clear"])
        page.click(".none.actions button")
        page.wait_for_selector("#rows tr")
        self.assertEqual(page.get_attribute("#has-warranty", "aria-pressed"), "false")
        self.assertEqual(page.errors, [])


if __name__ == "__main__":
    unittest.main()

"""Going back in the browser closes what is open above the page, and leaves the page only then."""
import json
import unittest

from server import Served
from test_page_capture import PHONE
from test_page_photos import photo


class GoingBack(Served):
    items = 3

    def closed(self, page, selector):
        page.wait_for_selector(selector)
        page.go_back()
        page.wait_for_selector(selector, state="detached")
        self.assertEqual(page.url.split("?")[0], self.base)

    def test_it_closes_questions_choices_and_forms_and_then_leaves_the_page(self):
        page = self.page()
        page.goto(self.base + "overview.html")
        page.goto(self.base)
        page.wait_for_selector("#edit-mode")
        page.click("#by-tag")
        self.closed(page, "dialog")
        # So does a press beside a choice.
        page.click("#by-place")
        page.wait_for_selector("dialog.picker")
        page.click("dialog.picker h2")
        self.assertTrue(page.is_visible("dialog.picker"))
        page.mouse.click(5, 5)
        page.wait_for_selector("dialog", state="detached")
        # Closing by a button leaves nothing behind in the history, and the address is kept.
        page.click("#by-tag")
        page.click("dialog button:has-text('insured')")
        page.wait_for_url("**/*tag=insured")
        page.click("#by-tag")
        page.wait_for_selector("dialog")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
        self.assertIn("tag=insured", page.url)
        page.go_back()
        page.wait_for_url("**/overview.html")
        self.assertEqual(page.errors, [])

    def test_it_keeps_what_was_typed_into_a_new_item(self):
        page = self.page()
        page.click("#add")
        page.fill("dialog [name=name]", "Half a thing")
        self.closed(page, "dialog")
        page.click(".draft .primary")
        self.assertEqual(page.input_value("dialog [name=name]"), "Half a thing")
        page.click("dialog .primary")
        self.eventually(lambda: self.assertIn("Half a thing", self.listed()))

    def test_rows_close_one_by_one_and_what_was_typed_is_offered(self):
        page = self.page()
        page.click("#edit-mode")
        for number in [1, 2]:
            page.click(f"#rows tr:nth-child({number}) [data-act=edit]")
            page.fill(f"#rows tr:nth-child({number}) [name=name]", f"Typed {number}")
        for number in [2, 1]:
            page.go_back()
            page.wait_for_selector(f"#rows tr:nth-child({number}).open", state="detached")
        self.assertEqual(self.names(page)[:2], ["Thing 0", "Thing 1"])
        # Each row has a notice of its own.
        notices = page.locator("#status [id^=notice-draft]")
        for name, way in [("Thing 0", "back"), ("Thing 1", "Escape")]:
            self.assertEqual(notices.count(), 2)
            notices.filter(has_text=name).locator(".primary").click()
            page.wait_for_selector("tr.open")
            self.assertEqual(notices.count(), 1)
            self.assertEqual(page.input_value("tr.open [name=name]"), "Typed 1" if name == "Thing 0" else "Typed 2")
            page.go_back() if way == "back" else page.keyboard.press("Escape")
            page.wait_for_selector("tr.open", state="detached")
        # The row's own button opens what was typed too.
        page.click("#rows tr:nth-child(1) [data-act=edit]")
        page.click("tr.open .primary")
        self.eventually(lambda: self.assertIn("Typed 1", self.listed()))
        notices.filter(has_text="Thing 1").locator(".primary").click()
        page.click("tr.open .primary")
        self.eventually(lambda: self.assertIn("Typed 2", self.listed()))
        self.assertEqual(notices.count(), 0)
        self.assertEqual(page.errors, [])

    def test_a_draft_is_offered_though_its_row_is_not_shown(self):
        page = self.page()
        page.click("#edit-mode")
        row = page.get_attribute("#rows tr:nth-child(1)", "id")
        page.click("#rows tr:nth-child(1) [data-act=edit]")
        page.fill("tr.open [name=name]", "Typed")
        page.go_back()
        page.wait_for_selector("tr.open", state="detached")
        page.fill("#query", "thing 2")
        self.until(page, ["Thing 2"])
        # What was typed is in a form above the page, and stays a draft until it is saved.
        for leave in [page.go_back, lambda: page.keyboard.press("Escape")]:
            page.click("#status .primary")
            self.assertEqual(page.input_value("dialog [name=name]"), "Typed")
            leave()
            page.wait_for_selector("dialog", state="detached")
        page.click("#status .primary")
        page.click("dialog .actions .primary")
        page.wait_for_selector("#status [id^=notice-draft]", state="detached")
        page.fill("#query", "typed")
        self.until(page, ["Typed"])
        # With an item, the offer of its draft goes.
        page.fill("#query", "")
        page.wait_for_function("() => document.querySelectorAll('#rows tr').length === 3")
        page.click(f"[id='{row}'] [data-act=edit]")
        page.fill("tr.open [name=name]", "Typed again")
        page.go_back()
        page.wait_for_selector("#status [id^=notice-draft]")
        page.click(f"[id='{row}'] [data-act=delete]")
        page.wait_for_selector("#status [id^=notice-draft]", state="detached")
        self.assertEqual(page.errors, [])

    def test_going_forward_closes_nothing(self):
        page = self.page()
        page.click("#edit-mode")
        page.click("#rows tr:nth-child(1) [data-act=edit]")
        page.wait_for_selector("tr.open")
        page.click("#by-tag")
        page.wait_for_selector("dialog")
        page.go_back()
        page.wait_for_selector("dialog", state="detached")
        page.go_forward()
        page.wait_for_timeout(300)
        self.assertTrue(page.is_visible("tr.open"))
        page.go_back()
        page.wait_for_timeout(300)
        self.assertTrue(page.is_visible("tr.open"))
        page.go_back()
        page.wait_for_selector("tr.open", state="detached")
        self.assertEqual(page.errors, [])

    def test_layers_that_close_at_once_swallow_no_step_back(self):
        page = self.page()
        page.goto(self.base + "overview.html")
        page.goto(self.base)
        page.wait_for_selector("#edit-mode")
        page.click("#edit-mode")
        for number in [1, 2]:
            page.click(f"#rows tr:nth-child({number}) [data-act=edit]")
        page.wait_for_selector("#rows tr:nth-child(2).open")
        page.evaluate("for (const row of document.querySelectorAll('tr.open')) row.querySelector('.rowtools button:last-child').click()")
        page.wait_for_selector("tr.open", state="detached")
        page.wait_for_timeout(500)
        page.go_back()
        page.wait_for_url("**/overview.html")
        self.assertEqual(page.errors, [])

    def test_a_link_within_the_page_closes_nothing(self):
        page = self.page()
        page.click("#edit-mode")
        page.click("#rows tr:nth-child(1) [data-act=edit]")
        page.fill("tr.open [name=name]", "Typed")
        # The second time, the entry is replaced by one of the same address.
        for _ in range(2):
            page.evaluate("document.querySelector('.skip').click()")
            page.wait_for_url("**/*#items")
            page.wait_for_timeout(200)
            self.assertTrue(page.is_visible("tr.open"))
        page.go_back()
        page.wait_for_url(lambda address: "#" not in address)
        self.assertEqual(page.input_value("tr.open [name=name]"), "Typed")
        page.go_back()
        page.wait_for_selector("tr.open", state="detached")
        # The page is at the link's address before a row is opened; going back closes it all the same.
        page.evaluate("document.querySelector('.skip').click()")
        page.wait_for_url("**/*#items")
        page.click("#rows tr:nth-child(1) [data-act=edit]")
        page.wait_for_selector("tr.open")
        page.evaluate("document.querySelector('.skip').click()")
        page.wait_for_timeout(200)
        self.assertTrue(page.is_visible("tr.open"))
        page.go_back()
        page.wait_for_selector("tr.open", state="detached")
        self.assertEqual(page.errors, [])

    def test_it_ends_the_selection_and_the_search_stays_in_the_address(self):
        page = self.page()
        page.click("#select")
        page.fill("#query", "thing 1")
        self.until(page, ["Thing 1"])
        self.closed(page, "#selection")
        self.assertEqual(page.get_attribute("#select", "aria-pressed"), "false")
        self.assertIn("q=thing+1", page.url)
        self.assertEqual(self.names(page), ["Thing 1"])
        page.click("#select")
        page.click("#selection .primary")
        page.wait_for_selector("#selection", state="detached")
        self.assertIn("q=thing+1", page.url)
        self.assertEqual(page.errors, [])

    def test_a_photo_that_was_taken_is_dropped_by_discard_alone(self):
        page = self.page(view="grid", **PHONE)
        for way in ["back", "Escape"]:
            with page.expect_file_chooser() as chooser:
                page.tap("#add")
            self.assertEqual(page.get_attribute("dialog [name=name]", "placeholder"), "Write a name")
            chooser.value.set_files(photo(800, 600))
            page.wait_for_selector("dialog img:not([hidden])")
            page.go_back() if way == "back" else page.keyboard.press("Escape")
            page.wait_for_selector("dialog .trouble:has-text('not saved yet')")
            # Browsers close a dialog at the second Escape in a row, whatever the page says to the first.
            for _ in range(3):
                page.keyboard.press("Escape")
            self.assertTrue(page.is_visible("dialog img"))
            self.keep(page, "capture-held")
            # A photo alone lacks its name, and stays.
            page.tap("dialog header button:first-child")
            self.assertEqual(page.inner_text("dialog label:has([name=name]) small"), "Write a name")
            self.assertTrue(page.is_visible("dialog img"))
            page.tap("dialog header button:last-child")
            page.wait_for_selector("dialog", state="detached")
        self.assertEqual(page.url.split("?")[0], self.base)
        self.assertEqual(len(self.listed()), 3)
        with page.expect_file_chooser() as chooser:
            page.tap("#add")
        chooser.value.set_files(photo(800, 600))
        page.wait_for_selector("dialog img:not([hidden])")
        page.go_back()
        page.wait_for_selector("dialog .trouble:has-text('not saved yet')")
        page.fill("dialog [name=name]", "Named")
        page.tap("dialog header button:first-child")
        self.eventually(lambda: self.assertEqual(len(json.loads(self.command("photo", "list", self.item_id(), "--json"))), 1))
        self.assertEqual(self.listed()[0], "Named")
        self.assertEqual(page.errors, [])


if __name__ == "__main__":
    unittest.main()

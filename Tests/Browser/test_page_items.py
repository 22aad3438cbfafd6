"""An item's page, open while the store is changed elsewhere."""
import json

from server import Served
from test_page_photos import photo


class FollowingItems(Served):
    items = 3

    def setUp(self):
        super().setUp()
        self.item = json.loads(self.command("list", "--json"))[0]["id"]

    def opened(self, **options):
        page = self.page(**options)
        page.goto(f"{self.base}item/{self.item}.html")
        # The page listens from here on.
        page.wait_for_function("() => performance.getEntriesByType('resource').filter("
                               "({ name }) => name.includes('/item/')).length > 0")
        return page

    def test_values_follow_another_window_and_the_command_line(self):
        page = self.opened(locale="de-DE")
        page.focus("a[href*='/move/']")
        self.command("edit", self.item, "--name", "Renamed <b>", "--value", "1234.50")
        page.wait_for_function("() => document.querySelector('h1').textContent === 'Renamed <b>'")
        self.assertEqual(page.inner_text(".sheet data"), "1.234,50\u00a0$")
        self.assertIn("Renamed", page.title())
        # In the reader's language as before, and the keyboard is where it was.
        self.assertEqual(page.inner_text(".actions .primary"), "Bearbeiten")
        self.assertEqual(page.evaluate("document.activeElement.textContent"), "Position")
        other = self.page(page.context)
        other.click("#edit-mode")
        other.click("#rows tr:nth-child(1) [data-act=edit]")
        other.fill("tr.open [name=location]", "Attic")
        other.keyboard.press("Enter")
        page.wait_for_function("() => document.querySelector('.crumbs').textContent.includes('Attic')")
        self.assertEqual(page.errors, [])

    def test_photos_follow(self):
        page = self.opened()
        other = page.context.new_page()
        other.goto(f"{self.base}photos/{self.item}")
        other.set_input_files("#photo", photo(80, 60))
        other.click("#upload .primary")
        page.wait_for_selector(".photos img")
        page.wait_for_function("() => document.querySelector('.photos img').naturalWidth === 80")

    def test_an_item_that_is_gone_says_so_with_a_way_back_and_comes_back(self):
        page = self.opened()
        self.command("remove", self.item)
        page.wait_for_selector("#status .trouble")
        self.assertIn("“Thing 0” was deleted or archived.", page.inner_text("#status"))
        self.assertFalse(page.is_visible("a[href*='/edit/']"))
        self.assertEqual(self.violations(page), [])
        self.keep(page, "item-gone")
        # Its last state can still be read until the item is restored.
        self.assertEqual(page.inner_text("h1"), "Thing 0")
        self.command("undo")
        page.wait_for_selector("a[href*='/edit/']", state="visible")
        self.assertEqual(page.locator("#status .trouble").count(), 0)
        self.command("remove", self.item)
        page.click("#status a:has-text('To the list')")
        self.until(page, ["Thing 1", "Thing 2"])

    def test_the_way_to_undo_leads_back_to_the_item(self):
        page = self.opened()
        self.command("remove", self.item)
        page.click("#status a:has-text('Changes')")
        page.click(".changes li:first-child button")
        page.wait_for_url(f"{self.base}item/{self.item}.html")
        self.assertEqual(page.inner_text("h1"), "Thing 0")

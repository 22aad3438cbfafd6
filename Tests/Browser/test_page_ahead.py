"""Edits that are not sent yet: where new items land, counts and sums, and two tabs of one browser."""
import json
import unittest

from server import Served
from test_page_papers import paper


class Ahead(Served):
    items = 4

    def stored(self):
        return json.loads(self.command("list", "--json"))

    def place_page(self, page, name="Garage"):
        page.goto(self.base + "browse-locations.html")
        page.click(f"main nav a:has-text('{name}')")
        page.wait_for_selector("#edit-mode")

    def tag_page(self, page):
        page.goto(self.base + "overview.html")
        page.click(".chips a:has-text('insured')")
        page.wait_for_selector("#edit-mode")

    def added(self, name):
        self.eventually(lambda: self.assertIn(name, self.listed()))
        return next(item for item in self.stored() if item["name"] == name)

    def add(self, page, name):
        page.click("#add")
        page.fill("dialog [name=name]", name)
        page.click("dialog .primary")
        page.wait_for_selector(f"#rows tr:has-text('{name}')")

    def test_an_item_lands_at_the_place_and_gets_the_tag_of_its_page(self):
        page = self.page()
        self.place_page(page)
        self.add(page, "Drill")
        self.assertEqual(self.added("Drill")["location"], "Garage")
        self.tag_page(page)
        self.add(page, "Ring")
        self.assertEqual(self.added("Ring")["tags"], ["insured"])
        self.assertNotIn("location", self.added("Ring"))
        page.goto(self.base + "?place=Home+/+Office&tag=insured")
        page.wait_for_selector("#edit-mode")
        self.add(page, "Lamp")
        lamp = self.added("Lamp")
        self.assertEqual((lamp["location"], lamp["tags"]), ("Home / Office", ["insured"]))
        self.assertEqual(page.errors, [])

    def test_on_a_phone_the_place_of_the_page_goes_before_the_last_used(self):
        page = self.page(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
        page.evaluate("store => localStorage.setItem(`homepwner.${store}.last`, JSON.stringify({ location: 'Attic', tags: 'old' }))",
                      page.get_attribute("html", "data-store"))
        self.place_page(page)
        page.click("#add")
        self.assertEqual(page.input_value("dialog [name=location]"), "Garage")
        self.assertEqual(page.input_value("dialog [name=tags]"), "old")
        page.fill("dialog [name=name]", "Bicycle")
        page.click("dialog header button:first-child")
        self.assertEqual(self.added("Bicycle")["location"], "Garage")

    def test_the_forms_of_the_server_know_the_place_and_the_tag(self):
        signed_in = self.page().context.cookies()
        context = self.context(java_script_enabled=False)
        context.add_cookies(signed_in)
        page = context.new_page()
        page.goto(self.base + "browse-locations.html")
        page.click("main nav a:has-text('Garage')")
        page.click("#add")
        self.assertEqual(page.input_value("[name=location]"), "Garage")
        page.goto(self.base + "overview.html")
        page.click(".chips a:has-text('insured')")
        page.click("#add")
        self.assertEqual(page.input_value("[name=tags]"), "insured")

    def test_count_and_sums_include_what_waits(self):
        self.command("edit", self.item_id(3), "--quantity", "2.5")
        page = self.page()
        self.until(page, ["Thing 0", "Thing 1", "Thing 2", "Thing 3"])
        self.eventually(lambda: self.assertEqual(page.inner_text(".sums"), "4 items · $13.25"))
        page.route("**/api/edits", lambda route: route.abort())
        page.click("#edit-mode")
        page.click("#rows tr:nth-child(1) [data-act=edit]")
        page.fill("tr.open [name=value]", "500")
        page.keyboard.press("Enter")
        sums = lambda text: page.wait_for_function("text => document.querySelector('.sums').innerText === text", arg=text)
        sums("4 items · $512.75")
        # Of a quantity that is no whole number, the value stays what it is.
        page.click("#rows tr:nth-child(4) [data-act=edit]")
        page.fill("tr.open [name=name]", "Cloth")
        page.keyboard.press("Enter")
        page.wait_for_selector("tr.waiting:has-text('Cloth')")
        sums("4 items · $512.75")
        page.click("#add")
        page.fill("dialog [name=name]", "Chair")
        page.fill("dialog [name=value]", "0.35")
        page.fill("dialog [name=quantity]", "1.5")
        page.click("dialog .primary")
        # 0.525, of which the half goes to the even digit.
        sums("5 items · $513.27")
        page.click("#rows tr:has-text('Thing 1') [data-act=delete]")
        sums("4 items · $511.77")
        page.fill("#query", "garage")
        page.wait_for_function("() => document.getElementById('found').textContent === '1 found · $8.75'")
        page.fill("#query", "")
        sums("4 items · $511.77")
        page.goto(self.base + "overview.html")
        page.wait_for_selector("#totals.waiting")
        figures = page.eval_on_selector_all(".figures dd", "all => all.map((each) => each.innerText)")
        self.assertEqual(figures, ["4", "6", "$511.77"])
        bars = page.eval_on_selector_all(".chart g", "all => all.map((each) => each.querySelector('.label').textContent + ' ' + "
                                         "each.querySelector('.amount').textContent)")
        self.assertEqual(bars, ["Home $502.50", "Garage $8.75", "not stated $0.52"])
        self.assertEqual(page.inner_text(".chips a:has-text('insured') .count"), "3")
        page.unroute("**/api/edits")
        page.evaluate("dispatchEvent(new Event('online'))")
        self.eventually(lambda: self.assertIn("Chair", self.listed()))
        page.wait_for_selector("#totals:not(.waiting)")
        self.eventually(lambda: self.assertEqual(page.inner_text(".figures .total dd"), "$511.77"))
        page.goto(self.base)
        self.eventually(lambda: self.assertEqual(page.inner_text(".sums"), "4 items · $511.77"))
        self.assertEqual(page.errors, [])

    def test_sums_of_another_quantity_are_exact_though_the_published_one_is_rounded(self):
        # 0.333 × 3.50 is 1.1655.
        self.command("edit", self.item_id(3), "--quantity", "0.333")
        page = self.page()
        self.eventually(lambda: self.assertEqual(page.inner_text(".sums"), "4 items · $5.67"))
        page.route("**/api/edits", lambda route: route.abort())
        page.click("#edit-mode")
        page.click("#rows tr:nth-child(4) [data-act=edit]")
        page.fill("tr.open [name=quantity]", "3")
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.querySelector('.sums').innerText === '4 items · $15.00'")
        self.assertEqual(page.errors, [])

    def test_two_tabs_ask_as_two_devices_do(self):
        context = self.context()
        one = self.page(context)
        two = self.page(context)
        for page in [one, two]:
            page.click("#edit-mode") if page.get_attribute("#edit-mode", "aria-pressed") != "true" else None
        one.click("#rows tr:nth-child(1) [data-act=edit]")
        one.wait_for_selector("tr.open")
        two.bring_to_front()
        two.click("#rows tr:nth-child(1) [data-act=edit]")
        two.fill("tr.open [name=name]", "Of the second tab")
        two.keyboard.press("Enter")
        self.eventually(lambda: self.assertEqual(self.listed()[0], "Of the second tab"))
        one.bring_to_front()
        one.fill("tr.open [name=name]", "Of the first tab")
        one.keyboard.press("Enter")
        one.wait_for_selector("dialog")
        self.assertIn("Of the second tab", one.inner_text("dialog"))
        self.assertEqual(self.listed()[0], "Of the second tab")
        one.click("dialog .primary")
        self.eventually(lambda: self.assertEqual(self.listed()[0], "Of the first tab"))
        # What the other tab shows, it has seen.
        two.bring_to_front()
        two.wait_for_selector("#rows tr:has-text('Of the first tab')")
        two.click("#rows tr:nth-child(1) [data-act=edit]")
        two.fill("tr.open [name=name]", "Again")
        two.keyboard.press("Enter")
        self.eventually(lambda: self.assertEqual(self.listed()[0], "Again"))
        self.assertEqual(one.errors + two.errors, [])

    def test_tags_are_ended_by_commas_and_enter_and_removed_by_a_press(self):
        page = self.page()
        page.click("#add")
        page.fill("dialog [name=name]", "Chair")
        field = "dialog [name=tags] + input"
        page.type(field, "oak, old，set of four")
        page.press(field, "Enter")
        chips = lambda: page.eval_on_selector_all("dialog .chip", "all => all.map((each) => each.textContent)")
        self.assertEqual(chips(), ["oak ✕", "old ✕", "set of four ✕"])
        self.assertTrue(page.is_visible("dialog"))
        page.click("dialog .chip:has-text('old')")
        page.type(field, "oak,")
        page.type(field, "last")
        self.assertEqual(page.eval_on_selector_all("dialog datalist[id] option", "all => all.map(({ value }) => value)")[-1:], ["insured"])
        self.assertEqual(self.violations(page), [])
        self.keep(page, "tags")
        page.click("dialog .primary")
        self.assertEqual(self.added("Chair")["tags"], ["oak", "set of four", "last"])
        self.assertEqual(page.errors, [])

    def test_a_receipt_without_a_file_is_not_dropped(self):
        page = self.page()
        page.goto(f"{self.base}item/{self.item_id()}.html")
        page.wait_for_function("() => document.onclick !== null")
        page.click("#add-document")
        page.fill("dialog [name=title]", "Till slip")
        page.click("dialog .primary")
        self.assertIn("Choose a PDF", page.inner_text("dialog"))
        self.assertEqual(page.input_value("dialog [name=title]"), "Till slip")
        page.set_input_files("dialog [name=file]", [paper()])
        page.click("dialog .primary")
        page.wait_for_selector(".papers li:not(.waiting):has-text('Till slip')")
        self.assertEqual(page.errors, [])

    def test_a_picture_that_the_browser_cannot_show_is_not_shown_broken(self):
        page = self.page(view="grid")
        page.route("**/api/items/*/photos", lambda route: route.abort())
        with page.expect_file_chooser() as chooser:
            page.click("#rows tr:nth-child(1) [href^=photos]")
        chooser.value.set_files([{"name": "a.heic", "mimeType": "image/heic", "buffer": b"no picture"}])
        page.wait_for_selector("#rows tr.waiting")
        self.eventually(lambda: self.assertEqual(page.locator("#rows tr:nth-child(1) img").count(), 0))


class Long(Served):
    items = 4

    def setUp(self):
        super().setUp()
        source = self.folder / "many.json"
        source.write_text(json.dumps({"items": [{"name": f"Item {number:04}"} for number in range(700)]}))
        self.command("import", source)
        self.eventually(lambda: self.assertIn("Item 0699", (self.site / "search/1.json").read_text()))

    def test_going_back_returns_to_the_place_in_a_sorted_list(self):
        page = self.page()
        page.goto(self.base + "?sort=-name&view=table")
        page.wait_for_selector("#rows.arranged")
        count = 60
        while count < 240:
            page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
            page.wait_for_function("count => document.querySelectorAll('#rows tr').length > count", arg=count)
            count = page.locator("#rows tr").count()
        page.evaluate("scrollBy(0, -1500)")
        at = page.evaluate("scrollY")
        page.evaluate("location.href = document.querySelector('#rows tr:nth-child(150) th a').href")
        page.wait_for_url("**/item/*")
        page.go_back()
        page.wait_for_selector("#rows.arranged")
        self.eventually(lambda: self.assertEqual(page.evaluate("scrollY"), at))
        # More rows may have been on their way.
        self.assertGreaterEqual(page.locator("#rows tr").count(), count)


if __name__ == "__main__":
    unittest.main()

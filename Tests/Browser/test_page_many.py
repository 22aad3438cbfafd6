"""Several items at once, the archive, locations renamed: with script and without."""
import json
import pathlib
import tempfile
import unittest

from server import Served
from support import nu_errors

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}


class Many(Served):
    items = 6

    def stored(self):
        return json.loads(self.command("list", "--json", "--where", "archived:any"))

    def counted(self, page, text):
        """Waits until the bar says how many items are chosen, and their sum."""
        page.wait_for_selector(f"#selection [role=status]:text-is('{text}')")

    def choose(self, page, *numbers):
        page.click("#select")
        page.wait_for_selector("#selection")
        for number in numbers:
            page.check(f"#rows tr:nth-child({number}) .pick")

    def test_chosen_items_are_moved_and_one_undo_takes_it_back(self):
        page = self.page()
        self.choose(page, 1, 3)
        self.counted(page, "2 selected · $3.00")
        self.assertEqual(self.violations(page), [])
        self.keep(page, "selection")
        page.click("#selection :text('Move to')")
        page.fill("dialog [name=location]", "Home/Study")
        self.assertEqual(self.violations(page), [])
        page.click("dialog .primary")
        self.eventually(lambda: self.assertEqual(
            [item["location"] for item in self.stored()][:4], ["Home / Study", "Garage", "Home / Study", "Garage"]))
        self.assertIn("2 items were changed.", page.inner_text("#status"))
        self.assertFalse(page.is_visible("#selection"))
        self.assertEqual(page.evaluate("document.activeElement.id"), "select")
        page.click("#notice-undo button")
        self.eventually(lambda: self.assertEqual(self.stored()[0]["location"], "Home / Office"))
        self.assertEqual(len(json.loads(self.command("log", "--json"))), 8)
        self.assertEqual(page.errors, [])

    def test_undo_is_offered_though_the_selection_was_closed_meanwhile(self):
        page = self.page()
        self.choose(page, 1)
        archive = page.query_selector("#selection :text-is('Archive')")
        close = page.query_selector("#selection .primary")
        page.evaluate("controls => controls.forEach((control) => control.click())", [archive, close])
        page.wait_for_selector("#notice-undo button")
        self.assertEqual(page.errors, [])

    def test_all_that_a_filter_finds_is_tagged_marked_and_deleted(self):
        page = self.page()
        page.fill("#query", "garage")
        self.until(page, ["Thing 1", "Thing 3", "Thing 5"])
        page.click("#select")
        page.click("#selection :text-is('All')")
        page.click("#selection :text('Tags')")
        page.fill("dialog [name=tags] + input", "sold, old")
        # The tags that the chosen items have.
        self.assertEqual(page.eval_on_selector_all("dialog [name=removeTags]", "all => all.map(({ value }) => value)"), ["insured"])
        page.check("dialog [name=removeTags]")
        page.click("dialog .primary")
        self.eventually(lambda: self.assertEqual(self.stored()[5]["tags"], ["sold", "old"]))
        page.click("#select")
        page.click("#selection :text-is('All')")
        page.click("#selection :text-is('Change …')")
        page.select_option("dialog [name=field]", "insured")
        page.click("dialog .primary")
        self.eventually(lambda: self.assertTrue(self.stored()[5].get("insured")))
        page.click("#select")
        page.click("#selection :text-is('All')")
        page.click("#selection .danger")
        self.eventually(lambda: self.assertEqual(len(self.stored()), 3))
        page.click("#notice-undo button")
        self.eventually(lambda: self.assertEqual(len(self.stored()), 6))
        self.assertEqual(page.errors, [])

    def change(self, page, field, value):
        """Gives the first and third items a value."""
        self.choose(page, 1, 3)
        page.click("#selection :text-is('Change …')")
        page.select_option("dialog [name=field]", field)
        put = page.select_option if value in ("yes", "no") else page.fill
        put(f"dialog [name={field}]", value)
        page.click("dialog .primary")

    def test_any_field_of_many_items_is_changed_as_one_change(self):
        page = self.page()
        page.on("response", lambda reply: self.assertLess(reply.status, 400, reply.url))
        all_fields = page.evaluate("document.documentElement.dataset.fields").split()
        # One of each kind in each section of the JSON.
        fields = {(field.partition(".")[0] if "." in field else "", field.partition(":")[2]): field for field in all_fields}.values()
        written = {"money": "12.50", "quantity": "3", "percentage": "20", "date": "2024-05-06", "flag": "yes"}
        stored = {"money": {"amount": "12.50", "currency": "USD"}, "quantity": 3, "percentage": 20, "date": "2024-05-06",
                  "flag": True}
        for path, kind in [field.split(":") for field in fields]:
            section, _, rest = path.partition(".")
            self.change(page, section + rest[:1].upper() + rest[1:], written.get(kind, "Some text"))
            page.wait_for_selector("#selection", state="detached")
            self.settled(page)
            for index, item in enumerate(self.stored()[:3]):
                held = item.get(section)
                held = held.get(rest) if rest and held else held
                with self.subTest(path=path, index=index):
                    (self.assertNotEqual if index == 1 else self.assertEqual)(held, stored.get(kind, "Some text"))
        self.assertEqual(len(json.loads(self.command("log", "--json", "--limit", "99"))), 6 + len(fields))
        self.assertEqual(page.errors, [])

    def test_what_is_left_empty_is_no_longer_stated_and_undo_brings_it_back(self):
        page = self.page()
        self.change(page, "value", "")
        self.eventually(lambda: self.assertEqual([item.get("value") is None for item in self.stored()[:3]], [True, False, True]))
        page.wait_for_function("() => document.querySelector('#totals').textContent.includes('$15.00')")
        page.click("#notice-undo button")
        self.eventually(lambda: self.assertEqual(self.stored()[2]["value"]["amount"], "2.50"))

    def test_an_unreadable_value_stays_in_the_dialog(self):
        for field, value in [("purchasePrice", "a lot"), ("depreciation", "much"), ("name", ""), ("quantity", "-1")]:
            page = self.page(getattr(self, "signed_in", None))
            self.signed_in = page.context
            self.change(page, field, value)
            self.assertNotEqual(page.inner_text("dialog .fields small:not(:empty)"), "")
            self.keep(page, f"change-{field}")
            self.assertEqual(self.violations(page), [])
            page.close()

    def test_a_change_without_a_connection_shows_in_the_sums_at_once(self):
        page = self.page()
        page.focus("#query")
        page.wait_for_load_state("networkidle")
        page.context.set_offline(True)
        self.change(page, "value", "100")
        page.wait_for_selector("#notice-queue.trouble")
        page.wait_for_function("() => document.querySelector('#found').textContent.includes('$215.00')")
        page.context.set_offline(False)
        self.settled(page)
        self.eventually(lambda: self.assertEqual(self.stored()[2]["value"]["amount"], "100.00"))

    def test_the_keyboard_alone_chooses_and_archives(self):
        page = self.page(view="grid")
        page.focus("#select")
        page.keyboard.press("Enter")
        page.wait_for_selector(".pick")
        page.focus("#rows tr:nth-child(2) .pick")
        page.keyboard.press("Space")
        self.counted(page, "1 selected · $1.50")
        self.assertEqual(page.get_attribute("#rows tr:nth-child(2) .pick", "aria-label"), "Select: Thing 1")
        page.focus("#selection :text-is('Archive')")
        page.keyboard.press("Enter")
        self.eventually(lambda: self.assertTrue(self.stored()[1].get("archived")))
        self.assertIn("1 item was archived", page.inner_text("#status"))
        self.until(page, ["Thing 0", "Thing 2", "Thing 3", "Thing 4", "Thing 5"])
        page.click("#select")
        page.keyboard.press("Tab")
        page.focus("#selection button")
        page.keyboard.press("Escape")
        self.assertFalse(page.is_visible("#selection"))

    def test_a_selection_made_without_a_connection_is_sent_later_or_taken_back(self):
        page = self.page()
        page.context.set_offline(True)
        self.choose(page, 1, 2)
        page.click("#selection :text-is('Archive')")
        page.wait_for_selector("#notice-queue.trouble")
        page.context.set_offline(False)
        self.settled(page)
        self.eventually(lambda: self.assertEqual([item.get("archived") for item in self.stored()][:3], [True, True, None]))

    def test_on_a_phone_a_card_is_a_checkbox_and_nothing_is_wider_than_the_screen(self):
        page = self.page(view="grid", **PHONE)
        page.tap("#select")
        page.wait_for_selector(".pick")
        page.tap("#rows tr:nth-child(2) th a")
        self.counted(page, "1 selected · $1.50")
        for width in [390, 320]:
            page.set_viewport_size({"width": width, "height": 844})
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)
            self.keep(page, f"selection-{width}")
            self.assertEqual(page.locator("#selection .choices:visible").count(), 0)
            page.tap("#selection .more-acts")
            self.keep(page, f"selection-acts-{width}")
            # All actions are on the screen.
            boxes = [button.bounding_box() for button in page.locator("#selection .choices button").all()]
            self.assertEqual(len(boxes), 6)
            self.assertTrue(all(box["x"] >= 0 and box["x"] + box["width"] <= width and box["y"] > 400 for box in boxes), boxes)
            self.assertEqual(self.violations(page), [])
            page.tap("#selection .more-acts")

    def test_labels_of_the_chosen_items_open_for_printing(self):
        page = self.page()
        self.choose(page, 2, 4)
        with page.context.expect_page() as opened:
            page.click("#selection :text-is('Labels')")
        sheet = opened.value
        sheet.wait_for_selector("svg.sheet")
        self.assertEqual(sheet.locator(".name").all_inner_texts(), ["Thing 1", "Thing 3"])
        self.counted(page, "2 selected · $5.00")
        self.assertEqual(page.errors, [])

    def test_the_servers_pages_are_valid(self):
        page = self.page()
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for number, path in enumerate(["", "select", "archive", "relocate?from=Home", "phone", "undo"]):
                files.append(pathlib.Path(folder, f"{number}.html"))
                files[-1].write_text(page.context.request.get(self.base + path, headers={"Accept": "text/html"}).text())
            self.assertEqual(nu_errors(files), [])

    def test_forms_do_the_same_without_script(self):
        page = self.context(java_script_enabled=False).new_page()
        page.goto(self.base + "sign-in")
        page.fill("[name=token]", self.token)
        page.click("button[type=submit]")
        page.click("#more > summary")
        page.click("#more a:has-text('Change several')")
        self.keep(page, "select-form", full_page=True)
        page.goto(self.base + "select?q=nowhere")
        self.assertIn("Nothing found.", page.inner_text("main"))
        page.goto(self.base + "select?return=/index.html")
        page.check("label:has-text('Thing 1') input")
        page.check("label:has-text('Thing 2') input")
        page.fill("[name=location]", "Attic")
        page.click("main .primary")
        page.wait_for_selector("#changed")
        self.assertEqual([item["location"] for item in self.stored()][1:3], ["Attic", "Attic"])
        page.click("#changed a")
        page.click("a:has-text('Undo …')")
        page.wait_for_selector("main:has-text('2 items')")
        self.keep(page, "undo-question")
        page.click("main .primary")
        self.eventually(lambda: self.assertEqual([item["location"] for item in self.stored()][1:3], ["Garage", "Home / Office"]))

    def test_what_is_archived_has_a_view_and_comes_back(self):
        page = self.page()
        first = self.stored()[0]["id"]
        page.goto(f"{self.base}edit/{first}")
        page.click("summary:has-text('Sale and archive')")
        page.check("[name=archived][type=checkbox]")
        page.click("main .primary")
        page.wait_for_selector("#archived")
        self.assertTrue(page.is_visible("#archived"))
        self.keep(page, "archived")
        page.click("#archived a:has-text('Archive')")
        self.assertEqual(self.violations(page), [])
        self.keep(page, "archive")
        page.click("[data-all] button")
        page.click("button.primary")
        self.eventually(lambda: self.assertFalse(self.stored()[0].get("archived")))

    def test_a_location_is_renamed_on_its_page(self):
        page = self.page()
        page.goto(self.base + "browse-locations.html")
        page.click("a:has-text('Office')")
        page.click("a:has-text('Rename')")
        self.assertEqual(self.violations(page), [])
        page.fill("[name=to]", "Garage")
        self.keep(page, "relocate")
        page.click("main .primary")
        self.eventually(lambda: self.assertEqual({item["location"] for item in self.stored()}, {"Garage"}))
        page.wait_for_selector("#changed")
        self.assertEqual(page.inner_text(".tree").split()[:3], ["Garage", "6", "$18.00"])


if __name__ == "__main__":
    unittest.main()

"""Recording items one after the other on a phone, with the camera."""
import hashlib
import json
import unittest

from server import Served
from test_page_photos import photo

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}


class Capture(Served):
    items = 1

    def setUp(self):
        super().setUp()
        self.taps = 0

    def stored(self):
        return json.loads(self.command("list", "--json"))

    def tap(self, page, selector):
        self.taps += 1
        page.tap(selector)

    def shoot(self, page, selector, picture):
        """A tap that opens the camera, in which taking and using the picture are two more."""
        with page.expect_file_chooser() as chooser:
            self.tap(page, selector)
        self.taps += 2
        chooser.value.set_files(picture)

    def test_an_item_with_its_photo_takes_at_most_four_taps(self):
        page = self.page(view="grid", **PHONE)
        pictures = [photo(800 + number, 600) for number in range(3)]
        self.shoot(page, "#add", pictures[0])
        self.assertEqual(page.get_attribute("dialog [type=file]", "capture"), "environment")
        page.fill("dialog [name=location]", "Home/Kitchen")
        page.fill("dialog [name=tags] + input", "new")
        page.focus("dialog [name=name]")
        taps = []
        for number, picture in enumerate(pictures):
            before = self.taps
            self.assertEqual(page.evaluate("document.activeElement.name"), "name")
            page.keyboard.type(f"Cup {number}")
            page.keyboard.press("Enter")
            self.assertEqual(page.evaluate("document.activeElement.name"), "value")
            page.keyboard.type(f"{number + 1}.50")
            if number == 1:
                page.tap("dialog .stepper button:last-child")
            if number == 2:
                break
            self.shoot(page, "dialog .primary", pictures[number + 1])
            taps.append(self.taps - before)
        self.assertLessEqual(max(taps), 4)
        self.assertEqual(page.inner_text("dialog header button"), "Done (2 added)")
        self.keep(page, "capture")
        self.assertEqual(self.violations(page), [])
        # What is filled in is saved by Done too.
        page.tap("dialog header button")

        def check():
            items = {item["name"]: item for item in self.stored()}
            self.assertEqual(len(items), 4)
            for number, picture in enumerate(pictures):
                item = items[f"Cup {number}"]
                self.assertEqual((item["value"]["amount"], item["location"], item["tags"], item["quantity"]),
                                 (f"{number + 1}.50", "Home / Kitchen", ["new"], 2 if number == 1 else 1))
                # The original, byte for byte.
                self.assertEqual([p["hash"] for p in item.get("photos", [])], [hashlib.sha256(picture["buffer"]).hexdigest()])
        self.eventually(check)
        self.assertEqual(page.errors, [])

    def test_the_button_stays_above_the_keyboard_and_on_small_screens(self):
        page = self.page(view="grid", **PHONE)
        for width, height in [(390, 508), (320, 420), (844, 390)]:
            page.set_viewport_size({"width": width, "height": height})
            with page.expect_file_chooser() as chooser:
                page.tap("#add")
            chooser.value.set_files(photo(800, 600))
            page.wait_for_selector("dialog img:not([hidden])")
            box = page.locator("dialog .primary").bounding_box()
            self.assertLessEqual(box["y"] + box["height"], height)
            self.assertGreaterEqual(box["height"], 44)
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)
            self.keep(page, f"capture-{width}")
            page.tap("dialog header button:last-child")
            page.wait_for_selector("dialog", state="detached")

    def test_enter_leads_through_what_is_not_stated_yet(self):
        page = self.page(view="grid", locale="de-DE", **PHONE)
        self.shoot(page, "#add", photo(160, 120))
        page.wait_for_selector("dialog img:not([hidden])")
        for name, value in [("name", "Topf"), ("value", "1.234,50 €"), ("location", "Küche")]:
            self.assertEqual(page.evaluate("document.activeElement.name"), name)
            page.keyboard.type(value)
            if name != "location":
                page.keyboard.press("Enter")
        # The location stays, so that the next item is saved after its value.
        for name, keys in [("Topf", "Enter"), ("Pfanne", "Enter")]:
            if name == "Pfanne":
                page.keyboard.type(name)
                page.keyboard.press("Enter")
                page.keyboard.type("20")
            with page.expect_file_chooser() as chooser:
                page.keyboard.press(keys)
            chooser.value.set_files(photo(160, 120))
            page.wait_for_selector("dialog img:not([hidden])")
        # The words of the buttons are longer than in English and stand in one line each.
        self.assertLess(page.locator("dialog header").bounding_box()["height"], 64)
        self.eventually(lambda: self.assertEqual({(item["name"], item.get("location")) for item in self.stored()[:2]},
                                                 {("Topf", "Küche"), ("Pfanne", "Küche")}))

    def test_a_name_is_wanted_and_what_was_typed_is_kept(self):
        page = self.page(view="grid", **PHONE)
        with page.expect_file_chooser():
            page.tap("#add")
        page.tap("dialog .primary")
        self.assertEqual(page.inner_text("dialog label:has([name=name]) small"), "Write a name")
        # A photo alone is not a draft.
        page.keyboard.press("Escape")
        self.assertEqual(page.inner_text("#drafts"), "")
        with page.expect_file_chooser() as chooser:
            page.tap("#add")
        chooser.value.set_files(photo(800, 600))
        page.wait_for_selector("dialog img:not([hidden])")
        page.tap("dialog header button:last-child")
        page.wait_for_selector("dialog", state="detached")
        self.assertEqual(page.inner_text("#drafts"), "")
        with page.expect_file_chooser():
            page.tap("#add")
        page.fill("dialog [name=name]", "Half typed")
        page.keyboard.press("Escape")
        page.wait_for_selector("#drafts:has-text('draft')")
        with page.expect_file_chooser():
            page.tap("#drafts .primary")
        self.assertEqual(page.input_value("dialog [name=name]"), "Half typed")

    def test_photos_taken_without_a_connection_follow_their_items(self):
        page = self.page(view="grid", **PHONE)
        with page.expect_file_chooser() as chooser:
            page.tap("#add")
        chooser.value.set_files(photo(800, 600))
        page.context.set_offline(True)
        page.fill("dialog [name=name]", "Offline")
        page.tap("dialog header button")
        page.wait_for_selector("#notice-queue.trouble")
        page.context.set_offline(False)

        def check():
            item = next(item for item in self.stored() if item["name"] == "Offline")
            self.assertEqual(len(item.get("photos", [])), 1)
        self.eventually(check, 40)


if __name__ == "__main__":
    unittest.main()

"""Photos of a room: each becomes an item, which is named later."""
import hashlib
import json
import unittest

from server import Served
from test_page_capture import PHONE
from test_page_photos import photo


def photos(count):
    return [photo(400 + 10 * number, 300) for number in range(count)]


class Room(Served):
    items = 2

    def stored(self):
        return json.loads(self.command("list", "--json"))

    def unnamed(self):
        return [item for item in self.stored() if not item["name"]]

    def hashes(self, item):
        return [each["hash"] for each in item.get("photos", [])]

    def digests(self, pictures):
        return [hashlib.sha256(picture["buffer"]).hexdigest() for picture in pictures]

    def garage(self, page):
        page.goto(self.base + "browse-locations.html")
        page.click("main nav a:has-text('Garage')")
        page.wait_for_selector("#actions [data-act=photograph]")

    def give(self, page, pictures, kind="drop"):
        """Drops or pastes pictures on the page."""
        page.evaluate("""([pictures, kind]) => {
            const given = new DataTransfer();
            for (const [name, bytes] of pictures) given.items.add(new File([new Uint8Array(bytes)], name, { type: "image/jpeg" }));
            const about = { bubbles: true, cancelable: true };
            dispatchEvent(kind === "drop" ? new DragEvent(kind, { ...about, dataTransfer: given })
                : new ClipboardEvent(kind, { ...about, clipboardData: given }));
        }""", [[[each["name"], list(each["buffer"])] for each in pictures], kind])

    def test_each_photo_becomes_an_item_of_the_place_and_is_named_later(self):
        page = self.page(view="grid", **PHONE)
        self.garage(page)
        pictures = photos(3)
        page.tap("#actions [data-act=photograph]")
        self.assertEqual(page.get_attribute("dialog [type=file]", "capture"), "environment")
        self.assertTrue(page.is_disabled("dialog .primary"))
        # The camera gives one at a time, the gallery several.
        page.set_input_files("dialog [type=file][capture]", pictures[:1])
        page.set_input_files("dialog [type=file][multiple]", pictures[1:])
        page.wait_for_selector("dialog li:nth-child(3) img")
        self.assertEqual(page.inner_text("dialog .primary"), "Add (3)")
        self.assertEqual(page.input_value("dialog [name=location]"), "Garage")
        self.assertEqual(self.violations(page), [])
        self.keep(page, "room-phone")
        # Photos are not dropped by Escape.
        page.keyboard.press("Escape")
        page.tap("dialog .primary")
        page.wait_for_selector("dialog", state="detached")

        def added():
            items = self.unnamed()
            self.assertEqual({item["location"] for item in items}, {"Garage"})
            self.assertEqual(sorted(hash for item in items for hash in self.hashes(item)), sorted(self.digests(pictures)))
            self.assertEqual({len(self.hashes(item)) for item in items}, {1})
        self.eventually(added)
        page.wait_for_selector("#notice-unnamed:has-text('3')")
        self.settled(page)
        # The page with an item may come before the one with its photo.
        page.wait_for_function("() => document.querySelectorAll('#rows tr:has(th a > i) th img').length === 3")
        self.keep(page, "room-unnamed")
        page.tap("#notice-unnamed .primary")
        for name in ["Saw", "", "Drill"]:
            page.wait_for_selector("dialog .subject")
            if not name:
                page.tap("dialog .primary")
                self.assertEqual(page.inner_text("dialog label:has([name=name]) small"), "Write a name")
                page.tap("dialog button:has-text('Skip')")
                page.wait_for_selector("dialog h2:has-text('3 of 3')")
                continue
            page.fill("dialog [name=name]", name)
            if name == "Saw":
                self.assertEqual(self.violations(page), [])
                self.keep(page, "room-naming")
            page.tap("dialog .primary")
            if name == "Saw":
                page.wait_for_selector("dialog h2:has-text('2 of 3')")
        page.wait_for_selector("dialog", state="detached")
        self.eventually(lambda: self.assertEqual(sorted(item["name"] for item in self.stored()),
                                                 ["", "Drill", "Saw", "Thing 0", "Thing 1"]))
        page.wait_for_selector("#notice-unnamed:has-text('1')")
        self.assertEqual(page.errors, [])

    def test_photos_are_dropped_and_pasted_and_may_show_one_item(self):
        page = self.page(view="grid")
        self.garage(page)
        pictures = photos(4)
        self.give(page, pictures[:2])
        page.wait_for_selector("dialog li:nth-child(2) img")
        self.give(page, pictures[2:], "paste")
        page.wait_for_selector("dialog li:nth-child(4) img")
        # One that was taken by mistake is left out.
        page.click("dialog li:nth-child(1) button")
        page.check("dialog [name=together]")
        self.assertEqual(page.inner_text("dialog .primary"), "Add (1)")
        self.keep(page, "room-desk")
        page.click("dialog .primary")
        page.wait_for_selector("dialog", state="detached")
        self.eventually(lambda: self.assertEqual([self.hashes(item) for item in self.unnamed()], [self.digests(pictures[1:])]))
        self.assertEqual(page.errors, [])

    def test_text_that_is_pasted_stays_text(self):
        page = self.page()
        self.assertFalse(page.evaluate("""() => {
            const given = new DataTransfer();
            given.items.add("words", "text/plain");
            given.items.add(new File(["x"], "picture.png", { type: "image/png" }));
            const event = new ClipboardEvent("paste", { clipboardData: given, cancelable: true });
            dispatchEvent(event);
            return event.defaultPrevented;
        }"""))
        self.assertEqual(page.locator("dialog").count(), 0)

    def test_what_is_discarded_is_not_added(self):
        page = self.page()
        before = self.command("log", "--json")
        self.give(page, photos(2))
        page.wait_for_selector("dialog li:nth-child(2) img")
        page.click("dialog .actions button:has-text('Discard')")
        page.wait_for_selector("dialog", state="detached")
        self.assertEqual(self.unsent(page), [])
        self.assertEqual(self.command("log", "--json"), before)

    def test_a_room_is_photographed_and_named_without_a_connection(self):
        page = self.page(view="grid")
        # The script that is loaded when it is first used.
        page.click("#actions [data-act=photograph]")
        page.click("dialog .actions button:has-text('Discard')")
        page.wait_for_selector("dialog", state="detached")
        page.focus("#query")
        page.route("**/api/**", lambda route: route.abort())
        pictures = photos(2)
        self.give(page, pictures)
        page.fill("dialog [name=location]", "Attic")
        page.click("dialog .primary")
        page.wait_for_selector("#rows tr.waiting:nth-child(2) img")
        self.eventually(lambda: self.assertEqual(len(self.unsent(page)), 4))
        page.click("#notice-unnamed .primary")
        page.fill("dialog [name=name]", "Trunk")
        page.click("dialog .primary")
        page.wait_for_selector("dialog h2:has-text('2 of 2')")
        page.click("dialog button:has-text('Cancel')")
        page.wait_for_selector("#rows th:has-text('Trunk')")
        page.unroute("**/api/**")
        page.evaluate("dispatchEvent(new Event('online'))")

        def check():
            items = [item for item in self.stored() if item.get("location") == "Attic"]
            self.assertEqual(sorted(item["name"] for item in items), ["", "Trunk"])
            self.assertEqual(sorted(hash for item in items for hash in self.hashes(item)), sorted(self.digests(pictures)))
        self.eventually(check, 40)
        self.assertEqual(page.errors, [])

    def test_the_form_for_an_item_takes_photos_and_goes_on(self):
        page = self.page()
        page.click("#add")
        pictures = photos(2)
        page.fill("dialog [name=name]", "Shelf")
        page.fill("dialog [name=location]", "Attic")
        page.set_input_files("dialog [type=file]", pictures)
        self.keep(page, "add-desk")
        page.click("dialog button:has-text('Save & next')")
        page.wait_for_function("() => document.querySelector('dialog [name=name]')?.value === ''")
        self.assertEqual(page.input_value("dialog [name=location]"), "Attic")
        page.fill("dialog [name=name]", "Ladder")
        page.click("dialog .primary")
        page.wait_for_selector("dialog", state="detached")

        def check():
            items = {item["name"]: item for item in self.stored()}
            self.assertEqual(self.hashes(items["Shelf"]), self.digests(pictures))
            self.assertEqual((items["Ladder"]["location"], self.hashes(items["Ladder"])), ("Attic", []))
        self.eventually(check)

    def test_the_form_of_a_phone_takes_photos_from_the_gallery(self):
        page = self.page(view="grid", **PHONE)
        with page.expect_file_chooser():
            page.tap("#add")
        pictures = photos(2)
        page.set_input_files("dialog [type=file][multiple]", pictures)
        page.wait_for_selector("dialog label:has-text('(2)')")
        self.keep(page, "capture-gallery")
        page.fill("dialog [name=name]", "Vase")
        page.tap("dialog header button")
        self.eventually(lambda: self.assertEqual([self.hashes(item) for item in self.stored() if item["name"] == "Vase"],
                                                 [self.digests(pictures)]))


if __name__ == "__main__":
    unittest.main()

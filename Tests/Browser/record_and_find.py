"""A new user on a phone: records 20 items with their photos and finds 5 of them again.

`run.sh record_and_find` counts taps and keys and prints them with the seconds in which the pages answered; typing and
looking take a person longer. The browser opens no camera: the three taps for one are the button, taking, and using the
picture.
"""
import io
import json
import random
import time
import unittest

from PIL import Image
from server import Served
from support import homepwner
from test_page_capture import PHONE

HOUSEHOLD = {
    "Living room": [("Sofa", "899"), ("Floor lamp", "79.90"), ("Television", "649"), ("Bookshelf", "120"),
                    ("Record player", "310"), ("Carpet", "")],
    "Kitchen": [("Espresso machine", "449"), ("Fridge", "799"), ("Dishwasher", "529"), ("Stand mixer", "229.50"),
                ("Chef’s knife", "65")],
    "Office": [("Laptop", "1299"), ("Monitor", "280"), ("Printer", "149"), ("Desk", "400"), ("Headphones", "199")],
    "Garage": [("Bicycle", "760"), ("Cordless drill", "129"), ("Lawn mower", "340"), ("Ladder", "")],
}


class RecordAndFind(Served):
    items = 0

    def setUp(self):
        super().setUp()
        # Drawings of things, as large as a phone's photos.
        homepwner("sample", "--photos", "--count", 60, "--store", self.folder / "drawn")
        self.pictures = []
        files = sorted((self.folder / "drawn" / "photos").glob("?" * 64))
        for file in [each for each in files if each.read_bytes().startswith(b"\x89PNG")][:20]:
            made = io.BytesIO()
            Image.open(file).convert("RGB").resize((4000, 3000)).save(made, "JPEG", quality=90)
            self.pictures.append({"name": "IMG.jpg", "mimeType": "image/jpeg", "buffer": made.getvalue()})

    def tap(self, page, selector):
        self.taps += 1
        page.tap(selector)

    def type(self, page, text):
        self.keys += len(text)
        page.keyboard.type(text)

    def shoot(self, page, selector, picture):
        with page.expect_file_chooser() as chooser:
            self.tap(page, selector)
        self.taps += 2
        chooser.value.set_files(picture)
        page.wait_for_selector("dialog img:not([hidden])")

    def record(self, page, things):
        place = ""
        for number, (room, name, value) in enumerate(things):
            self.shoot(page, "dialog .primary" if number else "#add", self.pictures[number % len(self.pictures)])
            self.type(page, name)
            page.keyboard.press("Enter")
            self.type(page, value)
            if room != place:
                place = room
                self.tap(page, "dialog [name=location]")
                page.keyboard.press("Control+A")
                self.type(page, room)
            if number == 1:
                self.keep(page, "capture-second")
        self.tap(page, "dialog header button")
        page.wait_for_selector("dialog", state="detached")

    def find(self, page, room, name, value):
        self.tap(page, "#query")
        page.fill("#query", "")
        self.type(page, name.lower().replace("’", "'")[:5])
        page.wait_for_function("name => document.querySelector('#rows th a')?.textContent === name", arg=name)
        self.keep(page, f"found-{name}")
        self.tap(page, "#rows tr:first-child th a")
        page.wait_for_selector(f"h1:has-text('{name}')")
        self.assertIn(room, page.inner_text(".crumbs"))
        self.keep(page, f"item-{name}")
        self.tap(page, ".views a")
        page.wait_for_selector("#edit-mode")

    def record_and_find(self, seed):
        chance = random.Random(seed)
        rooms = list(HOUSEHOLD.items())
        chance.shuffle(rooms)
        things = [(room, name, value) for room, all in rooms for name, value in chance.sample(all, len(all))]
        page = self.page(view="grid", **PHONE)
        self.keep(page, f"trial-{seed}-empty")
        self.taps = self.keys = 0
        start = time.monotonic()
        self.record(page, things)
        recorded = time.monotonic() - start
        taps, keys = self.taps, self.keys
        self.settled(page)
        sent = time.monotonic() - start
        stored = json.loads(self.command("list", "--json"))
        self.assertEqual(sorted(item["name"] for item in stored), sorted(name for _, name, _ in things))
        self.assertEqual({len(item["photos"]) for item in stored}, {1})
        self.assertLessEqual(taps / len(things), 4.5)
        self.keep(page, f"trial-{seed}-list")
        self.taps = self.keys = 0
        start = time.monotonic()
        for thing in chance.sample(things, 5):
            self.find(page, *thing)
        self.assertEqual(page.errors, [])
        print(f"\nrecorded 20: {taps / 20:.2f} taps and {keys / 20:.1f} keys an item, {recorded:.1f} s, sent after {sent:.1f} s; "
              f"found 5: {self.taps / 5:.1f} taps and {self.keys / 5:.1f} keys each, {(time.monotonic() - start) / 5:.1f} s")

    def test_first(self):
        self.record_and_find(1)

    def test_second(self):
        self.record_and_find(2)

    def test_third(self):
        self.record_and_find(3)


if __name__ == "__main__":
    unittest.main()

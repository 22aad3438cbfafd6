"""Photos and documents of items: added, listed, changed, removed, checked."""
import ctypes
import os
import plistlib
import signal
import struct
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from support import PROGRAM, TOP, Case

try:
    from PIL import Image
except ImportError:
    Image = None


def has_landlock():
    """Whether the kernel tells a version of Landlock (landlock_create_ruleset, asked for it)."""
    return ctypes.CDLL(None).syscall(444, None, 0, 1) >= 1


def setUpModule():
    global files
    place = tempfile.TemporaryDirectory(prefix="homepwner-photo-files-")
    unittest.addModuleCleanup(place.cleanup)
    files = Path(place.name)
    made = subprocess.run(
        [TOP / ".venv/bin/python", TOP / "Tests/Fixtures/photos/make.py", "make", files], capture_output=True)
    if made.returncode != 0:
        raise unittest.SkipTest("photos are made with Pillow: run make deps first")


class PhotoCase(Case):
    def setUp(self):
        super().setUp()
        self.done("init")
        self.lamp = self.done("add", "Lamp", "--serial-number", "SN-1").output.strip()

    def photos(self):
        return self.done("photo", "list", self.lamp, "--json").json

    def originals(self):
        place = self.folder / "inventory.homepwner/photos"
        return sorted(path.name for path in place.iterdir() if path.is_file()) if place.exists() else []


class Samples(Case):
    def test_samples_have_photos_as_phones_write_them_and_receipts(self):
        self.done("sample", "--photos", "--count", "20", "--seed", "7")
        items = self.items()
        self.assertEqual(len(items), 20)
        self.assertGreater(sum("photos" in item for item in items), 10)
        self.assertIn("receipt", [document["kind"] for item in items for document in item.get("documents", [])])
        turned = set()
        for photo in [photo for item in items for photo in item.get("photos", [])]:
            original = Image.open(self.folder / "inventory.homepwner/photos" / photo["hash"])
            tags = original.getexif()
            self.assertEqual((tags[0x10F], tags.get_ifd(0x8825)[1]), ("Homepwner", "N"))
            turned.add(tags[0x112])
            # What the item states is the size of the upright picture.
            self.assertEqual((photo["width"], photo["height"]), (800, 600))
        self.assertGreater(len(turned), 2)
        self.done("verify")
        kept = [file.name for file in (self.folder / "inventory.homepwner/photos").iterdir() if file.is_file()]
        self.assertEqual(sorted(kept), sorted({
            file["hash"] for item in items for file in item.get("photos", []) + item.get("documents", [])}))
        self.done("sample", "--photos", "--count", "20", "--seed", "7")
        self.assertEqual(self.items(), items)
        self.done("undo")
        self.assertEqual(self.items(), [])


class Photos(PhotoCase):
    def test_a_photo_is_added_changed_taken_off_and_brought_back(self):
        self.done("photo", "add", self.lamp, files / "turned-6.heic", files / "turned-1.jpg", "--caption", "left")
        first, second = self.photos()
        self.assertEqual(
            {**first, "hash": None},
            {"hash": None, "mediaType": "image/heic", "fileName": "turned-6.heic",
             "bytes": (files / "turned-6.heic").stat().st_size, "width": 480, "height": 320, "caption": "left",
             "primary": True})
        kept = self.folder / "inventory.homepwner/photos" / first["hash"]
        self.assertEqual(kept.read_bytes(), (files / "turned-6.heic").read_bytes())
        self.done("photo", "primary", self.lamp, "2")
        self.done("photo", "caption", self.lamp, second["hash"][:8], "right")
        self.assertEqual([p.get("primary", False) for p in self.photos()], [False, True])
        self.assertEqual(self.photos()[1]["caption"], "right")
        self.done("photo", "move", self.lamp, "1", "--to", "1")
        self.assertEqual([p.get("primary", False) for p in self.photos()], [True, False])
        self.done("photo", "move", self.lamp, "1", "--to", "2")
        self.assertEqual([p["caption"] for p in self.photos()], ["right", "left"])
        self.refused("photo", "move", self.lamp, "1", says="--to", status=2)
        self.done("photo", "remove", self.lamp, "1", "2")
        self.assertEqual(self.photos(), [])
        self.assertEqual(len(self.originals()), 2)
        self.done("undo")
        self.done("undo")
        self.assertEqual(len(self.photos()), 2)
        self.assertIn("is intact", self.done("verify").output)

    def test_show_and_list_tell_of_them(self):
        self.done("photo", "add", self.lamp, files / "turned-1.jpg")
        self.done("document", "add", self.lamp, files / "page.pdf", "--number", "47", "--date", "2024-05-01")
        shown = self.done("show", self.lamp).output
        self.assertIn("turned-1.jpg, 480 × 320, primary", shown)
        self.assertIn("receipt 47 of 2024-05-01, page.pdf", shown)
        item = self.done("show", self.lamp, "--json").json
        self.assertEqual(item["documents"][0]["mediaType"], "application/pdf")
        self.done("add", "Chair")
        bare = self.done("list", "--json", "--where", "photos:none").json
        self.assertEqual([item["name"] for item in bare], ["Chair"])

    def test_the_inventory_shows_a_small_photo_of_each_item_where_wished(self):
        self.done("photo", "add", self.lamp, files / "turned-6.jpg", files / "turned-2.heic")
        self.done("photo", "primary", self.lamp, "2")
        self.done("add", "Chair")
        for form in ["html", "pdf"]:
            self.done("report", "-o", f"plain.{form}")
            self.done("report", "-o", f"r.{form}", "--photos", "small")
        page = (self.folder / "r.html").read_text()
        self.assertEqual(page.count('<img class="thumbnail" src="data:image/jpeg;base64,'), 1)
        self.assertIn('alt="Photo of Lamp"', page)
        self.assertNotIn("<img", (self.folder / "plain.html").read_text())
        for name, count in [("plain.pdf", 0), ("r.pdf", 1)]:
            images = subprocess.run(["pdfimages", "-list", name], cwd=self.folder, capture_output=True, text=True).stdout
            self.assertEqual(len(images.splitlines()) - 2, count)
        self.assertNotIn(b"Cameramaker", (self.folder / "r.pdf").read_bytes())
        self.refused("report", "insurance", "--photos", "small", status=2, says="report inventory")
        self.refused("report", "--photos", "-o", "r.html", status=2, says="none, small or large")

    def test_one_bad_file_keeps_all_out_and_every_fault_is_reported(self):
        self.refused(
            "photo", "add", self.lamp, files / "turned-1.jpg", files / "huge.png", files / "script.svg",
            files / "half.jpg", files / "page.pdf", "/dev/zero", "nowhere.jpg",
            says=["50000 × 50000 pixels", "SVG drawing", "cut short", "add it as a document", "device", "no such file"])
        self.assertEqual(self.photos(), [])
        self.assertEqual(self.originals(), [])

    def test_documents_that_cannot_be_shown_are_refused(self):
        for name in ["locked.pdf", "cut-off.pdf", "no-pages.pdf", "script.svg", "archive.jpg"]:
            self.refused("document", "add", self.lamp, files / name, says=name)
        self.assertEqual(self.originals(), [])

    @unittest.skipUnless(has_landlock(), "this kernel cannot leave fonts alone in reach (Landlock)")
    def test_words_in_fonts_of_the_system_are_drawn(self):
        self.done("document", "add", self.lamp, files / "words.pdf")
        digest = self.done("document", "list", self.lamp, "--json").json[0]["hash"]
        place = self.folder / "inventory.homepwner/photos/derived"
        largest = max(place.glob(f"{digest}-*.jpg"), key=lambda path: path.stat().st_size)
        with Image.open(largest) as picture:
            dark = sum(picture.convert("L").histogram()[:100])
            # The letters, and not the boxes that stand for letters that were not found.
            self.assertGreater(dark, picture.width * picture.height // 100)
            self.assertLess(dark, picture.width * picture.height // 4)

    def test_documents_are_listed_brought_up_to_date_and_taken_off(self):
        self.done("document", "add", self.lamp, files / "page.pdf", files / "turned-2.jpg")
        self.done("document", "add", self.lamp, files / "page.pdf", "--kind", "warranty", "--title", "Two years")
        first, second = self.done("document", "list", self.lamp, "--json").json
        self.assertEqual((first["kind"], first["title"], second["kind"]), ("warranty", "Two years", "receipt"))
        self.done("document", "remove", self.lamp, "1")
        self.assertEqual(len(self.done("document", "list", self.lamp, "--json").json), 1)

    def test_covers_are_named_by_the_code_of_their_item_and_the_first_is_the_main_photo(self):
        codes = {"Book": "978-3-16-148410-0", "Old book": "0-8044-2957-X", "Record": "036000291452", "Tin": "96385074"}
        items = {name: self.done("add", name, "--code", code).output.strip() for name, code in codes.items()}
        twin = self.done("add", "Twin", "--code", "96385074").output.strip()
        self.done("remove", twin)
        place = self.folder / "Covers"
        place.mkdir()
        covers = {"9783161484100-2.jpg": 2, "9783161484100-10.jpg": 3, "9783161484100.jpg": 1, "9780804429573.jpg": 4,
                  "0036000291452.jpg": 5, "9638-5074.jpg": 6,
                  "0000000000000.jpg": 7}
        for name, number in covers.items():
            (place / name).write_bytes((files / f"turned-{number}.jpg").read_bytes())
        outcome = self.done("photo", "add", "--folder", place)
        self.assertIn("0000000000000.jpg", outcome.errors)
        found = {name: [photo["fileName"] for photo in self.done("photo", "list", item, "--json").json]
                 for name, item in items.items()}
        self.assertEqual(found, {
            "Book": ["9783161484100.jpg", "9783161484100-2.jpg", "9783161484100-10.jpg"],
            "Old book": ["9780804429573.jpg"], "Record": ["0036000291452.jpg"], "Tin": ["9638-5074.jpg"]})
        self.assertTrue(self.done("photo", "list", items["Book"], "--json").json[0]["primary"])

        place = self.folder / "Dune"
        place.mkdir()
        dune = self.done("add", "Dune", "--code", "0-441-17271-7").output.strip()
        for name, number in {"0441172717-2.png": 2, "9780441172719.png": 1, "978-0-441-17271-9-10.png": 3, "Emma.png": 4}.items():
            (place / name).write_bytes((files / f"turned-{number}.jpg").read_bytes())
        said = self.done("photo", "add", "--folder", place).errors
        self.assertIn("Emma.png: no item has this id, serial number, name, ISBN or barcode", said)
        self.assertEqual([photo["fileName"] for photo in self.done("photo", "list", dune, "--json").json],
                         ["9780441172719.png", "0441172717-2.png", "978-0-441-17271-9-10.png"])

    def test_kinds_of_colours_that_are_not_read_are_said(self):
        def tiff(bits, sample_format, channels=1):
            entries = [(256, 4, 1, 2), (257, 4, 1, 2), (258, 3, 1, bits), (259, 3, 1, 1), (262, 3, 1, 1), (273, 4, 1, 8),
                       (277, 3, 1, channels), (278, 4, 1, 2), (279, 4, 1, bits // 2), (339, 3, 1, sample_format)]
            data = bytes(bits // 2)
            table = struct.pack("<H", len(entries)) + b"".join(struct.pack("<HHII", *entry) for entry in entries) + bytes(4)
            return struct.pack("<2sHI", b"II", 42, 8 + len(data)) + data + table
        palette = bytes(1024)
        pixels = b"\x02\x00\x00\x00\x02\x01\x00\x01"
        bitmap = (b"BM" + struct.pack("<IIIIiiHHIIiiII", 54 + 1024 + len(pixels), 0, 54 + 1024, 40, 2, 2, 1, 8, 1, len(pixels), 0, 0, 0, 0)
                  + palette + pixels)
        for name, content, says in [("rle.bmp", bitmap, "RLE"), ("wide.tif", tiff(32, 1), "32 bits"), ("signed.tif", tiff(16, 2), "sign")]:
            self.write(name, content)
            said = self.refused("photo", "add", self.lamp, name, says=[name, "not supported", says, "save it as JPEG"]).errors
            self.assertNotIn("colour space of this", said)

    def test_an_item_is_added_with_its_files_in_one_change_or_not_at_all(self):
        words = ["add", "Clock", "--photo", files / "turned-1.jpg", "--photo", files / "turned-2.jpg",
                 "--photo", files / "turned-1.jpg", "--document", files / "page.pdf", "--document", files / "grey.jpg"]
        before = len(self.items())
        clock = self.done(*words, "--key", "k1").output.strip()
        self.assertEqual(self.done(*words, "--key", "k1").output.strip(), clock)
        item = self.done("show", clock, "--json").json
        self.assertEqual([photo["fileName"] for photo in item["photos"]], ["turned-1.jpg", "turned-2.jpg"])
        self.assertEqual([photo.get("primary", False) for photo in item["photos"]], [True, False])
        self.assertEqual([document["fileName"] for document in item["documents"]], ["page.pdf", "grey.jpg"])
        self.done("verify")
        self.done("undo")
        self.assertEqual(len(self.items()), before)
        kept = set(os.listdir(self.folder / "inventory.homepwner/photos"))
        for photo, document, says in [("none.jpg", "page.pdf", "none.jpg"), ("page.pdf", "page.pdf", "page.pdf"),
                                      ("turned-3.jpg", "words.jpg", "words.jpg")]:
            self.refused("add", "Bell", "--photo", files / photo, "--document", files / document, says=[says])
        self.refused("add", "Bell", "--id", self.lamp, "--photo", files / "turned-3.jpg")
        self.assertEqual(len(self.items()), before)
        self.assertEqual(set(os.listdir(self.folder / "inventory.homepwner/photos")), kept)

    def test_a_whole_folder_is_matched_and_nothing_is_guessed(self):
        self.done("add", "Chair")
        self.done("add", "Chair")
        place = self.folder / "Pictures"
        (place / "SN-1").mkdir(parents=True)
        for number, name in enumerate(
                [f"{self.lamp}.jpg", "lamp (2).jpg", "SN-1/a.jpg", "Chair.jpg", "Table.jpg"], 1):
            (place / name).write_bytes((files / f"turned-{number}.jpg").read_bytes())
        (place / "Lamp-7.png").write_bytes((files / "half.png").read_bytes())
        before = os.listdir(self.folder / "inventory.homepwner")
        trial = self.done("photo", "add", "--folder", place, "--dry-run")
        self.assertIn("would add 3 photos to 1 item; 3 files left out", trial.output)
        self.assertIn("Lamp-7.png: the PNG picture is cut short or damaged", trial.errors)
        self.assertNotIn("Lamp-7.png", trial.output)
        self.assertEqual(os.listdir(self.folder / "inventory.homepwner"), before)
        self.assertEqual(self.photos(), [])
        outcome = self.done("photo", "add", "--folder", place)
        self.assertIn("added 3 photos to 1 item; 3 files left out", outcome.output)
        for words in ["Chair.jpg: several items could be meant", "Table.jpg: no item has this", "Lamp-7.png: the PNG"]:
            self.assertIn(words, outcome.errors)
        self.assertEqual(len(self.photos()), 3)
        (place / "Lamp-8.jpg").write_bytes((files / "turned-8.jpg").read_bytes())
        again = self.done("photo", "add", "--folder", place)
        self.assertIn("added 1 photo to 1 item, 3 there already; 3 files left out", again.output)
        self.assertEqual(len(self.photos()), 4)
        trial = self.done("photo", "add", "--folder", place, "--dry-run")
        self.assertIn("would add 0 photos, 4 there already; 3 files left out", trial.output)
        again = self.done("photo", "add", "--folder", place)
        self.assertIn("added 0 photos, 4 there already; 3 files left out", again.output)
        self.assertEqual(len(self.photos()), 4)

    def test_a_trial_leaves_out_what_is_no_picture_and_numbers_are_of_no_other_item(self):
        self.done("add", "Lamp 2")
        place = self.folder / "Pictures"
        place.mkdir()
        (place / "SN-1.jpg").write_bytes((files / "turned-1.jpg").read_bytes())
        (place / "Lamp-3.jpg").symlink_to(files / "turned-2.jpg")
        (place / "Lamp-4.jpg").write_bytes(b"")
        (place / "Lamp-5.jpg").write_bytes(b"no picture")
        (place / "Lamp-2.jpg").write_bytes((files / "turned-3.jpg").read_bytes())
        # The very name of an item is nobody else's.
        (place / "lamp 2.jpg").write_bytes((files / "turned-4.jpg").read_bytes())
        for words in [["--dry-run"], []]:
            outcome = self.done("photo", "add", "--folder", place, *words)
            self.assertIn("2 photos to 2 items; 4 files left out", outcome.output)
            for said in ["Lamp-3.jpg: it is a symbolic link", "Lamp-4.jpg: the file is empty", "Lamp-5.jpg: it is not a picture",
                         "Lamp-2.jpg: several items could be meant"]:
                self.assertIn(said, outcome.errors)

    def test_photos_that_are_there_already_stay_and_it_is_said(self):
        self.done("photo", "add", self.lamp, files / "turned-1.jpg", files / "turned-2.jpg", "--caption", "one")
        before = self.photos()
        again = self.done("photo", "add", self.lamp, files / "turned-1.jpg", "--caption", "two")
        self.assertIn("turned-1.jpg: is there already; its details are unchanged; 'homepwner photo caption", again.errors)
        self.assertEqual(self.photos(), before)
        again = self.done("photo", "add", self.lamp, files / "turned-1.jpg", files / "turned-3.jpg")
        self.assertEqual(again.errors, "turned-1.jpg: is there already; its details are unchanged\n")
        again = self.done("photo", "add", self.lamp, files / "turned-2.jpg", "--primary")
        self.assertEqual(again.errors, "turned-2.jpg: is there already; its details were changed\n")
        self.assertEqual([photo.get("primary", False) for photo in self.photos()], [False, True, False])

    def test_documents_that_are_there_already_keep_what_is_not_given(self):
        self.done(
            "document", "add", self.lamp, files / "turned-1.jpg", "--kind", "warranty", "--title", "first", "--number", "1")
        before = self.done("document", "list", self.lamp, "--json").json
        copy = self.folder / "wrong.jpg"
        copy.write_bytes((files / "turned-1.jpg").read_bytes())
        again = self.done("document", "add", self.lamp, copy)
        self.assertEqual(again.errors, "wrong.jpg: is there already; its details are unchanged\n")
        self.assertEqual(self.done("document", "list", self.lamp, "--json").json, before)
        again = self.done("document", "add", self.lamp, copy, "--title", "second")
        self.assertEqual(again.errors, "wrong.jpg: is there already; its details were changed\n")
        self.assertEqual(
            self.done("document", "list", self.lamp, "--json").json, [{**before[0], "title": "second"}])

    def test_wrong_calls(self):
        self.refused("photo", "add", self.lamp, status=2, says="FILE is missing")
        self.refused("photo", "add", status=2, says="ID is missing")
        self.refused("photo", "add", self.lamp, "--folder", ".", status=2, says="only one of")
        self.refused("photo", "add", self.lamp, "a.jpg", "--dry-run", status=2, says="--folder")
        self.refused("photo", "remove", self.lamp, "1", says="has no photo '1'")
        self.refused("photo", "add", "--folder", "nowhere", says="the folder does not exist")

    def test_files_that_are_gone_or_changed_are_found(self):
        self.done("photo", "add", self.lamp, files / "turned-1.jpg", files / "turned-2.jpg")
        one, two = [self.folder / "inventory.homepwner/photos" / photo["hash"] for photo in self.photos()]
        one.unlink()
        two.write_bytes(b"x")
        outcome = self.refused("verify", says=["is not in the inventory", "has changed", "2 files of photos or documents missing or changed"])
        self.assertNotIn("is damaged", outcome.errors)
        self.assertNotIn("is inconsistent", outcome.errors)
        self.done("photo", "add", self.lamp, files / "turned-1.jpg", files / "turned-2.jpg")
        self.done("verify")

    def test_json_and_xml_keep_the_references(self):
        self.done("photo", "add", self.lamp, files / "turned-1.jpg", "--caption", "a <b> & \"c\"\n d")
        self.done(
            "document", "add", self.lamp, files / "page.pdf", "--kind", "manual", "--title", "T", "--number", "4 \"7\"",
            "--date", "2024-05-01")
        for name in ["all.json", "all.xml"]:
            self.done("export", name)
            outcome = self.done("import", name, "--store", name + ".homepwner")
            self.assertIn("2 files of photos or documents", outcome.errors)
            kept = self.done("list", "--json", "--store", name + ".homepwner").json
            self.assertEqual(kept, self.done("list", "--json").json)
        self.assertTrue(self.done("validate", "all.xml"))
        self.refused("verify", "all.json.homepwner", says="is not in the inventory")

    def test_a_file_without_photos_still_validates(self):
        self.done("export", "plain.xml")
        self.done("validate", "plain.xml")


class Kills(PhotoCase):
    def test_a_kill_in_between_loses_nothing_and_leaves_nothing(self):
        pictures = [files / f"turned-{number}.{kind}" for number in range(1, 9) for kind in ["jpg", "heic", "webp"]]
        acknowledged = 0
        for number in range(24):
            call = subprocess.Popen(
                [PROGRAM, "photo", "add", self.lamp, pictures[number], pictures[(number + 5) % 24]],
                cwd=self.folder, env=self.environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            time.sleep(0.004 * (number % 12))
            call.send_signal(signal.SIGKILL)
            call.communicate()
            self.assertIn(call.returncode, [0, -signal.SIGKILL])
            acknowledged += call.returncode == 0
            hashes = {photo["hash"] for photo in self.photos()}
            self.assertLessEqual(hashes, set(self.originals()))
        self.done("photo", "add", self.lamp, files / "alpha.png")
        self.assertEqual({photo["hash"] for photo in self.photos()}, set(self.originals()))
        derived = self.folder / "inventory.homepwner/photos/derived"
        names = {path.name[:64] for path in derived.iterdir() if not path.name.startswith(".")}
        self.assertEqual(names, set(self.originals()))
        self.assertEqual(self.done("verify", "--json").json["unneededFiles"], 0)


class OldApp(PhotoCase):
    KEYS = ["6F9619FF-8B86-D011-B42D-00CF4FC964F1", "6F9619FF-8B86-D011-B42D-00CF4FC964F2"]

    def archive(self):
        objects = ["$null", {"NS.objects": [plistlib.UID(2), plistlib.UID(3)], "$class": plistlib.UID(8)}]
        for number, key in enumerate(self.KEYS):
            objects.append({
                "itemName": plistlib.UID(4 + number), "itemKey": plistlib.UID(6 + number), "valueInDollars": 5,
                "$class": plistlib.UID(9)})
        objects += ["Spork", "Bear", *self.KEYS]
        objects += [{"$classname": "NSMutableArray", "$classes": ["NSMutableArray", "NSArray", "NSObject"]},
                    {"$classname": "BNRItem", "$classes": ["BNRItem", "NSObject"]}]
        return plistlib.dumps({
            "$archiver": "NSKeyedArchiver", "$version": 100000, "$top": {"root": plistlib.UID(1)}, "$objects": objects},
            fmt=plistlib.FMT_BINARY)

    def pictures(self):
        place = self.folder / "Documents"
        place.mkdir()
        (place / self.KEYS[0]).write_bytes((files / "turned-6.jpg").read_bytes())
        (place / "6F9619FF-8B86-D011-B42D-00CF4FC964FF").write_bytes((files / "turned-3.jpg").read_bytes())
        (place / "items.archive").write_bytes(self.archive())
        return place

    def test_the_old_apps_pictures_come_with_its_items(self):
        place = self.pictures()
        for store in ["inventory.homepwner", "new.homepwner"]:
            outcome = self.done("import", place / "items.archive", "--images", place, "--store", store)
            for words in ["items.archive: left out", "64FF: left out", "without a picture in the folder: 'Bear'"]:
                self.assertIn(words, outcome.errors)
            spork, bear = self.done("list", "--json", "--store", store).json[-2:]
            self.assertEqual([photo["primary"] for photo in spork["photos"]], [True])
            self.assertNotIn("photos", bear)
            self.assertEqual(self.done("verify", store, "--json").json["unneededFiles"], 0)
        self.done("undo")
        self.assertEqual(self.names(), ["Lamp"])

    def test_a_bad_picture_keeps_the_whole_import_out(self):
        place = self.pictures()
        (place / self.KEYS[1]).write_bytes(b"no picture")
        self.refused("import", place / "items.archive", "--images", place, says=self.KEYS[1])
        self.refused("import", place / "items.archive", "--images", place, "--store", "new.homepwner", says=self.KEYS[1])
        self.assertEqual(self.names(), ["Lamp"])
        self.assertEqual(self.originals(), [])
        self.assertNotIn("new.homepwner", self.left_over())
        self.assertEqual([name for name in self.left_over() if name.endswith(".tmp")], [])


if __name__ == "__main__":
    unittest.main()

"""Files that are not photos or made to do harm, through every command that takes files: a clear error, and no harm done."""
import hashlib
import os
import pathlib
import plistlib
import socket
import subprocess
import tempfile
import unittest

from support import Case, TOP, rounds


def setUpModule():
    global files, expected
    place = tempfile.TemporaryDirectory(prefix="homepwner-hostile-")
    unittest.addModuleCleanup(place.cleanup)
    files = pathlib.Path(place.name)
    made = subprocess.run(
        [TOP / ".venv/bin/python", TOP / "Tests/Fixtures/photos/make.py", "make", files], capture_output=True)
    if made.returncode != 0:
        raise unittest.SkipTest("photos are made with Pillow: run make deps first")
    table = (files / "expected.tsv").read_text().splitlines()
    expected = {name: outcome for name, outcome, _ in (line.split("\t") for line in table)}
    # Things that are not plain files, and a file that nobody may read.
    os.symlink(files / "turned-1.jpg", files / "link.jpg")
    os.symlink("/dev/zero", files / "endless.jpg")
    os.symlink(files / "nowhere", files / "dangling.jpg")
    os.mkfifo(files / "pipe.jpg")
    (files / "folder.jpg").mkdir()
    end = socket.socket(socket.AF_UNIX)
    unittest.addModuleCleanup(end.close)
    end.bind(str(files / "socket.jpg"))
    for name in ["link.jpg", "endless.jpg", "dangling.jpg", "pipe.jpg", "folder.jpg", "socket.jpg"]:
        expected[name] = "file"


# Each call of the program takes time; all files go through the same code in the unit tests of Attachments.
STEP = rounds(all=1, few=4)
LEAST = rounds(all=40, few=10)


class HostileFiles(Case):
    def setUp(self):
        super().setUp()
        self.done("init")
        self.lamp = self.done("add", "Lamp").output.strip()
        self.store = self.folder / "inventory.homepwner"

    def photos(self):
        return self.done("photo", "list", self.lamp, "--json").json

    def check_refusal(self, outcome, name):
        self.assertEqual(outcome.status, 1, f"{name}: {outcome.output}{outcome.errors}")
        self.assertIn(name, outcome.errors)
        # The rule and a remedy, and no word of a decoder's own.
        self.assertGreater(len(outcome.errors), len("homepwner: ") + len(str(files / name)) + 20, name)
        for foreign in ["vips", "Fatal", "trap", "Optional", "nil"]:
            self.assertNotIn(foreign, outcome.errors.replace(str(files), ""), name)

    def test_each_as_a_photo(self):
        refused = taken = 0
        for name, wanted in sorted(expected.items())[::STEP]:
            with self.subTest(name):
                before = self.photos()
                outcome = self.call("photo", "add", self.lamp, files / name)
                if wanted == "made":
                    self.assertEqual(outcome.status, 0, outcome.errors)
                    taken += 1
                else:
                    self.check_refusal(outcome, name)
                    self.assertEqual(self.photos(), before)
                    refused += 1
        for device in ["/dev/zero", "/dev/null", "/dev/stdin", "/proc/self/mem", "/proc/self/environ"]:
            self.refused("photo", "add", self.lamp, device, says=device)
            refused += 1
        self.assertGreaterEqual(refused, LEAST)
        print(f"{refused} refused, {taken} taken", end=" ", flush=True)
        self.check_store()

    def test_each_as_a_document(self):
        refused = 0
        papers = ["locked.pdf", "cut-off.pdf", "no-pages.pdf", "deep.pdf", "huge-page.pdf", "wide.pdf", "script.pdf"]
        for name, wanted in sorted(expected.items())[::STEP] + [(name, None) for name in papers]:
            if wanted == "made":
                continue
            with self.subTest(name):
                outcome = self.call("document", "add", self.lamp, files / name)
                if wanted is None and outcome.status == 0:
                    continue
                self.check_refusal(outcome, name)
                refused += 1
        self.assertGreaterEqual(refused, LEAST)
        print(f"{refused} refused", end=" ", flush=True)
        self.check_store()

    def test_all_at_once_from_a_folder(self):
        """Every file is named after the one item; bad files are reported and left out, others are added."""
        place = self.folder / "pictures" / "Lamp"
        place.parent.mkdir()
        os.symlink(files, place)
        outcome = self.call("photo", "add", "--folder", "pictures")
        self.assertEqual(outcome.status, 0, outcome.errors)
        refused = [name for name, wanted in expected.items() if wanted != "made" and f"/{name}: " in outcome.errors]
        bad = {name for name, wanted in expected.items() if wanted != "made" and name != "folder.jpg"}
        self.assertEqual(bad - set(refused), set())
        self.assertGreaterEqual(len(refused), 40)
        good = {hashlib.sha256((files / name).read_bytes()).hexdigest() for name, wanted in expected.items() if wanted == "made"}
        self.assertLessEqual(good, {photo["hash"] for photo in self.photos()})
        print(f"{len(refused)} refused", end=" ", flush=True)
        self.check_store()

    def test_each_beside_the_old_apps_archive(self):
        refused = 0
        key = "6F9619FF-8B86-D011-B42D-00CF4FC964F1"
        objects = ["$null", {"NS.objects": [plistlib.UID(2)], "$class": plistlib.UID(5)},
                   {"itemName": plistlib.UID(3), "itemKey": plistlib.UID(4), "valueInDollars": 5, "$class": plistlib.UID(6)},
                   "Spork", key,
                   {"$classname": "NSMutableArray", "$classes": ["NSMutableArray", "NSArray", "NSObject"]},
                   {"$classname": "BNRItem", "$classes": ["BNRItem", "NSObject"]}]
        self.write("items.archive", plistlib.dumps({
            "$archiver": "NSKeyedArchiver", "$version": 100000, "$top": {"root": plistlib.UID(1)}, "$objects": objects},
            fmt=plistlib.FMT_BINARY))
        # A folder of that name holds the item's pictures.
        names = [name for name, wanted in sorted(expected.items()) if wanted != "made" and name != "folder.jpg"][::STEP]
        for name in names:
            place = self.folder / "Documents"
            place.mkdir()
            os.link(files / name, place / key, follow_symlinks=False)
            outcome = self.call("import", "items.archive", "--images", place, "--store", "new.homepwner")
            with self.subTest(name):
                self.assertEqual(outcome.status, 1, outcome.output)
                self.assertIn(key, outcome.errors)
                self.assertNotIn("new.homepwner", self.left_over())
                refused += 1
            (place / key).unlink()
            place.rmdir()
        self.assertGreaterEqual(refused, LEAST)
        print(f"{refused} refused", end=" ", flush=True)
        self.check_store()

    def check_store(self):
        self.assertIn("is intact", self.done("verify").output)
        self.assertEqual(self.done("verify", "--json").json["unneededFiles"], 0)
        self.assertEqual([name for name in self.left_over() if name.endswith(".tmp")], [])
        self.done("add", "Chair", "--value", "5")
        self.assertEqual(self.names()[-1], "Chair")


if __name__ == "__main__":
    unittest.main()

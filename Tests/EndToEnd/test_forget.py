"""The command `forget`: what is erased is in no byte of the inventory and of what was published from it."""
import datetime
import os
import shutil
import sqlite3
import subprocess

import support
from test_bundle import pdf, png


class Forget(support.Case):
    def setUp(self):
        super().setUp()
        self.done("init")
        self.stays = self.done("add", "Staying", "--serial-number", "KEEP-1").output.strip()

    def secret(self, name="Hidden Sapphire"):
        """An item with a photo and a receipt, edited and moved; its id."""
        item = self.done(
            "add", name, "--serial-number", "SN-FORGET-77", "--notes", "under the loose board", "--tag", "jewel",
            "--field", "Cut=cushion").output.strip()
        self.write("secret.png", png(40, 30, (11, 22, 33)))
        self.write("secret.pdf", pdf() + b"%Hidden-Receipt\n")
        self.done("photo", "add", item, "secret.png", "--caption", "Caption of the sapphire")
        self.done("document", "add", item, "secret.pdf", "--title", "Bill of the sapphire")
        self.done("edit", item, "--serial-number", "SN-FORGET-78")
        self.done("move", item, "--first")
        return item

    def forgotten(self, item, folder, mode):
        """Runs `forget` as a user who has only the given rights to a folder."""
        program, user = support.PROGRAM, None
        inventory = self.folder / "inventory.homepwner"
        if os.geteuid() == 0:
            # Root may list any folder, so somebody else runs a copy that he can reach.
            program, user = shutil.copy(support.PROGRAM, self.folder / "program"), 65534
            self.folder.chmod(0o755)
            for path in [folder, inventory, *inventory.rglob("*")]:
                os.chown(path, user, user)
        folder.chmod(mode)
        self.addCleanup(folder.chmod, 0o700)
        return subprocess.run(
            [program, "forget", item], capture_output=True, text=True, cwd=self.folder, env=self.environment(), user=user)

    def test_known_backups_are_named_even_if_the_folder_cannot_be_listed(self):
        item = self.done("add", "Hidden").output.strip()
        self.done("backup", "kept.zip")
        self.done("remove", item)
        done = self.forgotten(item, self.folder / "inventory.homepwner", 0o300)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("kept.zip", done.stderr)
        self.assertIn("could not be found out", done.stderr)

    def test_backups_that_cannot_be_reached_are_named(self):
        item = self.done("add", "Hidden").output.strip()
        for folder in ["locked", "away"]:
            (self.folder / folder).mkdir()
            self.done("backup", f"{folder}/kept.zip")
        # As a disk that is not mounted.
        (self.folder / "away").rename(self.folder / "elsewhere")
        self.done("remove", item)
        done = self.forgotten(item, self.folder / "locked", 0)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("/locked/kept.zip", done.stderr)
        self.assertIn("/away/kept.zip", done.stderr)

    def test_a_published_folder_on_a_disk_that_is_not_mounted_is_named(self):
        item = self.done("add", "Hidden").output.strip()
        (self.folder / "disk").mkdir()
        (self.folder / "file/in").mkdir(parents=True)
        self.done("publish", "disk/www")
        self.done("publish", "file/in/www")
        shutil.rmtree(self.folder / "file")
        self.write("file", b"")
        self.done("publish", "removed")
        shutil.rmtree(self.folder / "removed")
        (self.folder / "disk").rename(self.folder / "away")
        self.done("remove", item)
        said = self.done("forget", item).errors
        self.assertIn("/disk/www", said)
        self.assertIn("/file/in/www", said)
        self.assertIn("not mounted", said)
        self.assertNotIn("removed;", said)
        (self.folder / "away").rename(self.folder / "disk")
        self.assertIn("Hidden", "".join(path.read_text() for path in (self.folder / "disk/www/item").glob("*.html")))
        self.done("publish", "disk/www")
        self.assertEqual([path for path in (self.folder / "disk/www").rglob("*.html") if "Hidden" in path.read_text()], [])

    def test_a_published_folder_that_comes_back_is_named(self):
        items = [self.done("add", name).output.strip() for name in ("Hidden", "Other")]
        (self.folder / "mount").mkdir()
        self.done("publish", "mount/www")
        # As a disk that is mounted there at times.
        (self.folder / "mount/www").rename(self.folder / "disk")
        self.done("remove", items[0])
        self.assertEqual(self.done("forget", items[0]).errors, "")
        inventory = [path for path in (self.folder / "inventory.homepwner").rglob("*") if path.is_file()]
        self.assertEqual([path for path in inventory if b"hidden" in path.read_bytes().lower()], [])
        (self.folder / "disk").rename(self.folder / "mount/www")
        self.done("remove", items[1])
        self.refused("forget", items[1], says=["/mount/www"])
        self.done("publish", "mount/www")
        self.done("forget", items[1])
        self.assertEqual([path for path in (self.folder / "mount/www").rglob("*.html") if "Hidden" in path.read_text()], [])

    SIGNS = [b"Sapphire", b"sapphire", b"SN-FORGET", b"loose board", b"cushion", b"Hidden-Receipt"]

    def found(self, *signs, among=None):
        """The files below the test's folder that hold one of the signs, or the secret photo."""
        photo = (self.folder / "secret.png").read_bytes()
        files = [path for path in (among or self.folder).rglob("*") if path.is_file()]
        own = {self.folder / "secret.png", self.folder / "secret.pdf"}
        return sorted(
            str(path.relative_to(self.folder)) for path in files
            if path not in own and any(sign in path.read_bytes() for sign in [*self.SIGNS, *signs, photo]))

    def test_a_removed_item_is_erased_to_the_last_byte(self):
        item = self.secret()
        self.done("publish", "www")
        hashes = [file["hash"].encode() for kind in ["photo", "document"]
                  for file in self.done(kind, "list", item, "--json").json]
        self.done("remove", item)
        self.done("undo")
        self.done("remove", item)
        self.assertIn("erase for good: 1 item", self.done("forget", item, "--dry-run").output)
        self.refused("forget", item, says=["nothing was erased", "www", "publish"])
        self.done("publish", "www")
        self.assertNotEqual(self.found(*hashes), [])
        self.assertIn("1 item", self.done("forget", item[-8:]).errors + self.done("log", "--limit", "1").output)
        self.assertEqual(self.found(*hashes), [])
        self.assertEqual(list((self.folder / "inventory.homepwner/photos").glob("?" * 64)), [])
        self.assertIn("is intact: 1 item", self.done("verify").output)
        self.assertEqual(self.names(), ["Staying"])
        last = self.done("log", "--json").json
        self.assertEqual((last[0]["kind"], last[0]["erasedItems"]), ("forget", 1))
        self.assertEqual({entry.get("forgottenBy") for entry in last if entry.get("item") == item}, {last[0]["revision"]})
        for entry in last:
            if entry.get("item") == item or entry["kind"] == "forget":
                self.refused("undo", entry["revision"], says=str(entry["revision"]))
        # Nothing is left to do, and doing it again is no fault.
        self.done("forget", item)
        self.assertEqual(len(self.done("log", "--json").json), len(last))
        # The pages go on, and what is undone next is the other item's addition.
        self.done("publish", "www")
        self.done("undo")
        self.assertEqual(self.names(), [])
        self.done("verify")

    def test_what_is_there_or_unknown_is_not_forgotten(self):
        self.refused("forget", self.stays, says=["still in the inventory", "remove"])
        self.refused("forget", "12345678-1234-1234-1234-123456789abc", says="12345678")
        self.refused("forget", status=2, says="--before")
        self.refused("forget", self.stays, "--before", "2020-01-01", status=2, says="--before")
        self.assertEqual(self.names(), ["Staying"])

    def test_everything_removed_before_a_day_is_erased(self):
        item = self.secret()
        self.write("other.png", png(30, 40, (99, 88, 77)))
        self.done("photo", "add", self.stays, "secret.png", "other.png")
        self.done("remove", item)
        self.done("photo", "remove", self.stays, "1")
        tomorrow = datetime.date.today() + datetime.timedelta(days=2)
        self.done("forget", "--before", "2000-01-01")
        self.assertNotEqual(self.found(), [])
        self.done("forget", "--before", tomorrow)
        self.assertEqual(self.found(), [])
        self.assertEqual(len(self.done("photo", "list", self.stays, "--json").json), 1)
        self.done("verify")
        self.assertEqual(len(list((self.folder / "inventory.homepwner/photos").glob("?" * 64))), 1)

    def test_an_imported_item_is_erased_and_the_import_undone_without_it(self):
        self.write("list.csv", "name,serialNumber\nHidden Sapphire,SN-FORGET-1\nChair,C-1\n")
        self.done("import", "list.csv")
        item = next(item["id"] for item in self.items() if item["name"] == "Hidden Sapphire")
        self.done("remove", item)
        self.done("forget", item)
        self.write("secret.png", b"none")
        (self.folder / "list.csv").unlink()
        self.assertEqual(self.found(among=self.folder / "inventory.homepwner"), [])
        self.done("verify")
        self.done("undo")
        self.assertEqual(self.names(), ["Staying"])
        self.done("verify")

    def test_earlier_copies_are_named(self):
        item = self.secret()
        self.done("remove", item)
        copy = self.folder / "inventory.homepwner/inventory.version-2.sqlite"
        copy.write_bytes((self.folder / "inventory.homepwner/inventory.sqlite").read_bytes())
        outcome = self.done("forget", item)
        self.assertIn("inventory.version-2.sqlite", outcome.errors)
        self.assertEqual(self.found(), ["inventory.homepwner/inventory.version-2.sqlite"])

    def test_a_reader_that_does_not_end_is_reported(self):
        item = self.secret()
        self.done("remove", item)
        reader = sqlite3.connect(self.folder / "inventory.homepwner/inventory.sqlite", isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM items").fetchall()
        self.refused("forget", item, says="repeat the call", status=3)
        reader.close()
        self.done("forget", item)
        self.assertEqual(self.found(), [])

"""The commands `backup` and `restore`: everything in one file, while others write; nothing from a damaged or forged one.

BACKUP_ITEMS and BACKUP_MEGABYTES set the size of the inventory that clients edit meanwhile.
"""
import contextlib
import hashlib
import json
import os
import random
import shutil
import signal
import sqlite3
import struct
import subprocess
import tempfile
import threading
import time
import unittest
import warnings
import zipfile
import zlib

import support
from test_bundle import pdf, png
from test_serve import Server

ITEMS = int(os.environ.get("BACKUP_ITEMS", "200"))
MEGABYTES = int(os.environ.get("BACKUP_MEGABYTES", "8"))


def noise(chance, size):
    """A picture of about so many bytes that cannot be compressed."""
    width, height = 1000, max(1, size // 3001)

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + chance.randbytes(3 * width) for _ in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows, 0)) + chunk(b"IEND", b""))


class BackupCase(support.Case):
    filled = None

    def setUp(self):
        super().setUp()
        self.store = self.folder / "inventory.homepwner"

    def empty(self):
        self.done("init", "--owner", "Ada", "--policy-number", "P-77")

    def fill(self):
        """Items with photos, a document and a history; the id of one that was removed."""
        if BackupCase.filled is None:
            BackupCase.filled = tempfile.TemporaryDirectory(prefix="homepwner-filled-")
            chair = self.make()
            shutil.copytree(self.folder, BackupCase.filled.name, dirs_exist_ok=True)
            self.write(BackupCase.filled.name + "/chair.id", chair)
        shutil.copytree(BackupCase.filled.name, self.folder, dirs_exist_ok=True)
        return (self.folder / "chair.id").read_text()

    def make(self):
        self.empty()
        self.write("lamp.png", png(40, 30, (200, 30, 30)))
        self.write("chair.png", png(40, 31, (30, 200, 30)))
        self.write("bill.pdf", pdf())
        lamp = self.done("add", "Lamp", "--value", "12.50", "--tag", "light", "--field", "Bulb=E27").output.strip()
        self.done("photo", "add", lamp, "lamp.png", "--caption", "from the left")
        self.done("document", "add", lamp, "bill.pdf", "--title", "Bill")
        chair = self.done("add", "Chair").output.strip()
        self.done("photo", "add", chair, "chair.png")
        self.done("edit", lamp, "--value", "13.50")
        self.done("remove", chair)
        return chair

    def original(self, name):
        return self.store / "photos" / hashlib.sha256((self.folder / name).read_bytes()).hexdigest()

    def facts(self, store):
        words = ["--store", store]
        return [self.done("export", "-", "--to", "json", *words).json["items"], self.done("log", "--json", *words).json,
                self.done("settings", "--json", *words).json]


class Backups(BackupCase):
    def test_a_restored_copy_has_everything(self):
        chair = self.fill()
        done = self.done("backup", "b.homepwner.zip")
        self.assertIn("1 item, 3 files", done.output + done.errors)
        self.assertEqual((self.folder / "b.homepwner.zip").stat().st_mode & 0o777, 0o600)
        self.done("restore", "b.homepwner.zip", "--store", "again")
        self.assertIn("intact: 1 item", self.done("verify", "--store", "again").output)
        self.assertEqual(self.facts("again"), self.facts("inventory.homepwner"))
        # The backup has what undo brings back.
        self.done("undo", "--store", "again")
        self.assertEqual(sorted(self.names("--store", "again")), ["Chair", "Lamp"])
        self.done("verify", "--store", "again")
        self.done("publish", "www", "--store", "again")
        self.assertTrue(list((self.folder / "www").rglob("*.jpg")))
        self.assertEqual((self.folder / "again").stat().st_mode & 0o777, 0o700)
        self.assertEqual({path.stat().st_mode & 0o777 for path in (self.folder / "again/photos").glob("?" * 64)}, {0o600})
        for path in (self.store / "photos").glob("?" * 64):
            self.assertEqual(path.read_bytes(), (self.folder / "again/photos" / path.name).read_bytes())
        self.assertEqual([n for n in self.left_over() if n.endswith(".tmp")], [])

    def test_common_programs_read_and_check_a_backup(self):
        self.fill()
        self.done("backup", "b.zip")
        with zipfile.ZipFile(self.folder / "b.zip") as archive:
            self.assertIsNone(archive.testzip())
            self.assertEqual(archive.namelist()[:3], ["homepwner-backup.json", "inventory.sqlite", "SHA256SUMS"])
            archive.extractall(self.folder / "out")
        subprocess.run(["sha256sum", "--quiet", "-c", "SHA256SUMS"], cwd=self.folder / "out", check=True)
        self.done("verify", "b.zip")
        # It opens as an inventory at once.
        (self.folder / "out/SHA256SUMS").unlink()
        self.assertIn("intact: 1 item", self.done("verify", "--store", "out").output)

    def test_nothing_is_overwritten_without_being_asked(self):
        self.fill()
        self.write("mine.zip", "mine")
        self.refused("backup", "mine.zip", status=2, says="--replace")
        self.assertEqual((self.folder / "mine.zip").read_text(), "mine")
        self.done("backup", "mine.zip", "--replace")
        self.done("verify", "mine.zip")
        (self.folder / "link.zip").symlink_to("mine.zip")
        self.refused("backup", "link.zip", "--replace", status=2, says="not a file")
        self.refused("backup", ".", "--replace", status=2)
        self.refused("backup", "inventory.homepwner/b.zip", status=2, says="inside the inventory")
        self.refused("backup", "nowhere/b.zip", says="nowhere")
        self.refused("backup", "--to", "nowhere", says="nowhere")
        self.refused("backup", status=2, says="--to")
        self.refused("backup", "b.zip", "--to", ".", status=2, says="--to")
        self.refused("backup", "b.zip", "--keep", "2", status=2, says="--to")
        self.refused("backup", "--to", ".", "--keep", "0", status=2, says="--keep")
        self.refused("backup", "b.zip", "--store", "other", says="other")
        self.assertFalse((self.folder / "b.zip").exists())
        # Only a new or empty folder is filled.
        self.refused("restore", "mine.zip", says="inventory.homepwner")
        (self.folder / "full").mkdir()
        self.write("full/letter", "x")
        self.refused("restore", "mine.zip", "--store", "full", says="letter")
        self.assertEqual(os.listdir(self.folder / "full"), ["letter"])
        (self.folder / "empty").mkdir()
        self.done("restore", "mine.zip", "--store", "empty")
        self.done("verify", "--store", "empty")

    def test_the_latest_are_kept_and_only_own_ones_are_removed(self):
        self.fill()
        place = self.folder / "backups"
        place.mkdir()
        self.done("init", "--store", "other.homepwner")
        self.done("backup", "--to", place, "--store", "other.homepwner")
        own = set(os.listdir(place))
        self.assertRegex(own.copy().pop(), r"^other-\d{4}-\d\d-\d\dT\d{6}Z\.homepwner\.zip$")
        # Files that only look like backups, and a backup under a name of the owner's.
        strange = {"inventory-2020-01-01T000000Z.homepwner.zip": b"letter", "x-2020-01-01T000000Z.homepwner.zip": b"PK\3\4"}
        for name, content in strange.items():
            (place / name).write_bytes(content)
        self.done("backup", place / "before-moving.homepwner.zip")
        (place / "inventory-2019-01-01T000000Z.homepwner.zip").symlink_to("before-moving.homepwner.zip")
        stays = set(os.listdir(place))
        seen = []
        for _ in range(4):
            before = set(os.listdir(place))
            self.done("backup", "--to", place, "--keep", "2")
            seen += set(os.listdir(place)) - before
            time.sleep(1.1)
        self.assertEqual(set(os.listdir(place)), stays | set(seen[-2:]))
        # A backup that cannot be made removes nothing.
        self.original("lamp.png").unlink()
        self.refused("backup", "--to", place, "--keep", "1", says="damaged")
        self.assertEqual(set(os.listdir(place)), stays | set(seen[-2:]))
        self.done("restore", place / seen[-1], "--store", "again")

    def test_a_damaged_inventory_takes_the_place_of_no_good_backup(self):
        self.fill()
        self.done("backup", "b.zip")
        good = (self.folder / "b.zip").read_bytes()
        photo = self.original("lamp.png")
        content = bytearray(photo.read_bytes())
        content[30] ^= 1
        photo.write_bytes(content)
        self.refused("backup", "b.zip", "--replace", says=[photo.name, "verify", "--damaged"])
        self.original("chair.png").unlink()
        self.refused("backup", "b.zip", "--replace", says=self.original("chair.png").name)
        self.assertEqual((self.folder / "b.zip").read_bytes(), good)
        self.done("backup", "rest.zip", "--damaged")
        with zipfile.ZipFile(self.folder / "rest.zip") as archive:
            self.assertEqual([n for n in archive.namelist() if n.startswith("photos/")],
                             ["photos/" + self.original("bill.pdf").name])
        outcome = self.done("restore", "rest.zip", "--store", "rest")
        self.assertIn(photo.name, outcome.errors)
        self.assertEqual(self.names("--store", "rest"), ["Lamp"])
        # The other copy has the photos still.
        self.done("restore", "b.zip", "--store", "whole")
        self.done("verify", "--store", "whole")
        database = sqlite3.connect(self.store / "inventory.sqlite")
        database.execute("DELETE FROM items")
        database.commit()
        database.close()
        self.refused("backup", "c.zip", says="damaged")
        self.assertFalse((self.folder / "c.zip").exists())

    def test_damaged_backups_never_displace_good_ones(self):
        self.fill()
        place = self.folder / "backups"
        place.mkdir()
        self.done("backup", "--to", place)
        good = set(os.listdir(place))
        time.sleep(1.1)
        photo = self.original("lamp.png")
        content = photo.read_bytes()
        photo.unlink()
        self.refused("backup", "--to", place, "--keep", "1", "--damaged", status=2, says="--keep")
        self.done("backup", "--to", place, "--damaged")
        damaged = set(os.listdir(place)) - good
        time.sleep(1.1)
        photo.write_bytes(content)
        self.done("backup", "--to", place, "--keep", "2")
        new = set(os.listdir(place)) - good - damaged
        self.assertEqual(set(os.listdir(place)), good | damaged | new)
        time.sleep(1.1)
        self.done("backup", "--to", place, "--keep", "1")
        self.assertEqual(len(set(os.listdir(place)) - damaged), 1)
        self.assertLess(damaged, set(os.listdir(place)))

    def test_a_backup_says_for_whom_it_waits(self):
        self.empty()
        other = sqlite3.connect(self.store / "inventory.sqlite", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        backup = subprocess.Popen([support.PROGRAM, "backup", "b.zip"], cwd=self.folder, env=self.environment(),
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        time.sleep(3)
        other.execute("ROLLBACK")
        other.close()
        self.assertRegex(backup.communicate()[1].decode(), rf"waiting for process {os.getpid()} ")
        self.assertEqual(backup.returncode, 0)

    def test_an_inventory_that_is_nearly_empty_pages_is_backed_up(self):
        self.empty()
        database = sqlite3.connect(self.store / "inventory.sqlite")
        database.execute("CREATE TABLE filling (content BLOB)")
        database.execute("INSERT INTO filling VALUES (zeroblob(8000000))")
        database.execute("DROP TABLE filling")
        database.commit()
        database.close()
        self.done("backup", "b.zip")
        self.done("restore", "b.zip", "--store", "again")
        self.done("verify", "--store", "again")

    def test_an_older_inventory_stays_as_it_is_and_is_restored(self):
        older = support.TOP / "Tests/Fixtures/stores/version-2"
        shutil.copytree(older, self.folder / "old")
        before = (self.folder / "old/inventory.sqlite").read_bytes()
        # The fixture has no files of photos.
        self.assertIn("does not know", self.done("backup", "old.zip", "--store", "old", "--damaged").errors)
        self.assertEqual((self.folder / "old/inventory.sqlite").read_bytes(), before)
        self.done("restore", "old.zip", "--store", "again")
        self.assertEqual(list((self.folder / "again").glob("inventory.sqlite-*")), [])
        self.assertEqual(self.names("--store", "again"), self.names("--store", "old"))
        self.done("add", "New", "--store", "again")
        self.assertEqual(len(self.names("--store", "again")), len(self.names("--store", "old")) + 1)

    def test_what_is_forgotten_names_the_backups_that_may_have_it(self):
        chair = self.fill()
        self.done("backup", "b.zip")
        self.done("backup", "gone.zip")
        (self.folder / "gone.zip").unlink()
        self.done("restore", "b.zip", "--store", "again")
        for store in ["inventory.homepwner", "again"]:
            said = self.done("forget", chair, "--store", store).errors
            self.assertIn(str(self.folder / "b.zip"), said)
            self.assertNotIn("gone.zip", said)
        self.done("backup", "c.zip")
        with zipfile.ZipFile(self.folder / "c.zip") as archive:
            self.assertNotIn("photos/" + hashlib.sha256((self.folder / "chair.png").read_bytes()).hexdigest(), archive.namelist())
            self.assertNotIn(b"Chair", archive.read("inventory.sqlite"))

    def test_what_is_forgotten_meanwhile_is_in_no_backup_that_is_not_named(self):
        self.empty()
        chance = random.Random(7)
        for number in range(6):
            item = self.done("add", f"Secret {number}").output.strip()
            names = [f"{number}-{index}.png" for index in range(5)]
            for name in names:
                self.write(name, noise(chance, 200_000))
            self.done("photo", "add", item, *names)
            self.done("remove", item)
            hashes = {"photos/" + hashlib.sha256((self.folder / name).read_bytes()).hexdigest() for name in names}
            backup = subprocess.Popen([support.PROGRAM, "backup", f"{number}.zip"], cwd=self.folder,
                                      env=self.environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            time.sleep(chance.uniform(0, 0.1))
            said = self.done("forget", item).errors
            self.assertEqual((backup.wait(), backup.stderr.read()), (0, b""))
            backup.stderr.close()
            with zipfile.ZipFile(self.folder / f"{number}.zip") as archive:
                has = hashes & set(archive.namelist())
            self.assertTrue(not has or f"{number}.zip" in said, (number, said))
            self.done("verify", f"{number}.zip")
            (self.folder / f"{number}.zip").unlink()

    def test_what_kills_leave_is_removed_and_the_old_one_stays(self):
        self.fill()
        self.done("backup", "b.zip")
        chance = random.Random(3)
        for number in range(10):
            for words in [["backup", "b.zip", "--replace"], ["restore", "b.zip", "--store", "new"]]:
                process = subprocess.Popen([support.PROGRAM, *words], cwd=self.folder, env=self.environment(),
                                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                time.sleep(chance.uniform(0, 0.1))
                process.send_signal(signal.SIGKILL)
                process.wait()
                self.done("verify", "b.zip")
                if (self.folder / "new").exists():
                    self.done("verify", "--store", "new")
                    shutil.rmtree(self.folder / "new")
        # As if an hour had passed.
        for path in [*self.folder.glob(".*.tmp/**/*"), *self.folder.glob(".*.tmp")]:
            os.utime(path, (1, 1))
        self.done("backup", "c.zip")
        self.done("restore", "c.zip", "--store", "new")
        self.assertEqual([name for name in self.left_over() if name.endswith(".tmp")], [])

    def test_an_interruption_leaves_nothing(self):
        self.fill()
        for words in [["backup", "i.zip"], ["restore", "i.zip", "--store", "new"]]:
            for wait in [0.01, 0.03, 0.05]:
                process = subprocess.Popen([support.PROGRAM, *words], cwd=self.folder, env=self.environment(),
                                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                time.sleep(wait)
                process.send_signal(signal.SIGINT)
                process.wait()
                self.assertEqual([name for name in self.left_over() if name.endswith(".tmp")], [])
                if words[0] == "backup":
                    (self.folder / "i.zip").unlink(missing_ok=True)
                shutil.rmtree(self.folder / "new", ignore_errors=True)
            if words[0] == "backup":
                self.done("backup", "i.zip")

    def test_a_full_disk_leaves_the_old_backup(self):
        self.fill()
        disk = self.small_disk(700)
        self.done("backup", disk / "b.zip")
        good = (disk / "b.zip").read_bytes()
        (disk / "filling").write_bytes(b"x" * (shutil.disk_usage(disk).free - 40_000))
        said = self.refused("backup", disk / "b.zip", "--replace").errors
        self.assertIn("b.zip", said)
        self.assertEqual(sorted(os.listdir(disk)), ["b.zip", "filling"])
        self.assertEqual((disk / "b.zip").read_bytes(), good)
        self.refused("restore", disk / "b.zip", "--store", disk / "new")
        self.assertEqual(sorted(os.listdir(disk)), ["b.zip", "filling"])

    def test_edits_that_were_acknowledged_before_the_start_are_in_it(self):
        self.empty()
        self.done("sample", "--rich", "--count", str(ITEMS), "--seed", "4")
        item = self.items()[0]["id"]
        chance = random.Random(9)
        size = min(MEGABYTES << 20, 16 << 20)
        for number in range(max(1, (MEGABYTES << 20) // size)):
            self.write("big.png", noise(chance, size))
            self.done("photo", "add", item, "big.png")
        self.done("publish", "site")
        server = Server(self)
        self.addCleanup(lambda: server.process.poll() is None and server.stop(signal.SIGKILL))
        acknowledged, ends = [], threading.Event()

        def edit(client):
            connection = server.connect()
            for number in range(1_000_000):
                if ends.is_set():
                    return
                name = f"edit {client} {number}"
                status, answer = server.ask("POST", "/api/items", {"name": name}, connection)
                assert status == 201, answer
                acknowledged.append(name)

        clients = [threading.Thread(target=edit, args=[client]) for client in range(8)]
        for client in clients:
            client.start()
        try:
            while len(acknowledged) < 40:
                time.sleep(0.01)
            for number in range(2):
                before = list(acknowledged)
                start = time.monotonic()
                call = subprocess.Popen([support.PROGRAM, "backup", f"{number}.zip"], cwd=self.folder,
                                        env=self.environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                said = call.stdout.read()
                _, status, usage = os.wait4(call.pid, 0)
                call.returncode = os.waitstatus_to_exitcode(status)
                call.stdout.close()
                seconds = time.monotonic() - start
                self.assertEqual(call.returncode, 0, said)
                after = list(acknowledged)
                start = time.monotonic()
                self.done("restore", f"{number}.zip", "--store", f"again{number}")
                restored = time.monotonic() - start
                found = set(self.names("--store", f"again{number}"))
                self.assertEqual(set(before) - found, set())
                self.assertIn("is intact", self.done("verify", "--store", f"again{number}").output)
                file = (self.folder / f"{number}.zip").stat().st_size
                if "BACKUP_ITEMS" in os.environ:
                    print(f"\n{len(found)} items, {file >> 20} MiB: backup {seconds:.1f} s, {usage.ru_maxrss >> 10} MiB "
                          f"of memory, {len(after) - len(before)} edits meanwhile; restore {restored:.1f} s")
                shutil.rmtree(self.folder / f"again{number}")
        finally:
            ends.set()
            for client in clients:
                client.join()
        server.stop()


class Forged(BackupCase):
    """Archives that are not as `backup` wrote them: each is refused with a reason, and nothing is left of it."""

    def setUp(self):
        super().setUp()
        self.fill()
        self.done("backup", "b.zip")
        with zipfile.ZipFile(self.folder / "b.zip") as archive:
            self.files = {name: archive.read(name) for name in archive.namelist()}
        self.photo = next(name for name in self.files if name.startswith("photos/"))

    def refuse(self, name, *says):
        before = self.left_over()
        for target in ["new", "empty"]:
            if target == "empty":
                (self.folder / "empty").mkdir()
            outcome = self.call("restore", name, "--store", target)
            self.assertEqual(outcome.status, 1, outcome.output + outcome.errors)
            for word in says:
                self.assertIn(word, outcome.errors)
            self.assertNotIn("Fatal", outcome.errors)
            if target == "empty":
                self.assertEqual(os.listdir(self.folder / "empty"), [])
                (self.folder / "empty").rmdir()
        self.assertEqual(self.left_over(), before)

    def forge(self, files=None, sums=True, name="forged.zip", **changes):
        """An archive of changed files, with right checksums by default."""
        files = {**(files if files is not None else self.files), **changes}
        files = {key: content for key, content in files.items() if content is not None}
        if sums and "SHA256SUMS" in files:
            files["SHA256SUMS"] = "".join(
                f"{hashlib.sha256(content).hexdigest()}  {key}\n" for key, content in files.items()
                if key != "SHA256SUMS").encode()
        with zipfile.ZipFile(self.folder / name, "w", zipfile.ZIP_DEFLATED) as archive:
            for key, content in files.items():
                entry = zipfile.ZipInfo(key)
                entry.external_attr = 0o100644 << 16
                archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
        return name

    def described(self, **changes):
        return json.dumps({**json.loads(self.files["homepwner-backup.json"]), **changes}).encode()

    def test_an_unchanged_copy_is_restored(self):
        self.done("restore", self.forge(), "--store", "new")
        self.done("verify", "--store", "new")

    def test_bytes_that_are_cut_off_added_or_changed(self):
        good = (self.folder / "b.zip").read_bytes()
        chance = random.Random(5)
        for length in [0, 1, 3, 22, 100, *(chance.randrange(len(good)) for _ in range(8)), len(good) - 1]:
            self.write("forged.zip", good[:length])
            self.refuse("forged.zip")
        for content in [good + b"x", b"x" + good, good + good, b"\0" * len(good)]:
            self.write("forged.zip", content)
            self.refuse("forged.zip")
        for _ in range(40):
            changed = bytearray(good)
            changed[chance.randrange(len(good))] ^= 1 << chance.randrange(8)
            self.write("forged.zip", bytes(changed))
            outcome = self.call("restore", "forged.zip", "--store", "new")
            self.assertIn(outcome.status, (0, 1))
            if outcome.status == 0:
                # A time or an attribute of an entry: everything in it is the same.
                self.assertEqual(self.facts("new"), self.facts("inventory.homepwner"))
                shutil.rmtree(self.folder / "new")

    def test_foreign_files(self):
        self.write("letter.zip", "a letter")
        self.refuse("letter.zip", "letter.zip")
        self.refuse("nowhere.zip", "nowhere.zip")
        self.refuse(".", ".")
        self.refuse(self.forge({"letter": b"x"}), "not a backup")
        self.done("report", "insurance", "-o", "claim.zip")
        self.refuse("claim.zip", "not a backup")
        self.refuse(self.forge(**{"homepwner-backup.json": None}), "not a backup")
        for text in [b"", b"{}", b"[1]", b"\xff", b'{"homepwnerBackup": "1"}', b'{"homepwnerBackup": 1}', b"x" * 70_000]:
            self.refuse(self.forge(**{"homepwner-backup.json": text}))

    def test_backups_of_later_versions(self):
        self.refuse(self.forge(**{"homepwner-backup.json": self.described(homepwnerBackup=2)}), "later version", "format 2")
        self.write("later.sqlite", self.files["inventory.sqlite"])
        database = sqlite3.connect(self.folder / "later.sqlite")
        database.execute("PRAGMA user_version = 99")
        database.close()
        self.refuse(self.forge(**{"inventory.sqlite": (self.folder / "later.sqlite").read_bytes()}), "99")

    def test_files_that_are_missing_added_or_not_as_listed(self):
        for name in self.files:
            if name != "homepwner-backup.json":
                self.refuse(self.forge(**{name: None}))
            self.refuse(self.forge(sums=False, **{name: self.files[name] + b"x"}))
        self.refuse(self.forge(extra=b"x"), "extra")
        self.refuse(self.forge(sums=False, extra=b"x"), "extra")
        self.refuse(self.forge(**{"photos/" + "0" * 64: b"x"}), "0" * 64)
        self.refuse(self.forge(**{"photos/" + self.photo[7:].upper(): b"x"}))
        self.refuse(self.forge(**{"photos/derived/x.jpg": b"x"}))
        self.refuse(self.forge(**{self.photo: b"another picture"}), self.photo)

    def test_names_that_lead_elsewhere(self):
        for name in ["../evil", "/tmp/evil", "photos/../../evil", "photos\\evil", "photos//x", "./x", "C:/evil", "x\0y"]:
            self.refuse(self.forge(sums=False, **{name: b"evil"}))
        self.assertFalse((self.folder.parent / "evil").exists())

    def raw(self, *entries, name="forged.zip"):
        with zipfile.ZipFile(self.folder / name, "w") as archive:
            for key, content, mode in entries:
                entry = zipfile.ZipInfo(key)
                entry.external_attr = mode << 16
                archive.writestr(entry, content)
        return name

    def test_links_repeated_names_and_devices(self):
        usual = [(name, content, 0o100644) for name, content in self.files.items()]
        rest = [entry for entry in usual if entry[0] != self.photo]
        self.refuse(self.raw(*rest, (self.photo, b"/etc/passwd", 0o120777)), "link")
        self.refuse(self.raw(*rest, (self.photo, self.files[self.photo], 0o020666)))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.refuse(self.raw(*usual, usual[1]))
            self.refuse(self.raw(*usual, usual[0]))

    def test_bombs(self):
        self.refuse(self.forge(**{"inventory.sqlite": b"\0" * (80 << 20)}), "times")
        self.refuse(self.forge(**{"photos/" + hashlib.sha256(b"\0" * (80 << 20)).hexdigest(): b"\0" * (80 << 20)}))
        # A size that is not true.
        good = bytearray((self.folder / "b.zip").read_bytes())
        place = good.rindex(b"PK\1\2")
        good[place + 24:place + 28] = struct.pack("<I", 0x7FFFFFFF)
        self.write("forged.zip", bytes(good))
        self.refuse("forged.zip")

    def changed(self, *statements):
        self.write("changed.sqlite", self.files["inventory.sqlite"])
        database = sqlite3.connect(self.folder / "changed.sqlite")
        for statement in statements:
            database.execute(statement)
        database.commit()
        database.close()
        content = (self.folder / "changed.sqlite").read_bytes()
        for suffix in ["", "-wal", "-shm"]:
            (self.folder / f"changed.sqlite{suffix}").unlink(missing_ok=True)
        return content

    def test_databases_that_are_not_those_of_an_intact_inventory(self):
        for content in [b"", b"x" * 5000, self.files["inventory.sqlite"][:8192], self.files["inventory.sqlite"][:-4096]]:
            self.refuse(self.forge(**{"inventory.sqlite": content}))
        for statements in [
            ["PRAGMA application_id = 7"], ["DROP TABLE items"], ["DELETE FROM items"], ["UPDATE items SET name = 5.5"],
            ["DELETE FROM journal WHERE revision = 1"], ["UPDATE items SET value = 1"], ["DELETE FROM settings"],
        ]:
            with contextlib.suppress(sqlite3.IntegrityError):
                self.refuse(self.forge(**{"inventory.sqlite": self.changed(*statements)}))
        # Another inventory's, and an older state of the same.
        self.done("init", "--store", "other")
        self.done("backup", "other.zip", "--store", "other")
        with zipfile.ZipFile(self.folder / "other.zip") as archive:
            self.refuse(self.forge(**{"inventory.sqlite": archive.read("inventory.sqlite")}))
        self.refuse(self.forge(**{"homepwner-backup.json": self.described(revision=3)}))
        self.refuse(self.forge(**{"homepwner-backup.json": self.described(inventory="0" * 32)}))
        # What somebody put into the database, also into that of a backup that says itself that it is damaged.
        for statement in [
            "CREATE TRIGGER evil AFTER INSERT ON items BEGIN DELETE FROM items; END", "CREATE TABLE evil (a)",
            "CREATE VIEW evil AS SELECT * FROM items", "CREATE VIRTUAL TABLE evil USING fts5(a)",
            "CREATE TABLE evil AS SELECT * FROM items",
        ]:
            content = self.changed(statement)
            self.refuse(self.forge(**{"inventory.sqlite": content}))
            self.refuse(self.forge(**{"inventory.sqlite": content, "homepwner-backup.json": self.described(damaged=True)}))


if __name__ == "__main__":
    unittest.main()

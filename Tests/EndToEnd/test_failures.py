"""Disks, folders and stores that do not let the program work: it says so, and nothing half-made is left."""
import os
import shutil
import sqlite3
import subprocess
import threading

from support import Case, PROGRAM


class Stores(Case):
    def test_no_store(self):
        for words in [["list"], ["add", "x"], ["show", "12345678"], ["log"], ["undo"], ["report"], ["verify"],
                      ["settings"], ["export", "a.xml"]]:
            self.refused(*words, says=["no inventory at 'inventory.homepwner'", "homepwner init"])
        self.assertEqual(self.left_over(), [])

    def test_a_store_is_made_only_once(self):
        self.done("init")
        self.refused("init", says="already")
        self.refused("init", "--store", "no/such/place", says="no/such/place")
        self.write("file", "x")
        for words in [["init"], ["list"], ["import", "-"]]:
            self.refused(*words, "--store", "file", says=["'file' is not a folder", "name another with --store"])

    def test_what_is_no_store(self):
        (self.folder / "inventory.homepwner").mkdir()
        self.refused("list", says="no inventory at")
        self.write("inventory.homepwner/inventory.sqlite", "not a database at all, but long enough to be read" * 50)
        self.refused("list", says=["inventory.homepwner"])
        self.refused("verify", says=["inventory.homepwner"])
        self.write("inventory.homepwner/inventory.sqlite", b"")
        for words in [["init"], ["list"], ["add", "x"], ["import", "-"]]:
            self.refused(*words, says=["holds no inventory", "inventory.sqlite is empty", "move that away"])

    def test_a_store_of_a_newer_version(self):
        self.done("init")
        database = sqlite3.connect(self.folder / "inventory.homepwner/inventory.sqlite")
        database.execute("PRAGMA user_version = 99")
        database.commit()
        database.close()
        for words in [["list"], ["add", "x"], ["report"]]:
            self.refused(*words, says=["newer", "99"])

    def test_a_damaged_store_is_found(self):
        self.done("sample", "--rich", "--count", "2000", "--seed", "1")
        path = self.folder / "inventory.homepwner/inventory.sqlite"
        content = bytearray(path.read_bytes())
        sound = bytearray(content)
        for place in range(8192, len(content), 4096):
            content[place:place + 64] = os.urandom(64)
        path.write_bytes(content)
        outcome = self.refused("verify", says=["is damaged", "restore a copy"])
        self.assertNotIn("homepwner verify", outcome.errors)
        self.refused("report", says="damaged")
        self.assertNotIn("inventory.html", self.left_over())
        # The items only: what the store says of itself can be read.
        for place in range(8192, len(sound), 4096):
            if b"Home / " in sound[place:place + 4096]:
                sound[place:place + 64] = os.urandom(64)
        path.write_bytes(sound)
        outcome = self.refused("verify", says=["the database file is damaged in", "restore a copy", "In SQLite's words"])
        self.assertLess(len(outcome.errors.splitlines()), 4)
        self.assertNotIn("homepwner verify", outcome.errors)
        self.refused("report", says="damaged")
        self.assertNotIn("inventory.html", self.left_over())

    def test_an_intact_store_verifies(self):
        self.done("sample", "--rich", "--count", "500")
        self.assertIn("is intact: 500 items", self.done("verify").output)
        self.assertTrue(self.done("verify", "--json").json["sound"])
        self.assertIn("is intact", self.done("verify", "inventory.homepwner").output)

    def test_writers_wait_for_one_another_and_all_edits_stand(self):
        self.done("init")
        outcomes = []

        def add(worker):
            for number in range(10):
                outcomes.append(self.call("add", f"{worker}-{number}"))

        threads = [threading.Thread(target=add, args=(worker,)) for worker in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual({outcome.status for outcome in outcomes}, {0}, {outcome.errors for outcome in outcomes})
        self.assertEqual(len(set(self.names())), 40)
        self.done("verify")

    def test_a_store_that_somebody_writes_to_can_be_read(self):
        self.done("init")
        self.done("add", "a")
        database = sqlite3.connect(self.folder / "inventory.homepwner/inventory.sqlite", isolation_level=None)
        database.execute("BEGIN IMMEDIATE")
        self.assertEqual(self.names(), ["a"])
        self.done("report")
        waiting = subprocess.Popen([PROGRAM, "add", "b"], cwd=self.folder, env=self.environment(),
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertRaises(subprocess.TimeoutExpired, waiting.wait, 0.5)
        database.execute("ROLLBACK")
        waiting.communicate(timeout=60)
        self.assertEqual(waiting.returncode, 0)
        self.assertEqual(self.names(), ["a", "b"])
        database.close()


class Disks(Case):
    def test_a_store_on_a_full_disk_can_be_read(self):
        disk = self.small_disk(400)
        store = ["--store", disk / "s"]
        self.done("init", *store)
        key = self.done("add", "a", "--value", "5", *store).output.strip()
        with open(disk / "filling", "wb", buffering=0) as filling:
            with self.assertRaises(OSError):
                while filling.write(b"x" * 512):
                    pass
        self.assertEqual(self.names(*store), ["a"])
        self.assertIn("5.00 USD", self.done("show", key, *store).output)
        self.assertIn("is intact: 1 item", self.done("verify", *store).output)
        self.done("report", *store)
        self.assertEqual(len(self.done("log", "--json", *store).json), 1)
        self.refused("add", "b", *store, says=[f"no space left on the disk of '{disk / 's'}'", "free some space"])
        (disk / "filling").unlink()
        self.done("add", "b", *store)
        self.assertEqual(self.names(*store), ["a", "b"])

    def test_a_full_disk_leaves_no_report(self):
        self.done("sample", "--rich", "--count", "3000")
        disk = self.small_disk(400)
        for form in ["html", "xml", "csv", "json"]:
            self.refused("report", "-o", disk / f"r.{form}", says=["No space left", "free some space"])
        self.refused("export", "--to", "csv", disk / "all.csv", says="No space left")
        self.assertEqual(list(disk.iterdir()), [])
        (disk / "r.html").write_text("the one from yesterday")
        self.refused("report", "-o", disk / "r.html", says="No space left")
        self.assertEqual((disk / "r.html").read_text(), "the one from yesterday")

    def test_a_full_disk_leaves_no_half_filled_store(self):
        disk = self.small_disk(600)
        self.done("sample", "--rich", "--count", "5000", "--store", "big")
        self.done("export", "all.xml", "--store", "big")
        outcome = self.refused("import", "all.xml", "--store", disk / "s", says=["no space left", "free some space"])
        self.assertIn(f"'{disk / 's'}'", outcome.errors)
        self.assertEqual(list(disk.iterdir()), [])
        self.done("init", "--store", disk / "s")
        self.done("add", "kept", "--store", disk / "s")
        self.refused("import", "all.xml", "--store", disk / "s", says="no space left")
        self.assertEqual(self.names("--store", disk / "s"), ["kept"])
        self.done("verify", "--store", disk / "s")

    def test_a_full_temporary_folder_stops_a_report_from_a_file(self):
        self.done("sample", "--rich", "--count", "5000", "--store", "big")
        self.done("export", "all.xml", "--store", "big")
        disk = self.small_disk(300)
        outcome = self.refused("report", "--input", "all.xml", says="no space left", TMPDIR=str(disk))
        self.assertIn(f"'{disk}', where temporary files go", outcome.errors)
        self.assertIn("TMPDIR", outcome.errors)
        self.refused("report", "--input", "all.xml", says=["/nowhere", "TMPDIR"], TMPDIR="/nowhere")
        self.assertEqual(list(disk.iterdir()), [])
        self.assertNotIn("inventory.html", self.left_over())

    def test_places_that_cannot_be_written(self):
        self.done("init")
        self.done("add", "a")
        self.refused("report", "-o", "no/such/folder/r.html", says=["No such file", "make the folder first"])
        self.refused("report", "-o", ".", "--format", "html", says="folder")
        disk = self.small_disk(2000)
        shutil.copytree(self.folder / "inventory.homepwner", disk / "s")
        self.make_read_only(disk)
        self.refused("report", "-o", disk / "r.html", says=["Read-only", "read-only"])
        self.assertEqual(self.names("--store", disk / "s"), ["a"])
        self.done("report", "--store", disk / "s")
        self.done("verify", "--store", disk / "s")
        self.refused("add", "b", "--store", disk / "s", says="cannot be written")
        self.refused("import", "-", "--store", disk / "new", input="name\nx\n", says="")

    def test_a_folder_of_somebody_else(self):
        self.done("init")
        self.done("add", "a")
        place = self.folder / "closed"
        place.mkdir(mode=0o555)
        program, user = PROGRAM, None
        if os.geteuid() == 0:
            # Root may write anywhere, so somebody else runs a copy that he can reach.
            program, user = shutil.copy(PROGRAM, self.folder / "program"), 65534
            self.folder.chmod(0o755)
            # An inventory is its owner's alone; this one is shown to everybody.
            for path in [self.folder / "inventory.homepwner", *(self.folder / "inventory.homepwner").rglob("*")]:
                path.chmod(0o755 if path.is_dir() else 0o644)
        for call, status, says in [
            (["report", "-o", place / "r.html"], 1, b"Permission denied"),
            (["init", "--store", place / "s"], 1, b"cannot be written"),
            (["import", "-", "--store", place / "t"], 1, b"cannot be written"),
        ]:
            done = subprocess.run(
                [program, *map(str, call)], input=b"name\nx\n", capture_output=True, cwd=self.folder,
                env=self.environment(), user=user)
            self.assertEqual(done.returncode, status, done.stderr)
            self.assertIn(says, done.stderr)
        self.assertEqual(list(place.iterdir()), [])
        # What must not even be looked at is not said to be in want of writing.
        (self.folder / "inventory.homepwner").chmod(0o000 if user is None else 0o700)
        self.addCleanup((self.folder / "inventory.homepwner").chmod, 0o700)
        done = subprocess.run(
            [program, "list"], capture_output=True, cwd=self.folder, env=self.environment(), user=user)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"cannot be read; check the permissions", done.stderr)

    def test_links_and_permissions_of_an_output_are_kept(self):
        self.done("init")
        (self.folder / "real.html").write_text("old")
        (self.folder / "real.html").chmod(0o640)
        (self.folder / "link.html").symlink_to("real.html")
        self.done("report", "-o", "link.html")
        self.assertTrue((self.folder / "link.html").is_symlink())
        self.assertIn("<!DOCTYPE html>", (self.folder / "real.html").read_text())
        self.assertEqual((self.folder / "real.html").stat().st_mode & 0o777, 0o640)
        (self.folder / "new-link.html").symlink_to("new.html")
        self.done("report", "-o", "new-link.html")
        self.assertTrue((self.folder / "new-link.html").is_symlink())
        self.assertIn("<!DOCTYPE html>", (self.folder / "new.html").read_text())

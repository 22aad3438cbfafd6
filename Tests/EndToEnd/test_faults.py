"""System calls that fail, programs that are killed, and files that rot: the status is true, nothing that was acknowledged
is lost, and what is left behind is removed by the next call."""
import os
import shutil
import sqlite3
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from support import PROGRAM, Case
from test_bundle import pdf, png


def strace_works():
    done = shutil.which("strace") and subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True)
    return bool(done) and done.returncode == 0


class FaultCase(Case):
    def setUp(self):
        super().setUp()
        self.done("init")
        self.store = self.folder / "inventory.homepwner"

    def traced(self, calls, inject, *words):
        """A call under strace; its outcome and the list of calls."""
        log = self.folder / "trace.txt"
        order = ["strace", "-f", "-qq", "-o", log, "-e", f"trace={calls}"]
        if inject:
            order += ["-e", f"inject={inject}"]
        done = subprocess.run(
            [*order, PROGRAM, *map(str, words)], capture_output=True, cwd=self.folder, env=self.environment())
        return done, log.read_text(errors="replace").splitlines()

    def each_failing(self, call, error, *words, most=60):
        """Runs a call with its N-th system call failing, N = 1, 2, … until none fails any more, each in the same state."""
        place = tempfile.TemporaryDirectory(prefix="homepwner-before-")
        self.addCleanup(place.cleanup)
        before = place.name + "/files"
        shutil.copytree(self.folder, before)
        for number in range(1, most + 1):
            done, calls = self.traced(call, f"{call}:error={error}:when={number}", *words)
            is_last = not any("(INJECTED)" in line for line in calls)
            # A library that cannot be loaded ends the program before it is one.
            if not is_last and done.returncode != 127:
                yield number, done
            for path in self.folder.iterdir():
                shutil.rmtree(path) if path.is_dir() else path.unlink()
            shutil.copytree(before, self.folder, dirs_exist_ok=True)
            if is_last:
                return

    def kinds(self):
        database = sqlite3.connect(self.store / "inventory.sqlite")
        try:
            return [row[0] for row in database.execute("SELECT kind FROM journal ORDER BY revision")]
        finally:
            database.close()

    def aged(self, pattern):
        """The files of a pattern, as if they were an hour old."""
        found = sorted(self.folder.glob(pattern))
        for path in found:
            os.utime(path, (1, 1))
        return found


@unittest.skipUnless(strace_works(), "system calls are made to fail by strace")
class Faults(FaultCase):
    def test_a_claims_name_is_flushed(self):
        self.done("add", "Lamp", "--value", "5")
        for words, name in [(["-o", "claim.zip"], "claim.zip"), (["--format", "bundle", "-o", "claim/"], "claim"),
                            (["--format", "folder", "-o", "page"], "page")]:
            done, calls = self.traced("rename,renameat2,link,linkat,openat,fsync", None, "report", "insurance", *words)
            self.assertEqual(done.returncode, 0, done.stderr)
            last = max(n for n, line in enumerate(calls)
                       if any(f'"{form}"' in line for form in [name, name + "/"]) and ("rename" in line or "link" in line))
            self.assertTrue(any("fsync(" in line and line.rstrip().endswith("= 0") for line in calls[last:]), words)

    def test_a_folder_that_cannot_be_flushed_after_a_claim_is_status_3(self):
        self.done("add", "Lamp", "--value", "5")
        seen = set()
        for _, done in self.each_failing("fsync", "EIO", "report", "-o", "r.html"):
            there = (self.folder / "r.html").exists()
            self.assertEqual(done.returncode, 3 if there else 1, done.stderr)
            self.assertIn(b"Input/output error", done.stderr)
            seen.add(there)
        self.assertEqual(seen, {True, False})

    def test_a_store_that_is_not_confirmed_is_not_there(self):
        shutil.rmtree(self.store)
        for _, done in self.each_failing("fsync", "EIO", "init"):
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertEqual(self.left_over(), ["trace.txt"])

    def test_an_undo_that_was_made_is_never_status_1(self):
        self.done("add", "Lamp")
        self.done("edit", self.items()[0]["id"], "--value", "7")
        for number, done in self.each_failing("pread64", "EIO", "undo"):
            made = self.kinds().count("undo")
            self.assertIn(done.returncode, (0, 3) if made else (1,), (number, done.stderr))
            if done.returncode == 3:
                self.assertIn(b"do not repeat the call", done.stderr)

    def test_a_report_and_its_checksums_change_together_or_not(self):
        self.done("add", "Lamp")
        self.done("report", "-o", "r.html", "--manifest")
        before = (self.folder / "r.html").read_bytes()
        self.done("add", "Chair")
        for _, done in self.each_failing("fsync", "ENOSPC", "report", "-o", "r.html", "--manifest"):
            self.assertIn(done.returncode, (1, 3))
            if done.returncode == 1:
                self.assertEqual((self.folder / "r.html").read_bytes(), before, done.stderr)
            self.done("verify", "r.html")

    def test_checksums_of_an_earlier_report_do_not_stay_beside_a_new_one(self):
        self.done("add", "Lamp")
        self.done("report", "-o", "r.html", "--manifest")
        before = (self.folder / "r.html").read_bytes()
        self.done("add", "Chair")
        seen = set()
        for _, done in self.each_failing("fsync", "EIO", "report", "-o", "r.html"):
            is_new = (self.folder / "r.html").read_bytes() != before
            self.assertEqual((done.returncode, (self.folder / "r.html.sha256").exists()),
                             (3, False) if is_new else (1, True), done.stderr)
            seen.add(is_new)
        self.assertEqual(seen, {True, False})
        done, _ = self.traced("unlink", "unlink:error=EACCES:when=1+", "report", "-o", "r.html")
        self.assertEqual(done.returncode, 3)
        self.assertIn(b"checksums", done.stderr)

    def test_a_signature_of_an_earlier_report_does_not_stay_beside_a_new_one(self):
        self.done("add", "Lamp")
        subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", "key.pem"], cwd=self.folder, check=True)
        self.done("report", "-o", "r.html", "--sign", "key.pem")
        self.assertTrue((self.folder / "r.html.sha256.sig").exists())
        self.done("report", "-o", "r.html")
        self.assertEqual([each.name for each in self.folder.glob("r.html*")], ["r.html"])

    def test_a_backup_that_is_not_there_is_status_1(self):
        self.done("add", "Lamp")
        seen = set()
        for _, done in self.each_failing("fsync", "EIO", "backup", "b.zip"):
            there = (self.folder / "b.zip").exists()
            self.assertIn(done.returncode, (0, 3) if there else (1,), done.stderr)
            seen.add(done.returncode)
        self.assertLessEqual({1, 3}, seen)

    def test_a_disk_that_cannot_be_read_is_not_a_damaged_inventory(self):
        self.done("add", "Lamp")
        failed = 0
        for _, done in self.each_failing("pread64", "EIO", "backup", "b.zip", most=100):
            self.assertNotIn(b"damaged", done.stderr)
            failed += done.returncode == 1
        self.assertGreater(failed, 0)

    def test_old_backups_that_cannot_be_removed_are_named(self):
        (self.folder / "backups").mkdir()
        self.done("backup", "--to", "backups")
        old = [path.name for path in (self.folder / "backups").iterdir()]
        time.sleep(1.1)
        done = subprocess.run(
            ["strace", "-f", "-qq", "-o", "/dev/null", "-P", f"backups/{old[0]}", "-e", "inject=unlink:error=EACCES",
             PROGRAM, "backup", "--to", "backups", "--keep", "1"], capture_output=True, cwd=self.folder,
            env=self.environment())
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"cannot remove backups/{old[0]}".encode(), done.stderr)

    def test_rejected_rows_are_never_lost_when_the_others_are_in(self):
        self.write("bad.csv", "name,value\nLamp,5\nChair,x\n")
        for call, error in [("fsync", "ENOSPC"), ("rename", "EIO")]:
            for number, done in self.each_failing(call, error, "import", "bad.csv", "--skip-invalid", "rej.csv"):
                if not self.names():
                    self.assertEqual(done.returncode, 1, done.stderr)
                    self.assertFalse((self.folder / "rej.csv").exists())
                    continue
                kept = [*self.folder.glob("rej.csv"), *self.folder.glob(".rej.csv.*.tmp")]
                self.assertEqual(len(kept), 1, (number, done.stderr))
                self.assertIn("Chair", kept[0].read_text())
                self.assertIn(done.returncode, (0, 3))
                if kept[0].name != "rej.csv":
                    self.assertEqual(done.returncode, 3)
                    self.assertIn(kept[0].name.encode(), done.stderr)

    def test_a_broken_publication_says_that_the_next_one_completes_it(self):
        self.done("add", "Lamp")
        self.done("publish", "www")
        self.done("add", "Chair")
        said = 0
        for _, done in self.each_failing("renameat", "EIO", "publish", "www", most=6):
            self.assertEqual(done.returncode, 1, done.stderr)
            said += b"the next homepwner publish completes" in done.stderr
            self.done("publish", "www")
            self.assertIn("Chair", (self.folder / "www/index.html").read_text())
        self.assertGreater(said, 0)

    def test_what_kills_leave_is_removed(self):
        self.write("photo.png", png(40, 30, (200, 30, 30)))
        item = self.done("add", "Lamp").output.strip()
        left = 0
        for number in range(1, 8):
            self.traced("rename", f"rename:signal=KILL:when={number}", "photo", "add", item, "photo.png")
            left += len(self.aged("inventory.homepwner/photos/**/.*.tmp"))
        self.assertGreater(left, 0)
        self.done("photo", "sweep")
        self.assertEqual(sorted(self.folder.glob("inventory.homepwner/photos/**/.*.tmp")), [])
        for again in [["init", "--store", "new"], ["import", "-", "--store", "new"]]:
            left = 0
            for number in range(1, 12):
                self.traced("pwrite64", f"pwrite64:signal=KILL:when={number}", "init", "--store", "new")
                left += len(self.aged("new/.*.sqlite*"))
                if (self.folder / "new/inventory.sqlite").exists():
                    break
            self.assertGreater(left, 0)
            shutil.rmtree(self.folder / "new") if (self.folder / "new/inventory.sqlite").exists() else None
            self.done(*again, input="name\nx\n")
            self.assertEqual(sorted(self.folder.glob("new/.*.sqlite*")), [])
            shutil.rmtree(self.folder / "new")
        self.done("report", "-o", "r.html")
        self.traced("rename", "rename:signal=KILL:when=1", "report", "-o", "r.html")
        self.assertEqual(len(self.aged(".r.html.*.tmp")), 1)
        self.done("report", "-o", "r.html")
        self.assertEqual(sorted(self.folder.glob(".r.html.*.tmp")), [])

    def test_a_disk_that_fails_once_is_not_called_read_only(self):
        self.done("add", "Lamp")
        for call in ["pwrite64", "ftruncate"]:
            for _, done in self.each_failing(call, "EIO", "add", "Chair", most=12):
                self.assertNotIn(b"check the permissions", done.stderr)
        for _, done in self.each_failing("pread64", "EIO", "list", most=30):
            self.assertNotIn(b"damaged", done.stderr)


class Rot(FaultCase):
    def flip(self, path):
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 1
        path.write_bytes(content)

    def test_a_rotten_receipt_is_not_delivered(self):
        item = self.done("add", "Lamp", "--value", "5").output.strip()
        self.write("bill.pdf", pdf())
        self.done("document", "add", item, "bill.pdf")
        self.done("report", "insurance", "-o", "good.zip")
        self.flip(self.store / "photos" / self.done("document", "list", item, "--json").json[0]["hash"])
        before = self.left_over()
        for words in [["-o", "c.zip"], ["--format", "bundle", "-o", "c"], ["--format", "folder", "-o", "c"]]:
            self.refused("report", "insurance", *words, says="changed")
            self.assertEqual(self.left_over(), before)

    def test_a_rotten_receipt_is_not_exported(self):
        item = self.done("add", "Lamp", "--value", "5").output.strip()
        self.write("bill.pdf", pdf())
        self.done("document", "add", item, "bill.pdf")
        self.flip(self.store / "photos" / self.done("document", "list", item, "--json").json[0]["hash"])
        self.refused("export", "out.zip", says="changed")
        self.refused("export", "items.json", "--files", "files", says="changed")
        self.assertEqual(list((self.folder / "files").iterdir()), [])
        self.assertFalse((self.folder / "out.zip").exists() or (self.folder / "items.json").exists())

    def test_a_rotten_picture_is_made_again(self):
        item = self.done("add", "Lamp", "--value", "5").output.strip()
        self.write("photo.png", png(400, 300, (200, 30, 30)))
        self.done("photo", "add", item, "photo.png")
        pictures = sorted(self.store.glob("photos/derived/*.jpg"))
        sound = [path.read_bytes() for path in pictures]
        for words in [["publish", "www"], ["report", "insurance", "--format", "folder", "-o", "c"]]:
            for path in pictures:
                self.flip(path)
            self.done(*words)
            published = {path.read_bytes() for path in (self.folder / words[-1]).rglob("*.jpg")}
            self.assertTrue(published and published <= set(sound), words)
        # A picture is never made again from an original that is not what it was.
        self.flip(self.store / "photos" / self.done("photo", "list", item, "--json").json[0]["hash"])
        self.flip(pictures[0])
        self.refused("publish", "new", says="changed")


class Limits(FaultCase):
    def shell(self, script):
        return subprocess.run(
            ["bash", "-c", script, "sh", PROGRAM], capture_output=True, cwd=self.folder, env=self.environment())

    def test_too_few_open_files_are_refused_in_words(self):
        for limit in [10, 32]:
            done = self.shell(f'ulimit -n {limit}; exec "$1" publish site')
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn(b"ulimit -n", done.stderr)
        self.assertEqual(self.shell('ulimit -S -n 10; exec "$1" list').returncode, 0)

    def test_too_little_address_space_is_refused_in_words(self):
        self.write("list.csv", "name\n" + "".join(f"item {number}\n" for number in range(3000)))
        for limit in [300_000, 500_000]:
            done = self.shell(f'ulimit -v {limit}; exec "$1" import list.csv')
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn(b"ulimit -v", done.stderr)
        for words in [["import", "list.csv"], ["publish", "site"], ["report", "-o", "r.xlsx"], ["verify"]]:
            done = self.shell(f'ulimit -v 524288; exec "$1" {" ".join(words)}')
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_limit_of_file_sizes_fails_as_a_full_disk_does(self):
        self.write("list.csv", "name\n" + "".join(f"item {number}\n" for number in range(3000)))
        done = self.shell('ulimit -f 64; exec "$1" import list.csv')
        self.assertEqual(done.returncode, 1 if not self.names() else 0, done.stderr)
        self.done("verify")

    def test_a_full_temporary_folder_is_not_blamed_on_fonts_or_typst(self):
        self.done("add", "Lamp")
        self.done("report", "-o", "good.pdf")
        for size in [16, 64, 128, 256, 512]:
            disk = self.small_disk(size)
            outcome = self.call("report", "-o", "r.pdf", TMPDIR=str(disk))
            if outcome.status != 0:
                self.assertIn("No space left", outcome.errors)
                self.assertNotIn("Noto", outcome.errors)

    def test_a_full_store_disk_is_not_blamed_on_the_sandbox(self):
        disk = self.small_disk(700)
        store = ["--store", disk / "s"]
        self.done("init", *store)
        item = self.done("add", "Lamp", *store).output.strip()
        self.write("photo.png", png(3000, 2000, (200, 30, 30)))
        with open(disk / "filling", "wb") as filling:
            filling.write(b"x" * (os.statvfs(disk).f_bavail * 4096 - 40_000))
        self.refused("photo", "add", item, "photo.png", *store, says="No space left")

    def test_a_trigger_in_a_store_does_nothing(self):
        database = sqlite3.connect(self.store / "inventory.sqlite")
        database.executescript(
            "CREATE TRIGGER more AFTER INSERT ON journal BEGIN UPDATE items SET value = 99999900, value_currency = 'USD'; END")
        database.close()
        self.done("add", "Lamp", "--value", "5")
        self.assertEqual(self.items()[0]["value"]["amount"], "5.00")
        self.refused("verify", says="trigger or view 'more'")
        self.refused("backup", "b.zip", says="trigger or view 'more'")

    def test_calls_that_change_nothing_leave_an_older_store_as_it_is(self):
        older = Path(__file__).resolve().parent.parent / "Fixtures/stores/version-2/inventory.sqlite"
        database = self.store / "inventory.sqlite"
        database.write_bytes(older.read_bytes())
        for words in [["list"], ["report", "-o", "r.html"], ["complete", "--", "show", ""]]:
            self.done(*words)
            self.assertEqual(database.read_bytes(), older.read_bytes(), words)
        self.refused("import", "missing.csv", says="missing.csv")
        self.assertEqual(database.read_bytes(), older.read_bytes())

    def test_a_version_that_was_set_back_is_damage(self):
        self.done("add", "Lamp")
        database = sqlite3.connect(self.store / "inventory.sqlite")
        database.execute("PRAGMA user_version = 2")
        database.close()
        for words in [["list"], ["add", "Chair"]]:
            outcome = self.refused(*words, says="version")
            self.assertNotIn("permissions", outcome.errors)

"""A claim as one zip file: the same bytes twice, checked without unpacking, and hostile archives refused."""
import hashlib
import random
import stat
import struct
import subprocess
import unittest
import warnings
import zipfile

from support import PROGRAM, Case, rounds
from test_bundle import png

SUMS = "SHA256SUMS"


def entry(name, mode=0o100644, method=zipfile.ZIP_STORED):
    info = zipfile.ZipInfo(name)
    info.external_attr = mode << 16
    info.compress_type = method
    info.create_system = 3
    return info


class Archives(Case):
    def setUp(self):
        super().setUp()
        self.done("init", "--owner", "Ada")
        for name in ["Lamp", "茶具"]:
            key = self.done("add", name, "--value", "12.50").output.strip()
            self.write("photo.png", png(40, 30, (len(name) * 40, 30, 30)))
            self.done("photo", "add", key, "photo.png")
        for name in ["key", "other"]:
            subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", f"{name}.pem"], cwd=self.folder, check=True)
            subprocess.run(["openssl", "pkey", "-in", f"{name}.pem", "-pubout", "-out", f"{name}.pub"], cwd=self.folder, check=True)
        self.before = self.left_over()

    def make(self, name="claim.zip", *words):
        return self.done("report", "insurance", "-o", name, "--sign", "key.pem", *words, SOURCE_DATE_EPOCH="1790000001")

    def test_it_holds_what_the_folder_holds_and_opens_with_standard_tools(self):
        output = self.make().output
        self.assertIn("SHA256SUMS inside", output)
        self.assertEqual(self.left_over(), sorted(self.before + ["claim.zip"]))
        self.done("report", "insurance", "--format", "bundle", "-o", "claim", "--sign", "key.pem",
                  SOURCE_DATE_EPOCH="1790000001")
        subprocess.run(["python3", "-m", "zipfile", "-e", "claim.zip", "out"], cwd=self.folder, check=True)
        self.assertEqual(subprocess.run(["diff", "-r", "claim", "out"], cwd=self.folder).returncode, 0)
        self.assertEqual(
            subprocess.run(["sha256sum", "--strict", "--quiet", "-c", SUMS], cwd=self.folder / "out").returncode, 0)
        with zipfile.ZipFile(self.folder / "claim.zip") as archive:
            names = archive.namelist()
            self.assertEqual(names, sorted(names))
            self.assertEqual(
                {(info.date_time, info.external_attr >> 16, info.extra) for info in archive.infolist()},
                {((2026, 9, 21, 14, 13, 20), stat.S_IFREG | 0o644, b"")})
        self.assertIn("the signature is good", self.done("verify", "claim.zip", "--key", "key.pub").output)
        found = self.done("verify", "claim.zip", "--json").json
        self.assertEqual((found["sound"], found["signature"], found["files"]), (True, "unchecked", 6))

    def test_the_same_store_makes_the_same_bytes(self):
        for name in ["a.zip", "b.zip"]:
            self.make(name)
        self.assertEqual((self.folder / "a.zip").read_bytes(), (self.folder / "b.zip").read_bytes())

    def test_what_is_there_stays_and_what_fails_leaves_nothing(self):
        self.write("claim.zip", "mine")
        self.refused("report", "insurance", "-o", "claim.zip", status=2, says="there already")
        self.assertEqual((self.folder / "claim.zip").read_text(), "mine")
        (self.folder / "folder.zip").mkdir()
        self.refused("report", "insurance", "-o", "folder.zip", status=2, says="there already")
        for path in (self.folder / "inventory.homepwner/photos").rglob("*"):
            if path.is_file():
                path.write_bytes(b"")
        self.refused("report", "insurance", "-o", "other.zip", says="")
        self.assertEqual(self.left_over(), sorted(self.before + ["claim.zip", "folder.zip"]))

    def test_a_full_disk_leaves_nothing(self):
        disk = self.small_disk(150)
        self.refused("report", "insurance", "-o", disk / "claim.zip", says="")
        self.assertEqual(list(disk.iterdir()), [])

    def test_no_changed_byte_changes_a_file_unnoticed(self):
        self.make("claim.zip", "--no-photos")
        good = (self.folder / "claim.zip").read_bytes()
        with zipfile.ZipFile(self.folder / "claim.zip") as archive:
            whole = {name: archive.read(name) for name in archive.namelist()}
        chance = random.Random(3)
        ends = list(range(len(good) - 400, len(good))) + list(range(60))
        found = 0
        count = rounds(all=150, few=25)
        places = set(chance.sample(range(len(good)), count) + chance.sample(ends, count))
        for place in sorted(places):
            bad = bytearray(good)
            bad[place] ^= 1 << chance.randrange(8)
            self.write("bad.zip", bytes(bad))
            outcome = self.call("verify", "bad.zip", "--key", "key.pub")
            self.assertIn(outcome.status, [0, 1], outcome.errors)
            if outcome.status == 1:
                found += 1
                continue
            try:
                with zipfile.ZipFile(self.folder / "bad.zip") as archive:
                    files = {name: archive.read(name) for name in archive.namelist()}
            except (zipfile.BadZipFile, NotImplementedError):
                continue  # other programs do not open it
            self.assertEqual(files, whole, place)  # a time, or the like
        self.assertGreater(found, len(places) * 3 // 4)

    def rewritten(self, change, **kinds):
        """The archive with its files changed, as an attacker writes it."""
        with zipfile.ZipFile(self.folder / "claim.zip") as archive:
            files = {name: archive.read(name) for name in archive.namelist()}
        change(files)
        with zipfile.ZipFile(self.folder / "bad.zip", "w") as archive:
            for name, content in files.items():
                archive.writestr(entry(name), content)
        return "bad.zip"

    def test_every_difference_is_named(self):
        self.make()
        def change(files):
            files["README.txt"] += b"!"
            del files["insurance.xml"]
            files["new.txt"] = b""
        self.rewritten(change)
        outcome = self.refused("verify", "bad.zip", "--key", "key.pub", says=[
            "changed: README.txt", "missing: insurance.xml", "extra: new.txt", "3 differences"])
        self.assertEqual(len(outcome.errors.splitlines()), 4)
        self.refused("verify", "claim.zip", "--key", "other.pub", says="wrong signature")
        self.rewritten(lambda files: files.pop(SUMS + ".sig"))
        self.refused("verify", "bad.zip", "--key", "key.pub", says="not signed")
        self.rewritten(lambda files: files.pop(SUMS))
        self.refused("verify", "bad.zip", says=f"contains no {SUMS}")
        self.rewritten(lambda files: files.update({SUMS: files[SUMS].replace(b"  insurance.pdf", b"  ../insurance.pdf")}))
        self.refused("verify", "bad.zip", says="the name leads out of the folder")

    def test_keys_of_openssh_sign_it_too(self):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "id", "-C", "a"], cwd=self.folder, check=True)
        self.write("signers", b"ada@example.org " + (self.folder / "id.pub").read_bytes())
        self.done("report", "insurance", "-o", "claim.zip", "--sign", "id")
        self.assertIn("good", self.done("verify", "claim.zip", "--allowed-signers", "signers").output)
        self.write("signers", b"eve@example.org ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0vN0vEwF3m2w1F0gUO1E7J6xk9dPZ0b1xJ8dWq3mZk\n")
        self.refused("verify", "claim.zip", "--allowed-signers", "signers", says="wrong signature")

    def test_hostile_archives_are_refused_in_words_and_nothing_is_unpacked(self):
        def with_names(*infos, content=b"x"):
            with zipfile.ZipFile(self.folder / "bad.zip", "w", zipfile.ZIP_DEFLATED) as archive:
                for info in infos:
                    archive.writestr(info, content)
        cases = 0
        before = self.left_over()
        for name in ["../out.txt", "/etc/out", "a/../../out", "./a", "a//b", "..", "a/..", "a/./b", ".", "/"]:
            with_names(entry(name))
            self.refused("verify", "bad.zip", says=["refused", "nothing of it was unpacked"])
            cases += 1
        for name in ["C:\\out.txt", "..\\out", "a\nb", "a\x1b[2Jb", "c:out", "a\x7f"]:
            with_names(entry(name))
            outcome = self.refused("verify", "bad.zip", says="refused")
            self.assertNotIn("\x1b", outcome.errors)
            cases += 1
        for mode, says in [(stat.S_IFLNK, "symbolic link"), (stat.S_IFCHR, "not a regular file"), (stat.S_IFIFO, "not a regular file"),
                           (stat.S_IFDIR, "not a regular file"), (stat.S_IFSOCK, "not a regular file")]:
            with_names(entry("link", mode | 0o777), content=b"/etc/passwd")
            self.refused("verify", "bad.zip", says=[says, "'link'"])
            cases += 1
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with_names(entry("a.txt"), entry("a.txt"))
        self.refused("verify", "bad.zip", says="appears twice")
        with_names(entry("a.txt"), entry("A.TXT"))
        self.refused("verify", "bad.zip", says="appears twice")
        with_names(entry("zeros", method=zipfile.ZIP_DEFLATED), content=b"\0" * (300 << 20))
        self.refused("verify", "bad.zip", says="200 times its size")
        with_names(entry("a", method=zipfile.ZIP_BZIP2))
        self.refused("verify", "bad.zip", says="other than deflate")
        with_names(entry("folder/", 0o40755), content=b"content")
        self.refused("verify", "bad.zip", says="folder with content")
        # One piece of data under many names (David Fifield's overlapping files).
        self.write("bad.zip", self.overlapping())
        self.refused("verify", "bad.zip", says="bad.zip")
        self.make()
        good = (self.folder / "claim.zip").read_bytes()
        central = good.index(b"PK\1\2")
        encrypted = bytearray(good)
        encrypted[6] |= 1
        encrypted[central + 8] |= 1
        lying = bytearray(good)
        lying[central + 24:central + 28] = struct.pack("<I", 3)
        lying[22:26] = struct.pack("<I", 3)
        for content in [bytes(encrypted), bytes(lying), good[:-1], good[:1000], good[500:], b"PK\3\4", b"PK\5\6" + bytes(18),
                        b"PK\5\6" + b"\xff" * 18, b"", b"no zip", b"PK\3\4" + random.Random(1).randbytes(4000)]:
            self.write("bad.zip", content)
            self.refused("verify", "bad.zip", says="bad.zip")
            cases += 1
        (self.folder / "bad.zip").unlink()
        (self.folder / "bad.zip").symlink_to("/dev/zero")
        self.refused("verify", "bad.zip", says="bad.zip")
        self.refused("verify", "nowhere.zip", says="nowhere.zip")
        (self.folder / "bad.zip").unlink()
        (self.folder / "claim.zip").unlink()
        self.assertEqual(self.left_over(), before)
        self.assertGreaterEqual(cases + 8, 40)
        print(f"{cases + 8} hostile archives", end=" ", flush=True)

    def overlapping(self):
        data = b"\0" * 20_000
        local = b"PK\3\4" + struct.pack("<5H3I2H", 20, 0, 0, 0, 33, 0, len(data), len(data), 1, 0) + b"a" + data
        central = b""
        for number in range(50):
            central += b"PK\1\2" + struct.pack("<6H3I5H2I", 20, 20, 0, 0, 0, 33, 0, len(data), len(data), 1, 0, 0, 0, 0, 0, 0)
            central += b"a" if number == 0 else bytes([98 + number % 20])
        return local + central + b"PK\5\6" + struct.pack("<4H2IH", 0, 0, 50, 50, len(central), len(local), 0)

    def test_memory_stays_small_however_large_the_files_are(self):
        big = random.Random(1).randbytes(1 << 20) * 192
        with zipfile.ZipFile(self.folder / "big.zip", "w") as archive:
            archive.writestr(entry("big.bin"), big)
            archive.writestr(entry(SUMS), f"{hashlib.sha256(big).hexdigest()}  big.bin\n")
        done = subprocess.run(
            ["/usr/bin/time", "-f", "%M", "-o", "peak", PROGRAM, "verify", "big.zip"], cwd=self.folder, env=self.environment())
        self.assertEqual(done.returncode, 0)
        self.assertLess(int((self.folder / "peak").read_text()), 120 << 10)


if __name__ == "__main__":
    unittest.main()

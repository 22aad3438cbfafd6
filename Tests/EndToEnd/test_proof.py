"""Manifests and signatures: every changed byte is found, by verify and by the standard tools."""
import os
import random
import shutil
import subprocess
import unittest

from support import Case


class Proof(Case):
    def setUp(self):
        super().setUp()
        self.done("sample", "--rich", "--count", "30", "--seed", "4")

    def run_tool(self, *words, input=b""):
        return subprocess.run(list(map(str, words)), cwd=self.folder, input=input, capture_output=True).returncode

    def make_key(self, name="key"):
        self.assertEqual(self.run_tool("openssl", "genpkey", "-algorithm", "ed25519", "-out", f"{name}.pem"), 0)
        self.assertEqual(self.run_tool("openssl", "pkey", "-in", f"{name}.pem", "-pubout", "-out", f"{name}.pub"), 0)

    def sums_hold(self, manifest="r.html.sha256"):
        return self.run_tool("sha256sum", "--strict", "-c", manifest) == 0

    def openssl_accepts(self, manifest="r.html.sha256", key="key.pub"):
        return self.run_tool("openssl", "pkeyutl", "-verify", "-pubin", "-inkey", key, "-rawin", "-in", manifest,
                             "-sigfile", manifest + ".sig") == 0

    def test_a_manifest_is_one_of_sha256sum(self):
        for form in ["html", "xlsx", "xml", "csv", "json"]:
            self.done("report", "-o", f"r.{form}", "--manifest")
            self.assertTrue(self.sums_hold(f"r.{form}.sha256"))
            outcome = self.done("verify", f"r.{form}")
            self.assertIn("is unchanged: 1 file; not signed", outcome.output)
            self.assertEqual(self.done("verify", f"r.{form}.sha256").status, 0)
        (self.folder / "r.csv").rename(self.folder / "s.csv")
        (self.folder / "r.csv.sha256").rename(self.folder / "s.csv.sha256")
        self.refused("verify", "s.csv", says=["missing: r.csv", "extra: s.csv"])
        report = self.done("verify", "r.xml", "--json").json
        self.assertEqual(report, {"manifest": "r.xml.sha256", "sound": True, "files": 1, "signature": "none", "findings": [],
                                  "stamps": 0})

    def test_a_folder_with_one_manifest_a_lost_report_and_a_new_one(self):
        self.make_key()
        (self.folder / "one").mkdir()
        self.done("report", "-o", "one/r.html", "--sign", "key.pem")
        self.assertIn("signature is good", self.done("verify", "one/r.html", "--key", "key.pub").output)
        # The manifest of one file says nothing of the folder around it.
        self.refused("verify", "one", "--key", "key.pub", says=["the folder has no SHA256SUMS", "nothing was checked"])
        self.refused("verify", "one", says=["the folder has no SHA256SUMS", "name the file or its manifest"])
        # What proved the first says nothing of the second.
        self.done("report", "-o", "one/r.html", "--manifest")
        self.assertFalse((self.folder / "one/r.html.sha256.sig").exists())
        self.assertIn("is unchanged", self.done("verify", "one/r.html").output)
        (self.folder / "one/r.html").unlink()
        self.refused("verify", "one/r.html", says="missing: r.html")
        self.done("report", "-o", "one/r.html")
        self.assertEqual([path.name for path in (self.folder / "one").iterdir()], ["r.html"])

    def test_a_changed_byte_anywhere_is_found(self):
        self.make_key()
        self.done("report", "-o", "r.html", "--sign", "key.pem")
        self.assertTrue(self.openssl_accepts())
        self.assertIn("the signature is good", self.done("verify", "r.html", "--key", "key.pub").output)
        chance = random.Random(7)
        for name in ["r.html", "r.html.sha256", "r.html.sha256.sig"]:
            good = (self.folder / name).read_bytes()
            places = {0, len(good) - 1} | {chance.randrange(len(good)) for _ in range(25)}
            for place in sorted(places):
                bad = bytearray(good)
                bad[place] ^= 1 << chance.randrange(8)
                (self.folder / name).write_bytes(bad)
                outcome = self.call("verify", "r.html", "--key", "key.pub")
                self.assertEqual(outcome.status, 1, f"{name} {place}: {outcome.output}")
                self.assertFalse(self.sums_hold() and self.openssl_accepts(), f"{name} {place}")
            (self.folder / name).write_bytes(good)
        self.done("verify", "r.html", "--key", "key.pub")

    def test_a_wrong_signature_is_refused(self):
        self.make_key()
        self.make_key("other")
        self.done("report", "-o", "r.html", "--sign", "other.pem")
        self.refused("verify", "r.html", "--key", "key.pub", says=["wrong signature", "r.html.sha256.sig"])
        self.refused("verify", "r.html", "--key", "key.pem", says="not a public Ed25519 key")
        (self.folder / "r.html.sha256.sig").unlink()
        self.refused("verify", "r.html", "--key", "key.pub", says="not signed")
        self.refused("verify", "--key", "key.pub", status=2, says="PATH")

    @unittest.skipUnless(shutil.which("ssh-keygen"), "no ssh-keygen here")
    def test_keys_of_openssh_sign_too(self):
        self.assertEqual(self.run_tool("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "id", "-C", "ada"), 0)
        self.assertEqual(self.run_tool("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "other", "-C", "eve"), 0)
        self.write("signers", b"ada@example.org " + (self.folder / "id.pub").read_bytes())
        self.write("strangers", b"eve@example.org " + (self.folder / "other.pub").read_bytes())
        self.done("report", "-o", "r.html", "--sign", "id")
        self.assertEqual(
            self.run_tool("ssh-keygen", "-Y", "verify", "-f", "signers", "-I", "ada@example.org", "-n", "file", "-s",
                          "r.html.sha256.sig", input=(self.folder / "r.html.sha256").read_bytes()), 0)
        self.assertIn("good", self.done("verify", "r.html", "--allowed-signers", "signers").output)
        self.refused("verify", "r.html", "--allowed-signers", "strangers", says="wrong signature")
        self.refused("verify", "r.html", "--allowed-signers", "nowhere", says="nowhere")
        self.make_key()
        self.refused("verify", "r.html", "--key", "key.pub", says="wrong signature")

    def test_a_wrong_key_leaves_nothing(self):
        before = self.left_over()
        self.write("bad.pem", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n")
        self.run_tool("openssl", "genpkey", "-algorithm", "rsa", "-out", "rsa.pem")
        self.run_tool("openssl", "genpkey", "-algorithm", "ed25519", "-aes256", "-pass", "pass:x", "-out", "locked.pem")
        for name in ["bad.pem", "rsa.pem", "locked.pem"]:
            self.refused("report", "-o", "r.html", "--sign", name, says=[name, "Ed25519"])
        self.refused("report", "-o", "r.html", "--sign", "nowhere.pem", says="nowhere.pem")
        self.make_key()
        self.refused("report", "-o", "key.pem", "--format", "html", "--sign", "key.pem", status=2, says="--output")
        self.refused("report", "-o", "-", "--format", "html", "--manifest", status=2, says="--manifest goes only with")
        left = [name for name in self.left_over() if name not in before and ".pem" not in name and name != "key.pub"]
        self.assertEqual(left, [])
        (self.folder / "r.html.sha256").mkdir()
        self.refused("report", "-o", "r.html", "--manifest", says="r.html.sha256")
        self.assertNotIn("r.html", self.left_over())

    def folder_with_manifest(self):
        place = self.folder / "claim"
        (place / "photos").mkdir(parents=True)
        for name in ["a.txt", "photos/b.jpg", "odd\nname", "back\\slash"]:
            (place / name).write_bytes(name.encode() * 50)
        done = subprocess.run(
            ["sha256sum", "a.txt", "photos/b.jpg", "odd\nname", "back\\slash"], cwd=place, capture_output=True)
        (place / "SHA256SUMS").write_bytes(done.stdout)
        return place

    def test_every_difference_of_a_folder_is_named(self):
        place = self.folder_with_manifest()
        self.assertIn("claim is unchanged: 4 files", self.done("verify", "claim").output)
        (place / "a.txt").write_bytes(b"other")
        (place / "photos/b.jpg").unlink()
        (place / "photos/new.jpg").write_bytes(b"x")
        (place / "odd\nname").unlink()
        (place / "odd\nname").symlink_to("a.txt")
        outcome = self.refused("verify", "claim", says=["changed: a.txt", "missing: photos/b.jpg",
                                                        "extra: photos/new.jpg", "not a file: odd", "4 differences"])
        self.assertEqual(len(outcome.errors.splitlines()), 5)
        found = self.call("verify", "claim", "--json").json
        self.assertEqual((found["sound"], len(found["findings"])), (False, 4))

    def signed_claim(self):
        """A signed folder, and a signed report of one file by the same owner."""
        self.make_key()
        self.done("report", "-o", "labels.html", "--sign", "key.pem")
        self.done("report", "insurance", "--format", "folder", "-o", "claim", "--sign", "key.pem")
        self.assertIn("the signature is good", self.done("verify", "claim", "--key", "key.pub").output)
        return self.folder / "claim"

    def test_a_signed_file_does_not_vouch_for_the_folder_it_is_put_into(self):
        evil = self.signed_claim().rename(self.folder / "evil")
        (evil / "SHA256SUMS").unlink()
        (evil / "SHA256SUMS.sig").unlink()
        (evil / "index.html").write_text("<h1>pay 1,000,000</h1>")
        for name in ["labels.html", "labels.html.sha256", "labels.html.sha256.sig"]:
            shutil.copy(self.folder / name, evil / name)
        for more in [[], ["--key", "key.pub"]]:
            for form in [[], ["--json"]]:
                outcome = self.refused("verify", "evil", *more, *form, says="the folder has no SHA256SUMS")
                self.assertEqual(outcome.output, "")
        # Under the folder's name it vouches for its own file only.
        shutil.copy(evil / "labels.html.sha256", evil / "SHA256SUMS")
        shutil.copy(evil / "labels.html.sha256.sig", evil / "SHA256SUMS.sig")
        self.refused("verify", "evil", "--key", "key.pub", says=["extra: index.html", "extra: labels.html.sha256.sig"])
        # Under the name of another file it does not vouch for that one.
        shutil.copy(evil / "labels.html.sha256", evil / "index.html.sha256")
        shutil.copy(evil / "labels.html.sha256.sig", evil / "index.html.sha256.sig")
        for name in ["index.html", "index.html.sha256"]:
            self.refused("verify", f"evil/{name}", "--key", "key.pub", says="extra: index.html")
        self.done("verify", "evil/labels.html", "--key", "key.pub")

    def test_an_extra_file_of_any_name_is_found(self):
        place = self.folder_with_manifest()
        (place / "Caf\u00e9").write_bytes(b"x")
        done = subprocess.run(["sha256sum", "Caf\u00e9"], cwd=place, capture_output=True)
        with open(place / "SHA256SUMS", "ab") as sums:
            sums.write(done.stdout)
        self.assertIn("claim is unchanged: 5 files", self.done("verify", "claim").output)
        names = [("12-D2\udcff.pdf", "extra: 12-D2\ufffd.pdf"), ("Cafe\u0301", "extra: Cafe\u0301"),
                 ("d/" * 70 + "x", "extra: d/d/d/")]
        for name, said in names:
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            (place / name).write_bytes(b"x")
            self.refused("verify", "claim", says=[said, "1 difference"])
            (place / name).unlink()
        # What is left is a folder without files, which is a difference of its own.
        self.refused("verify", "claim", says=["extra: the folder d has none of the files", "1 difference"])
        shutil.rmtree(place / "d")
        # The other form of a signed name does not replace it.
        (place / "Caf\u00e9").rename(place / "Cafe\u0301")
        self.refused("verify", "claim", says=["missing: Caf\u00e9", "extra: Cafe\u0301"])
        (place / "Cafe\u0301").rename(place / "Caf\u00e9")
        # A folder whose path is too long for the system may hold anything.
        inner = os.open(place, os.O_RDONLY)
        for _ in range(30):
            os.mkdir("d" * 200, dir_fd=inner)
            deeper = os.open("d" * 200, os.O_RDONLY, dir_fd=inner)
            os.close(inner)
            inner = deeper
        os.close(inner)
        self.refused("verify", "claim", says=["cannot be read: ddd", "File name too long", "1 difference"])

    def test_a_manifest_leads_nowhere_else(self):
        place = self.folder_with_manifest()
        (self.folder / "secret").write_bytes(b"s")
        sum_of = "043a718774c572bd8a25adbeb1bfcd5c0256ae11cecf9f9c3f925d0e52beaf89"
        for name in ["../secret", "/etc/passwd", "photos/../../secret", "./a.txt", "photos//b.jpg", ""]:
            (place / "SHA256SUMS").write_text(f"{sum_of}  {name}\n")
            self.refused("verify", "claim", says=["SHA256SUMS, line 1", "nothing was checked"])
        (place / "out").symlink_to(self.folder)
        (place / "SHA256SUMS").write_text(f"{sum_of}  out/secret\n")
        self.refused("verify", "claim", says="not a file: out/secret")
        for text in ["", "hello\n", f"{sum_of}  a.txt\n" * 2, f"{sum_of} a.txt\n", sum_of[:-1] + "  a.txt\n"]:
            (place / "SHA256SUMS").write_text(text)
            self.refused("verify", "claim", says="SHA256SUMS, line")
        (place / "SHA256SUMS").unlink()
        self.refused("verify", "claim", "--key", "nowhere", says="neither an inventory nor")

    def test_the_store_is_verified_as_before(self):
        self.assertIn("is intact: 30 items", self.done("verify").output)
        self.assertIn("is intact", self.done("verify", "inventory.homepwner").output)
        self.refused("verify", "nowhere", says="cannot read nowhere")
        self.refused("verify", "--store", "nowhere", says="no inventory at")


if __name__ == "__main__":
    unittest.main()

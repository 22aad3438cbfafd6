"""A claim's folder: whole or not there, and provable file by file."""
import struct
import subprocess
import unittest
import zlib

import workbook
from support import XML, Case
import xml.etree.ElementTree as ElementTree


def png(width, height, colour):
    """A small picture."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = (b"\0" + bytes(colour) * width) * height
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


class Bundles(Case):
    def setUp(self):
        super().setUp()
        self.done("init", "--owner", "Ada")
        self.lamp = self.done("add", "Lamp", "--value", "12.50", "--quantity", "2").output.strip()
        self.done("add", "Sofa", "--value", "900")
        self.write("photo.png", png(40, 30, (200, 30, 30)))
        self.write("receipt.png", png(30, 40, (30, 30, 200)))
        self.done("photo", "add", self.lamp, "photo.png")
        self.done("document", "add", self.lamp, "receipt.png", "--kind", "receipt")
        subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", "key.pem"], cwd=self.folder, check=True)
        subprocess.run(["openssl", "pkey", "-in", "key.pem", "-pubout", "-out", "key.pub"], cwd=self.folder, check=True)
        self.before = self.left_over()

    def files(self, name):
        place = self.folder / name
        return sorted(str(path.relative_to(place)) for path in place.rglob("*") if path.is_file())

    def test_it_holds_everything_and_every_file_is_proven(self):
        self.done("report", "insurance", "--format", "bundle", "-o", "claim", "--sign", "key.pem")
        self.assertEqual(self.left_over(), sorted(self.before + ["claim"]))
        self.assertEqual(self.files("claim"), [
            "README.txt", "SHA256SUMS", "SHA256SUMS.sig", "documents/1-D1.jpg", "insurance.pdf", "insurance.xlsx",
            "insurance.xml", "photos/1-P1.jpg"])
        place = self.folder / "claim"
        self.assertEqual(
            subprocess.run(["sha256sum", "--strict", "--quiet", "-c", "SHA256SUMS"], cwd=place).returncode, 0)
        self.assertIn("is unchanged: 6 files; the signature is good", self.done("verify", "claim", "--key", "key.pub").output)
        self.done("validate", "claim/insurance.xml")
        total = ElementTree.parse(place / "insurance.xml").getroot().find(f"{XML}summary/{XML}total").text
        self.assertEqual(total, "925.00")
        self.assertEqual(workbook.sheets(place / "insurance.xlsx")["Schedule"][-1]["Q"].value, 925)
        self.assertIn("925.00", subprocess.run(
            ["pdftotext", place / "insurance.pdf", "-"], capture_output=True, text=True).stdout)
        readme = (place / "README.txt").read_text()
        for name in ["insurance.pdf", "insurance.xlsx", "insurance.xml", "photos/", "documents/", "SHA256SUMS.sig"]:
            self.assertIn(f"  {name}: ", readme)
        for name in self.files("claim"):
            good = (place / name).read_bytes()
            (place / name).write_bytes(good[:-1] + bytes([good[-1] ^ 1]))
            self.refused("verify", "claim", "--key", "key.pub", says="")
            (place / name).write_bytes(good)
        self.done("verify", "claim", "--key", "key.pub")

    def test_the_same_store_makes_the_same_folder(self):
        for name in ["a", "b"]:
            self.done("report", "insurance", "--format", "bundle", "-o", name, SOURCE_DATE_EPOCH="1700000000")
        self.assertEqual((self.folder / "a/SHA256SUMS").read_bytes(), (self.folder / "b/SHA256SUMS").read_bytes())

    def test_photos_stay_out_where_wished(self):
        self.done("report", "insurance", "--format", "bundle", "-o", "claim", "--no-photos", "--no-documents", "--locale", "zh-Hans")
        self.assertEqual(
            self.files("claim"), ["README.txt", "SHA256SUMS", "insurance.pdf", "insurance.xlsx", "insurance.xml"])
        self.assertIn("校验和", (self.folder / "claim/README.txt").read_text())

    def test_what_is_there_stays_and_what_fails_leaves_nothing(self):
        self.done("report", "insurance", "--format", "bundle", "-o", "claim")
        kept = (self.folder / "claim/SHA256SUMS").read_bytes()
        self.refused("report", "insurance", "--format", "bundle", "-o", "claim", status=2, says="there already")
        self.refused("report", "insurance", "--format", "bundle", "-o", "key.pub", status=2, says="there already")
        self.refused("report", "insurance", "--format", "bundle", "-o", "-", status=2, says="a folder or a zip file")
        self.refused("report", "labels", "--format", "bundle", status=2, says="no bundle")
        self.refused("report", "insurance", "--format", "bundle", "-o", "inventory.homepwner/x", status=2, says="inside")
        self.assertEqual((self.folder / "claim/SHA256SUMS").read_bytes(), kept)
        for path in (self.folder / "inventory.homepwner/photos").rglob("*"):
            if path.is_file():
                path.write_bytes(b"")
        self.refused("report", "insurance", "--format", "bundle", "-o", "other", says="")
        self.assertEqual(self.left_over(), sorted(self.before + ["claim"]))


if __name__ == "__main__":
    unittest.main()

"""A claim's folder: whole or not there, and provable file by file."""
import hashlib
import os
import re
import struct
import subprocess
import unittest
import zlib

import workbook
from support import XML, Case
import xml.etree.ElementTree as ElementTree


def png(width, height, colour=(0, 0, 0), rows=None):
    """A picture of one colour, or of these rows."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = rows or (b"\0" + bytes(colour) * width) * height
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def pdf(pages=1):
    """A document of blank pages."""
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 300]>>"
    kids = b" ".join(b"%d 0 R" % number for number in range(3, 3 + pages))
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, pages), *[page] * pages]
    data, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj" % number + content + b"endobj\n"
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return (data + b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1) + table
            + b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(data)))


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
        summary = workbook.sheets(place / "insurance.xlsx")["Summary"]
        self.assertIn(925, [cell.value for row in summary for cell in row.values()])
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

    def test_originals_come_with_what_the_camera_states(self):
        self.write("taken.png", png(50, 30, (9, 9, 9)))
        subprocess.run(
            ["exiftool", "-q", "-overwrite_original", "-Make=Acme", "-Model=Model One", "-DateTimeOriginal=2026:03:01 12:30:05",
             "-OffsetTimeOriginal=+02:00", "taken.png"], cwd=self.folder, check=True)
        self.done("photo", "add", self.lamp, "taken.png")
        said = "2026-03-01 12:30:05 +02:00, Acme Model One"

        def shown(name):
            text = subprocess.run(
                ["pdftotext", self.folder / name / "insurance.pdf", "-"], capture_output=True, text=True).stdout
            cells = [cell.value for row in workbook.sheets(self.folder / name / "insurance.xlsx")["Evidence index"]
                     for cell in row.values()]
            return f"Taken, as the camera states: {said}" in text.replace("\n", " "), said in cells

        self.done("report", "insurance", "--format", "bundle", "-o", "claim", "--originals")
        self.assertEqual(shown("claim"), (True, True))
        self.assertEqual(
            [name for name in self.files("claim") if "originals" in name],
            ["originals/1-D1.png", "originals/1-P1.png", "originals/1-P2.png"])
        self.assertEqual(
            (self.folder / "claim/originals/1-P2.png").read_bytes(), (self.folder / "taken.png").read_bytes())
        self.assertIn("  originals/: ", (self.folder / "claim/README.txt").read_text())
        self.done("verify", "claim")
        self.done("report", "insurance", "--format", "bundle", "-o", "copies")
        self.assertEqual(shown("copies"), (False, False))
        self.assertEqual([name for name in self.files("copies") if "originals" in name], [])

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
        self.refused("report", "labels", "--format", "bundle", status=2, says="or a bundle")
        self.refused("report", "insurance", "--format", "bundle", "-o", "inventory.homepwner/x", status=2, says="inside")
        self.assertEqual((self.folder / "claim/SHA256SUMS").read_bytes(), kept)
        for path in (self.folder / "inventory.homepwner/photos").rglob("*"):
            if path.is_file():
                path.write_bytes(b"")
        self.refused("report", "insurance", "--format", "bundle", "-o", "other", says="")
        self.assertEqual(self.left_over(), sorted(self.before + ["claim"]))

    def test_the_readme_says_whose_it_is_and_how_to_check_it(self):
        self.done("settings", "--policy-number", "HO-1", "--claim-number", "C-7", "--date-of-loss", "2026-10-30")
        words = ["report", "insurance", "--format", "bundle", "--sign", "key.pem", "-o"]
        self.done(*words, "claim", SOURCE_DATE_EPOCH="1700000000")
        readme = (self.folder / "claim/README.txt").read_text()
        for line in ["Insured: Ada", "Policy number: HO-1", "Claim number: C-7", "Date of loss: 2026-10-30", "Made on: 2023-11-14"]:
            self.assertIn(f"{line}\n", readme)
        command = next(line for line in readme.splitlines() if "openssl pkeyutl" in line)
        checked = subprocess.run(
            command.replace("PUBLIC.PEM", "../key.pub"), shell=True, cwd=self.folder / "claim", capture_output=True)
        self.assertEqual(checked.returncode, 0, checked.stderr)
        self.done(*words, "kept", "--redact", "owner,claim-number,date-of-loss")
        readme = (self.folder / "kept/README.txt").read_text()
        self.assertIn("Insured: withheld\n", readme)
        self.assertNotIn("C-7", readme)
        self.assertNotIn("2026-10-30", readme)

    def test_what_a_killed_one_left_is_taken_away_by_the_next(self):
        left, others = self.folder / ".homepwner-report-0left0.tmp", self.folder / ".homepwner-report-0other0.tmp"
        for folder in [left, others]:
            (folder / "files/photos").mkdir(parents=True)
            (folder / "files/photos/1-P1.jpg").write_bytes(b"a photo")
            (folder / ".in-use").write_bytes(b"")
            os.utime(folder / ".in-use", (1_000_000_000, 1_000_000_000))
        (others / "mine").mkdir()
        self.done("report", "insurance", "--format", "bundle", "-o", "claim")
        self.assertEqual(self.left_over(), sorted(self.before + ["claim", others.name]))

    def test_a_page_with_its_photos_beside_it(self):
        self.write("text.pdf", pdf())
        self.done("document", "add", self.lamp, "text.pdf", "--kind", "manual")
        said = self.done("report", "insurance", "--format", "folder", "-o", "page").output
        self.assertNotIn("checksum", said)
        self.assertEqual(self.left_over(), sorted(self.before + ["page", "text.pdf"]))
        self.assertEqual(self.files("page"), [
            "documents/1-D1.jpg", "documents/1-D2.jpg", "documents/1-D2.pdf", "index.html", "photos/1-P1.jpg"])
        page = (self.folder / "page/index.html").read_text()
        self.assertNotIn("data:image", page)
        shown = re.findall(r'<img src="([^"]+)"', page)
        self.assertEqual(sorted(shown), ["documents/1-D1.jpg", "documents/1-D2.jpg", "photos/1-P1.jpg"])
        self.assertEqual(sorted(re.findall(r'<a href="(documents/[^"]+|photos/[^"]+)"', page)),
                         ["documents/1-D1.jpg", "documents/1-D2.pdf", "photos/1-P1.jpg"])
        for name in ["photos/1-P1.jpg", "documents/1-D1.jpg", "documents/1-D2.pdf"]:
            self.assertIn(hashlib.sha256((self.folder / "page" / name).read_bytes()).hexdigest(), page)
        # A name that ends in a slash is a folder's; with checksums it is verified as one.
        self.done("report", "insurance", "-o", "proven/", "--sign", "key.pem")
        self.assertIn("5 files; the signature is good", self.done("verify", "proven", "--key", "key.pub").output)
        self.done("report", "--photos", "small", "--format", "folder", "-o", "list")
        self.assertEqual(len(self.files("list")), 2)
        self.done("report", "insurance", "--format", "folder", "-o", "kept", "--redact", "owner", "--no-photos")
        self.assertEqual(self.files("kept"), ["index.html"])
        self.refused("report", "insurance", "--format", "folder", "-o", "page", status=2, says="there already")
        self.refused("report", "insurance", "--format", "folder", "-o", "-", status=2, says="standard output")
        (self.folder / "empty").mkdir()
        for name in [".", "./", "..", "empty/.", "/"]:
            self.refused("report", "insurance", "--format", "folder", "-o", name, status=2, says="one to make")
        (self.folder / "link").symlink_to("empty")
        (self.folder / "astray").symlink_to("nowhere")
        (self.folder / "astray.zip").symlink_to("nowhere.zip")
        for name in ["link", "link/", "astray"]:
            self.refused("report", "insurance", "--format", "folder", "-o", name, status=2, says="symbolic link")
        self.refused("report", "insurance", "-o", "astray.zip", status=2, says="symbolic link")
        for form in [[], ["--format", "folder"], ["--format", "html"]]:
            self.refused("report", "insurance", *form, "-o", "", status=2, says="--output: expected the name")
        self.refused("report", "insurance", "-o", "page", status=2, says="--format folder or bundle")
        self.refused("report", "labels", "--format", "folder", status=2, says="cannot be a folder")


if __name__ == "__main__":
    unittest.main()

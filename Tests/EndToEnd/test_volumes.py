"""Long reports as PDF in volumes: totals that carry over and add up on paper, the data inside each, all or nothing."""
import decimal
import hashlib
import json
import os
import random
import re
import subprocess
import unittest
import zipfile

import printed_totals
from support import Case
from test_bundle import pdf, png
from test_claim_paper import thing
from test_pdf import output

AMOUNT = r"€([\d,]+\.\d\d)"
TITLES = ["Brought forward", "Carried forward", "Total of this volume", "Total"]


def amount(text):
    return decimal.Decimal(text.replace(",", ""))


class Volumes(Case):
    def bring(self, count):
        self.write("in.json", json.dumps([thing(number) for number in range(1, count + 1)]))
        self.done("init", "--currency", "EUR")
        self.done("import", "in.json")

    def text(self, path):
        return output("pdftotext", "-layout", path, "-").decode()

    def check(self, path, first, last):
        """A volume is archival, tagged, and holds the data of its lines."""
        self.assertIn(b"No syntax or stream encoding errors", output("qpdf", "--check", path))
        data = path.read_bytes()
        for identifier in [b"<pdfaid:part>3</pdfaid:part>", b"<pdfaid:conformance>A</pdfaid:conformance>",
                           b"<pdfuaid:part>1</pdfuaid:part>"]:
            self.assertIn(identifier, data)
        self.assertRegex(output("pdfinfo", path).decode(), r"Tagged: +yes")
        if first is None:
            return None
        inside = self.folder / f"inside-{path.parent.name}-{path.name}"
        inside.mkdir()
        output("pdfdetach", "-saveall", "-o", inside, path)
        xml = inside / "inventory.xml"
        self.done("validate", xml)
        text = xml.read_text()
        self.assertIn(f'<items firstLine="{first}">', text)
        lines = [int(line) for line in re.findall(r'<item id="[^"]*" line="(\d+)"', text)]
        self.assertEqual(lines, list(range(first, last + 1)))
        return text

    def list_rows(self, text):
        """The lines of a volume of the list, and its sums by their titles."""
        rows, sums = [], {}
        for line in text.splitlines():
            found = re.match(rf"\s*({'|'.join(TITLES)}) · Items: ([\d,]+)\s+([\d,.]+)\s.*?{AMOUNT}", line)
            if found:
                sums[found[1]] = (int(found[2].replace(",", "")), amount(found[3]), amount(found[4]))
                continue
            row = re.match(rf"\s*(\d+)\s+Thing (\d+)\s.*?\s(\d+)\s+(?:{AMOUNT}|–)", line)
            if row:
                self.assertEqual(row[1], row[2])
                value = re.findall(rf"{AMOUNT}|–", line)[-1]
                rows.append((int(row[1]), int(row[3]), amount(value) if value else decimal.Decimal(0)))
        return rows, sums

    def test_totals_carry_from_volume_to_volume_and_follow_from_the_lines(self):
        self.bring(250)
        outcome = self.done("report", "--volumes", "--volume-items", "100", "-o", "list")
        self.assertIn("250 items", outcome.output)
        folder = self.folder / "list"
        files = [f"inventory-{number}-of-3.pdf" for number in (1, 2, 3)]
        self.assertEqual(sorted(os.listdir(folder)), sorted([*files, "inventory.pdf"]))
        sum_so_far = (0, decimal.Decimal(0), decimal.Decimal(0))
        cover = self.text(folder / "inventory.pdf")
        self.check(folder / "inventory.pdf", None, None)
        for place, name in enumerate(files):
            text = self.text(folder / name)
            first, last = place * 100 + 1, min(250, (place + 1) * 100)
            self.check(folder / name, first, last)
            self.assertIn(f"Volume {place + 1} of 3", text)
            rows, sums = self.list_rows(text)
            self.assertEqual([row[0] for row in rows], list(range(first, last + 1)))
            own = (len(rows), sum(row[1] for row in rows), sum(row[2] for row in rows))
            self.assertEqual(sums["Total of this volume"], own)
            if place > 0:
                self.assertEqual(sums["Brought forward"], sum_so_far)
            sum_so_far = tuple(one + other for one, other in zip(sum_so_far, own))
            self.assertEqual(sums["Total" if place == 2 else "Carried forward"], sum_so_far)
            self.assertIn(name, cover)
            self.assertIn(hashlib.sha256((folder / name).read_bytes()).hexdigest(), cover)
            self.assertIn(f"€{own[2]:,}", cover)
        self.assertIn(f"€{sum_so_far[2]:,}", cover)
        self.assertEqual(sum_so_far[2], sum(row for row in [
            amount(total) for total in re.findall(r'<total currency="EUR">([\d.]+)<', self.whole_xml())]))

    def whole_xml(self):
        self.done("report", "-o", "whole.xml")
        return (self.folder / "whole.xml").read_text()

    def test_a_group_goes_on_in_the_next_volume(self):
        self.bring(60)
        self.done("report", "--volume-items", "25", "--group-by", "location", "-o", "list")
        texts = [self.text(self.folder / f"list/inventory-{number}-of-3.pdf") for number in (1, 2, 3)]
        self.assertIn("Attic", texts[0])
        self.assertNotIn("(continued)", texts[0])
        self.assertRegex(texts[1], r"Cellar \(continued\)")
        self.assertRegex(texts[2], r"Kitchen \(continued\)")
        joined = "\n".join(texts)
        for room in ["Attic", "Cellar", "Kitchen"]:
            self.assertEqual(len(re.findall(rf"Subtotal · {room} .*Items: 20", joined)), 1, room)
        for number, (first, last) in enumerate([(1, 25), (26, 50), (51, 60)], 1):
            text = self.check(self.folder / f"list/inventory-{number}-of-3.pdf", first, last)
            groups = re.findall(r'<group by="location" name="\w+" items="(\d+)"', text)
            self.assertEqual(sum(map(int, groups)), last - first + 1)

    def test_a_claim_in_volumes_adds_up_and_has_one_cover(self):
        self.bring(60)
        self.done("report", "insurance", "--volume-items", "25", "-o", "claim", "--as-of", "2026-11-01",
                  "--high-value", "300EUR")
        folder = self.folder / "claim"
        cover = self.text(folder / "insurance.pdf")
        for words in ["By room", "Volumes", "Signature"]:
            self.assertIn(words, cover)
        whole = printed_totals.Sums()
        for number, (first, last) in enumerate([(1, 25), (26, 50), (51, 60)], 1):
            path = folder / f"insurance-{number}-of-3.pdf"
            text = self.text(path)
            self.check(path, first, last)
            self.assertNotIn("What is missing", text)
            rows, sums = printed_totals.volume(text)
            self.assertEqual([row["line"] for row in rows], list(range(first, last + 1)))
            own = printed_totals.Sums()
            if number > 1:
                self.assertEqual(sums["Brought forward"], whole)
            for row in rows:
                own.add(row)
                whole.add(row)
            self.assertEqual(sums["Total of this volume"], own)
            self.assertEqual(sums["Total" if number == 3 else "Carried forward"], whole)
        for column in printed_totals.TOTALLED:
            self.assertIn(f"€{whole[column]:,}", cover)

    def test_a_bundle_holds_the_volumes(self):
        self.bring(30)
        self.done("report", "insurance", "--format", "bundle", "--volume-items", "20", "-o", "claim")
        names = os.listdir(self.folder / "claim")
        for name in ["insurance.pdf", "insurance-1-of-2.pdf", "insurance-2-of-2.pdf", "insurance.xlsx", "SHA256SUMS"]:
            self.assertIn(name, names)
        self.assertIn("insurance-*.pdf", (self.folder / "claim/README.txt").read_text())
        self.done("verify", "claim")

    WITH_PHOTOS = [3, 4, 9, 12, 15, 17, 20, 22, 25, 30]

    def bring_evidence(self):
        """Photos that no size makes small, and a document of two pages and some 300,000 bytes."""
        self.bring(30)
        ids = [item["id"] for item in json.loads(self.done("list", "--json").output)]
        chance = random.Random(1)
        for line in self.WITH_PHOTOS:
            width, height = (1600, 1200) if line < 5 else (400, 300)
            rows = b"".join(b"\0" + chance.randbytes(3 * width) for _ in range(height))
            self.write("photo.png", png(width, height, rows=rows))
            self.done("photo", "add", ids[line - 1], "photo.png")
        self.write("bill.pdf", pdf(pages=2) + b"%" + bytes(chance.choices(range(128, 256), k=300_000)) + b"\n")
        self.done("document", "add", ids[4], "bill.pdf", "--kind", "receipt")

    def check_evidence(self, folder):
        """Each zip file opens alone and says which it is and which lines it has; the index names what they hold."""
        names = sorted(name for name in os.listdir(folder) if name.startswith("evidence-"))
        readme, held = (folder / "README.txt").read_text(), []
        for number, name in enumerate(names, 1):
            with zipfile.ZipFile(folder / name) as part:
                self.assertIsNone(part.testzip())
                inside = part.read("README.txt").decode()
                files = [file for file in part.namelist() if file != "README.txt"]
            first, last = re.search(rf"^Volume {number} of {len(names)} · Lines (\d+)(?:–(\d+))?$", inside, re.M).groups()
            lines = [int(re.search(r"/(\d+)-", file)[1]) for file in files]
            self.assertEqual((lines[0], lines[-1]), (int(first), int(last or first)))
            self.assertIn(f"{name}: Lines {first}", readme)
            held += files
        numbers = [f"{line}-P1" for line in self.WITH_PHOTOS]
        numbers.insert(2, "5-D1")
        self.assertEqual([re.search(r"/(.*)\.", name)[1] for name in held], numbers)
        return len(names)

    def test_no_file_of_a_claim_is_larger_than_a_portal_takes(self):
        self.bring_evidence()
        parts = {}
        for size, limit in [("2MB", 2_000_000), ("0.35mb", 350_000)]:
            self.done("report", "insurance", "--format", "bundle", "--part-size", size, "-o", size)
            folder = self.folder / size
            for name in os.listdir(folder):
                self.assertLessEqual((folder / name).stat().st_size, limit, name)
            self.assertEqual(subprocess.run(["sha256sum", "--strict", "--quiet", "-c", "SHA256SUMS"], cwd=folder).returncode, 0)
            cover = self.text(folder / "insurance.pdf")
            volumes = sorted(name for name in os.listdir(folder) if re.match(r"insurance-\d", name))
            next_line, held = 1, ""
            for number, name in enumerate(volumes, 1):
                text = self.text(folder / name)
                self.assertIn(f"Volume {number} of {len(volumes)}", text)
                first, last = map(int, re.search(r"Lines (\d+)–(\d+) ·", text).groups())
                self.assertEqual(first, next_line)
                self.check(folder / name, first, last)
                self.assertIn(name, cover)
                next_line, held = last + 1, held + text
            self.assertEqual(next_line, 31)
            # Checksums end where the pages do, whose margins are 12 mm.
            self.assertLess(max(right for line in printed_totals.placed(folder / volumes[0]) for right, _ in line), 808.5)
            for line in self.WITH_PHOTOS:
                self.assertIn(f"{line}-P1", held)
            parts[size] = (len(volumes), self.check_evidence(folder))
        self.assertEqual(parts["2MB"][0], 1)
        self.assertGreater(min(parts["0.35mb"]), 1)

    def test_a_size_that_cannot_be_met_is_refused_with_the_way_out(self):
        self.bring_evidence()
        before = self.left_over()
        self.refused("report", "insurance", "--format", "bundle", "--part-size", "250KB", "-o", "claim",
                     says=["'documents/5-D1.pdf'", "250,000", "--no-documents"])
        self.refused("report", "insurance", "--part-size", "250KB", "-o", "claim", says=["line 5 alone", "--no-documents", "--format bundle"])
        self.assertEqual(self.left_over(), before)
        self.done("report", "insurance", "--part-size", "250KB", "--no-documents", "-o", "claim")
        for size in ["1", "MB", "nanMB", "199KB", "2GB", "1e3MB1"]:
            self.refused("report", "insurance", "--part-size", size, "-o", "other", status=2, says=["--part-size", "such as 1MB"])
        self.refused("report", "insurance", "--part-size", "1MB", "-o", "claim.zip", status=2, says=["--format bundle"])
        self.refused("report", "--part-size", "1MB", "--format", "html", "-o", "other", status=2, says=["--part-size", "only PDF"])

    def test_the_same_volumes_have_the_same_bytes_however_many_are_set_at_once(self):
        self.bring(40)
        for name, jobs in [("a", "1"), ("b", "4")]:
            self.done("report", "--volume-items", "10", "--jobs", jobs, "-o", name, SOURCE_DATE_EPOCH="1790000000")
        for name in os.listdir(self.folder / "a"):
            self.assertEqual((self.folder / "a" / name).read_bytes(), (self.folder / "b" / name).read_bytes(), name)

    def test_all_volumes_appear_or_none(self):
        self.bring(40)
        (self.folder / "tools").mkdir()
        self.write("tools/typst", "#!/bin/sh\ncase $PWD in *part-2) exit 1;; esac\nprintf no >report.pdf\n")
        (self.folder / "tools/typst").chmod(0o755)
        before = self.left_over()
        self.refused("report", "--volume-items", "10", "-o", "list", PATH=f"{self.folder}/tools:{os.environ['PATH']}")
        self.assertEqual(self.left_over(), before)
        (self.folder / "list").mkdir()
        self.write("list/mine.txt", "mine")
        self.refused("report", "--volume-items", "10", "-o", "list", status=2, says=["--output"])
        self.assertEqual(os.listdir(self.folder / "list"), ["mine.txt"])

    def test_an_empty_list_has_one_volume(self):
        self.done("init", "--currency", "EUR")
        self.done("report", "--volumes", "-o", "list")
        self.assertEqual(sorted(os.listdir(self.folder / "list")), ["inventory-1-of-1.pdf", "inventory.pdf"])

    def test_what_cannot_be_in_volumes_is_refused(self):
        self.done("init", "--currency", "EUR")
        self.refused("report", "--volumes", "-o", "list.pdf", status=2, says=["without .pdf"])
        self.refused("report", "--volumes", "-o", "-", status=2, says=["standard output"])
        self.refused("report", "--volumes", "--format", "html", "-o", "list", status=2, says=["only PDF"])
        self.refused("report", "labels", "--volumes", "-o", "list", status=2, says=["labels"])
        self.refused("report", "--volume-items", "1", "-o", "list", status=2, says=["--volume-items"])

    def test_one_file_above_the_bound_names_the_way(self):
        self.write("in.csv", "name\n" + "Book\n" * 30_001)
        self.done("import", "in.csv", "--currency", "EUR")
        self.refused("report", "-o", "list.pdf", says=["30,001 items", "--volumes"])
        self.refused("report", "insurance", "-o", "claim.pdf", says=["--volumes"])


if __name__ == "__main__":
    unittest.main()

"""Reports as workbooks: sums that agree, texts that stay texts, the same bytes twice."""
import decimal
import json
import shutil
import subprocess
import unittest
import zipfile

import workbook
from support import Case, SHARED, shared


class Workbooks(Case):
    def sheets(self, name="r.xlsx"):
        return workbook.sheets(self.folder / name)

    def letters(self, sheet):
        """The letters of a sheet's columns by their headings."""
        return {cell.value: letter for letter, cell in sheet[0].items()}

    def totals(self, rows, amounts, codes):
        """The formulas of a column with their stored results."""
        return {row[codes].value: row[amounts] for row in rows if amounts in row and row[amounts].formula}

    @unittest.skipUnless(shared("homebox-120.csv"), f"no shared fixtures in {SHARED}")
    def test_the_fixtures_totals_are_those_of_every_format(self):
        expected = json.loads(shared("homebox-120.expected.json").read_text())
        self.done("report", "--input", shared("homebox-120.csv"), "-o", "r.xlsx", "--group-by", "location")
        sheets = self.sheets()
        self.assertEqual(list(sheets), ["Items", "Summary", "Missing"])
        summary = {row["A"].value: row for row in sheets["Summary"] if "A" in row}
        total = summary["Total value"]["D"]
        self.assertEqual(decimal.Decimal(str(total.value)), decimal.Decimal(expected["active_total"]))
        self.assertIn("SUM", total.formula)
        units = summary["Units"]["B"]
        self.assertEqual(decimal.Decimal(str(units.value)), decimal.Decimal(expected["active_units"]))
        self.assertIn("SUM", units.formula)
        items = sheets["Items"][1:]
        self.assertEqual(len(items), expected["rows"] - expected["archived"])
        letter = self.letters(sheets["Items"])
        value, serial = letter["Line value"], letter["Serial number"]
        cells = sum(decimal.Decimal(str(row[value].value)) for row in items if value in row)
        self.assertEqual(cells, decimal.Decimal(expected["active_total"]))
        groups = {row["A"].value: row["D"] for row in sheets["Summary"] if "A" in row and "D" in row}
        for name, amount in expected["total_by_location"].items():
            self.assertEqual(decimal.Decimal(str(groups[name].value)), decimal.Decimal(amount), name)
            self.assertIn("SUM", groups[name].formula)
        self.assertEqual(len(sheets["Missing"]) - 1, sum(value not in row or serial not in row for row in items))

    def test_currencies_have_sums_of_their_own_which_an_office_program_finds_too(self):
        self.done("sample", "--rich", "--count", "200", "--seed", "5", "--currencies", "USD,EUR,JPY,KWD")
        self.done("report", "-o", "r.xlsx", "--group-by", "category")
        totals = self.done("report", "--format", "json", "-o", "-").json["summary"]["totals"]
        sums = self.totals([row for row in self.sheets()["Summary"] if "A" in row and row["A"].value == "Total value"] , "D", "E")
        self.assertEqual(
            {code: decimal.Decimal(str(cell.value)) for code, cell in sums.items()},
            {total["currency"]: decimal.Decimal(total["amount"]) for total in totals})
        styles = zipfile.ZipFile(self.folder / "r.xlsx").read("xl/styles.xml").decode()
        for form in ["#,##0.00\\ [$USD]", "#,##0\\ [$JPY]", "#,##0.000\\ [$KWD]", "yyyy\\-mm\\-dd"]:
            self.assertIn(form, styles)
        if not shutil.which("soffice"):
            self.skipTest("LibreOffice (libreoffice-calc) is not here to recalculate")
        workbook.without_results(self.folder / "r.xlsx", self.folder / "bare.xlsx")
        again = workbook.sheets(workbook.recalculated(self.folder / "bare.xlsx", self.folder))
        for name, rows in self.sheets().items():
            for before, after in zip(rows, again[name]):
                for letter, cell in before.items():
                    if cell.formula:
                        self.assertAlmostEqual(cell.value, after[letter].value, places=6, msg=f"{name} {letter}")

    def test_texts_stay_texts(self):
        hostile = ["=1+1", "+49 30", "-cmd", "@SUM(A1)", "=HYPERLINK(\"http://x\")", "_x0041_", "a\x07b\tc\nd", " lead",
                   "\ufffe\uffff", "<b>&amp;\"'", "日本語 🐻"]
        rows = [{"name": name, "serialNumber": name} for name in hostile]
        self.write("all.json", json.dumps(rows))
        self.done("import", "all.json")
        self.done("report", "-o", "r.xlsx")
        names = [row["B"] for row in self.sheets()["Items"][1:]]
        self.assertTrue(all(cell.kind == "inlineStr" and not cell.formula for cell in names))
        self.assertEqual([cell.value for cell in names][:5], hostile[:5])
        self.assertEqual(names[5].value, "_x005F_x0041_")
        self.assertEqual(names[6].value, "a_x0007_b\tc\nd")
        self.assertEqual([cell.value for cell in names][7:], [" lead", "��", "<b>&amp;\"'", "日本語 🐻"])

    def test_values_that_a_cell_cannot_hold_are_reported(self):
        self.done("init")
        self.done("add", "Palace", "--value", "99999999999999.99", "--notes", "x" * 40000)
        self.done("add", "Old", "--value", "1", "--purchase-date", "1850-02-03", "--quantity", "0.5")
        self.done("report", "-o", "r.xlsx")
        sheets = self.sheets()
        palace, old = sheets["Items"][1:]
        (total,) = [row["D"] for row in sheets["Summary"] if "A" in row and row["A"].value == "Total value"]
        letter = self.letters(sheets["Items"])
        value, notes = letter["Line value"], letter["Notes"]
        self.assertEqual(palace[value].value, "99999999999999.99 USD")
        self.assertEqual(len(palace[notes].value), 32767)
        self.assertTrue(palace[notes].value.endswith("x […]"))
        self.assertEqual(old[letter["Bought on"]].value, "1850-02-03")
        self.assertEqual((old[letter["Quantity"]].value, old[value].value), (0.5, 0.5))
        self.assertEqual((total.value, total.formula), ("100000000000000.49", None))
        self.assertTrue(any(str(row.get("A")).strip("'").endswith("whole): 1") for row in sheets["Summary"]))

    def test_it_prints_and_scrolls_with_its_headings(self):
        self.done("sample", "--rich", "--count", "20")
        self.done("report", "-o", "r.xlsx", "--title", "A & B", "--locale", "zh-Hans")
        book = zipfile.ZipFile(self.folder / "r.xlsx")
        sheet = book.read("xl/worksheets/sheet1.xml").decode()
        self.assertIn('<pane ySplit="1"', sheet)
        self.assertIn('state="frozen"', sheet)
        self.assertIn("<cols>", sheet)
        self.assertIn('orientation="landscape"', sheet)
        self.assertIn("A &amp;&amp; B", sheet)
        self.assertIn("_xlnm.Print_Titles", book.read("xl/workbook.xml").decode())
        self.assertEqual(list(self.sheets()), ["物品", "汇总", "缺项"])

    def test_the_same_store_makes_the_same_bytes(self):
        self.done("sample", "--rich", "--count", "50", "--currencies", "USD,EUR")
        for name in ["a.xlsx", "b.xlsx"]:
            self.done("report", "-o", name, SOURCE_DATE_EPOCH="1700000000")
        self.assertEqual((self.folder / "a.xlsx").read_bytes(), (self.folder / "b.xlsx").read_bytes())
        self.assertIn(b"2023-11-14T22:13:20Z", zipfile.ZipFile(self.folder / "a.xlsx").read("docProps/core.xml"))
        self.refused("report", "-o", "c.xlsx", SOURCE_DATE_EPOCH="yesterday", says="SOURCE_DATE_EPOCH")
        self.assertNotIn("c.xlsx", self.left_over())

    def test_empty_inventories_and_standard_output_work(self):
        self.done("init")
        self.write("r.xlsx", self.done("report", "--format", "xlsx", "-o", "-").bytes)
        self.assertEqual(len(self.sheets()["Items"]), 1)
        (total,) = [row["D"] for row in self.sheets()["Summary"] if "A" in row and row["A"].value == "Total value"]
        self.assertEqual(total.value, "not stated")

    def test_a_full_disk_leaves_nothing(self):
        self.done("sample", "--rich", "--count", "3000")
        disk = self.small_disk(200)
        for variable in [{"TMPDIR": str(disk)}, {}]:
            target = "r.xlsx" if variable else disk / "r.xlsx"
            self.refused("report", "--format", "xlsx", "-o", target, says="", **variable)
            self.assertNotIn("r.xlsx", self.left_over())
            self.assertEqual(list(disk.iterdir()), [])
        self.refused("report", "labels", "--format", "xlsx", status=2, says="workbook")

    def test_a_full_temporary_folder_never_makes_a_damaged_workbook(self):
        self.done("sample", "--rich", "--count", "1000", "--seed", "1")
        disk = self.small_disk(64)
        for report in ["inventory", "insurance"]:
            self.done("report", report, "-o", "whole.xlsx")
            name = next(iter(self.sheets("whole.xlsx")))
            whole = str(self.sheets("whole.xlsx")[name])
            # The library puts each sheet together in a file beside that of its rows, and looks at no errors there.
            rows = len(zipfile.ZipFile(self.folder / "whole.xlsx").read("xl/worksheets/sheet1.xml")) // 1024
            statuses = set()
            for part in [4, 15, 16, 17, 18, 20, 22, 24, 26, 28, 30, 31, 32, 33, 34, 36, 38, 64]:
                subprocess.run(["mount", "-o", f"remount,size={rows * part // 16}k", disk], check=True)
                self.write("r.xlsx", "the one from yesterday")
                outcome = self.call("report", report, "-o", "r.xlsx", TMPDIR=str(disk))
                statuses.add(outcome.status)
                with self.subTest(report=report, part=part, status=outcome.status):
                    self.assertEqual(list(disk.iterdir()), [])
                    if outcome.status == 0:
                        self.assertEqual(str(self.sheets()[name]), whole)
                    else:
                        self.assertEqual(outcome.status, 1)
                        self.assertIn("TMPDIR", outcome.errors)
                        self.assertEqual((self.folder / "r.xlsx").read_text(), "the one from yesterday")
                    self.assertEqual([name for name in self.left_over() if name.endswith(".tmp")], [])
            self.assertEqual(statuses, {0, 1})


if __name__ == "__main__":
    unittest.main()

"""Sheets that the programs of adjusters take in: cells equal in three readers, no formula on the first sheet."""
import csv
import datetime
import io
import shutil
import subprocess
import unittest

import workbook
from support import Case
from test_bundle import pdf

try:
    import forms
    import openpyxl
    import python_calamine
except ImportError:
    openpyxl = None

LIST = """\
name,description,location,category,quantity,manufacturer,modelNumber,serialNumber,purchaseDate,purchasePlace,purchasePrice,\
replacementValue,depreciation,condition,notes,value,customFields.Box,customFields.Shelf mark
Laptop,"13 inch, grey",Study,Electronics,1,Apple,Air,C02X,2022-02-10,B&H,1000.00 USD,1200.00 USD,20,good,=1+1,900.00 USD,,A1
Chair,,Lounge,,4,Ikea,,,2020-05-01,,49.99 EUR,59.99 USD,10,,as new,,7,
Vase,,Hall,,1,,,,,,,20.00 EUR,,,,,,
Card,@,Hall,,2.5,,,,,,,,,,,,,
"""

# By the headings of a plain sheet; what is not here is empty.
LAPTOP = {
    "No.": 1, "Room": "Study", "Category": "Electronics", "Quantity": 1, "Item": "Laptop, 13 inch, grey", "Brand": "Apple",
    "Model": "Air", "Serial number": "C02X", "Purchased from": "B&H", "Purchase date": datetime.date(2022, 2, 10),
    "Age, years": 4, "Age, months": 8, "Condition": "good", "Purchase price each": 1000, "Value each": 900,
    "Replacement cost each": 1200, "Line replacement cost": 1200, "Depreciation, %": 90, "Depreciation": 1080,
    "Actual cash value": 120, "Notes": "=1+1", "Custom fields": "Shelf mark: A1",
}
CHAIR = {
    "No.": 2, "Room": "Lounge", "Box": "7", "Quantity": 4, "Item": "Chair", "Brand": "Ikea",
    "Purchase date": datetime.date(2020, 5, 1), "Age, years": 6, "Age, months": 6, "Replacement cost each": 59.99,
    "Line replacement cost": 239.96, "Depreciation, %": 65, "Depreciation": 155.97, "Actual cash value": 83.99,
    "Notes": "as new\nPurchase price each: 49.99 EUR",
}
VASE = {"No.": 3, "Room": "Hall", "Quantity": 1, "Item": "Vase", "Replacement cost each": 20, "Line replacement cost": 20}
CARD = {"No.": 4, "Room": "Hall", "Quantity": 2.5, "Item": "Card, @"}

# The headings of the forms that name their columns otherwise than a plain sheet.
FORMS = {
    "plain": {},
    "exclaim": {
        "Reference Number": "No.", "Description": "Item", "Supplier": "Purchased from", "Original Price": "Purchase price each",
        "Age (Years)": "Age, years", "Age (Months)": "Age, months", "Insured Estimate": "Replacement cost each"},
    "xactcontents": {
        "Item description": "Item", "Brand or manufacturer": "Brand", "Model number": "Model", "Qty lost": "Quantity",
        "Item age": "Age", "Cost to replace pre-tax (each)": "Replacement cost each", "Condition/use": "Condition"},
    "contentstrack": {
        "Box ID": "Box", "Description": "Item", "Reported Cost": "Replacement cost each"},
}


def plain(value):
    """A cell as every reader gives it: an empty one as None, a whole number as an integer, a day without its hour."""
    if isinstance(value, datetime.datetime):
        return value.date()
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return None if value == "" else value


def number(text):
    """A cell of a CSV file."""
    try:
        return plain(float(text))
    except ValueError:
        return plain(text)


@unittest.skipUnless(openpyxl, "workbooks are read with openpyxl and python-calamine: run make deps first")
class Intake(Case):
    def setUp(self):
        super().setUp()
        self.write("list.csv", LIST)
        self.done("init", "--currency", "USD", "--locale", "en-US")
        self.done("import", "list.csv", "--fill-down", "no")

    def make(self, form):
        done = self.done("report", "intake", "--for", form, "-o", f"{form}.xlsx", "--as-of", "2026-11-05")
        self.assertIn(f"wrote {form}-EUR.xlsx: 1 item", done.output)
        self.assertIn(f"wrote {form}-USD.xlsx: 3 items, 7.5 units, 900.00 USD", done.output)
        return {"EUR": self.folder / f"{form}-EUR.xlsx", "USD": self.folder / f"{form}-USD.xlsx"}

    def rows(self, file):
        """The cells of the first sheet, which openpyxl and calamine agree about."""
        sheet = openpyxl.load_workbook(file).worksheets[0]
        found = [[plain(cell.value) for cell in row] for row in sheet.iter_rows()]
        other = python_calamine.CalamineWorkbook.from_path(str(file)).get_sheet_by_index(0).to_python()
        self.assertEqual(found, [[plain(cell) for cell in row] for row in other])
        return found

    def test_every_form_has_every_fact_in_one_currency(self):
        lines = {"EUR": [VASE], "USD": [LAPTOP, CHAIR, CARD]}
        for form, names in FORMS.items():
            for currency, file in self.make(form).items():
                headings, *rows = self.rows(file)
                self.assertLessEqual(set(names), set(headings[:10]))
                known = [names.get(heading, heading) for heading in headings]
                self.assertEqual(len(set(known)), len(known), form)
                for expected, row in zip(lines[currency], rows, strict=True):
                    stated = {name: value for name, value in zip(known, row) if value is not None}
                    age = stated.pop("Age", None)
                    if form in ["xactcontents", "contentstrack"]:
                        months = expected.get("Age, years", 0) * 12 + expected.get("Age, months", 0)
                        self.assertEqual(age, plain(round(months / 12, 2)) if months else None)
                        expected = {name: value for name, value in expected.items() if not name.startswith("Age, ")}
                    self.assertEqual(stated, expected, (form, currency))

    def test_the_first_sheet_has_values_alone_and_the_second_calculates(self):
        for form in FORMS:
            for file in self.make(form).values():
                first, second = workbook.sheets(file).values()
                self.assertEqual([cell for row in first for cell in row.values() if cell.formula], [])
                formulas = [cell for row in second for cell in row.values() if cell.formula]
                self.assertTrue(formulas)
        copy = self.folder / "calculated.xlsx"
        workbook.without_results(self.folder / "plain-USD.xlsx", copy)
        _, second = workbook.sheets(workbook.recalculated(copy, self.folder)).values()
        self.assertEqual([second[1][letter].value for letter in "LM"], [1080, 120])
        self.assertEqual([second[-1][letter].value for letter in "ILM"], [1439.96, 1235.97, 203.99])

    def test_office_opens_it(self):
        file = self.make("exclaim")["USD"]
        subprocess.run(
            ["soffice", f"-env:UserInstallation=file://{self.folder}/office", "--headless", "--convert-to",
             "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false", "--outdir", self.folder / "csv", file],
            check=True, capture_output=True, timeout=240)
        office = list(csv.reader(io.StringIO((self.folder / "csv/exclaim-USD.csv").read_text())))
        rows = [["" if cell is None else str(cell) for cell in row] for row in self.rows(file)]
        self.assertEqual([[number(cell) for cell in row] for row in office], [[number(cell) for cell in row] for row in rows])

    def test_redacted_texts_are_on_no_sheet(self):
        self.done("report", "intake", "-o", "r.xlsx", "--redact", "name,description,serial-number,custom-fields,notes")
        for currency in ["EUR", "USD"]:
            texts = [cell for row in self.rows(self.folder / f"r-{currency}.xlsx") for cell in row if isinstance(cell, str)]
            hidden = ["Laptop", "13 inch", "C02X", "Shelf", "A1", "as new", "Vase"]
            self.assertEqual([text for text in texts if any(word in text for word in hidden)], [])

    def test_files_of_evidence_are_named_as_in_the_bundle(self):
        item = self.items()[0]["id"]
        (self.folder / "receipt.pdf").write_bytes(pdf())
        self.done("document", "add", item, "receipt.pdf", "--kind", "receipt")
        self.done("report", "intake", "-o", "r.xlsx", "--where", "name:Laptop")
        headings, row = self.rows(self.folder / "r.xlsx")
        self.assertEqual(dict(zip(headings, row))["Receipts"], "documents/1-D1.pdf")

    def test_lines_without_an_amount_are_in_one_of_the_files(self):
        self.done("settings", "--currency", "GBP")
        self.done("report", "intake", "-o", "r.xlsx")
        found = {file.name: len(self.rows(file)) - 1 for file in self.folder.glob("r-*.xlsx")}
        self.assertEqual(found, {"r-EUR.xlsx": 2, "r-USD.xlsx": 2})

    def test_what_cannot_be_made_is_refused_before_anything_is_written(self):
        for words, says in [
                (["-o", "-"], "the items have amounts in EUR, USD, and each currency has a file of its own"),
                (["-o", "r.html"], "--output: 'report intake' makes a workbook; end the output with .xlsx"),
                (["--format", "bundle", "-o", "r"], "--format: 'report intake' makes a workbook"),
                (["--volumes", "-o", "r"], "'report intake' makes a workbook"),
                (["--detail", "full"], "--detail goes only with 'report insurance'"),
                (["--columns", "name"], "--columns goes only with"),
                (["--for", "acme"], "--for")]:
            self.refused("report", "intake", *words, says=[says], status=2)
        self.refused("report", "insurance", "--for", "plain", says=["--for goes only with 'report intake'"], status=2)
        (self.folder / "r-USD.xlsx").mkdir()
        self.refused("report", "intake", "-o", "r.xlsx", says=["r-USD.xlsx"])
        self.assertFalse((self.folder / "r-EUR.xlsx").exists())


class Losses(Case):
    """The losses by room for the IRS."""
    # Columns 2 to 9: what is not here is blank.
    LINES = {
        "Sofa": {"E": 200, "D": 1000, "F": 0, "G": 600, "H": 0, "I": 600, "J": 600, "K": 400},
        "Ring": {"D": 100, "E": 150, "F": 50, "G": 400, "H": 0},
        "Vase": {"D": 80, "G": 50},
        "Book": {},
        "Lamp": {"D": 30, "E": 0, "F": 0, "G": 10, "H": 4.5, "I": 5.5, "J": 5.5, "K": 5.5},
    }
    FORM = {"Line 10": 405.5, "Line 11": 100, "Line 12": 305.5, "Line 13": 50}

    def setUp(self):
        super().setUp()
        self.done("init", "--currency", "USD", "--locale", "en-US")
        def add(name, *words, reimbursement=None, after=None):
            stated = [("Insurance reimbursement", reimbursement), ("value after LOSS", after)]
            fields = [word for field, amount in stated if amount for word in ["--field", f"{field}={amount}"]]
            self.done("add", name, *words, *fields)
        add("Sofa", "--location", "Living Room", "--quantity", "2", "--purchase-price", "500", "--value", "300",
            "--purchase-date", "2020-05-01", reimbursement="200", after="0")
        add("Ring", "--location", "Bedroom", "--purchase-price", "100", "--value", "400", reimbursement="150.00 USD", after="0")
        add("Vase", "--location", "Bedroom", "--purchase-price", "80", "--value", "50")
        add("Book", "--location", "bedroom")
        add("Lamp", "--purchase-price", "30", "--value", "10", reimbursement="0", after="4.50")

    def test_each_room_has_a_sheet_and_the_sums_of_the_form_follow(self):
        self.done("report", "intake", "--for", "irs", "-o", "losses.xlsx")
        book = workbook.sheets(self.folder / "losses.xlsx")
        self.assertEqual(sorted(book), sorted(["Form 4684", "Bedroom", "bedroom (2)", "Living Room", "not stated"]))
        overview = book.pop("Form 4684")
        found, sums = {}, {}
        for name, (head, *rows, total) in book.items():
            self.assertEqual(head["D"].value, "(2) Cost or other basis")
            for row in rows:
                amounts = {letter: cell.value for letter, cell in row.items() if letter in "DEFGHIJK" and cell.value != ""}
                found[row["B"].value] = amounts
                for letter, amount in amounts.items():
                    sums[letter] = sums.get(letter, 0) + amount
            for letter in "DEFGHIJK":
                column = [row[letter].value for row in rows if letter in row and row[letter].value != ""]
                self.assertEqual(total[letter].value if letter in total else "", sum(column) if column else "")
        self.assertEqual(found, self.LINES)
        whole = next(row for row in overview if row.get("A") and row["A"].value == "Total")
        self.assertEqual([whole[letter].value for letter in "CDEFGHIJ"], [sums[letter] for letter in "DEFGHIJK"])
        lines = {row["A"].value.split(":")[0]: row["C"].value for row in overview if "A" in row and "C" in row}
        self.assertEqual({line: lines[line] for line in self.FORM}, self.FORM)
        self.assertTrue(any("irs.gov/form4684" in str(cell.value) for row in overview for cell in row.values()))
        # The lines have the numbers of the claim.
        self.assertEqual([row["A"].value for row in book["Bedroom"][1:-1]], [2, 3])
        if not shutil.which("soffice"):
            self.skipTest("LibreOffice calculates the formulas again")
        workbook.without_results(self.folder / "losses.xlsx", self.folder / "bare.xlsx")
        def numbers(file):
            rows = {name: [{letter: cell.value for letter, cell in row.items() if cell.kind == "n"} for row in rows]
                    for name, rows in workbook.sheets(file).items()}
            return {name: [row for row in rows if row] for name, rows in rows.items()}
        again = workbook.recalculated(self.folder / "bare.xlsx", self.folder)
        self.assertEqual(numbers(again), numbers(self.folder / "losses.xlsx"))

    def test_what_nothing_is_recorded_of_stays_blank(self):
        self.done("init", "--store", "euro", "--currency", "EUR")
        self.done("add", "Desk", "--location", "Study", "--purchase-price", "30", "--store", "euro")
        self.done("report", "intake", "--for", "irs", "-o", "losses.xlsx", "--store", "euro")
        book = workbook.sheets(self.folder / "losses.xlsx")
        amounts = lambda row: {letter: cell.value for letter, cell in row.items() if letter != "A" and cell.value != ""}
        rows = {row["A"].value: amounts(row) for row in book["Form 4684"] if "A" in row}
        self.assertEqual((rows["Study"], rows["Total"]), ({"B": 1, "C": 30}, {"C": 30}))
        # The limit of the form is an amount in US dollars.
        self.assertEqual([found for line, found in rows.items() if line.startswith("Line 1")], [{}] * 4)

    def test_what_is_no_amount_is_refused_with_its_line(self):
        for text in ["none", "-1", "12 EUR", "1e3", "9999999999999999"]:
            self.done("edit", self.items()[2]["id"], "--field", f"Insurance reimbursement={text}")
            self.refused("report", "intake", "--for", "irs", "-o", "l.xlsx", says=["line 3: ", "is not an amount in USD", "120.50"])
        self.assertFalse((self.folder / "l.xlsx").exists())


@unittest.skipUnless(openpyxl, "workbooks are read with openpyxl and python-calamine: run make deps first")
class Forms(Case):
    """Insurers' own grids."""
    CALL = ["--where", "name:Laptop or name:Chair or name:Card", "--as-of", "2026-11-05"]
    DAYS = [datetime.datetime(2022, 2, 10), datetime.datetime(2020, 5, 1), None]

    def setUp(self):
        super().setUp()
        self.write("list.csv", LIST)
        self.done("init", "--currency", "USD", "--locale", "en-US")
        self.done("import", "list.csv", "--fill-down", "no")

    def fill(self, make, *words, **more):
        """The form before and after, and what is said."""
        make(self.folder / "form.xlsx", **more)
        done = self.done("report", "intake", "--fill", "form.xlsx", "-o", "filled.xlsx", *self.CALL, *words)
        return openpyxl.load_workbook(self.folder / "form.xlsx"), openpyxl.load_workbook(self.folder / "filled.xlsx"), done.errors

    def changed(self, before, after):
        """The cells that differ, by sheet and address. Styles, sizes, merged cells and the other sheets are the same."""
        self.assertEqual(before.sheetnames, after.sheetnames)
        found = {}
        for old, new in zip(before, after):
            self.assertEqual(sorted(map(str, old.merged_cells.ranges)), sorted(map(str, new.merged_cells.ranges)))
            self.assertEqual({k: v.width for k, v in old.column_dimensions.items()}, {k: v.width for k, v in new.column_dimensions.items()})
            for row in new.iter_rows():
                for cell in row:
                    known = old[cell.coordinate]
                    self.assertEqual(*[[repr(part) for part in (c.font, c.fill, c.alignment)] for c in (known, cell)])
                    if cell.value != known.value:
                        found[cell.coordinate] = cell.value
            self.assertEqual([c for row in old.iter_rows() for c in row if c.value is not None and new[c.coordinate].value is None], [])
        return found

    def column(self, found, letter):
        return {int(address[1:]): value for address, value in found.items() if address[0] == letter}

    def test_a_form_with_numbers_and_totals_of_its_own(self):
        before, after, said = self.fill(forms.american)
        found = self.changed(before, after)
        self.assertEqual(self.column(found, "B"), {6: "Laptop, 13 inch, grey", 7: "Chair", 8: "Card, @"})
        self.assertEqual(self.column(found, "C"), {6: 1, 7: 4, 8: 2.5})
        self.assertEqual(self.column(found, "D"), {6: "Apple", 7: "Ikea"})
        self.assertEqual(self.column(found, "E"), {6: 4.67, 7: 6.5})
        self.assertEqual(self.column(found, "F"), {6: self.DAYS[0], 7: self.DAYS[1]})
        # The total of a line is its own column, so that this is the cost of one piece.
        self.assertEqual(self.column(found, "G"), {6: 1200, 7: 59.99})
        self.assertEqual({address[0] for address in found}, set("BCDEFG"))
        self.assertEqual(after["Contents"]["G7"].number_format, "$#,##0.00")
        self.assertIn("columns of the form that stay as they are: Item #, Total, Salvage?\n", said)
        self.assertIn(
            "the items state more than the form has columns for: Room, Box, Category, Model, Serial number, Purchased from, Condition, "
            "Purchase price each, Value each, Depreciation, Actual cash value, Notes, Custom fields\n", said)
        sheets = workbook.sheets(workbook.recalculated(self.folder / "filled.xlsx", self.folder))
        self.assertIn(1439.96, [cell.value for row in sheets["Contents"] for cell in row.values()])
        self.assertIn(1439.96, [cell.value for row in sheets["Instructions"] for cell in row.values()])

    def test_a_form_in_german_with_an_example_and_merged_cells(self):
        before, after, said = self.fill(forms.german)
        found = self.changed(before, after)
        self.assertEqual(self.column(found, "A"), {6: 1, 7: 2, 8: 3})
        self.assertEqual(self.column(found, "C"), {6: "Laptop, 13 inch, grey", 7: "Chair", 8: "Card, @"})
        self.assertEqual(self.column(found, "F"), {6: self.DAYS[0], 7: self.DAYS[1]})
        self.assertEqual(after["Schadenliste"]["F6"].number_format, "dd.mm.yyyy")
        # Without a total of the line, amounts are those of all pieces.
        self.assertEqual(self.column(found, "H"), {6: 1200, 7: 239.96})
        self.assertEqual(self.column(found, "I"), {6: 120, 7: 83.99})
        self.assertNotIn("stay as they are", said)

    def test_a_form_in_two_languages_with_lines_of_two_rows(self):
        before, after, said = self.fill(forms.bilingual)
        found = self.changed(before, after)
        self.assertEqual(self.column(found, "B"), {4: "Study", 6: "Lounge", 8: "Hall"})
        self.assertEqual(self.column(found, "D"), {4: 1, 6: 4, 8: 2.5})
        self.assertEqual(self.column(found, "E"), {4: "C02X"})
        self.assertEqual(self.column(found, "F"), {4: 1200, 6: 239.96})
        self.assertEqual(self.column(found, "H"), {4: "=1+1", 6: "as new\nPurchase price each: 49.99 EUR"})
        self.assertEqual(after["SOL"]["H4"].data_type, "s")
        self.assertIn("the items state more", said)

    def test_a_reading_is_saved_and_used_again(self):
        self.fill(forms.american, "--reading", "acme.json", "--map", "Salvage?=Shelf mark", "--map", "Brand=-")
        saved = (self.folder / "acme.json").read_text()
        self.assertIn('"customFields.Shelf mark"', saved)
        before, after, _ = self.fill(forms.american, "--reading", "acme.json")
        found = self.changed(before, after)
        self.assertEqual(self.column(found, "I"), {6: "A1"})
        self.assertEqual(self.column(found, "D"), {})
        self.assertEqual((self.folder / "acme.json").read_text(), saved)

    def grid(self, *headings, rows=()):
        """A form whose first row has the headings."""
        def make(path):
            book = openpyxl.Workbook()
            for row in [headings, *rows]:
                book.active.append(row)
            book.save(path)
        return make

    def first_line(self, make, *words):
        """The cells of the chair by their columns, and what is said."""
        self.CALL = ["--where", "name:Chair", "--as-of", "2026-11-05"]
        _, after, said = self.fill(make, *words)
        return [cell.value for cell in after.active[2]], said

    def test_columns_that_the_owner_names_count_among_the_others(self):
        form = self.grid("Item", "Qty", "Replacement cost", "Ext.", "Age (yrs)", "Rest")
        call = ["--map", "Rest=age-months"]
        # With a total of the line, the other cost is that of one piece; with months, years are whole.
        line, _ = self.first_line(form, *call, "--map", "Ext.=replacement-cost")
        self.assertEqual(line, ["Chair", 4, 59.99, 239.96, 6, 6])
        line, said = self.first_line(form, *call, "--map", "Ext.=replacement-value")
        self.assertEqual(line[2:4], [239.96, 59.99])
        line, said = self.first_line(form, *call, "--map", "Ext.=quantity")
        self.assertEqual(line[1:4], [None, 239.96, 4])
        self.assertIn("columns of the form that stay as they are: Qty", said)

    def test_equal_headings_of_a_reading_keep_their_order(self):
        form = self.grid("Item", "Amount", "Amount", "Qty")
        self.write("acme.json", """{"version": 1, "headerRow": 1, "columns": [{"heading": "Item", "field": "name"},
            {"heading": "Amount", "field": "replacement-value"}, {"heading": "Amount", "field": "replacement-cost"}]}""")
        line, _ = self.first_line(form, "--reading", "acme.json")
        self.assertEqual(line, ["Chair", 59.99, 239.96, 4])

    def test_a_cell_names_the_first_heading(self):
        form = self.grid("Name", "Item", "Qty", rows=[])
        line, said = self.first_line(form, "--header-row", "B1")
        self.assertEqual(line, [None, "Chair", 4])
        self.assertIn("stay as they are: Name", said)

    def test_approximate_dates_and_cut_texts_are_said(self):
        self.done("edit", "Chair", "--purchase-date", "2019-05", "--notes", "x" * 33_000)
        line, said = self.first_line(self.grid("Item", "Purchase date", "Notes"))
        self.assertEqual(line[1], "about May 2019")
        self.assertTrue(line[2].endswith("x […]") and len(line[2]) <= 32_767)
        self.assertIn("texts too long for a cell were cut at […] (CSV, JSON and XML have them whole): 1\n", said)
        done = self.done("report", "intake", "-o", "r.xlsx", "--where", "name:Chair", "--as-of", "2026-11-05")
        self.assertIn("texts too long for a cell were cut at […]", done.errors)
        self.done("edit", "Chair", "--notes", "a\uffffb")
        line, said = self.first_line(self.grid("Item", "Notes"))
        self.assertTrue(line[1].startswith("a\ufffdb"))
        self.assertIn("are shown as '\ufffd'", said)

    def test_sales_tax_is_that_of_the_line(self):
        line, _ = self.first_line(self.grid("Item", "Qty", "Sales tax", "RCV"), "--sales-tax", "8.25")
        self.assertEqual(line, ["Chair", 4, 19.8, 259.76])
        line, _ = self.first_line(self.grid("Item", "Qty", "Sales tax", "RCV"))
        self.assertEqual(line, ["Chair", 4, None, 239.96])

    def test_a_form_that_cannot_be_filled_is_refused_with_place_and_remedy(self):
        def refused(says, *words, name="form.xlsx", status=1):
            self.refused("report", "intake", "--fill", name, "-o", "r.xlsx", *self.CALL, *words, says=[says], status=status)
            self.assertFalse((self.folder / "r.xlsx").exists())
        forms.american(self.folder / "form.xlsx", rows=2)
        refused("the sheet 'Contents' of the form has room for 2 lines above row 8, and the report has 3; insert rows")
        refused("the form has no column 'Wert'", "--map", "Wert=value", status=2)
        refused("--map", "--map", "Brand=nonsense", status=2)
        refused("'Brand' does not say which column holds which field", "--map", "Brand", status=2)
        refused("--header-row: name a row from 0 to 1,000,000, or the cell", "--header-row", "x", status=2)
        self.write("old.json", '{"version": 2, "columns": []}')
        refused("old.json is not a reading of a form: 'version'", "--reading", "old.json")
        refused("--for", "--for", "plain", status=2)
        self.write("bad.json", '{"version": 1, "columns": [{"heading": "Brand", "field": "nonsense"}]}')
        refused("bad.json is not a reading of a form: 'nonsense'", "--reading", "bad.json")
        book = openpyxl.load_workbook(self.folder / "form.xlsx")
        book["Contents"].protection.sheet = True
        book.save(self.folder / "form.xlsx")
        refused("the sheet 'Contents' of the form is protected")
        empty = openpyxl.Workbook()
        empty.active["A1"] = "Dear Sir or Madam"
        empty.save(self.folder / "letter.xlsx")
        refused("the form has no sheet with a row of two known headings; name their row with --header-row", name="letter.xlsx", status=2)
        self.write("damaged.xlsx", (self.folder / "form.xlsx").read_bytes()[:3000])
        refused("damaged.xlsx", name="damaged.xlsx")
        refused("list.csv", name="list.csv")
        self.refused("report", "intake", "--fill", "form.xlsx", "-o", "form.xlsx", *self.CALL, says=["form.xlsx"], status=2)
        self.refused("report", "intake", "--map", "a=b", says=["--map"], status=2)


if __name__ == "__main__":
    unittest.main()

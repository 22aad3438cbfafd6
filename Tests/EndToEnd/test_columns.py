"""The columns and groups that a reader chooses, in every format, compared with `list --json`."""
import csv
import decimal
import html
import io
import json
import random
import re
import subprocess

import workbook
from support import Case, rounds

# Fields by the names of columns; the others are computed or custom.
FIELDS = {
    "name": ["name"], "manufacturer": ["manufacturer"], "modelNumber": ["modelNumber"], "serialNumber": ["serialNumber"],
    "assetIdentifier": ["assetIdentifier"], "category": ["category"], "condition": ["condition"], "colour": ["colour"],
    "distinguishingMarks": ["distinguishingMarks"], "code": ["code"], "location": ["location"],
    "purchaseDate": ["purchase", "date"], "purchasePlace": ["purchase", "place"], "purchasePrice": ["purchase", "price"],
    "purchaseReceiptNumber": ["purchase", "receiptNumber"], "warrantyExpires": ["warranty", "expires"],
    "warrantyLifetime": ["warranty", "lifetime"], "warrantyDetails": ["warranty", "details"], "insured": ["insured"],
    "archived": ["archived"], "quantity": ["quantity"], "replacementValue": ["replacementValue"],
    "depreciation": ["depreciation"], "depreciationEach": ["depreciationEach"], "value": ["value"], "dateCreated": ["dateCreated"], "description": ["description"],
    "notes": ["notes"], "url": ["url"], "saleDate": ["sale", "date"], "salePrice": ["sale", "price"], "saleTo": ["sale", "to"],
    "saleNotes": ["sale", "notes"], "externalReference": ["externalReference"], "id": ["id"], "tags": ["tags"],
    "parent": ["parent"],
}
# The headings of the columns that are added up.
TITLES = {"quantity": "Quantity", "line-value": "Line value", "line-purchase-price": "Line purchase price",
          "line-replacement-value": "Replacement cost", "photos": "Photos"}
FLAGS = {"warrantyLifetime", "insured", "archived"}


def option(name):
    """The name of a column on the command line."""
    return re.sub("([A-Z])", lambda found: "-" + found.group(1).lower(), name)


def stated(item, name):
    """What an item states in a column: None for nothing."""
    if name.startswith("customFields."):
        values = [field["value"] for field in item.get("customFields", []) if field["name"] == name[13:]]
        return ", ".join(values) or None
    value = item
    for part in FIELDS[name]:
        value = (value or {}).get(part)
    return value


class Columns(Case):
    def own_fields(self, count):
        """An inventory whose items have every field, and custom fields of every kind."""
        self.done("sample", "--rich", "--count", str(count), "--seed", "11", "--currencies", "USD,EUR")
        draw = random.Random(5)
        makers = {
            "Shelf mark": lambda: f"QA {draw.randrange(10, 99)}.{draw.randrange(10)}", "Batteries": lambda: str(draw.randrange(1, 9)),
            "Deposit": lambda: f"{draw.randrange(1, 900)}.{draw.randrange(100):02} EUR", "Lent on": lambda: f"2025-0{draw.randrange(1, 10)}-17",
            "Works": lambda: draw.choice(["yes", "no"]), "IMEI": lambda: str(draw.randrange(10 ** 14, 10 ** 15)),
            "Mixed, with a comma": lambda: draw.choice(["12", "twelve"]), "作者": lambda: "曹雪芹", "الرف": lambda: "أ ١",
        }
        for number in range(20 - len(makers)):
            makers[f"Own {number}"] = lambda: f"text {draw.randrange(100)}"
        items = self.items()
        for item in items:
            chosen = [name for name in makers if draw.random() < 0.7]
            item["customFields"] = [{"name": name, "value": makers[name]()} for name in chosen]
        self.write("own.json", json.dumps(items))
        self.done("import", "own.json")
        return [f"customFields.{name}" for name in makers]

    def chosen(self, names):
        return ",".join(f'"{name[13:]}"' if name.startswith("customFields.") else option(name) for name in names)

    def test_every_field_is_compared_here(self):
        self.done("init")
        self.done("export", "plain.csv", "--to", "csv")
        header = (self.folder / "plain.csv").read_text().split("\n")[0].rstrip("\r").split(",")
        self.assertEqual({name for name in header if not name.endswith("Currency")} - {"customFields"}, set(FIELDS))

    def test_every_field_in_every_format(self):
        names = list(FIELDS) + self.own_fields(40)
        items = self.items()
        words = ["--where", "archived:any", "--columns", self.chosen(names)]
        data = self.done("report", "--format", "json", "-o", "-", *words).json
        self.assertEqual([column["name"] for column in data["columns"]], names)
        for item, row in zip(items, data["items"], strict=True):
            self.assertEqual(list(row), names)
            for name in names:
                expected = stated(item, name)
                if name in FLAGS:
                    expected = bool(expected)
                elif name == "customFields.Batteries" and expected:
                    expected = int(expected)
                elif name == "customFields.Works" and expected:
                    expected = expected == "yes"
                elif name == "customFields.Deposit" and expected:
                    expected = {"amount": expected[:-4], "currency": "EUR"}
                elif name == "tags":
                    expected = expected or []
                self.assertEqual(row[name] if row[name] is not False or name in FLAGS else expected or False, expected or (
                    False if row[name] is False else expected), name)
        self.read_back(items, names, "report", words)
        # HTML, the workbook and the terminal show each text that is stated.
        page = html.unescape(self.done("report", "--format", "html", "-o", "-", *words).output)
        terminal = self.done("list", *words).output
        self.done("report", "-o", "all.xlsx", *words)
        cells = {str(cell.value) for row in workbook.sheets(self.folder / "all.xlsx")["Items"] for cell in row.values()}
        for name, value in self.texts(items, names):
            self.assertIn(value, page, name)
            self.assertIn(value, cells, name)
            self.assertIn(" ".join(value.split()), " ".join(terminal.split()), name)

    def read_back(self, items, names, report, words):
        """CSV is read back without loss of what it has."""
        self.done(*report.split(), "--format", "csv", "-o", "back.csv", *words)
        self.done("import", "back.csv", "--from", "csv", "--store", "back")
        back = {item["id"]: item for item in self.items("--store", "back")}
        for item in items:
            for name in names:
                if name not in ("parent", "tags", "customFields.Deposit"):
                    expected, found = stated(item, name), stated(back[item["id"]], name)
                    self.assertEqual(found or None, expected or None, name)

    def texts(self, items, names):
        """The texts that items state, with the names of their columns."""
        texts = [name for name in names if name not in FLAGS and name not in (
            "quantity", "dateCreated", "depreciation", "depreciationEach", "parent", "tags", "customFields.Batteries", "customFields.Deposit",
            "customFields.Lent on", "customFields.Works") and not name.endswith(("Date", "Price", "Value", "value", "Expires"))]
        found = [(name, stated(item, name)) for item in items for name in texts]
        return [(name, value) for name, value in found if value]

    def schedule(self, page):
        return page[page.index('id="schedule"'):page.index("</section>", page.index('id="schedule"'))]

    def test_a_claim_has_every_column_in_every_format(self):
        own = self.own_fields(24)
        names = list(FIELDS) + own
        items = self.items()
        # A claim understands by depreciation the amount.
        words = ["--where", "archived:any", "--columns", self.chosen(names).replace(",depreciation,", ",depreciation-rate,")]
        self.read_back(items, names, "report insurance", words)
        self.assertTrue((self.folder / "back.csv").read_text().startswith("record,line,name,manufacturer,modelNumber,"))
        page = html.unescape(self.schedule(self.done("report", "insurance", "--format", "html", "-o", "-", *words).output))
        self.done("report", "insurance", "-o", "all.xlsx", *words)
        sheet = workbook.sheets(self.folder / "all.xlsx")["Schedule"]
        hidden = workbook.hidden(self.folder / "all.xlsx")
        cells = {str(cell.value) for row in sheet for letter, cell in row.items() if letter not in hidden}
        for name, value in self.texts(items, names):
            self.assertIn(value, page, name)
            self.assertIn(value, cells, name)
        data = self.done("report", "insurance", "--format", "json", "-o", "-", *words).json
        self.assertEqual([column["name"] for column in data["columns"]], ["line"] + names)
        # A page of paper has room for some columns at a time.
        for start in range(0, len(own), 7):
            chosen = own[start:start + 7]
            self.done("report", "insurance", "-o", "r.pdf", "--where", "archived:any", "--columns", self.chosen(chosen))
            text = subprocess.run(["pdftotext", self.folder / "r.pdf", "-"], capture_output=True, check=True).stdout.decode()
            for name, value in self.texts(items, chosen):
                for word in value.split():
                    self.assertIn(word, text, name)

    def test_the_columns_of_a_claim_keep_their_names_and_order(self):
        self.own_fields(24)
        words = 'name,brand,"IMEI",Shelf mark,warranty-until,line-value,depreciation,actual-cash-value,receipts'
        page = self.schedule(self.done("report", "insurance", "--format", "html", "-o", "-", "--columns", words).output)
        heads = ["No.", "Item", "Brand and model", "IMEI", "Shelf mark", "Warranty until", "Line value", "Depreciation",
                 "Actual cash value", "Receipts"]
        self.assertEqual(re.findall(r'<th scope="col"[^>]*>(.*?)</th>', page), heads)
        rows = csv.DictReader(io.StringIO(self.done("report", "insurance", "-o", "-", "--format", "csv", "--columns", words).output))
        self.assertEqual(rows.fieldnames, [
            "record", "line", "name", "manufacturerAndModel", "customFields.IMEI", "customFields.Shelf mark", "warrantyExpires",
            "lineValue", "currency", "depreciationAmount", "depreciationAmountCurrency", "actualCashValue", "receiptNumbers"])
        self.done("report", "insurance", "-o", "r.xlsx", "--columns", words)
        hidden = workbook.hidden(self.folder / "r.xlsx")
        shown = [cell.value for letter, cell in workbook.sheets(self.folder / "r.xlsx")["Schedule"][0].items() if letter not in hidden]
        self.assertEqual(set(heads) - {"Brand and model"} | {
            "Brand", "Model", "Currency: Replacement cost each", "Currency: Value each"}, set(shown))
        # Without the option, those that items state, and custom fields are shown or named.
        page = html.unescape(self.done("report", "insurance", "--format", "html", "-o", "-").output)
        for name in ["IMEI", "作者", "Own 3"]:
            self.assertIn(name, self.schedule(page))

    def test_sums_of_a_claim_are_those_of_the_printed_rows(self):
        self.own_fields(rounds(400, 60))
        draw = random.Random(12)
        titles = TITLES | {"line-replacement-value": "Line replacement cost", "depreciation": "Depreciation",
                           "actual-cash-value": "Actual cash value"}
        sums = [name for name in titles if name != "photos"] + ["Deposit"]
        for by in ["none", "location", "category,location", "manufacturer,condition"]:
            columns = ["brand", "IMEI"] + draw.sample(sums, len(sums))
            words = ["--columns", ",".join(columns), "--group-by", by]
            page = self.schedule(self.done("report", "insurance", "-o", "-", "--format", "html", *words).output)
            self.check_sums(page, words, {titles.get(name, name) for name in sums})
            claim = self.done("report", "insurance", "-o", "-", "--format", "json", "--group-by", by.split(",")[0]
                              if by.split(",")[0] in ("none", "location", "category") else "none").json["summary"]["claim"]
            (total,) = re.findall(r'<tr class="total">(.*?)</tr>', page, re.S)
            cells = dict(re.findall(r'<td class="[^"]*" data-label="([^"]*)">(.*?)</td>', total))
            for kind, head in [("purchasePrice", "Line purchase price"), ("replacementCost", "Line replacement cost"),
                               ("depreciation", "Depreciation"), ("actualCashValue", "Actual cash value")]:
                self.assertEqual(sorted(self.numbers(cells[head]).values()),
                                 sorted(decimal.Decimal(sum["amount"]) for sum in claim[kind]), head)

    def test_only_columns_that_items_state_are_shown(self):
        self.write("books.csv", "name,customFields.Author,customFields.Pages,value\nMoby-Dick,Melville,635,12.50\n红楼梦,曹雪芹,1200,\n")
        self.done("import", "books.csv", "--from", "csv")
        page = self.done("report", "-o", "-", "--format", "html").output
        heads = re.findall(r'<th scope="col"[^>]*>(.*?)</th>', page)
        self.assertEqual(heads, ["No.", "Name", "Author", "Pages", "Quantity", "Value each", "Line value", "Recorded"])
        self.assertIn("Melville", page)
        self.assertEqual(page.count('class="none"'), 2)
        data = self.done("report", "-o", "-", "--format", "csv").output.splitlines()
        self.assertTrue(data[0].startswith("record,line,id,name,serialNumber,quantity,value,currency,lineValue,"))

    def test_redacted_texts_are_in_no_column(self):
        names = list(FIELDS) + self.own_fields(12)
        items = self.items()
        hidden = ["name", "serial-number", "location", "manufacturer", "model-number", "notes", "tags", "custom-fields"]
        secrets = set()
        for item in items:
            secrets |= {item.get(name) for name in ("serialNumber", "notes")} | set(item.get("tags", []))
            secrets |= {field["value"] for field in item["customFields"] if field["name"] in ("IMEI", "Shelf mark", "作者")}
        # Words that a report has anyway.
        secrets -= {None, "", "insured", "photos"}
        words = ["--where", "archived:any", "--columns", self.chosen(names) + ",brand", "--redact", ",".join(hidden)]
        for format in ["html", "csv", "json", "xlsx"]:
            self.done("report", "-o", f"r.{format}", *words)
            if format == "xlsx":
                text = "\n".join(str(cell.value) for sheet in workbook.sheets(self.folder / "r.xlsx").values()
                                 for row in sheet for cell in row.values())
            else:
                text = html.unescape((self.folder / f"r.{format}").read_text())
            self.assertEqual([secret for secret in secrets if secret in text], [], format)
            for name in ("Shelf mark", "作者"):
                self.assertTrue(format in ("csv", "json") or name not in text, (format, name))

    def test_names_are_found_however_they_are_written(self):
        self.write("one.csv", "name,warrantyExpires,customFields.Shelf mark\nLamp,2030-01-02,QA 76\n")
        self.done("import", "one.csv", "--from", "csv")
        for words in ["name,warranty-until,Shelf mark", "Name, WARRANTY UNTIL ,shelf-mark", 'name,warrantyExpires,"Shelf mark"']:
            self.assertEqual(self.done("list", "--columns", words).output.splitlines()[1].split(), ["Lamp", "2030-01-02", "QA", "76"])
        self.refused("list", "--columns", "name,Shelve mark", status=2, says=["Shelve mark", "Shelf mark", "--columns help"])
        self.refused("report", "--columns", "name,manufacterer", status=2, says=["manufacturer"])
        self.refused("report", "--columns", "name,name", status=2)
        listed = self.done("report", "--columns", "help").output
        self.assertIn("warranty-until", listed)
        self.assertIn("Shelf mark", listed)

    def test_sums_are_those_of_the_printed_rows(self):
        self.own_fields(rounds(5000, 400))
        draw = random.Random(8)
        sums = ["quantity", "line-value", "line-purchase-price", "line-replacement-value", "Batteries", "Deposit", "photos"]
        groups = ["location", "category", "manufacturer", "condition", "insured", "purchase-place", "warranty-until",
                  "Batteries", "Deposit", "Lent on", "Mixed, with a comma", "作者", "Own 3"]
        for _ in range(rounds(30, 6)):
            columns = ["name"] + draw.sample(sums + ["serial-number", "colour", "IMEI", "value"], 6)
            draw.shuffle(columns)
            added = [name for name in columns if name in sums and draw.random() < 0.8]
            by = draw.sample(groups, draw.randrange(0, 4))
            words = ["--columns", ",".join(columns), "--sum", ",".join(added) or "none",
                     "--group-by", ",".join(f'"{name}"' for name in by) or "none"]
            page = self.done("report", "-o", "-", "--format", "html", *words).output
            self.check_sums(page, words, {TITLES.get(name, name) for name in added})

    def check_sums(self, page, words, added):
        """Adds up the rows of a page's table and compares every row of sums."""
        heads = [html.unescape(head) for head in re.findall(r'<th scope="col"[^>]*>(.*?)</th>', page)]
        open_groups, everything, found = [], [], 0
        for kind, row in re.findall(r"<tr([^>]*)>(.*?)</tr>", page, re.S):
            cells = dict(re.findall(r'<td class="[^"]*" data-label="([^"]*)">(.*?)</td>', row))
            if 'class="group level' in kind:
                level = int(re.search(r"level(\d)", kind).group(1))
                del open_groups[level - 1:]
                open_groups.append([])
            elif 'id="item-' in kind or 'id="line-' in kind:
                for rows in [everything, *open_groups]:
                    rows.append(cells)
            elif "subtotal" in kind or "total" in kind:
                rows = everything if "subtotal" not in kind else open_groups[-1]
                if "lead" not in kind or "Items:" in row:
                    counted = re.search(r"Items: ([\d,]+)", row)
                    if counted:
                        self.assertEqual(int(counted.group(1).replace(",", "")), len(rows), words)
                if "lead" in kind:
                    continue
                for head, cell in cells.items():
                    if head not in added:
                        self.assertEqual(cell, "", (words, head))
                        continue
                    found += 1
                    stating = sum(bool(self.numbers(row[head])) for row in rows)
                    part = re.search('<span class="part">(.*?)</span>', cell)
                    self.assertEqual(part and part.group(1), f"{stating} of {len(rows)} items only" if 0 < stating < len(rows) else None)
                    self.assertEqual(self.numbers(cell), self.added(rows, head), (words, head))
                if "subtotal" in kind:
                    open_groups.pop()
        self.assertTrue(heads)
        self.assertTrue(found or "none" in words)

    def numbers(self, cell):
        """What a cell of sums states: each amount with its signs, or a number."""
        cell = re.sub('<span class="part">.*?</span>', "", cell)
        amounts = re.findall(r'<data value="([^"]*)">(.*?)</data>', cell)
        if amounts:
            return {re.sub(r"[\d.,\s-]", "", text): decimal.Decimal(value) for value, text in amounts}
        plain = "" if "absent" in cell or "none" in cell else re.sub("<[^>]*>", "", cell).replace(",", "")
        return {"": decimal.Decimal(plain)} if plain else {}

    def added(self, rows, head):
        sums = {}
        for row in rows:
            if "absent" in row[html.escape(head)] if html.escape(head) in row else "absent" in row[head]:
                continue
            for sign, number in self.numbers(row[head]).items():
                sums[sign] = sums.get(sign, 0) + number
        return sums

    def test_groups_of_custom_fields_are_sorted_by_what_the_values_are(self):
        self.own_fields(rounds(2000, 200))
        items = [item for item in self.items() if not item.get("archived")]
        kinds = {"Batteries": int, "Lent on": str, "Deposit": lambda text: decimal.Decimal(text.split()[0])}
        for name, kind in kinds.items():
            values = sorted({stated(item, f"customFields.{name}") for item in items} - {None}, key=kind)
            for words, expected in [([name], values), (["-" + name], values[::-1])]:
                self.done("report", "-o", "sorted.csv", "--columns", f'id,"{name}"', "--sort", ",".join(words))
                rows = list(csv.DictReader(io.StringIO((self.folder / "sorted.csv").read_text())))
                shown = [row[f"customFields.{name}"] for row in rows if row["record"] == "item"]
                self.assertEqual(list(dict.fromkeys(shown)), expected + [""], words)
            page = self.done("report", "-o", "-", "--format", "html", "--columns", "name", "--group-by", f'"{name}"').output
            heads = re.findall(r'<tr class="group level1[^>]*>.*?</tr>', page, re.S)
            self.assertEqual(len(heads), len(values) + 1)

    def test_numbers_in_custom_fields_are_printed_as_they_were_written(self):
        self.write("codes.csv", "name,value,HS code,Year,Size\nPiano,10.00,9202.10,1928,\"2,5\"\n"
                   "Bicycle,10.00,8712.00,2015,\"0,083\"\nLamp,10.00,9405.42,2020,3.50\n")
        self.done("import", "codes.csv", "--accept", "--currency", "USD")
        words = ["--columns", 'name,"HS code",Year,Size', "--sum", "Size"]
        text = re.sub("<[^>]*>", " ", self.done("report", "-o", "-", "--format", "html", *words).output).split()
        for written in ["9202.10", "8712.00", "9405.42", "1928", "2015", "2,5", "0,083", "3.50", "6.083"]:
            self.assertIn(written, text)
        self.done("report", "-o", "codes.xlsx", *words)
        cells = {cell.value for sheet in workbook.sheets(self.folder / "codes.xlsx").values() for row in sheet for cell in row.values()}
        self.assertLessEqual({9202.1, 8712, 1928, 2.5, 0.083}, cells)
        self.done("report", "-o", "codes.pdf", *words)
        text = subprocess.run(["pdftotext", "-layout", self.folder / "codes.pdf", "-"], capture_output=True, check=True).stdout.decode()
        self.assertRegex(text, r"Bicycle +8712\.00 +2015 +0,083")

    def test_gaps_and_duplicates_are_named(self):
        self.done("sample", "--rich", "--count", "120", "--seed", "4")
        items = self.items()

        def again(item, field):
            text = item.get(field, "").lower()
            return bool(text) and sum(other.get(field, "").lower() == text for other in items) > 1

        for item in items:
            lacks = {"photo": not item.get("photos"), "serialNumber": not item.get("serialNumber"), "value": not item.get("value"),
                     "receipt": not any(paper["kind"] == "receipt" for paper in item.get("documents", []))}
            item["gaps"] = [name for name in ["photo", "receipt", "serialNumber", "value"] if lacks[name]]
            item["again"] = [name for name in ["serialNumber", "name"] if again(item, name)]
        self.done("report", "-o", "marks.json", "--columns", "id,missing,duplicates", "--where", "archived:any")
        shown = {row["id"]: row for row in json.loads((self.folder / "marks.json").read_text())["items"]}
        self.assertTrue(any(item["again"] for item in items))
        for item in items:
            row = shown[item["id"]]
            self.assertEqual(len(row["missingDetails"] or []), len(item["gaps"]), (row, item))
            self.assertEqual(len(row["duplicateFields"] or []), len(item["again"]), (row, item))
        text = self.done("report", "gaps", "--locale", "de", "-o", "-", "--format", "html").output
        self.assertIn("Foto, Beleg", text)

    def test_old_calls_make_the_same_data(self):
        self.own_fields(5)
        for format in ["csv", "json"]:
            plain = self.done("report", "-o", "-", "--format", format, SOURCE_DATE_EPOCH="0").bytes
            grouped = self.done("report", "-o", "-", "--format", format, "--group-by", "none", SOURCE_DATE_EPOCH="0").bytes
            self.assertEqual(plain, grouped)
        rows = list(csv.DictReader(io.StringIO(self.done("report", "-o", "-", "--format", "csv").output)))
        self.assertEqual({row["record"] for row in rows} - {"item", "total", "items", "archived", "withoutValue", "withoutSerialNumber"}, set())

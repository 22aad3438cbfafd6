"""Files of other programs: what is imported, what is refused, and with which message."""
import json
import pathlib
import plistlib
import shlex
import shutil
import sqlite3
import unittest

from support import Case, SHARED, all_rounds, shared

HOMEBOX = ("HB.purchase_date,HB.warranty_expires,HB.sold_date,HB.import_ref,HB.parent_import_ref,HB.url,HB.name,"
           "HB.description,HB.notes,HB.purchase_from,HB.manufacturer,HB.model_number,HB.serial_number,"
           "HB.warranty_details,HB.sold_to,HB.sold_notes,HB.location,HB.tags,HB.asset_id,HB.quantity,"
           "HB.purchase_price,HB.sold_price,HB.archived,HB.insured,HB.lifetime_warranty").split(",")


def homebox(*rows):
    """A Homebox file of rows that state some columns."""
    lines = [",".join(HOMEBOX)]
    for row in rows:
        cells = {"name": "Thing", "quantity": "1", "purchase_price": "0", "sold_price": "0", "archived": "false",
                 "insured": "false", "lifetime_warranty": "false", **row}
        lines.append(",".join('"' + cells.get(name[3:], "").replace('"', '""') + '"' for name in HOMEBOX))
    return "\n".join(lines) + "\n"


class Refused(Case):
    """Nothing is guessed, and a refused file leaves nothing behind."""

    def refuses(self, content, says, *words, name="file.csv"):
        self.write(name, content)
        before = self.left_over()
        outcome = self.refused("import", name, *words, says=says)
        self.assertEqual(self.left_over(), before)
        return outcome

    def test_amounts_and_quantities_that_homebox_never_writes(self):
        for column, value, rule in [
            ("purchase_price", "NaN", "number"),
            ("purchase_price", "1e3", "number"), ("purchase_price", "-5", ""), ("purchase_price", "1.005", "decimal"),
            ("purchase_price", "99999999999999999999", ""),
            ("quantity", "-1", ""), ("quantity", "1e18", "number"), ("quantity", "x", "number"),
            ("quantity", "99999999999999999999", ""),
            ("purchase_date", "2024-02-30", "calendar"),
        ]:
            with self.subTest(column=column, value=value):
                self.refuses(homebox({}, {column: value}), [f"HB.{column}", "row 3", rule, "nothing was imported"])

    def test_forms_that_people_write_are_read_and_shown(self):
        for column, value, name, read in [
            ("purchase_price", "12,34", "value", {"amount": "12.34", "currency": "USD"}),
            ("purchase_price", "€10", "value", {"amount": "10.00", "currency": "EUR"}),
            ("purchase_date", "05.03.2024", "purchase", {"date": "2024-03-05"}),
            ("purchase_date", "25/12/2024", "purchase", {"date": "2024-12-25"}),
        ]:
            with self.subTest(column=column, value=value):
                self.write("form.csv", homebox({column: value}))
                errors = self.done("import", "form.csv", "--store", f"s{column}{abs(hash(value))}").errors
                self.assertIn("proposed reading", errors)
                item = self.items("--store", f"s{column}{abs(hash(value))}")[0]
                got = item[name]
                self.assertEqual({key: got.get(key) for key in read} if name == "purchase" else got, read)

    def test_flags_have_one_meaning_in_every_form(self):
        for column, value in [("archived", "yes"), ("insured", "1"), ("insured", "ja")]:
            with self.subTest(column=column, value=value):
                self.write("flag.csv", homebox({column: value}))
                self.done("import", "flag.csv", "--store", f"s{column}{value}")
                self.assertIs(self.items("--store", f"s{column}{value}")[0][column], True)

    def test_every_fault_is_listed_with_its_row_and_column(self):
        outcome = self.refuses(
            homebox({"purchase_price": "x", "quantity": "y"}, {}, {"purchase_date": "z"}), ["3 faults in 2 rows"])
        lines = outcome.errors.splitlines()
        self.assertEqual(len(lines), 4)
        for line, place in zip(lines, ["HB.quantity", "HB.purchase_price", "HB.purchase_date"]):
            self.assertRegex(line, "^file.csv: row [24]")
        for name in ["HB.quantity", "HB.purchase_price", "HB.purchase_date"]:
            self.assertEqual(sum(name in line for line in lines), 1)

    def test_a_fault_far_down_leaves_nothing_of_the_rows_before_it(self):
        rows = [{"name": f"Thing {number}"} for number in range(6000)]
        outcome = self.refuses(homebox(*rows, {"name": "Thing 1", "purchase_price": "x"}), ["1 fault; nothing was imported"])
        self.assertEqual(outcome.errors.count("row 6002"), 1)
        # The last row needs a reading; the rows before it are imported once.
        self.write("form.csv", homebox(*rows, {"purchase_price": "€10"}))
        outcome = self.done("import", "form.csv")
        self.assertIn("proposed reading", outcome.errors)
        self.assertIn("6,001 items", outcome.output)
        self.assertEqual(len(self.items()), 6001)

    def test_tables_that_are_not_whole(self):
        good = homebox({})
        for content, says in [
            (b"", "empty"), (b"\n\n", ""), (b"a,b,c\n1,2,3\n", "no column has the names"), (good.replace("HB.name", "HB.nam"), "no column has the names"),
            (good + "a,b\n", "row 3"), (good + ",".join(["x"] * 30) + "\n", "row 3"),
            (good + '"x' + ",a" * 24 + "\n", "quote"), (good.encode() + b"a\0b" + b"," * 24 + b"\n", "NUL"),
            ((good + good.split("\n")[1] * 9).encode() + b"\na\0b" + b"," * 24 + b"\n", "NUL"),
            (good.encode() + b"\xff\xfe" + b"," * 24 + b"\n", "row 3"), (b"PK\x03\x04rest", "ZIP"),
            (b"\xff\xfea\0b\0", "headings"), (b"<html></html>", "web page"),
        ]:
            with self.subTest(content=content[-40:]):
                self.refuses(content, says)

    def test_the_same_item_twice(self):
        self.refuses(homebox({"import_ref": "a"}, {"import_ref": "b"}, {"import_ref": "a"}), ["row 4", "row 2"])
        item = {"id": "11112222-3333-4444-8555-666677778888", "name": "x"}
        self.refuses(json.dumps([item, item]), ["item 2: the same item as item 1"], name="file.json")

    def test_faults_across_files_name_both(self):
        self.write("one.csv", homebox({"import_ref": "a"}))
        self.write("two.csv", homebox({}, {"import_ref": "a"}))
        outcome = self.refused("import", "one.csv", "two.csv", says=["two.csv: row 3: the same item as row 2 (one.csv)"])
        self.assertNotIn("--skip-invalid", outcome.errors)

    def test_lines_that_cannot_be_counted(self):
        big = {"purchase_price": "92233720368.00", "quantity": "9223372036854"}
        self.refuses(homebox({}, big), ["row 3", "quantity × value"])
        self.write("a.csv", homebox({}, big))
        self.done("import", "a.csv", "--skip-invalid", "r.csv")
        self.assertIn("92233720368", (self.folder / "r.csv").read_text())
        item = {"name": "x", "quantity": 9223372036854, "value": {"amount": "92233720368.00", "currency": "USD"}}
        self.refuses(json.dumps([item]), ["item 1", "quantity × value"], name="file.json")

    def test_documents_of_utf16_are_no_tables(self):
        self.write("a.csv", homebox({}, {}))
        self.done("import", "a.csv")
        self.done("export", "mini.xml")
        names = [item["name"] for item in self.items()]
        text = (self.folder / "mini.xml").read_text().replace('encoding="UTF-8"', 'encoding="UTF-16"')
        for encoding, mark in [("utf-16-le", "\ufeff"), ("utf-16-be", "\ufeff"), ("utf-16-le", ""), ("utf-16-be", "")]:
            self.write("mini16.xml", (mark + text).encode(encoding))
            self.done("validate", "mini16.xml")
            store = ["--store", f"{encoding}{len(mark)}"]
            self.done("import", "mini16.xml", *store)
            self.assertEqual([item["name"] for item in self.items(*store)], names)
            self.done("import", "-", "--store", store[1] + "-", input=(mark + text).encode(encoding))
            self.write("list16.json", (mark + '[{"name": "Lamp"}]').encode(encoding))
            for words in [[], ["--from", "json"], ["--from", "csv"]]:
                self.refused("import", "list16.json", *words, says="UTF-16")

    def test_rows_put_aside_earlier_do_not_stay(self):
        self.write("a.csv", homebox({}, {"quantity": "x"}))
        self.done("import", "a.csv", "--skip-invalid", "r.csv")
        self.assertEqual(len((self.folder / "r.csv").read_text().splitlines()), 2)
        self.write("a.csv", homebox({"name": "Other"}))
        self.done("import", "a.csv", "--skip-invalid", "r.csv")
        self.assertEqual(len((self.folder / "r.csv").read_text().splitlines()), 1)
        self.refused("import", "a.csv", "--skip-invalid", "-", status=2, says="--skip-invalid")

    def test_without_a_valid_row_nothing_is_imported(self):
        self.write("a.csv", "name,value\na,x\nb,y\n")
        self.refused("import", "a.csv", "--map", "value=value", "--skip-invalid", "r.csv", says="2 faults")
        self.assertEqual(self.left_over(), ["a.csv"])

    def test_faults_of_a_hundred_rows_are_listed_and_the_others_counted(self):
        self.write("a.csv", "name,value\n" + "a,x\n" * 250)
        errors = self.refused(
            "import", "a.csv", "--map", "value=value", "--other-cells", "faults",
            says=["row 101", "150 more rows", "250 faults"]).errors
        self.assertNotIn("row 102", errors)

    def test_parents_and_repeated_items_that_are_refused_are_counted_too(self):
        ids = [f"00000000-0000-4000-8000-{number:012}" for number in range(250)]
        self.write("a.csv", "id,name,parent\n" + "".join(f"{ids[n]},n,{ids[(n + 1) % 250]}\n" for n in range(250)))
        # Without the parents of the others, the last one is in no circle.
        errors = self.refused("import", "a.csv", "--accept", says=["row 101", "149 more rows", "249 faults"]).errors
        self.assertNotIn("row 102", errors)
        self.write("a.csv", "id,name\n" + f"{ids[0]},n\n" * 251)
        errors = self.refused("import", "a.csv", "--accept", says=["row 102", "150 more rows", "250 faults"]).errors
        self.assertNotIn("row 103", errors)

    def test_a_header_that_cannot_be_read_is_not_called_an_empty_file(self):
        self.write("a.csv", "name" + ",c" * 20_000 + "\n")
        self.refused("import", "a.csv", says="the row has more than 16384 fields")

    def test_options_that_a_named_format_does_not_use_are_refused(self):
        self.write("a.json", "[]")
        for options in [["--date-format", "mdy"], ["--decimal", "comma"], ["--map", "name=name"], ["--header-row", "1"]]:
            self.refused("import", "a.json", "--from", "json", *options, status=2, says=f"only one of --from or {options[0]}")
        self.write("a.csv", homebox({"purchase_date": "10/13/2021"}))
        self.refused("import", "a.csv", "--from", "snipe-it", says="not those of Snipe-IT")
        self.done("import", "a.csv", "--from", "homebox", "--date-format", "mdy")
        self.assertEqual(self.items()[0]["purchase"]["date"], "2021-10-13")

    def test_a_column_without_a_heading_is_named_by_its_number(self):
        self.write("a.csv", "Item,Room,,\nTV,Hall,x,\nSofa,Den,y,\n")
        self.done("import", "a.csv", "--map", "Column 3=notes")
        self.assertEqual([item["notes"] for item in self.items()], ["x", "y"])
        # The command that settles a question names such a column, too.
        self.write("b.csv", "Gizmo,Room,Blah,\nTV,Hall,x,zzz\nSofa,Den,y,yyy\n")
        errors = self.refused("report", "--input", "b.csv", "-o", "b.html", says="Column 4").errors
        self.assertNotIn("--map =name", errors)

    def test_a_report_of_a_file_with_a_ring_is_refused(self):
        key = "aaaaaaaa-1111-4111-8111-111111111111"
        self.write("ring.csv", f"id,name,parent\n{key},R1,{key}\n")
        self.refused("report", "--input", "ring.csv", "-o", "r.html", says=["row 2", "itself"])

    def test_a_parent_that_is_nowhere(self):
        self.refuses(homebox({"parent_import_ref": "nobody"}), ["row 2", "parent"])

    def test_parents_that_cannot_be(self):
        self.done("init")
        keys = [f"00000000-0000-4000-8000-{number:012d}" for number in range(4)]
        for parents, rows in [([0], ["row 2: the item names itself"]), ([9], ["row 2: no item"]),
                              ([1, 0], ["row 2: the parent is part of"])]:
            rows_of_file = [f"{keys[n]},{n},00000000-0000-4000-8000-{p:012d}" for n, p in enumerate(parents)]
            path = self.write("a.csv", "\n".join(["id,name,parent", *rows_of_file]) + "\n")
            for more in [[], ["--dry-run"]]:
                self.refused("import", path, *more, says=["a.csv: " + row for row in rows])
                self.refused("import", path, *more, "--store", "new", says=rows)
        self.assertEqual(self.items(), [])
        self.done("import", "-", input=f"id,name,parent\n{keys[0]},a,{keys[1]}\n{keys[1]},b,\n")
        self.assertEqual(self.items()[0]["parent"], keys[1])
        outcome = self.done("import", path, "--skip-invalid", "r.csv")
        self.assertIn("imported without their parent", outcome.errors)
        self.done("verify")

    def test_a_report_is_made_of_a_part_of_an_inventory_whose_parents_are_elsewhere(self):
        self.done("init")
        cupboard = self.done("add", "Cupboard").output.strip()
        self.done("add", "Cup", "--parent", cupboard, "--location", "Kitchen")
        self.done("export", "part.xml", "--where", "location:Kitchen")
        self.refused("import", "part.xml", "--store", "new", says=["item 1", "parent"])
        errors = self.done("report", "--input", "part.xml", "-o", "r.html").errors
        self.assertIn("imported without their parent", errors)
        self.assertIn("Cup", (self.folder / "r.html").read_text())

    def test_totals_past_what_can_be_counted(self):
        huge = {"purchase_price": "90000000000000000", "quantity": "1"}
        self.write("file.csv", homebox(huge, huge, huge))
        self.refused("report", "--input", "file.csv", says=["more than can be counted", "from item"])
        self.assertEqual(self.left_over(), ["file.csv"])

    @all_rounds
    def test_a_line_of_a_gigabyte_takes_little_memory(self):
        import resource
        import subprocess
        from support import PROGRAM
        script = ("import sys; out = sys.stdout.buffer; out.write(b'name,notes\\nx,'); "
                  "[out.write(b'a' * 1048576) for _ in range(1024)]; out.write(b'\\ny,z\\n')")
        feeder = subprocess.Popen(["python3", "-c", script], stdout=subprocess.PIPE)
        done = subprocess.run(
            [PROGRAM, "import", "-"], stdin=feeder.stdout, capture_output=True, cwd=self.folder,
            env=self.environment(),
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (256 << 20, 256 << 20)))
        feeder.stdout.close()
        feeder.wait()
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(b"row 2", done.stderr)
        self.assertEqual(self.left_over(), [])

    def test_damaged_json_and_xml(self):
        for name, content, says in [
            ("a.json", '[{"name": "x"', ["a.json"]), ("a.json", '[{"name": "x", "colour": 1}]', ["colour"]),
            ("a.json", '[{"name": "x", "quantity": "many"}]', ["quantity"]),
            ("a.json", '[{"name": "x", "value": {"amount": "1", "currency": "XXL"}}]', ["value"]),
            ("a.xml", '<inventory xmlns="urn:homepwner:inventory:1"><items>', ["a.xml"]),
            ("a.xml", '<!DOCTYPE x><inventory xmlns="urn:homepwner:inventory:1"/>', ["DOCTYPE"]),
        ]:
            with self.subTest(content=content):
                self.refuses(content, says, name=name)

    def test_damaged_archives(self):
        item = {"$class": plistlib.UID(3), "itemName": plistlib.UID(2)}
        archive = {
            "$archiver": "NSKeyedArchiver", "$version": 100000, "$top": {"root": plistlib.UID(1)},
            "$objects": ["$null", {"$class": plistlib.UID(5), "NS.objects": [plistlib.UID(4)]}, "Bear",
                         {"$classname": "BNRItem", "$classes": ["BNRItem", "NSObject"]}, item,
                         {"$classname": "NSMutableArray", "$classes": ["NSMutableArray", "NSArray", "NSObject"]}]}
        whole = plistlib.dumps(archive, fmt=plistlib.FMT_BINARY)
        self.write("a.archive", whole)
        self.done("import", "a.archive", "--store", "s")
        self.assertEqual(self.names("--store", "s"), ["Bear"])
        for cut in (8, 40, len(whole) - 33, len(whole) - 1):
            with self.subTest(cut=cut):
                self.write("cut.archive", whole[:cut])
                self.refused("import", "cut.archive", "--store", "t", says="cut.archive")
        for place in range(0, len(whole), 7):
            flipped = bytearray(whole)
            flipped[place] ^= 0x10
            self.write("flipped.archive", bytes(flipped))
            outcome = self.call("import", "flipped.archive", "--store", f"u{place}", "--from", "archive")
            self.assertIn(outcome.status, (0, 1), f"byte {place}: {outcome.status}")
        entities = plistlib.dumps(archive | {"$objects": ["$null"]}, fmt=plistlib.FMT_BINARY)
        self.assertTrue(entities)
        self.write("e.plist", '<?xml version="1.0"?><!DOCTYPE plist [<!ENTITY a "b">]><plist version="1.0"/>')
        self.refused("import", "e.plist", says="e.plist")

    def test_files_that_cannot_be_read(self):
        self.refused("import", "nowhere.csv", says=["nowhere.csv", "No such file"])
        self.refused("import", ".", says="directory")
        self.refused("report", "--input", "nowhere.csv", says="nowhere.csv")
        self.assertEqual(self.left_over(), [])

    def test_of_several_files_all_or_none_are_taken_in(self):
        self.write("good.csv", homebox({"import_ref": "a"}))
        self.write("bad.csv", homebox({"purchase_price": "x"}))
        self.refused("import", "good.csv", "bad.csv", says="bad.csv")
        self.assertEqual(self.left_over(), ["bad.csv", "good.csv"])
        self.write("more.csv", homebox({"import_ref": "b"}))
        self.done("import", "good.csv", "more.csv")
        self.assertEqual(len(self.items()), 2)
        self.assertEqual(len(self.done("log", "--json").json), 1)


class Taken(Case):
    def test_homebox_is_read_whole(self):
        self.write("a.csv", homebox(
            {"name": "Cupboard", "import_ref": "p", "location": "Home / Office"},
            {"name": "=1+1", "import_ref": "c", "parent_import_ref": "p", "purchase_price": "12.5", "quantity": "0.5",
             "tags": "A; B", "archived": "true", "sold_price": "3", "purchase_date": "2020-09-11",
             "notes": "two\nlines", "asset_id": "000-001", "serial_number": "'=x"}))
        self.done("import", "a.csv", "--currency", "EUR")
        parent, child = self.items()
        self.assertNotIn("value", parent)
        self.assertEqual(child["parent"], parent["id"])
        self.assertEqual(child["value"], {"amount": "12.50", "currency": "EUR"})
        self.assertEqual(child["purchase"], {"date": "2020-09-11", "price": {"amount": "12.50", "currency": "EUR"}})
        self.assertEqual((child["name"], child["serialNumber"], child["quantity"]), ("=1+1", "=x", 0.5))
        self.assertEqual((child["tags"], child["notes"], child["archived"]), (["A", "B"], "two\nlines", True))
        self.assertEqual(self.done("settings", "--json").json["currency"], "EUR")

    def test_importing_again_brings_up_to_date(self):
        self.write("a.csv", homebox({"import_ref": "a", "name": "Old"}, {"import_ref": "b"}))
        self.done("import", "a.csv")
        self.write("a.csv", homebox({"import_ref": "a", "name": "New"}, {"import_ref": "b"}, {"import_ref": "c"}))
        self.assertIn("added 1 item, changed 1, 1 as they are already", self.done("import", "a.csv").output)
        self.assertEqual(self.names(), ["New", "Thing", "Thing"])
        self.done("undo")
        self.assertEqual(self.names(), ["Old", "Thing"])

    # Lists that two programs, or a person, wrote twice: the second one has a change, and one row more.
    AGAIN = {
        "serials": ("Name,Serial Number,Value,Location\nSofa,S-1,800,Hall\nLamp,S-2,45,Office\n",
                    "Name,Serial Number,Value\nSofa,S-1,850\nLamp,S-2,\nBed,S-3,9\n"),
        "tags": ("Gegenstand;Inventarnummer;Wert in €;Raum\nSofa;I-1;800,00;Flur\nLampe;I-2;45,00;Büro\n",
                 "Gegenstand;Inventarnummer;Wert in €\nSofa;I-1;850,00\nLampe;I-2;\nBett;I-3;9,00\n"),
        "books": ("Book Id,Title,Author,ISBN13,Bookshelves,Condition\n11,Emma,Austen,,novels,good\n12,Ulysses,Joyce,,,fair\n",
                  "Book Id,Title,Author,ISBN13,Bookshelves\n11,Emma,Jane Austen,,novels\n12,Ulysses,,,\n13,Dubliners,Joyce,,\n"),
        "fields": ("name,assetIdentifier,value,location\nSofa,A1,800.00,Hall\nLamp,A2,45.00,Office\n",
                   "name,assetIdentifier,value\nSofa,A1,850.00\nLamp,A2,\nBed,A3,9.00\n"),
        "ids": ("Thing\tTicket\tPrice\tWhere\nSofa\tT-00101\t800\tHall\nLamp\tT-00102\t45\tOffice\n",
                "Thing\tTicket\tPrice\nSofa\tT-00101\t850\nLamp\tT-00102\t\nBed\tT-00103\t9\n"),
        "names": ("Item,Value,Room,Colour\nSofa,800,Hall,red\nLamp,45,Office,blue\n",
                  "Item,Value,Colour\nSofa,850,red\nLamp,,blue\nBed,9,green\n"),
    }

    def test_the_same_list_twice_is_not_there_twice(self):
        for name, (first, second) in self.AGAIN.items():
            with self.subTest(list=name):
                store = ["--store", name]
                self.write("a.csv", first)
                self.write("b.csv", second)
                self.done("import", "a.csv", "--accept", *store)
                before = self.items(*store)
                # The same list again: no change, whichever answer is taken.
                asked = self.refused("import", "a.csv", *store, says=["the items of 2 rows", "row 2", "--update-by"])
                self.assertRegex(asked.errors.splitlines()[-2], r"homepwner.* import a\.csv --store .* --update-by ")
                for words in [["--accept"], ["--update-by", "*"]]:
                    self.assertIn("added 0 items, 2 as they are already", self.done("import", "a.csv", *words, *store).output)
                self.assertEqual(self.items(*store), before)
                # The list of a later day.
                said = self.done("import", "b.csv", "--accept", *store).output
                self.assertIn("added 1 item, changed 1, 1 as they are already", said)
                after = self.items(*store)
                self.assertEqual([item["id"] for item in before], [item["id"] for item in after[:2]])
                changed = {key for key in after[0] if after[0][key] != before[0].get(key) and key != "revision"}
                self.assertLessEqual(changed, {"value", "purchase", "customFields"})
                # Empty cells and fields without a column change nothing.
                self.assertEqual(after[1], before[1])
                self.done("undo", *store)
                self.assertEqual(self.items(*store), before)
                self.done("import", "a.csv", "--update-by", "-", *store)
                self.assertEqual(len(self.items(*store)), 4)

    def test_prices_are_updated_by_a_column(self):
        self.write("a.csv", self.AGAIN["serials"][0])
        self.done("import", "a.csv")
        self.write("prices.csv", "Serial Number,Value\nS-1,850\nS-2,40.50\n")
        for column in ["Serial Number", "serialNumber"]:
            self.done("import", "prices.csv", "--update-by", column)
            self.assertEqual([item["value"]["amount"] for item in self.items()], ["850.00", "40.50"])
            self.assertEqual([item["location"] for item in self.items()], ["Hall", "Office"])
        self.write("prices.csv", "Serial Number,Value\nS-1,1\nS-9,2\n")
        self.refused("import", "prices.csv", "--update-by", "Serial Number", says=["row 3", "no item has 's-9'"])
        self.refused("import", "prices.csv", "--update-by", "Tag", says=["no column 'Tag'"])
        self.refused("import", "prices.csv", "--update-by", "Value", says=["'Value'", "name one item each"])
        # A saved reading updates again.
        self.write("prices.csv", "Serial Number,Value\nS-1,3\n")
        for number in ["3.00", "4.00"]:
            self.write("prices.csv", f"Serial Number,Value\nS-1,{number}\n")
            self.done("import", "prices.csv", "--update-by", "serialNumber", "--reading", "r.json")
            self.assertEqual(self.items()[0]["value"]["amount"], number)
        self.assertEqual(len(self.items()), 2)

    def test_a_row_that_names_its_item_is_of_no_other(self):
        self.write("a.csv", self.AGAIN["serials"][0])
        self.done("import", "a.csv")
        (one, first), (other, second) = [(item["id"], item["serialNumber"]) for item in self.items()]
        self.write("prices.csv", f"id,Serial Number,Name,Value\n{one},{first},Sofa,7\n{other},,Lamp,8\n")
        for words in ["Serial Number", "*"]:
            self.done("import", "prices.csv", "--update-by", words)
            self.assertEqual([(item["id"], item["value"]["amount"]) for item in self.items()], [(one, "7.00"), (other, "8.00")])
            self.done("undo")
        self.write("prices.csv", f"id,Serial Number,Name,Value\n{one},{second},Sofa,7\n")
        self.refused("import", "prices.csv", "--update-by", "Serial Number", says=["row 2"])
        self.write("new.csv", f"id,Serial Number,Name,Value\n{one[:-4]}0000,{first},Sofa,9\n")
        self.done("import", "new.csv", "--update-by", "Serial Number")
        self.assertEqual([(item["id"], item["value"]["amount"]) for item in self.items()][0], (one, "9.00"))

    @unittest.skipUnless(shared("cases/upd-serial.csv"), f"no shared fixtures in {SHARED}")
    def test_a_shared_list_is_known_again(self):
        for name in ["upd-0.csv", "upd-serial.csv"]:
            shutil.copy(shared(f"cases/{name}"), self.folder / name)
        self.done("import", "upd-0.csv")
        self.refused("import", "upd-serial.csv", says=["the items of 2 rows", "--update-by 'Serial Number'"])
        self.done("import", "upd-serial.csv", "--update-by", "Serial Number")
        self.assertEqual([(item["value"]["amount"], item["location"]) for item in self.items()],
                         [("850.00", "Living room"), ("40.00", "Office")])

    def test_tabs_marks_and_line_ends(self):
        plain = homebox({"name": "é"})
        for content in ["\ufeff" + plain, plain.replace("\n", "\r\n"), plain.replace('","', '"\t"').replace(",", "\t")]:
            self.write("a.csv", content)
            self.done("import", "a.csv", "--store", f"s{len(content)}{hash(content)}")

    def test_a_plain_csv_is_read_as_its_owner_says(self):
        self.write("a.csv", "Item;Price;Bought;Junk\nBear;€ 1.234,50;05.03.2024;x\n")
        words = ["--map", "Item=name", "--map", "Price=value", "--map", "Bought=purchaseDate", "--map", "Junk=-"]
        self.done("import", "a.csv", *words, "--currency", "EUR", "--decimal", "comma", "--date-format", "dmy")
        item = self.items()[0]
        self.assertEqual(item["value"], {"amount": "1234.50", "currency": "EUR"})
        self.assertEqual(item["purchase"], {"date": "2024-03-05"})

    def test_faulty_rows_are_put_aside(self):
        self.write("a.csv", homebox({"import_ref": "a"}, {"import_ref": "b", "quantity": "x"}, {"import_ref": "c"}))
        outcome = self.done("import", "a.csv", "--skip-invalid", "rejects.csv")
        self.assertIn("added 2 items, 1 row rejected", outcome.output)
        self.assertIn("HB.quantity", outcome.errors)
        rejects = (self.folder / "rejects.csv").read_text().splitlines()
        self.assertEqual(len(rejects), 2)
        self.assertIn("HB.name", rejects[0])
        corrected = (self.folder / "rejects.csv").read_text().replace('"x"', '"2"')
        self.write("rejects.csv", corrected)
        self.done("import", "rejects.csv")
        self.assertEqual(len(self.items()), 3)

    def test_of_two_rows_for_one_item_none_is_put_aside(self):
        self.write("a.csv", homebox({"import_ref": "a"}, {"import_ref": "a"}, {"quantity": "x"}))
        self.refused("import", "a.csv", "--skip-invalid", "rejects.csv", says=["row 3", "Keep the row that counts"])
        self.assertEqual(self.left_over(), ["a.csv"])

    def test_without_faults_no_rejects_file_is_made(self):
        self.write("a.csv", homebox({}))
        self.done("import", "a.csv", "--skip-invalid", "rejects.csv")
        self.assertNotIn("rejects.csv", self.left_over())

    def test_a_trial_changes_nothing(self):
        self.write("a.csv", homebox({"import_ref": "a"}))
        self.assertIn("would add 1 item", self.done("import", "a.csv", "--dry-run").output)
        self.assertEqual(self.left_over(), ["a.csv"])
        self.done("init")
        self.assertIn("would add 1 item", self.done("import", "a.csv", "--dry-run").output)
        self.assertEqual(self.items(), [])
        self.write("a.csv", homebox({"quantity": "x"}))
        self.refused("import", "a.csv", "--dry-run", says="HB.quantity")

    def test_a_dry_run_only_reads(self):
        """It neither brings an older store up to date nor needs one that it may write, nor waits for a writer."""
        fixtures = pathlib.Path(__file__).parent.parent / "Fixtures/stores"
        self.write("a.csv", "name,value\nTheremin,5.00\n")
        for kind in sorted(path for path in fixtures.iterdir() if (path / "inventory.sqlite").exists()):
            store = self.folder / kind.name
            shutil.copytree(kind, store)
            before = {path.name: path.read_bytes() for path in store.iterdir() if path.is_file()}
            self.assertIn("would add 1 item", self.done("import", "-n", "a.csv", "--store", store).output)
            after = {path.name: path.read_bytes() for path in store.iterdir()
                     if path.is_file() and not path.name.endswith(("-wal", "-shm"))}
            self.assertEqual(after, before, kind.name)
        self.done("init", "--currency", "EUR")
        writer = sqlite3.connect(self.folder / "inventory.homepwner/inventory.sqlite", isolation_level=None)
        writer.execute("BEGIN IMMEDIATE")
        self.assertIn("would add 1 item", self.done("import", "-n", "a.csv", timeout=20).output)
        writer.execute("ROLLBACK")
        writer.close()
        self.assertEqual(self.names(), [])
        self.assertEqual([name for name in self.left_over() if name.startswith("homepwner-")], [])

    def test_a_new_inventory_takes_the_currency_of_the_locale_and_says_so(self):
        outcome = self.done("init", "--store", "de", LC_ALL="de_DE.UTF-8")
        self.assertIn("EUR", outcome.errors)
        self.assertIn("de_DE", outcome.errors)
        self.assertIn("because the locale names no currency", self.done("init", "--store", "c").errors)
        self.assertEqual(self.done("init", "--store", "jp", "--currency", "JPY").errors, "")
        for store, currency in [("de", "EUR"), ("c", "USD"), ("jp", "JPY")]:
            self.assertEqual(self.done("settings", "--json", "--store", store).json["currency"], currency)

    def test_a_new_inventory_says_which_currency_it_has_and_why(self):
        self.write("a.csv", "name,value\nBear,5\n")
        self.write("b.csv", "Item,Worth\nBear,5\n")
        for name in ["a.csv", "b.csv"]:
            for locale, currency, why in [
                ("de_DE.UTF-8", "EUR", "de_DE"), ("en_GB", "GBP", "en_GB"), ("C", "USD", "--currency"),
            ]:
                store = f"{name}{locale}"
                errors = self.done("import", name, "--store", store, LC_ALL=locale).errors
                self.assertIn(currency, errors)
                self.assertIn(why, errors)
                self.assertEqual(self.items("--store", store)[0]["value"], {"amount": "5.00", "currency": currency})
        self.done("import", "a.csv", "--store", "b.csvde_DE.UTF-8", "--update-by", "-")
        self.assertEqual(self.items("--store", "b.csvde_DE.UTF-8")[1]["value"]["currency"], "EUR")
        self.assertIn("CHF, as --currency says", self.done("import", "a.csv", "--store", "named", "--currency", "CHF").errors)

    def test_the_printed_answers_settle_the_questions(self):
        self.write("signs.csv", "Item,Bought,Value\nLamp,2021-03-05,kr 10\nVase,gift,¥ 20\nChair,2020-01-02,\n")
        says = self.refused("import", "signs.csv", says=["--currency kr=DKK", "'¥=JPY'", "--other-cells text"]).errors
        command = next(line for line in says.splitlines() if "To settle it: " in line).split("To settle it: ")[1]
        self.done(*shlex.split(command)[1:])
        lamp, vase, _ = self.items()
        self.assertEqual([item["value"]["currency"] for item in (lamp, vase)], ["DKK", "JPY"])
        self.assertEqual(vase["customFields"], [{"name": "Bought", "value": "gift"}])
        self.refused("import", "signs.csv", "--currency", "kr=EUR", says=["not a sign of EUR"], status=2)

    def test_standard_input(self):
        self.done("import", "-", input=homebox({"name": "Bear"}))
        self.assertEqual(self.names(), ["Bear"])

    def test_hostile_texts_come_back_as_they_were(self):
        hostile = ["<script>alert(1)</script>", "{{name}}", "]]>", "a\u0301\"\u0301", "&amp;", "\u202eabc", "x\u0085y",
                   "😀", "  ", "a;b", "'quoted'", "-- ", "\\", "a / b"]
        self.write("a.json", json.dumps([{"name": text, "notes": text} for text in hostile]))
        self.done("import", "a.json")
        self.assertEqual([(item["name"], item["notes"]) for item in self.items()], [(t, t) for t in hostile])

    @unittest.skipUnless(shared("homepwner-bnritem.archive"), f"no shared fixtures in {SHARED}")
    def test_the_old_apps_archives(self):
        for name in ["bnritem", "hqlitem"]:
            self.done("import", shared(f"homepwner-{name}.archive"), "--store", name)
            expected = json.loads(shared(f"homepwner-{name}.expected.json").read_text())
            items = self.items("--store", name)
            self.assertEqual(len(items), len(expected))
            for item, known in zip(items, expected):
                self.assertEqual(item["name"], known["name"])
                self.assertEqual(item.get("serialNumber"), known["serial"])
                self.assertEqual(item["value"]["amount"], f"{known['value']}.00")
                self.assertEqual(item["id"], known["key"].lower())
                created = item["dateCreated"].rstrip("Z")
                self.assertEqual((created if "." in created else created + ".000")[:23], known["created"][:23])

"""Output and input paths: outputs are checked first, and the types of files are detected by their content."""
import gzip
import os
import random
import sqlite3
import unittest

from support import Case

KNOWN = "tables (CSV, .xlsx, .ods), collections of Homebox, JSON, XML and archives of the iOS app can be read"


class PlacesTest(Case):
    def test_the_place_of_an_output_is_looked_at_before_anything_is_read(self):
        self.write("faulty.csv", "name,value\nA,x\n")
        self.write("page.html", "{{name}}")
        (self.folder / "taken").mkdir()
        self.write("taken/file", "x")
        report = ["report", "--input", "faulty.csv", "-o"]
        calls = [
            ([*report, "no/report.html"], 1, ["cannot write no/report.html", "make the folder first"]),
            ([*report, "page.html/report.html"], 1, ["there is a file where a folder should be"]),
            ([*report, "taken", "--format", "html"], 1, ["cannot write taken", "that is a folder"]),
            ([*report, "no/claim.zip"], 1, ["cannot make a folder in no", "make the folder first"]),
            ([*report, "taken", "--format", "bundle"], 2, ["'taken' is there already"]),
            ([*report, "faulty.csv", "--format", "html"], 2, ["'faulty.csv' is read by this very call"]),
            (["import", "faulty.csv", "--skip-invalid", "no/rejects.csv"], 1, ["cannot write no/rejects.csv"]),
            (["export", "no/items.xml"], 1, ["cannot write no/items.xml"]),
            (["template", "render", "page.html", "--data", "none.json", "-o", "no/x"], 1, ["cannot write no/x"]),
            (["template", "render", "page.html", "-o", "page.html"], 2, ["'page.html' is read by this very call"]),
        ]
        before = self.left_over()
        for words, status, says in calls:
            with self.subTest(words=words):
                errors = self.refused(*words, status=status, says=says).errors
                self.assertNotIn("row 2", errors)
        self.assertEqual(self.left_over(), before)
        self.assertEqual((self.folder / "page.html").read_text(), "{{name}}")

    def test_a_key_that_cannot_sign_is_reported_before_anything_is_read(self):
        self.write("faulty.csv", "name,value\nA,x\n")
        errors = self.refused("report", "--input", "faulty.csv", "-o", "r.html", "--sign", "none", says="none").errors
        self.assertNotIn("row 2", errors)

    def test_an_access_log_never_goes_into_the_inventory(self):
        self.done("init")
        self.done("add", "Spork")
        self.done("publish", "site")
        self.refused("serve", "site", "--access-log", "inventory.homepwner/inventory.sqlite", status=2,
                     says="inside the inventory's folder")
        self.refused("serve", "inventory.homepwner", status=2, says="inside the inventory's folder")
        self.refused("serve", "site", "--access-log", "no/log", says=["cannot write no/log", "make the folder first"])

    def test_a_store_is_not_made_over_something_else(self):
        self.write("faulty.csv", "id,name,value\n" + "".join(
            f"00000000-0000-4000-8000-{n:012},B,{'x' if n == 9 else 5}\n" for n in range(10)))
        (self.folder / "things").mkdir()
        for name in "dcbae":
            self.write(f"things/{name}", "x")
        for words in (["import", "faulty.csv"], ["sample"]):
            errors = self.refused(
                *words, "--store", "things",
                says=["'things' is a folder that holds something else (a, b, c and 2 more)", "--store", "'homepwner init'"]
            ).errors
            self.assertNotIn("row 11", errors)
        self.done("init", "--store", "things")
        self.done("sample", "--store", "things")
        (self.folder / "empty").mkdir()
        os.symlink("empty", self.folder / "link")
        self.done("sample", "--store", "link")
        self.assertTrue((self.folder / "empty/inventory.sqlite").is_file())

    def test_a_folder_of_templates_that_replaces_nothing_is_refused(self):
        self.write("list.csv", "name\nA\n")
        (self.folder / "mine").mkdir()
        call = ["report", "--input", "list.csv", "--templates", "mine", "-o", "r.html"]
        self.refused(*call, status=2, says=["--templates: no file in it has the name", "inventory.html.mustache"])
        self.write("mine/inventory.html", "x")
        self.refused(*call, status=2, says="inventory.html.mustache")
        self.write("mine/inventory.html.mustache", "<p>x</p>")
        self.done(*call)
        self.assertEqual((self.folder / "r.html").read_text(), "<p>x</p>")

    def test_neither_a_delivery_nor_an_inventory_is_refused_as_such(self):
        self.write("report.html", "x")
        (self.folder / "claim").mkdir()
        for path in ("report.html", "claim"):
            self.refused("verify", path, says=["neither an inventory nor delivered with a manifest", "report --manifest"])
        self.refused("verify", "none", says=["cannot read none", "check the name"])

    def test_undo_says_what_it_took_back(self):
        self.done("init")
        self.done("add", "Spork")
        key = self.items()[0]["id"]
        self.done("edit", key, "--value", "5")
        self.assertEqual(self.done("undo").output, f"undid revision 2: changed 'Spork' ({key[-8:]}): value\n")
        self.assertEqual(self.done("undo", "1").output, f"undid revision 1: added 'Spork' ({key[-8:]})\n")


class StrangersTest(Case):
    def test_files_that_are_not_lists_are_named_by_their_format(self):
        dice = random.Random(3)
        sqlite = sqlite3.connect(self.folder / "db")
        sqlite.execute("CREATE TABLE a (b)")
        sqlite.commit()
        sqlite.close()
        for name, content, words in [
            ("random", dice.randbytes(5000), "binary data"),
            ("short", dice.randbytes(60) + b"\0", "binary data"),
            ("list.csv.gz", gzip.compress(b"name\nA\n"), "a compressed file (gzip); unpack it first"),
            ("db", None, "an SQLite database; name an inventory of Homepwner with --store"),
        ]:
            if content is not None:
                self.write(name, content)
            for words_of_call in (["import", name], ["report", "--input", name], ["import", "--from", "csv", name]):
                self.refused(*words_of_call, says=[f"{name}: no list of items that can be read", words, KNOWN])
        self.refused("import", "-", input=dice.randbytes(500), says=["standard input: no list of items", KNOWN])
        self.assertEqual(self.left_over(), ["db", "list.csv.gz", "random", "short"])

    def test_totals_out_of_range_are_reported_for_the_file(self):
        self.write("big.csv", "name,value\nA,1\nB,90000000000000000\nC,90000000000000000\n")
        errors = self.refused("report", "--input", "big.csv", "--total-rows", "items", says=["big.csv: the amounts in USD", "item 3 of the file"]).errors
        for word in ("homepwner edit", "restore", "export"):
            self.assertNotIn(word, errors)
        self.done("report", "--input", "big.csv", "--total-rows", "items", "--where", "value:<5", "-o", "small.html")

    def test_amounts_changed_by_other_programs_are_reported_with_one_remedy(self):
        self.write("list.csv", "name,value\nA,1\nB,2\n")
        self.done("import", "list.csv")
        with sqlite3.connect(self.folder / "inventory.homepwner/inventory.sqlite") as database:
            database.execute("UPDATE items SET value = 700 WHERE name = 'A'")
        errors = self.refused("report", "-o", "r.xml", says="changed by another program than Homepwner").errors
        self.assertEqual(errors.count("restore a copy"), 1)
        self.refused("verify", says="changed by another program than Homepwner")

    def test_a_field_that_was_changed_behind_the_program_is_found(self):
        self.done("init")
        self.done("add", "Spork", "--value", "12.34", "--serial-number", "S1")
        self.done("edit", self.items()[0]["id"], "--value", "12.35")
        self.done("verify")
        with sqlite3.connect(self.folder / "inventory.homepwner/inventory.sqlite") as database:
            database.execute("UPDATE items SET value = 1253, serial_number = 'S2'")
        self.refused("verify", says=["serialNumber of item", "the change of revision 1 left", "value of item",
                                     "the change of revision 2 left", "is damaged: 2 findings"])


class LabelLinksTest(Case):
    def test_a_link_to_a_label_that_is_not_there_is_refused_with_its_place(self):
        (self.folder / "mine/mine").mkdir(parents=True)
        self.write("list.csv", "name,value\nA,1\n")

        def template(link):
            self.write("mine/mine/mine.typ.mustache", f"""#set document(title: "Mine")
= Photos <photos>
{{{{#items}}}}
#link("homepwner:item-{{{{line}}}}?{{{{name}}}}")[A]
#heading("{{{{name}}}}") #label("item-{{{{line}}}}")
{{{{/items}}}}
#link("homepwner:{link}")[B]
""")
        call = ["report", "mine", "--templates", "mine", "--input", "list.csv", "-o", "mine.pdf"]
        template("photos?all photos")
        self.done(*call)
        (self.folder / "mine.pdf").unlink()
        template("photo?all photos")
        self.refused(*call, says=["mine/mine/mine.typ.mustache:7", "label 'photo'", "did you mean 'photos'", "item-1, photos"])
        template("photos")
        self.refused(*call, says=["mine/mine/mine.typ.mustache:7", "homepwner:LABEL?DESCRIPTION"])
        self.assertFalse((self.folder / "mine.pdf").exists())


if __name__ == "__main__":
    unittest.main()

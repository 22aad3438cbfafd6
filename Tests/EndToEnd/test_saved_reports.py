"""Reports that are saved under a name: in the inventory, as files for others, and those of the program."""
import json
import re
import subprocess

from support import Case

HEAD = '{\n  "format": "homepwner-report-1",\n'
SHIPPED = ["books", "customs", "duplicates", "estate", "gaps", "handover", "move", "object-id", "sale", "scheduled", "stolen",
           "warranties"]
DAMAGED = [
    # the file, the line that is named, what is said of the fault or its remedy
    ("", 1, "ends"),
    ("[]", 1, "JSON object"),
    ('"stolen"', 1, "JSON object"),
    ("{", 1, "expected"),
    ("name: stolen", 1, "expected"),
    ("{}", 1, "homepwner-report-1"),
    ('{\n  "format": 1\n}', 2, "homepwner-report-1"),
    ('{\n  "format": "homepwner-report-2"\n}', 2, "homepwner-report-1"),
    (HEAD + '  "columns": ["name"]\n', 4, ""),
    (HEAD + '  "columns": ["name"],\n}', 4, "expected"),
    (HEAD + '  "columns": ["name"]\n  "sort": "name"\n}', 4, "expected"),
    (HEAD + '  "sort": "name",\n  "sort": "value"\n}', 4, "sort"),
    (HEAD + '  "colums": ["name"]\n}', 3, "columns"),
    (HEAD + '  "columns": "name"\n}', 3, "list of names"),
    (HEAD + '  "columns": [1]\n}', 3, "list of names"),
    (HEAD + '  "columns": ["na\\"me"]\n}', 3, "list of names"),
    (HEAD + '  "columns": ["nmae"]\n}', 3, "name"),
    (HEAD + '  "columns": ["name", "name"]\n}', 3, "name"),
    (HEAD + '  "group-by": ["tags"]\n}', 3, "group"),
    (HEAD + '  "group-by": ["location", "category", "condition", "colour"]\n}', 3, "group"),
    (HEAD + '  "sum": true\n}', 3, "list of names"),
    (HEAD + '  "new-page": "yes"\n}', 3, "true or false"),
    (HEAD + '  "no-summary": "yes"\n}', 3, "true or false"),
    (HEAD + '  "signatures": 2\n}', 3, "text"),
    (HEAD + '  "layout": "tiles"\n}', 3, "cards"),
    (HEAD + '  "photos": "huge"\n}', 3, "large"),
    (HEAD + '  "paper": "A3"\n}', 3, "a4"),
    (HEAD + '  "report": "labels"\n}', 3, "insurance"),
    (HEAD + '  "report": 7\n}', 3, "insurance"),
    (HEAD + '  "title": {"xx": "Stolen"}\n}', 3, "zh-Hans"),
    (HEAD + '  "title": ["Stolen"]\n}', 3, "text"),
    (HEAD + '  "header": {"en": 1}\n}', 3, "text"),
    (HEAD + '  "footer": "' + "x" * 121 + '"\n}', 3, "120"),
    (HEAD + '  "where": "value:>x"\n}', 3, "value"),
    (HEAD + '  "where": "nofield:1"\n}', 3, "nofield"),
    (HEAD + '  "where": ["a"]\n}', 3, "text in quotation marks"),
    (HEAD + '  "sort": "nofield"\n}', 3, "no column"),
    (HEAD + '  "sort": "name,tags"\n}', 3, "cannot be sorted"),
    (HEAD + '  "needs-where": "yes"\n}', 3, "true or false"),
    (HEAD + '  "redact": "nothing-like-it"\n}', 3, "redact"),
    (HEAD + '  "report": "insurance",\n  "layout": "cards"\n}', 4, "--layout"),
    (HEAD + '  "logo": "data:;base64,QUJD"\n}', 3, "PNG"),
    ('{"format": "homepwner-report-1", "title": "' + "x" * 4200000 + '"}', 1, "4 megabytes"),
]


class SavedReports(Case):
    def setUp(self):
        super().setUp()
        self.done("init")
        self.write("items.json", json.dumps([
            {"name": "Drill", "category": "Tools", "location": "Garage", "value": {"amount": "80.00", "currency": "USD"},
             "customFields": [{"name": "Shelf mark", "value": "A3"}, {"name": "Weight", "value": "3"}]},
            {"name": "Faust", "category": "Books", "location": "Study", "customFields": [{"name": "Author", "value": "Goethe"}]},
        ]))
        self.done("import", "items.json")

    def report(self, *words):
        self.done("report", *words)
        return re.sub("<[^>]*>", " ", next(self.folder.glob("*.html")).read_text())

    def test_a_report_is_saved_listed_made_and_removed(self):
        self.done("report", "save", "tools", "--columns", 'name,"Shelf mark",value', "--where", "category:Tools",
                  "--title", "My tools", "--group-by", "location", "--sum", "none", "--new-page")
        self.assertRegex(self.done("report", "list").output, r"tools +My tools\n")
        text = self.report("tools")
        self.assertTrue((self.folder / "tools.html").exists())
        for word in ["My tools", "Shelf mark", "A3", "Garage"]:
            self.assertIn(word, text)
        self.assertNotIn("Faust", text)
        # The options of a call replace those that are saved; formats without layouts have none.
        self.done("report", "tools", "--where", "category:Books", "-o", "books.csv")
        self.assertIn("Faust", (self.folder / "books.csv").read_text())
        self.done("report", "tools", "--format", "xlsx")
        self.assertTrue((self.folder / "tools.xlsx").exists())
        self.done("report", "save", "tools", "--columns", "name")
        self.assertNotIn("Shelf mark", self.report("tools"))
        self.done("report", "remove", "tools")
        self.refused("report", "remove", "tools", says=["report list"])
        self.refused("report", "tools", status=2)

    def test_a_report_is_carried_by_backup_and_by_its_file(self):
        self.done("report", "save", "marks", "--columns", 'name,"Shelf mark"', "--title", "Marks")
        self.done("backup", "all.zip")
        self.done("restore", "all.zip", "--store", "again.homepwner")
        self.assertIn("marks", self.done("report", "list", "--store", "again.homepwner").output)
        shown = self.done("report", "show", "marks").output
        self.write("marks.json", shown)
        self.done("init", "--store", "other.homepwner")
        self.done("add", "Lamp", "--store", "other.homepwner")
        self.done("report", "save", "theirs", "--from", "marks.json", "--store", "other.homepwner")
        # A custom field that the other inventory does not have is left out.
        text = self.report("theirs", "--store", "other.homepwner")
        self.assertIn("Marks", text)
        self.assertNotIn("Shelf mark", text)
        self.assertEqual(self.done("report", "show", "theirs", "--store", "other.homepwner").output, shown)

    def test_a_logo_goes_with_its_report(self):
        self.write("logo.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>')
        self.done("report", "save", "paper", "--columns", "name", "--logo", "logo.svg", "--footer", "Account 7")
        self.write("paper.json", self.done("report", "show", "paper").output)
        (self.folder / "logo.svg").unlink()
        self.done("init", "--store", "other.homepwner")
        self.done("add", "Lamp", "--store", "other.homepwner")
        self.done("report", "save", "paper", "--from", "paper.json", "--store", "other.homepwner")
        self.done("report", "paper", "--store", "other.homepwner", "-o", "paper.html")
        self.assertIn("data:image/svg+xml;base64,", (self.folder / "paper.html").read_text())
        self.done("report", "paper", "--store", "other.homepwner", "-o", "paper.pdf")
        self.done("report", "paper", "--store", "other.homepwner", "-o", "paper.csv")
        self.refused("report", "save", "bad", "--columns", "name", "--logo", "paper.json", says=["paper.json"])

    def test_custom_fields_are_found_in_other_languages_and_with_units(self):
        self.write("list.csv", "name,location,Volumen (m³),Gewicht (kg),Erbe\nSofa,Box 1,\"1,5\",40,Åsa\n"
                   "Lamp,Box 1,\"0,083\",\"2,25\",Åsa\nChair,Box 2,\"0,25\",5,Anna\n")
        self.done("init", "--store", "de.homepwner", "--currency", "EUR", "--locale", "de")
        self.done("import", "list.csv", "--accept", "--store", "de.homepwner")
        self.done("report", "move", "--store", "de.homepwner", "-o", "move.html")
        text = " ".join(re.sub("<[^>]*>", " ", (self.folder / "move.html").read_text()).split())
        for words in ["Volumen (m³)", "0,083", "1,583", "42,25", "47,25"]:
            self.assertIn(words, text)
        # Nobody recorded a condition.
        self.assertNotIn("Zustand", text)
        self.done("report", "estate", "--store", "de.homepwner", "-o", "estate.html")
        text = re.sub("<[^>]*>", " ", (self.folder / "estate.html").read_text())
        self.assertLess(text.index("Anna"), text.index("Åsa"))

    def test_works_of_art_have_a_page_with_the_facts_of_object_id(self):
        names = ["Type of object", "Materials and techniques", "Measurements", "Inscriptions and markings", "Title", "Subject",
                 "Date or period", "Maker"]
        definition = json.loads(self.done("report", "show", "object-id").output)
        for name in names:
            self.assertIn(f"customFields.{name}", definition["columns"])
        facts = {"title": "Abend am Hafen", "material und technik": "Öl auf Leinwand", "Maße (cm)": "46 × 61", "Urheber": "J. Moore"}
        self.done("add", "Gemälde", "--category", "Kunst", "--value", "4500", "--distinguishing-marks", "Riss unten links",
                  *(word for fact in facts.items() for word in ["--field", "=".join(fact)]), "--field", "Preisfrage=nein")
        # A name of Object ID in another language is the name of the owner's own field.
        self.done("report", "object-id", "--where", "category:Kunst", "-o", "r.html")
        text = " ".join(re.sub("<[^>]*>", " ", (self.folder / "r.html").read_text()).split())
        for name, value in {**facts, "Distinguishing marks": "Riss unten links"}.items():
            self.assertIn(f"{name} {value}", text) if name != "title" else self.assertIn(value, text)
        for other in ["Preisfrage", "4500", "4,500", "Subject", "not stated"]:
            self.assertNotIn(other, text)
        self.refused("report", "object-id", status=2, says="--where")
        # A claim has these fields as a block, apart from other fields; the list for the police has them in a column.
        self.done("report", "insurance", "--where", "category:Kunst", "--detail", "full", "-o", "r.html")
        entry = (self.folder / "r.html").read_text()
        block = entry[entry.index("<h4>Object ID</h4>"):]
        self.assertEqual([name in block[:block.index("</dl>")] for name in ["Maße (cm)", "Urheber", "Preisfrage"]], [True, True, False])
        self.assertEqual([entry.count(f"<bdi>{name}</bdi>") for name in ["Maße (cm)", "Preisfrage"]], [1, 1])
        self.done("settings", "--claim-number", "C-7", "--police-report-number", "P-9")
        self.done("report", "stolen", "--where", "category:Kunst", "-o", "r.html")
        listed = (self.folder / "r.html").read_text()
        self.assertIn("Maße (cm): 46 × 61", listed)
        self.assertIn("P-9", listed)
        self.done("report", "stolen", "--where", "category:Kunst", "--redact", "claim-number", "-o", "r.html")
        self.assertNotIn("C-7", (self.folder / "r.html").read_text())

    def test_damaged_files_are_refused_with_place_and_remedy(self):
        self.assertGreaterEqual(len(DAMAGED), 30)
        for content, line, remedy in DAMAGED:
            with self.subTest(content[:80]):
                self.write("bad.json", content)
                self.refused("report", "save", "bad", "--from", "bad.json", says=[f"bad.json, line {line}:", remedy])
        self.assertNotIn("bad", self.done("report", "list").output)

    def test_names_that_mean_something_else_are_refused(self):
        for name in ["inventory", "list", "save", "a/b", "", "two words", ".hidden", "x" * 61]:
            self.refused("report", "save", name, "--columns", "name", status=2, says=["NAME"])
        self.refused("report", "save", "x", "--from", "f.json", "--columns", "name", status=2)

    def test_the_programs_own_are_made_in_every_language(self):
        listed = self.done("report", "list").output
        for name in SHIPPED:
            self.assertRegex(listed, rf"(?m)^{name} ")
            definition = json.loads(self.done("report", "show", name).output)
            for language in ["en", "de", "es", "fr", "he", "it", "nl", "pt", "zh-Hans", "zh-Hant"]:
                self.done("report", name, "--locale", language, "--allow-empty", "-o", "r.html",
                          *["--where", "category:Tools"] * definition.get("needs-where", False))
                title = definition["title"][language].replace("{owner}", "____________")
                self.assertIn(title, (self.folder / "r.html").read_text())
        # A region has the title of its language.
        for locale, title in [("de-AT", "Gestohlene"), ("pt-PT", "Objetos roubados"), ("zh-HK", "失竊物品"), ("en_GB", "Stolen")]:
            self.done("report", "stolen", "--locale", locale, "--where", "category:Tools", "-o", "r.html")
            self.assertIn(title, (self.folder / "r.html").read_text(), locale)
        self.done("settings", "--locale", "de-CH")
        self.assertIn("Gestohlene", self.done("report", "list").output)
        self.done("settings", "--locale", "en")
        # One that the owner saves under such a name comes first.
        self.done("report", "save", "books", "--columns", "name", "--title", "Mine")
        self.assertIn("Mine", self.report("books"))

    def test_a_report_that_needs_a_filter_is_not_made_of_all_items(self):
        self.refused("report", "stolen", status=2, says=["--where", "stolen"])
        self.assertFalse((self.folder / "stolen.html").exists())
        self.assertIn("Faust", self.report("stolen", "--where", "name:any"))

    def test_an_estate_has_sums_for_each_heir(self):
        for name, value in [("Ring", "10.00"), ("Clock", "2.50"), ("Vase", "4.00")]:
            self.done("add", name, "--value", value, "--field", "Heir=Åsa" if name != "Clock" else "Heir=Anna")
        self.done("report", "estate", "-o", "estate.csv", "--columns", "name,value,line-value")
        rows = (self.folder / "estate.csv").read_text().splitlines()
        self.assertTrue([row for row in rows if row.startswith("subtotal") and "Åsa" in row and "14.00" in row], rows)
        self.assertLess(next(at for at, row in enumerate(rows) if "Anna" in row),
                        next(at for at, row in enumerate(rows) if "Åsa" in row))

    def test_an_estate_has_the_name_of_its_owner_and_lines_to_sign_on(self):
        self.done("add", "Ring", "--value", "10.00")
        self.done("settings", "--owner", "Ada Lovelace", "--address", "12 St James's Square")
        page = self.report("estate", "--as-of", "2026-03-14", "--locale", "en")
        for words in ["Estate of Ada Lovelace", "Executor", "Appraiser", "Mar 14, 2026"]:
            self.assertIn(words, page)
        self.assertRegex(self.done("report", "list").output, "(?m)^estate +Estate of Ada Lovelace$")
        # A title of the call is as it is.
        self.assertIn("Estate of {owner}", self.report("estate", "--title", "Estate of {owner}", "--locale", "en"))

    def test_two_languages_stand_side_by_side(self):
        for ending in ["html", "pdf"]:
            path = self.folder / f"customs.{ending}"
            self.done("report", "customs", "--locale", "en", "--also-language", "de", "-o", path)
            text = re.sub("<[^>]*>", " ", path.read_text()) if ending == "html" else subprocess.run(
                ["pdftotext", "-layout", path, "-"], capture_output=True, check=True).stdout.decode()
            text = " ".join(text.split())
            for words in ["Customs list / Zollliste", "Summary / Übersicht", "Quantity / Menge"]:
                self.assertTrue(all(part in text for part in words.split(" / ")), (ending, words))
            self.assertIn("Customs list / Zollliste", text)
        # The same language twice is one; other formats have one.
        self.done("report", "-o", "one.html", "--also-language", "en")
        self.done("report", "-o", "two.html")
        texts = [re.sub('<time datetime="[^"]*"', "", (self.folder / name).read_text()) for name in ["one.html", "two.html"]]
        self.assertEqual(*texts)
        self.refused("report", "-o", "r.xlsx", "--also-language", "de", status=2, says=["--also-language"])
        self.refused("report", "--also-language", "klingon", status=2, says=["--also-language", "zh-Hant"])
        self.refused("report", "labels", "--also-language", "de", status=2, says=["--also-language"])

    def test_a_list_for_others_says_no_more_than_its_columns(self):
        secrets = ["77123", "SN-SECRET", "Trygg", "P-4711", "Cellar"]
        self.done("settings", "--owner", "Anna Lindqvist", "--insurer", "Trygg", "--policy-number", "P-4711")
        self.done("add", "Piano", "--value", "77123", "--purchase-price", "77123", "--sale-price", "950", "--serial-number",
                  "SN-SECRET", "--location", "Cellar", "--condition", "good")
        for words in [["sale"], ["--no-summary", "--columns", "name,condition,sale-price", "--where", "location:Cellar"]]:
            for ending in ["html", "pdf", "csv"]:
                path = self.folder / f"r.{ending}"
                self.done("report", *words, "-o", path)
                text = path.read_text() if ending != "pdf" else subprocess.run(
                    ["pdftotext", path, "-"], capture_output=True, check=True).stdout.decode()
                self.assertIn("Piano", text)
                self.assertIn("950", text)
                for secret in secrets:
                    self.assertNotIn(secret, text.replace(",", ""))
            # The data of the items is not attached.
            attached = subprocess.run(["pdfdetach", "-list", self.folder / "r.pdf"], capture_output=True, check=True)
            self.assertIn(b"0 embedded", attached.stdout)
            for ending in ["xml", "json", "xlsx"]:
                self.refused("report", *words, "-o", f"other.{ending}", status=2, says=["--no-summary", ending])
        self.refused("report", "--no-summary", "--volumes", "-o", "list", status=2, says=["--no-summary", "--volumes"])
        self.refused("report", "insurance", "--no-summary", status=2, says=["--no-summary"])

    def test_a_handover_is_signed_by_both(self):
        for name, (landlord, tenant) in {"en": ("Landlord", "Tenant"), "de": ("Vermieter", "Mieter")}.items():
            for ending in ["html", "pdf"]:
                path = self.folder / f"handover.{ending}"
                self.done("report", "handover", "--locale", name, "-o", path)
                text = path.read_text() if ending == "html" else subprocess.run(
                    ["pdftotext", path, "-"], capture_output=True, check=True).stdout.decode()
                self.assertLess(text.index("Drill"), text.index(landlord))
                self.assertLess(text.index(landlord), text.rindex(tenant))
                self.assertNotIn("80.00", text)

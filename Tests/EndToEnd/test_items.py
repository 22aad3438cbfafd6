"""The store by hand: adding, changing, moving, undoing."""
import json
import os
import re
import unicodedata

from support import Case, PROGRAM

FULL = {
    "--serial-number": "4K2B9", "--quantity": "2.5", "--value": "12.34", "--date-created": "2014-05-01T09:30:00.123Z",
    "--location": "Home / Office / Desk", "--category": "Tools", "--asset-identifier": "000-001",
    "--url": "https://example.org/?a=1&b=2", "--manufacturer": "Bosch", "--model-number": "X-1",
    "--description": "a drill", "--notes": "line 1\nline <b>2</b>", "--condition": "good", "--colour": "green", "--distinguishing-marks": "a dent", "--code": "4006381333931",
    "--purchase-date": "2013-12-24", "--purchase-place": "京东", "--purchase-price": "20.00 EUR",
    "--purchase-receipt-number": "R-1", "--replacement-value": "30", "--depreciation": "12.5", "--depreciation-each": "5 EUR",
    "--warranty-expires": "2016-12-24", "--warranty-lifetime": "no", "--warranty-details": "parts",
    "--insured": "yes", "--archived": "yes", "--sale-date": "2020-01-02", "--sale-price": "5",
    "--sale-to": "José", "--sale-notes": "cash", "--external-reference": "ref-1",
}


class Items(Case):
    def setUp(self):
        super().setUp()
        self.done("init")

    def add(self, name, *words):
        return self.done("add", *words, "--", name).output.strip()

    def test_the_largest_amount_of_each_currency_is_taken(self):
        largest = {"USD": "92233720368547758.07", "JPY": "9223372036854775807", "KWD": "9223372036854775.807"}
        for currency, amount in largest.items():
            key = self.add(currency, "--value", f"{amount} {currency}")
            self.assertEqual(self.done("show", key, "--json").json["value"]["amount"], amount)
        self.add("in the inventory's own", "--value", largest["USD"])
        self.refused("add", "x", "--value", "92233720368547758.08", says="too many digits", status=2)

    def test_an_item_is_named_by_its_name_if_no_other_has_it(self):
        camera, cafe = self.add("Kamera"), self.add("Cafe")
        self.assertEqual(self.done("show", "Kamera", "--json").json["id"], camera)
        self.done("edit", "Cafe", "--value", "5")
        self.assertEqual(self.done("show", cafe, "--json").json["value"]["amount"], "5.00")
        self.add("Lens", "--parent", "Kamera")
        self.assertEqual(self.done("show", "Lens", "--json").json["parent"], camera)
        other = self.add("Kamera")
        refused = self.refused("remove", "Kamera", says="several items have this name")
        self.assertTrue(camera in refused.errors and other in refused.errors)
        self.refused("show", "kamera", says="no item has the name or asset number 'kamera'")
        # An asset number names an item, too, unless another item has it as its name.
        self.done("edit", camera, "--asset-identifier", "RKC-0001")
        self.assertEqual(self.done("show", "RKC-0001", "--json").json["id"], camera)
        named = self.add("RKC-0001")
        self.assertEqual(self.done("show", "RKC-0001", "--json").json["id"], named)
        self.done("edit", named, "--asset-identifier", "7", "--name", "Tripod")
        self.done("edit", camera, "--asset-identifier", "7")
        self.refused("edit", "7", "--value", "1", says="several items")
        self.refused("show", "", says="expected an item's id", status=2)
        self.done("remove", "Cafe")
        self.refused("forget", "Kamera", says="not its name", status=2)

    def test_a_report_without_items_says_so(self):
        self.assertIn("the report has no items", self.done("report", "-o", "r.html").errors)
        self.add("Lamp")
        self.assertNotIn("no items", self.done("report", "-o", "r.html").errors)
        for name in ["r.html", "r.xlsx", "-"]:
            words = ["--format", "csv"] if name == "-" else []
            self.assertIn("the report has no items",
                          self.done("report", "--where", "name:none", "--allow-empty", "-q", "-o", name, *words).errors)

    def test_an_item_holds_every_field(self):
        parent = self.add("Cupboard")
        words = [word for pair in FULL.items() for word in pair]
        key = self.add("Drill é", *words, "--tag", "a", "--tag", "b", "--field", "Colour=red", "--field", "Size=x=y",
                       "--parent", parent)
        item = self.done("show", key, "--json").json
        self.assertEqual(item.pop("revision"), 2)
        self.assertEqual(item, {
            "id": key, "name": "Drill é", "serialNumber": "4K2B9", "quantity": 2.5,
            "value": {"amount": "12.34", "currency": "USD"}, "dateCreated": "2014-05-01T09:30:00.123Z",
            "location": "Home / Office / Desk", "category": "Tools", "tags": ["a", "b"], "assetIdentifier": "000-001",
            "url": "https://example.org/?a=1&b=2", "parent": parent, "manufacturer": "Bosch", "modelNumber": "X-1",
            "description": "a drill", "notes": "line 1\nline <b>2</b>", "condition": "good", "colour": "green",
            "distinguishingMarks": "a dent", "code": "4006381333931",
            "purchase": {"date": "2013-12-24", "place": "京东", "price": {"amount": "20.00", "currency": "EUR"},
                         "receiptNumber": "R-1"},
            "replacementValue": {"amount": "30.00", "currency": "USD"}, "depreciation": 12.5, "depreciationEach": {"amount": "5.00", "currency": "EUR"},
            "warranty": {"expires": "2016-12-24", "details": "parts"}, "insured": True, "archived": True,
            "sale": {"date": "2020-01-02", "price": {"amount": "5.00", "currency": "USD"}, "to": "José",
                     "notes": "cash"},
            "customFields": [{"name": "Colour", "value": "red"}, {"name": "Size", "value": "x=y"}],
            "externalReference": "ref-1"})
        shown = self.done("show", key).output
        for text in ["Drill é", "4K2B9", "12.34 USD", "Home / Office / Desk", "Colour", "red", key]:
            self.assertIn(text, shown)
        self.assertNotIn("\x1b", shown)

    def test_what_cannot_be_summed_is_listed_and_exported(self):
        self.refused("add", "Typo", "--quantity", "9223372036854", "--value", "92233720368", says="quantity × value")
        self.assertEqual(self.items(), [])
        self.add("Lamp", "--value", "10", "--location", "Attic")
        self.add("Vase", "--value", "90000000000000", "--quantity", "1000")
        last = self.add("Typo", "--value", "80000000000000", "--quantity", "1000")
        for words in [[], ["--group-by", "location"], ["--limit", "1"]]:
            listed = self.done("list", *words).output
            self.assertIn("Lamp", listed)
            self.assertIn("too large to be summed", listed)
            self.assertIn(last, listed)
        for words in [["report", "--output", "report.html"], ["export", "items.xml"]]:
            self.refused(*words, says=[last, "edit"])
        errors = self.done("export", "items.json").errors
        self.assertIn("without their totals", errors)
        self.assertIn(last, errors)
        self.done("import", "items.json", "--store", "again")
        self.assertEqual(self.items("--store", "again"), self.items())
        for form in ["csv", "homebox"]:
            self.done("export", "--to", form, f"{form}.csv")
            with open(self.folder / f"{form}.csv", encoding="utf-8") as file:
                text = file.read()
            self.assertIn("Lamp", text)
            self.assertIn("80000000000000", text)
        self.done("edit", last, "--value", "5")
        self.done("report", "--output", "report.html")

    def test_an_edit_changes_what_is_named_and_empty_text_takes_away(self):
        key = self.add("Spork", "--notes", "n", "--tag", "a", "--field", "A=1", "--field", "B=2")
        self.done("edit", key, "--name", "", "--value", "0", "--notes", "", "--tag", "", "--field", "A=",
                  "--field", "C=3", "--insured", "yes")
        item = self.done("show", key, "--json").json
        self.assertEqual(item["name"], "")
        self.assertEqual(item["value"], {"amount": "0.00", "currency": "USD"})
        self.assertEqual(item["customFields"], [{"name": "B", "value": "2"}, {"name": "C", "value": "3"}])
        self.assertTrue(item["insured"])
        self.assertNotIn("notes", item)
        self.assertNotIn("tags", item)

    def test_text_is_kept_to_the_byte(self):
        for text in ["\"\u0301", "e\u0301", "é", "]]>", "{{name}}", "=1+1", "'", " spaces ", "\t", "a\r\nb", "\u2028"]:
            key = self.add(text, "--notes", text)
            item = self.done("show", key, "--json").json
            self.assertEqual((item["name"], item["notes"]), (text, text))
        before = self.items()[2]
        self.assertEqual(unicodedata.is_normalized("NFC", before["name"]), True)

    def test_a_stale_edit_is_refused_by_field_and_merged_where_it_may(self):
        key = self.add("Spork")
        self.done("edit", key, "--value", "1")
        self.refused("edit", key, "--value", "2", "--if-revision", "1", says=["value", "changed since"])
        self.done("edit", key, "--notes", "merged", "--if-revision", "1")
        item = self.done("show", key, "--json").json
        self.assertEqual((item["value"]["amount"], item["notes"]), ("1.00", "merged"))

    def test_items_move_and_the_list_keeps_the_owners_order(self):
        keys = {name: self.add(name) for name in "abcde"}
        self.done("move", keys["e"], "--first")
        self.done("move", keys["a"], "--last")
        self.done("move", keys["b"], "--after", keys["d"])
        self.assertEqual(self.names(), ["e", "c", "d", "b", "a"])
        self.done("move", keys["a"], "--before", keys["c"])
        self.done("move", keys["e"], "--to", "3")
        self.assertEqual(self.names(), ["a", "c", "e", "d", "b"])
        self.add("f", "--first")
        self.add("g", "--after", keys["a"])
        self.assertEqual(self.names(), ["f", "a", "g", "c", "e", "d", "b"])
        self.refused("move", keys["a"], "--to", "9", says="the list has 7 items")
        self.refused("move", keys["a"], "--before", "ffffffff", says="no item")

    def test_items_are_named_by_digits_at_either_end_of_their_key(self):
        one = self.add("one", "--id", "11112222-3333-4444-8555-666677778888")
        self.add("two", "--id", "11112222-3333-4444-8555-666677779999")
        self.assertIn("one", self.done("show", "77778888").output)
        self.assertIn("one", self.done("show", one.upper()).output)
        self.refused("show", "11112222", says=["two", "11112222-3333-4444-8555-666677778888"])
        self.refused("show", "8888aaaa", says="no item")
        self.refused("show", "888", says="four")
        self.refused("show", "spork", says="no item has the name")
        self.refused("add", "three", "--id", one, says="already")

    def test_removing_takes_all_or_none_and_can_be_undone(self):
        keys = [self.add(name) for name in "abc"]
        self.refused("remove", keys[0], "ffffffff", says="no item")
        self.assertEqual(self.names(), ["a", "b", "c"])
        self.done("remove", keys[0], keys[1])
        self.assertEqual(self.names(), ["c"])
        self.done("undo")
        self.done("undo")
        self.assertEqual(self.names(), ["a", "b", "c"])

    def test_undo_takes_back_any_kind_of_change(self):
        key = self.add("a", "--value", "1")
        self.add("b")
        before = self.items()
        for words in [["edit", key, "--value", "2", "--notes", "x"], ["move", key, "--last"], ["remove", key],
                      ["settings", "--owner", "Ada"], ["add", "c"], ["sample", "--count", "5"]]:
            self.done(*words)
            self.done("undo")
            self.assertEqual(self.items(), before, words)
        self.assertEqual(self.done("settings", "--json").json.get("owner"), None)
        self.refused("undo", "999", says="999")

    def test_what_cannot_be_undone_is_named_and_undone_later(self):
        key = self.add("a", "--notes", "old")
        self.done("edit", key, "--value", "1", "--notes", "new")
        self.done("edit", key, "--notes", "newer")
        errors = self.done("undo", "2").errors
        for words in ["revision 2 was undone in part", f"notes of item 'a' ({key[-8:]}) was changed since (revision 3)", "2 again"]:
            self.assertIn(words, errors)
        item = self.done("show", key, "--json").json
        self.assertEqual((item.get("value"), item["notes"]), (None, "newer"))
        log = self.done("log", "--json").json
        self.assertEqual((log[0]["undoes"], log[0]["partial"], log[2]["undoneInPartBy"]), (2, True, 4))
        self.assertNotIn("undoneBy", log[2])
        self.assertIn("undid revision 2 in part", self.done("log").output)
        self.assertIn("4, in part", self.done("log").output)
        self.refused("undo", "2", says=["cannot be undone", "(revision 3)", "undo that first"])
        self.done("undo", "3")
        self.assertEqual(self.done("undo", "2").errors, "")
        self.assertEqual(self.done("show", key, "--json").json["notes"], "old")
        self.assertEqual(self.done("log", "--json").json[-2]["undoneBy"], 6)
        self.refused("undo", "2", says="was undone by revision 6 already")

    def test_parents_that_cannot_be_are_refused(self):
        house = self.add("house")
        desk = self.add("desk", "--parent", house)
        drawer = self.add("drawer", "--parent", desk)
        before = self.items()
        self.refused("edit", house, "--parent", house, says="its own parent")
        self.refused("edit", house, "--parent", drawer, "--value", "1", says="part of this one itself")
        self.refused("edit", house, "--parent", "ffffffff", says="no item")
        self.assertEqual(self.items(), before)
        self.done("remove", desk)
        self.assertNotIn("parent", self.items()[1])
        self.done("verify")
        self.done("undo")
        self.assertEqual(self.items(), before)
        self.done("verify")

    def test_parents_of_an_older_store_that_cannot_be_are_found(self):
        import sqlite3
        keys = [self.add(name) for name in "abc"]
        database = sqlite3.connect(self.folder / "inventory.homepwner/inventory.sqlite")
        database.execute("UPDATE items SET parent = id WHERE name = 'a'")
        database.execute("UPDATE items SET parent = zeroblob(16) WHERE name = 'b'")
        database.commit()
        database.close()
        self.refused("verify", says=[f"item {keys[0]} names itself", f"item {keys[1]} names a parent", "--parent \"\""])
        self.assertIn("parent (1 item)", self.done("export", "--to", "homebox", "all.csv").errors)
        for key in keys[:2]:
            self.done("edit", key, "--parent", "")
        self.done("verify")

    def test_the_log_lists_changes_latest_first(self):
        key = self.add("a")
        self.done("edit", key, "--value", "2")
        self.done("undo")
        log = self.done("log", "--json").json
        self.assertEqual([entry["kind"] for entry in log], ["undo", "edit", "add"])
        self.assertEqual([entry["revision"] for entry in log], [3, 2, 1])
        self.assertEqual(log[1]["item"], key)
        self.assertEqual(log[1]["fields"], ["value"])
        self.assertEqual(len(self.done("log", "--json", "--limit", "1").json), 1)
        self.assertEqual(len(self.done("log").output.splitlines()), 4)

    def test_lists_are_chosen_sorted_and_limited(self):
        self.add("Drill", "--value", "99.50", "--location", "Home / Office", "--tag", "x", "--insured", "yes")
        self.add("Desk", "--value", "500", "--location", "Home/Office/Corner", "--notes", "ÉTÉ")
        self.add("Bear", "--value", "5 EUR")
        self.add("Gone", "--archived", "yes")
        for filter, names in [
            ("location:Home/Office", ["Drill", "Desk"]), ("tag:x", ["Drill"]), ("value:>=100", ["Desk"]),
            ("value:..99.50USD", ["Drill"]), ("value:<6EUR", ["Bear"]), ("insured:yes", ["Drill"]),
            ("été", ["Desk"]), ("-location:Home", ["Bear"]), ("archived:yes", ["Gone"]),
            ("archived:any value:none", ["Gone"]), ("\"rill\" tag:x", ["Drill"]),
        ]:
            found = [item["name"] for item in self.done("list", "--json", "--where", filter).json]
            self.assertEqual(found, names, filter)
        self.assertEqual([i["name"] for i in self.done("list", "--json").json], ["Drill", "Desk", "Bear"])
        self.assertEqual([i["name"] for i in self.done("list", "--json", "--sort", "name").json],
                         ["Bear", "Desk", "Drill"])
        self.assertEqual([i["name"] for i in self.done("list", "--json", "--sort", "-name", "--limit", "1").json],
                         ["Drill"])
        for words in ["tags", "line-value", "colours"]:
            self.refused("list", "--sort", words, status=2, says=["--sort", words])
        self.assertEqual(self.done("list", "--json", "--limit", "0").json, [])
        grouped = self.done("list", "--group-by", "location").output
        self.assertLess(grouped.index("Home / Office"), grouped.index("Bear"))

    def test_the_old_apps_line(self):
        self.add("Rusty Spork", "--serial-number", "0A0A0", "--value", "12", "--date-created", "2014-05-01T09:30:00Z")
        self.add("Mug\nred", "--value", "1.50 EUR", "--date-created", "2015-01-02")
        self.add("Unknown", "--date-created", "2015-01-02")
        self.assertEqual(self.done("list", "--plain").output.splitlines(), [
            "Rusty Spork (0A0A0): Worth $12, recorded on 2014-05-01 09:30:00 +0000",
            "Mug␊red (): Worth 1.50 EUR, recorded on 2015-01-02 00:00:00 +0000",
            "Unknown (): Worth not stated, recorded on 2015-01-02 00:00:00 +0000",
        ])

    def test_a_list_shows_nothing_that_steers_a_terminal(self):
        self.add("\x1b[31mred\x07\u202e\x9b2J", "--location", "\x1b]0;x\x07")
        for words in [["list"], ["list", "--plain"], ["list", "--group-by", "location"], ["log"]]:
            self.assertIsNone(re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", self.done(*words).output), words)
        self.assertEqual(json.loads(self.done("list", "--json").bytes)[0]["name"], "\x1b[31mred\x07\u202e\x9b2J")

    def test_amounts_have_the_decimals_of_their_currency(self):
        for value, rule in [("1.234", "at most 2 decimal"), ("1.5 JPY", "no decimal places"), ("5 XXL", "ISO 4217"),
                            ("$5", "plain number"), ("99999999999999999999", "out of range")]:
            self.refused("add", "x", "--value", value, status=2, says=["--value", rule])
        self.assertEqual(self.items(), [])

    def test_settings_are_shown_and_changed(self):
        self.done("settings", "--currency", "JPY", "--owner", "Ada", "--policy-number", "P-1", "--time-zone", "UTC")
        self.assertEqual(self.done("settings", "--json").json, {
            "currency": "JPY", "locale": "en", "timeZone": "UTC", "owner": "Ada", "policyNumber": "P-1"})
        self.done("settings", "--owner", "")
        self.assertIn("not stated", self.done("settings").output)
        key = self.add("a", "--value", "1200")
        self.assertEqual(self.done("show", key, "--json").json["value"], {"amount": "1200", "currency": "JPY"})

    def test_a_reader_that_goes_away_ends_the_program_quietly(self):
        import subprocess
        self.done("sample", "--count", "20000")
        done = subprocess.run(f"'{PROGRAM}' list --plain | head -1", shell=True, cwd=self.folder, capture_output=True,
                              env=self.environment())
        self.assertEqual(done.stderr, b"")
        self.assertEqual(len(done.stdout.splitlines()), 1)

    def test_full_standard_output_is_reported(self):
        import subprocess
        self.add("a")
        with open("/dev/full", "wb") as full:
            done = subprocess.run([PROGRAM, "list"], stdout=full, stderr=subprocess.PIPE, cwd=self.folder,
                                  env=self.environment())
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"standard output", done.stderr)

    def without_output(self, way, words):
        """Runs a call whose standard output takes nothing."""
        import subprocess
        options = dict(cwd=self.folder, env=self.environment(), stderr=subprocess.PIPE, text=True)
        if way == "closed":
            return subprocess.run(["bash", "-c", 'exec "$@" 0<&- 1>&-', "call", PROGRAM, *words], **options)
        if way == "full":
            with open("/dev/full", "wb") as full:
                return subprocess.run([PROGRAM, *words], stdout=full, **options)
        reading, writing = os.pipe()
        os.close(reading)
        try:
            return subprocess.run([PROGRAM, *words], stdout=writing, **options)
        finally:
            os.close(writing)

    def test_a_change_whose_answer_cannot_be_written_is_made_and_reported_so(self):
        self.write("list.csv", "name\nx\ny\n")
        for way in ["closed", "full", "unread"]:
            for words, says in [
                (["init", "--store", way], "made an empty inventory"), (["add", "a"], ", revision "),
                (["import", "list.csv", "--update-by", "-"], "added 2 items"), (["sample", "--count", "3"], "added 3 items"),
                (["report", "-o", "r.html"], "wrote r.html"), (["export", "--to", "csv", "e.csv"], "wrote e.csv"),
            ]:
                with self.subTest(way=way, words=words):
                    done = self.without_output(way, words)
                    self.assertEqual(done.returncode, 3, done.stderr)
                    self.assertIn(says, done.stderr)
                    self.assertIn("do not repeat the call", done.stderr)
            self.done("verify", way)
        self.assertEqual(len(self.items()), 3 * 6)
        self.done("verify")

    def test_a_dry_run_whose_answer_cannot_be_written_has_failed(self):
        self.write("list.csv", "name\nx\n")
        self.assertEqual(self.without_output("full", ["import", "list.csv", "--dry-run"]).returncode, 1)
        self.assertEqual(self.names(), [])


class Samples(Case):
    def test_a_seed_makes_the_same_items(self):
        for rich in [[], ["--rich"]]:
            stores = []
            for name in ["one", "two"]:
                store = f"{name}{len(rich)}"
                self.done("sample", "--count", "200", "--seed", "7", "--store", store, *rich)
                stores.append(self.items("--store", store))
            self.assertEqual(stores[0], stores[1])
            self.assertEqual(len(stores[0]), 200)

    def test_a_seed_again_leaves_the_owners_edits_alone(self):
        sample = ["sample", "--seed", "1", "--count", "3"]
        self.done(*sample)
        key = self.items()[0]["id"]
        self.done("edit", key, "--name", "Mine", "--value", "99.99")
        self.done("remove", self.items()[1]["id"])
        before = self.items()
        self.assertIn("added 1 item; 2 items of this seed there already", self.done(*sample).output)
        self.assertEqual(self.items()[:2], before)
        self.assertEqual(len(self.items()), 3)

    def test_the_old_apps_items(self):
        self.done("sample", "--count", "50")
        for item in self.items():
            self.assertRegex(item["name"], "^(Fluffy|Rusty|Shiny) (Bear|Spork|Mac)$")
            self.assertRegex(item["serialNumber"], "^[0-9][A-Z][0-9][A-Z][0-9]$")
            self.assertRegex(item["value"]["amount"], r"^[0-9]{1,2}\.00$")

    def test_currencies_are_mixed_only_when_asked(self):
        self.done("sample", "--rich", "--count", "300", "--currencies", "EUR,JPY,KWD")
        found = {item["value"]["currency"] for item in self.items() if "value" in item}
        self.assertEqual(found, {"EUR", "JPY", "KWD"})
        self.refused("sample", "--currencies", "EUR,XXXX", status=2, says="--currencies")

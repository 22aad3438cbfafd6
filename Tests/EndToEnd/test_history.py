"""The history names its items and can be filtered; what is probably recorded twice is said; messages name paths."""
import pathlib
import re
import shutil
import subprocess
import time
import unittest

from support import Case, PROGRAM, TOP


class History(Case):
    def setUp(self):
        super().setUp()
        self.done("init")

    def test_the_log_and_undo_name_the_item(self):
        lamp = self.done("add", "Lamp").output.strip()
        self.done("add", "Saw")
        self.done("edit", "Lamp", "--value", "5")
        self.done("move", "Saw", "--first")
        self.done("edit", "Lamp", "--name", "Desk lamp")
        self.assertIn("undid revision 4: moved 'Saw' (", self.done("undo", "4").output)
        self.done("edit", "Desk lamp", "--notes", "n")
        self.done("remove", "Desk lamp")
        log = self.done("log").output
        for words in ["changed 'Desk lamp' (", "moved 'Saw' (", "undid revision 4: moved 'Saw' (", "removed 'Desk lamp' ("]:
            self.assertIn(words, log)
        self.assertEqual([entry.get("name") for entry in self.done("log", "--json").json if entry.get("item") == lamp].count(None), 0)

    def test_a_filter_that_chose_one_item_names_it(self):
        lamp = self.done("add", "Lamp", "--location", "Attic").output.strip()
        self.done("add", "Saw")
        self.done("edit", "--where", "name:Lamp", "--value", "5", "--notes", "n")
        self.done("edit", "--where", "category:none", "--category", "Things")
        self.done("remove", "--where", "name:Saw")
        one = f"'Lamp' ({lamp[-8:]})"
        self.assertIn(f"undid revision 3: changed {one}: value, notes", self.done("undo", "3").output)
        log = self.done("log").output
        for words in [f"changed {one}: value, notes", "changed 2 items", "removed 'Saw' (", "undid revision 3: changed 'Lamp'"]:
            self.assertIn(words, log)
        entries = {entry["revision"]: entry for entry in self.done("log", "--json").json}
        self.assertEqual((entries[3]["item"], entries[3]["name"], entries[3]["fields"]), (lamp, "Lamp", ["value", "notes"]))
        self.assertEqual(entries[3]["updated"], 1)
        self.assertNotIn("item", entries[4])

    def test_an_undo_that_cannot_be_made_names_the_item(self):
        self.done("add", "Lamp", "--value", "5", "--notes", "a")
        self.done("edit", "Lamp", "--value", "6", "--notes", "b")
        self.done("edit", "Lamp", "--value", "7")
        partly = self.done("undo", "2")
        self.assertIn("value of item 'Lamp' (", partly.errors)
        self.assertIn("changed 'Lamp' (", partly.output)
        self.done("add", "Cup", "--value", "5")
        self.done("edit", "Cup", "--value", "6")
        self.done("edit", "Cup", "--value", "7")
        self.refused("undo", "6", says="value of item 'Cup' (")

    def test_the_log_is_filtered_by_item_kind_and_day(self):
        lamp = self.done("add", "Lamp").output.strip()
        self.done("add", "Saw", "--tag", "x")
        self.done("edit", "Lamp", "--value", "5")
        self.done("edit", "--where", "category:none", "--category", "Things")
        self.done("remove", "Saw")
        self.write("list.csv", "name\n" + "".join(f"Cup {n}\n" for n in range(3)))
        self.done("import", "list.csv")

        def revisions(*words):
            return [entry["revision"] for entry in self.done("log", "--json", *words).json]
        self.assertEqual(revisions(), [6, 5, 4, 3, 2, 1])
        self.assertEqual(revisions("Lamp"), [4, 3, 1])
        self.assertEqual(revisions(lamp[-8:]), [4, 3, 1])
        self.assertIn("changed 2 items", self.done("log", "Lamp").output)
        self.assertEqual(revisions("Lamp", "--kind", "edit", "--limit", "1"), [4])
        saw = next(entry["item"] for entry in self.done("log", "--json", "--kind", "remove").json)
        self.assertEqual(revisions(saw), [5, 4, 2])
        self.assertEqual(revisions("--kind", "import"), [6])
        self.assertEqual(revisions("--kind", "add", "--limit", "1"), [2])
        self.assertEqual(revisions("--since", "2000-01-01", "--kind", "remove"), [5])
        self.assertEqual(revisions("--since", "2999-01-01"), [])
        self.assertEqual(revisions("--limit", "0"), [])
        self.refused("log", "Nothing", says="Nothing")
        self.refused("log", "--since", "yesterday", status=2, says="--since")
        self.refused("log", "--kind", "erase", status=2, says="forget")

    def test_a_filter_reaches_changes_far_back(self):
        self.done("add", "First")
        for number in range(3):
            self.done("settings", "--owner", f"O{number}")
        self.assertEqual(len(self.done("log", "--json", "--kind", "settings", "--limit", "2").json), 2)
        self.assertEqual(self.done("log", "--json", "--kind", "add").json[0]["name"], "First")

    def test_a_number_that_another_item_has_is_said(self):
        first = self.done("add", "Drill", "--serial-number", "AB-12").output.strip()
        self.done("add", "Archived", "--serial-number", "ZZ", "--archived", "yes")
        for words in [["add", "Drill two", "--serial-number", "AB-12"], ["add", "Lower", "--serial-number", "ab-12"],
                      ["edit", "Archived", "--serial-number", "AB-12"]]:
            said = self.done(*words)
            self.assertIn(f"serialNumber '{words[-1]}' is also that of 'Drill' ({first[-8:]})", said.errors, words)
        self.assertIn("'Archived'", self.done("add", "Third", "--serial-number", "AB-12").errors)
        self.done("add", "Desk", "--asset-identifier", "A-1")
        self.assertIn("assetIdentifier 'A-1'", self.done("add", "Chair", "--asset-identifier", "A-1").errors)
        for words in [["add", "Other", "--serial-number", "AB-123"], ["add", "None"], ["edit", "Desk", "--value", "3"],
                      ["edit", "Third", "--serial-number", "NEW"]]:
            self.assertEqual(self.done(*words).errors, "", words)
        # It is a note: the item is there, and its id is all that standard output has.
        said = self.done("add", "Again", "--serial-number", "AB-12", "--quiet")
        self.assertRegex(said.output, r"^[0-9a-f-]{36}\n$")
        self.assertIn("AB-12", said.errors)

    def test_an_import_says_which_numbers_are_there_twice(self):
        self.done("add", "Drill", "--serial-number", "AB-12")
        self.write("a.csv", "name,serialNumber,assetIdentifier\nDrill two,ab-12,\nSaw,S1,A1\nBed,S2,A1\nLamp,,\nHat,,\n")
        said = self.done("import", "a.csv", "--update-by", "-").errors
        self.assertIn("3 imported items", said)
        self.assertRegex(said, r"'AB-12' \('Drill' \([0-9a-f]{8}\), 'Drill two' \([0-9a-f]{8}\)\), 'A1' \('Saw'")
        # What was there before is not said again, nor is an item that is brought up to date.
        self.write("b.csv", "name,serialNumber\nHose,S9\n")
        self.assertEqual(self.done("import", "b.csv", "--quiet").errors, "")
        hose = self.items()[-1]["id"]
        self.write("c.csv", f"id,name,serialNumber\n{hose},Garden hose,S9\n")
        self.assertEqual(self.done("import", "c.csv").errors, "")
        self.write("d.csv", "name,serialNumber\n" + "".join(f"One,D{n}\nOther,D{n}\n" for n in range(5)))
        self.assertEqual(self.done("import", "d.csv", "--dry-run", "--quiet").errors, "")
        said = self.done("import", "d.csv").errors
        self.assertIn("10 imported items", said)
        self.assertEqual(re.findall("'D[0-9]' \\(", said), ["'D0' (", "'D1' (", "'D2' ("])
        # A new inventory, too; and standard output has the counts alone.
        self.assertIn("10 imported items", self.done("import", "d.csv", "--store", "new").errors)

    def test_messages_name_the_path_that_is_in_the_way(self):
        self.done("add", "Lamp")
        self.write("taken.zip", "x")
        self.write("taken", "x")
        (self.folder / "full").mkdir()
        self.write("full/x", "x")
        (self.folder / "link.zip").symlink_to("taken.zip")
        self.write("list.csv", "name\nLamp\n")
        for words, path in [
            (["report", "insurance", "-o", "taken.zip"], "taken.zip"), (["report", "insurance", "-o", "link.zip"], "link.zip"),
            (["report", "--format", "folder", "-o", "full"], "full"), (["report", "--format", "folder", "-o", ".."], ".."),
            (["backup", "taken"], "taken"), (["backup", "full"], "full"), (["report", "-o", "full"], "full"),
            (["report", "--input", "list.csv", "-o", "list.csv", "--format", "csv"], "list.csv"),
            (["export", "inventory.homepwner/a.xml"], "inventory.homepwner/a.xml"),
        ]:
            with self.subTest(words):
                self.assertIn(f"'{path}'", self.call(*words).errors)

    def test_help_lists_every_name_of_an_option(self):
        self.assertIn("--worksheet, --sheet NAME", self.done("help", "import").output)
        self.assertIn("\\-\\-sheet", self.done("man", "import").output)
        self.assertIn("--sheet", self.done("complete", "import", "--sh").output)
        # In a report the name has another meaning.
        self.assertNotIn("--worksheet, --sheet", self.done("help", "report").output)


class Units(Case):
    def units(self):
        return {path.name: path.read_text() for path in sorted((TOP / "Packaging").glob("homepwner*.*"))
                if path.suffix in (".service", ".timer")}

    def test_each_unit_does_what_it_says(self):
        home = self.folder / "home"
        (home / "Homepwner").mkdir(parents=True)
        store = home / "Homepwner/inventory.homepwner"
        self.done("init", "--store", store)
        self.done("add", "Lamp", "--store", store)
        self.done("publish", home / "Homepwner/site", "--store", store)
        self.done("add", "Saw", "--store", store)
        units = self.units()
        self.assertEqual(sorted(name for name in units if name.endswith(".timer")),
                         ["homepwner-backup.timer", "homepwner-publish.timer"])
        for name, text in units.items():
            if name.endswith(".timer"):
                self.assertIn(name.replace(".timer", ".service"), units)
                self.assertIn("WantedBy=timers.target", text)
                continue
            if "Type=oneshot" not in text:
                continue
            self.assertIn(name.replace(".service", ".timer"), units)
            for condition in re.findall(r"^ConditionPathIsDirectory=(.*)$", text, re.M):
                self.assertTrue(pathlib.Path(condition.replace("%h", str(home))).is_dir(), condition)
            variables = dict(line.replace("%h", str(home)).split("=", 1) for line in re.findall(r"^Environment=(.*)$", text, re.M))
            for round in range(2):
                # Backups have the second in their names.
                time.sleep(1.1 * round)
                for line in re.findall(r"^ExecStart(?:Pre)?=(.*)$", text, re.M):
                    words = line.replace("%h", str(home)).replace("@BINDIR@/homepwner", PROGRAM).split()
                    subprocess.run(words, check=True, env=self.environment(**variables), cwd="/")
        backups = list((home / "Homepwner/backups").iterdir())
        self.assertGreaterEqual(len(backups), 1)
        self.done("verify", backups[0])
        self.assertIn("Saw", (home / "Homepwner/site/index.html").read_text())

    def test_every_unit_is_installed(self):
        stage = (TOP / "Packaging/stage.sh").read_text()
        self.assertIn("Packaging/*.service Packaging/*.timer", stage)
        self.assertIn("/*.service", (TOP / "Packaging/tarball.sh").read_text())

    @unittest.skipUnless(shutil.which("systemd-analyze"), "systemd-analyze is not installed")
    def test_systemd_reads_the_units(self):
        for name, text in self.units().items():
            self.write(name, text.replace("@BINDIR@/homepwner", PROGRAM))
        found = subprocess.run(["systemd-analyze", "--user", "verify", *[self.folder / name for name in self.units()]],
                               capture_output=True, text=True, env={**self.environment(), "XDG_RUNTIME_DIR": str(self.folder)})
        # The manual pages are not installed here.
        told = [line for line in found.stderr.splitlines() if "homepwner" in line and "Command 'man" not in line]
        self.assertEqual(told, [])

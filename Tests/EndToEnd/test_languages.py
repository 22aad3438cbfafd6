"""The command line in the reader's language, which the environment names; what programs read is in none."""
import subprocess

from support import PROGRAM, Case


class Languages(Case):
    def test_summaries_questions_and_tables_are_german_under_a_german_locale(self):
        self.write("a.csv", "name,value,location\nLampe,12.34,Büro\nStuhl,,\n")
        german = {"LC_ALL": "", "LANG": "de_DE.UTF-8"}
        done = self.done("import", "a.csv", **german)
        self.assertEqual(done.output, "2 Gegenstände hinzugefügt\n")
        table = self.done("list", **german).output
        self.assertIn("Bezeichnung", table)
        self.assertIn("keine Angabe", table)
        self.assertIn("2 Gegenstände, 12.34 EUR (1 ohne Wertangabe)", table)
        refused = self.refused("show", "ffff9999", **german)
        self.assertIn("kein Gegenstand hat die Bezeichnung oder Inventarnummer 'ffff9999' oder eine ID, die damit beginnt oder endet", refused.errors)
        wrong = self.refused("list", "--wher", "x", status=2, **german)
        self.assertIn("unbekannte Option '--wher'; meinten Sie '--where'?", wrong.errors)

    FAULTY = "id,name,value\n00000000-0000-4000-8000-000000000001,Lamp,12.345\n"

    def test_faults_of_a_file_are_reported_in_the_language_with_the_same_status(self):
        self.write("bad.csv", self.FAULTY)
        english = self.refused("import", "bad.csv").errors
        german = self.refused("import", "bad.csv", LC_ALL="de_AT.UTF-8").errors
        chinese = self.refused("import", "bad.csv", LC_ALL="zh_CN.UTF-8").errors
        self.assertIn("row 2: column 3 (value): '12.345': at most 2 decimal places are allowed here", english)
        self.assertIn("Zeile 2: Spalte 3 (value): „12.345“: hier sind höchstens 2 Nachkommastellen erlaubt", german)
        self.assertIn("第 2 行：第 3 列（value）：“12.345”：此处最多允许 2 位小数", chinese)

    def test_standard_input_has_one_name_in_each_language(self):
        english = self.refused("import", "-", input=self.FAULTY).errors
        german = self.refused("import", "-", input=self.FAULTY, LC_ALL="de_AT.UTF-8").errors
        self.assertIn("standard input: row 2: ", english)
        self.assertIn("Standardeingabe: Zeile 2: ", german)
        self.assertNotIn("standard input", german)

    def test_what_programs_read_is_the_same_in_every_language(self):
        self.done("sample", "--count", "20", "--rich", "--seed", "3")
        calls = [("list", "--json"), ("list", "--plain"), ("log", "--json"), ("settings", "--json"), ("verify", "--json"),
                 ("export", "--to", "csv", "-"), ("export", "--to", "json", "-"), ("export", "--to", "xml", "-"),
                 ("report", "--format", "xml", "-o", "-"), ("report", "--format", "csv", "-o", "-")]
        for words in calls:
            one = self.done(*words, SOURCE_DATE_EPOCH="1700000000")
            other = self.done(*words, SOURCE_DATE_EPOCH="1700000000", LC_ALL="de_DE.UTF-8")
            self.assertEqual(self.stable(one.output), self.stable(other.output), words)

    @staticmethod
    def stable(text):
        """Exports state the moment they are made."""
        return [line for line in text.splitlines() if "generated" not in line]

    def test_the_language_of_the_inventory_is_that_of_documents_alone(self):
        self.done("init", "--locale", "de")
        self.done("add", "Lampe")
        self.assertIn("1 item", self.done("list").output)
        done = self.done("report", "-o", "r.html", LC_ALL="zh_TW.UTF-8")
        self.assertIn("件物品", done.output)
        self.assertIn('<html lang="de" dir="ltr">', (self.folder / "r.html").read_text())

    def test_without_any_variable_it_speaks_english(self):
        done = subprocess.run([PROGRAM, "help"], capture_output=True, env={"PATH": "/usr/bin"}, cwd=self.folder)
        self.assertTrue(done.stdout.startswith(b"homepwner: turns a household inventory"))

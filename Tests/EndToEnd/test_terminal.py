"""Hostile names on a terminal of their own: nothing that a file, a folder or an item is called steers the terminal."""
import json
import re
import shlex
import shutil
import subprocess
import unittest
import zipfile

from support import PROGRAM, Case

# Clears the screen, sets its title, colours, by C1, moves back, turns the line around, rings, deletes.
STEERING = "\x1b[2J\x1b]0;owned\x07\x1b[31m\u009b31m\u009d0;x\u009c\r\b\u202e\u2066\x7f\x0e\ufeff"
HOSTILE = f"a{STEERING}b"
# In a shell or in XML, not all of it can be written.
OF_XML = "a\u009b31m\u202e\u2066\u0085b"
PROGRESS = re.compile(r"\r[^\x1b\r\n]*\x1b\[K")


@unittest.skipUnless(shutil.which("script"), "there is no program script (util-linux)")
class Terminal(Case):
    def setUp(self):
        super().setUp()
        self.done("init", "--currency", "EUR")

    def shown(self, *words, **environment):
        """Runs the program on a terminal of its own, and returns what arrives there."""
        call = shlex.join([PROGRAM, *map(str, words)])
        done = subprocess.run(
            ["script", "--quiet", "--return", "--command", call, "/dev/null"], stdin=subprocess.DEVNULL, capture_output=True,
            cwd=self.folder, env=self.environment(SHELL="/bin/sh", **environment), timeout=120)
        # `script` itself passes the end of its input on, which the terminal shows.
        text = done.stdout.decode("utf-8", "surrogateescape").replace("^D\b\b", "")
        text = PROGRESS.sub("", text).replace("\r\n", "\n")
        for character in text:
            steers = (character < " " and character not in "\n\t") or "\x7f" <= character < "\xa0" \
                or character in "\u061c\u200e\u200f\u2028\u2029\ufeff" or "\u202a" <= character <= "\u202e" \
                or "\u2066" <= character <= "\u2069" or "\ud800" <= character < "\ue000"
            self.assertFalse(steers, f"{words}: {character!r} in {text!r}")
        return text

    def test_the_test_sees_what_steers(self):
        call = shlex.join(["printf", "\\033[31m"])
        done = subprocess.run(["script", "-qec", call, "/dev/null"], stdin=subprocess.DEVNULL, capture_output=True)
        self.assertIn(b"\x1b[31m", done.stdout)

    def test_headings_cells_and_names_of_tables(self):
        tables = [
            f"name,{HOSTILE}\nLamp,1\n", f'"{HOSTILE}",{HOSTILE}\nLamp,1\n', f"Gegenstand,{HOSTILE},Wert\nLampe,x,3\n",
            f"name,value\nLamp,{HOSTILE}\n", f"name,location\n{HOSTILE},{HOSTILE}\n", f"Item,Cost {HOSTILE}\n{HOSTILE},3.5\nTotal {HOSTILE},4\n",
            f"HB.name,HB.{HOSTILE}\nLamp,1\n", f"{HOSTILE}\n", f'name\n"{HOSTILE}', f"name,value\nLamp,1 {HOSTILE}\n",
        ]
        for number, table in enumerate(tables):
            name = f"{number}{HOSTILE}.csv"
            self.write(name, table)
            # Without --quiet or --accept, a proposal waits for a key.
            for words in [["--dry-run", "--quiet"], ["--dry-run", "--accept"], ["--dry-run", "--quiet", "--from", "csv"],
                          ["--skip-invalid", f"{HOSTILE}.rest", "--accept"], ["--dry-run", "--quiet", "--map", f"{HOSTILE}=name"],
                          ["--dry-run", "--quiet", "--map", f"name={HOSTILE}"]]:
                self.shown("import", name, *words)

    def test_other_files(self):
        item = {"name": HOSTILE, "location": HOSTILE, HOSTILE: HOSTILE}
        xml = f'<inventory xmlns="urn:homepwner:inventory:1"><items><item><name>{OF_XML}</name><value currency="{OF_XML}">{OF_XML}</value>'
        for name, content in [
            (f"{HOSTILE}.json", json.dumps([item])), ("items.json", json.dumps({"items": [{**item, "value": HOSTILE}]})),
            (f"{HOSTILE}.xml", f"{xml}</item></items></inventory>"), ("cut.xml", xml), ("text.txt", HOSTILE), ("x.xlsx", HOSTILE),
        ]:
            self.write(name, content)
            for words in [["import", name, "--dry-run", "--quiet"], ["validate", name], ["verify", name], ["restore", name], ["import", name + HOSTILE, "--quiet"],
                          ["photo", "add", HOSTILE, name], ["template", "check", name], ["template", "render", name, "--data", name]]:
                self.shown(*words)
        for template in [f"{{{{{HOSTILE}}}}}", f"<a {HOSTILE}='{{{{name}}}}'>", f"{{{{#a}}}}{{{{/{HOSTILE}}}}}", f"{{{{>{HOSTILE}}}}}", f"{{{{name}}}}{HOSTILE}"]:
            self.write(f"{HOSTILE}.html.mustache", template)
            self.write("data.json", json.dumps({"name": HOSTILE}))
            for words in [["check", f"{HOSTILE}.html.mustache"], ["render", f"{HOSTILE}.html.mustache", "--data", "data.json"],
                          ["render", f"{HOSTILE}.html.mustache", "--data", "data.json", "--trusting"]]:
                self.shown("template", *words)

    def test_items_with_hostile_names(self):
        fields = ["--location", HOSTILE, "--tag", HOSTILE, "--notes", HOSTILE, "--serial-number", HOSTILE, "--category", HOSTILE,
                  "--field", f"{HOSTILE}={HOSTILE}"]
        item = self.done("add", HOSTILE, *fields).output.strip()
        self.write(f"{HOSTILE}.pdf", b"%PDF-1.4 not one")
        for words in [
            ["list"], ["list", "--json"], ["list", "--plain"], ["list", "--where", HOSTILE], ["show", item], ["show", HOSTILE], ["log"], ["log", "--json"],
            ["add", HOSTILE], ["edit", item, "--name", HOSTILE + "c"], ["relocate", item, HOSTILE], ["move", item, "--first"], ["undo", "1"],
            ["document", "add", item, f"{HOSTILE}.pdf"], ["settings", "--label", HOSTILE], ["settings", "--locale", HOSTILE],
            ["export", "-", "--to", "csv"], ["export", "-", "--to", "json"], ["export", "-", "--to", "xml"], ["export", "-", "--to", "homebox"],
            ["export", f"{HOSTILE}.csv", "--to", "csv"], ["report", "-o", "-"], ["report", "-o", "-", "--format", "csv"],
            ["report", "-o", "-", "--format", "xml"], ["report", "inventory", "-o", "-", "--format", "json"], ["report", "-o", f"{HOSTILE}.html"],
            ["report", "insurance", "-o", "-", "--format", "html", "--title", HOSTILE], ["report", HOSTILE], ["template", "names", HOSTILE],
            ["complete", "--", "show", ""], ["complete", "--", "list", "--where", "location:"], ["forget", item, "--dry-run"], ["remove", item],
            ["backup", f"{HOSTILE}.zip"], ["backup", f"{HOSTILE}.zip"], ["restore", f"{HOSTILE}.zip", "--store", f"{OF_XML}.homepwner"],
            ["copy", "inventory.homepwner", f"copy {OF_XML}"], ["publish", f"{HOSTILE} site"], ["publish", f"{HOSTILE} site", "--check"],
            ["bundle", f"{HOSTILE} bundle"], ["serve", HOSTILE, "--listen", HOSTILE], ["inventories", HOSTILE], ["sample", HOSTILE], ["init", "--store", HOSTILE],
            ["list", "--store", HOSTILE], [HOSTILE], ["help", HOSTILE], ["list", f"--{HOSTILE}"], ["list", f"--limit={HOSTILE}"],
            ["report", "--as-of", HOSTILE], ["list", "--sort", HOSTILE], ["verify"], ["template", "copy", HOSTILE],
        ]:
            for language in ["C.UTF-8", "de_DE.UTF-8"]:
                self.shown(*words, LANG=language, LC_ALL=language)

    def test_deliveries_and_archives(self):
        delivery = self.folder / f"{HOSTILE} delivery"
        (delivery / f"{HOSTILE} empty").mkdir(parents=True)
        (delivery / HOSTILE).write_text("x")
        (delivery / "SHA256SUMS").write_text(f"{'0' * 64}  {OF_XML}\n")
        self.assertIn("extra", self.shown("verify", delivery))
        (delivery / "SHA256SUMS").write_text(f"{HOSTILE}\n")
        self.shown("verify", delivery)
        with zipfile.ZipFile(self.folder / f"{HOSTILE}.zip", "w") as archive:
            archive.writestr("SHA256SUMS", f"{'0' * 64}  {OF_XML}\n")
            archive.writestr(OF_XML, "x")
            archive.writestr(f"{OF_XML} empty/", "")
        self.assertIn("changed", self.shown("verify", f"{HOSTILE}.zip"))
        self.shown("restore", f"{HOSTILE}.zip", "--store", "other")
        self.shown("import", f"{HOSTILE}.zip", "--dry-run", "--quiet")

    def test_messages_to_a_file_steer_nothing_that_shows_them_later(self):
        self.write("x.csv", f"name,{HOSTILE}\nLamp,1\n")
        for words in [["import", "x.csv", "--from", "csv", "--dry-run"], ["list", f"--{HOSTILE}"], [HOSTILE]]:
            outcome = self.call(*words)
            self.assertNotEqual(outcome.status, 0)
            self.assertNotRegex(outcome.errors, "[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e\u2066]")

    def test_data_for_programs_stays_as_it_is(self):
        self.done("add", HOSTILE)
        self.assertEqual(self.items()[0]["name"], HOSTILE)
        self.assertIn(HOSTILE, self.done("export", "-", "--to", "csv").output)

    def lines(self, *words):
        """Everything that a call says, in which no name begins a line."""
        outcome = self.call(*words)
        for text in [outcome.output, outcome.errors]:
            self.assertNotRegex(text, "(?m)^[ \t]*FORGED", f"{words}")
        return outcome

    def test_a_name_of_several_lines_stays_on_one(self):
        name, file = "a\nFORGED b\r\nFORGED c\u2028FORGED d", "a\nFORGED b"
        fields = ["--location", name, "--serial-number", name, "--category", name, "--tag", name]
        item = self.lines("add", name, *fields).output.strip()
        self.assertIn("a␊FORGED b", self.lines("add", name, *fields).errors)
        self.write(f"{file}.csv", f'name,value,"{name}"\n"{name}","{name}",3\n"{name}",,\n')
        self.write(f"{file}.json", json.dumps([{"name": name, "value": name, name: name}]))
        self.write(f"{file}.xml", f'<inventory xmlns="urn:homepwner:inventory:1"><items><item><name>{file}</name><value>x</value></item></items></inventory>')
        self.write(f"{file}.html.mustache", "{{nothing}}{{#name}}")
        self.write("data.json", json.dumps({name: name, "name": name}))
        (self.folder / f"{file} delivery").mkdir()
        self.write(f"{file} delivery/{file}", "x")
        self.write(f"{file} delivery/SHA256SUMS", f"{'0' * 64}  x\n")
        for words in [
            ["list"], ["list", "--where", f"name:{name}"], ["show", name], ["log"], ["log", name], ["edit", item, "--name", name + "2"], ["undo"],
            ["edit", item, "--serial-number", name], ["relocate", name, f"{name}2"], ["relocate", "none", name], ["move", item, "--after", name],
            ["document", "add", item, f"{file}.json"], ["photo", "add", name, f"{file}.json"], ["settings", "--time-zone", name], ["settings", "--locale", name],
            ["settings", "--owner", name], ["report", name], ["report", "-o", f"{file}/x.html"], ["report", "labels", "-o", "a.html", "--label-field", name],
            ["report", "--input", f"{file}.csv", "-o", "a.html"], ["report", "-o", f"{file}.html"], ["template", "check", f"{file}.html.mustache"],
            ["template", "render", f"{file}.html.mustache", "--data", "data.json", "--strict"], ["template", "names", name], ["verify", name],
            ["verify", f"{file} delivery"], ["verify", f"{file}.xml"], ["validate", name], ["validate", f"{file}.xml"], ["restore", f"{file}.xml"], ["import", name],
            ["import", f"{file}.csv", "--dry-run"], ["import", f"{file}.csv", "--dry-run", "--from", "csv"], ["import", f"{file}.csv", "--dry-run", "--accept"],
            ["import", f"{file}.csv", "--map", f"{name}=name"], ["import", f"{file}.csv", "--map", f"name={name}"], ["import", f"{file}.json"],
            ["import", f"{file}.xml"], ["export", f"{file}.c", "--to", "csv"], ["backup", f"{file}.zip"], ["backup", f"{file}.zip"], ["verify", f"{file}.zip"],
            ["copy", "inventory.homepwner", f"copy {file}"], ["publish", f"{file} site"], ["serve", name, "--listen", name], ["init", "--store", file],
            ["list", "--store", name], [name], ["help", name], ["list", f"--{name}"], ["list", f"--limit={name}"], ["list", "--sort", name], ["remove", item], ["undo"],
        ]:
            self.lines(*words)


if __name__ == "__main__":
    unittest.main()

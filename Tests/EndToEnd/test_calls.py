"""Calls: help, versions, wrong words, exit statuses."""
from support import Case

COMMANDS = [
    "init", "settings", "sample", "import", "export", "verify", "add", "edit", "remove", "move", "relocate", "list", "show", "log",
    "undo", "report", "validate", "template",
]


class Calls(Case):
    def test_help_names_every_command_and_each_explains_itself(self):
        overview = self.done("help").output
        for command in COMMANDS:
            self.assertIn(f"  {command} ", overview)
            page = self.done("help", command).output
            self.assertIn(f"Usage: homepwner {command}", page)
            self.assertEqual(page, self.done(command, "--help").output)
            self.assertLessEqual(max(map(len, page.splitlines())), 80)

        for words in [("help", "help"), ("help", "version"), ("version", "--help")]:
            self.assertEqual(self.done(*words).output, overview)

    def test_version(self):
        self.assertEqual(self.done("--version").output, "homepwner 0.1.0\n")

    def test_wrong_calls_end_with_status_two_and_change_nothing(self):
        for words, message in [
            ([], "no command given"),
            (["lst"], "did you mean 'list'?"),
            (["list", "--jsn"], "did you mean '--json'?"),
            (["list", "--limit", "x"], "--limit needs a whole number"),
            (["list", "--where", "value:>>5"], "value:"),
            (["list", "--plain", "--json"], "give only one of --plain or --json"),
            (["add"], "NAME is missing"),
            (["add", "a", "b"], "is not expected"),
            (["add", "a", "--value", "12,34"], "--value: expected a plain number"),
            (["add", "a", "--purchase-date", "2024-02-30"], "--purchase-date: no such day in the calendar"),
            (["add", "a", "--quantity", "-1"], "--quantity: out of range"),
            (["add", "a", "--first", "--after", "1234"], "give only one of"),
            (["add", "a", "--field", "x"], "expected NAME=VALUE"),
            (["edit", "1234"], "nothing to change"),
            (["edit", "--value", "1"], "--where"),
            (["move", "1234"], "--first, --last, --before, --after or --to"),
            (["undo", "first"], "REVISION"),
            (["import"], "FILE is missing"),
            (["export", "x.csv"], "--to is needed"),
            (["report", "--format", "odt"], "--format does not take 'odt'"),
            (["report", "--as-of", "05.03.2024"], "--as-of: expected a date"),
            (["report", "--map", "a=name"], "--map goes only with --input"),
            (["settings", "--currency", "XYZ"], "'XYZ' is not an ISO 4217 currency code"),
            (["settings", "--time-zone", "Mars/Base"], "is not a time zone"),
            (["init", "--locale", "xx"], "documents are not written in 'xx'"),
            (["template", "chek", "x"], "there are check, render, names and copy"),
            (["list", "--store", ""], "--store"),
            (["init", "--store", "a\nb"], "--store"),
            (["--version", "extra"], "extra"),
            (["help", "add", "extra"], "extra"),
            (["add", b"bad\xff"], "UTF-8"),
            (["report", "insurance", "-o", "a.html", "--high-value", "2500USD", "--high-value", "3USD"], "once a currency"),
        ]:
            with self.subTest(words=words):
                self.refused(*words, status=2, says=message)
        self.assertEqual(self.left_over(), [])

    def test_the_store_can_be_named_before_the_command_and_in_the_environment(self):
        self.done("init", "--store", "a b")
        self.done("--store", "a b", "add", "Bear")
        self.assertEqual(self.names(HOMEPWNER_STORE="a b"), ["Bear"])
        self.assertEqual(self.names("--store=a b", HOMEPWNER_STORE="elsewhere"), ["Bear"])

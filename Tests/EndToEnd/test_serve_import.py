"""Lists imported through the built server's forms, as a browser without script does it, beside the command line."""
import http.client
import json
import os
import re
import unittest
import urllib.parse
import uuid
from html.parser import HTMLParser

import support
from test_serve import Server

FIXTURES = support.TOP / "Tests/Fixtures"
LISTS = support.SHARED / "fixtures/lists"
BLANKS = re.compile(r"\s+")


class Page(HTMLParser):
    """The form of a page: its fields as a browser would send them, its open questions, and its texts."""

    def __init__(self, text):
        super().__init__()
        self.source = text
        self.fields, self.open, self.alerts, self.text = {}, {}, [], ""
        self.select = self.alert = None
        self.depth = 0
        self.feed(text)

    def handle_starttag(self, tag, pairs):
        attributes = dict(pairs)
        if tag == "input" and attributes.get("type") == "hidden":
            self.fields[attributes["name"]] = attributes["value"]
        elif tag == "select":
            self.select = attributes["name"]
            self.fields[self.select] = ""
            if "required" in attributes:
                self.open[self.select] = []
        elif tag == "option":
            if "selected" in attributes:
                self.fields[self.select] = attributes["value"]
            if self.select in self.open and attributes["value"]:
                self.open[self.select].append(attributes["value"])
        if attributes.get("role") == "alert":
            self.alerts.append("")
            self.alert = tag

    def handle_endtag(self, tag):
        if tag == self.alert:
            self.alert = None

    def handle_data(self, data):
        self.text += data
        if self.alert:
            self.alerts[-1] += data


class Importing(support.Case):
    """An inventory that is served, and a browser that is signed in."""

    def setUp(self):
        super().setUp()
        self.done("init", "--currency", "USD")
        self.done("publish", "site", "--editable")
        self.server = Server(self)
        self.addCleanup(lambda: self.server.process.poll() is None and self.server.stop(9))
        _, link = self.server.ask("POST", "/api/session/links")
        connection = self.server.connect()
        connection.request("POST", "/api/session", json.dumps({"token": link["token"]}), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        self.csrf = json.loads(answer.read())["csrf"]
        self.cookie = answer.getheader("Set-Cookie").split(";")[0]
        connection.close()

    def ask(self, method, path, body=None, type="application/x-www-form-urlencoded"):
        """The status, the address to go on to and the page that a browser gets."""
        head = {"Cookie": self.cookie, "Accept": "text/html", "Sec-Fetch-Site": "same-origin"}
        if body is not None:
            head |= {"Origin": self.server.address, "Content-Type": type}
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        connection.request(method, path, body, head)
        answer = connection.getresponse()
        content = answer.read().decode()
        connection.close()
        return answer.status, answer.getheader("Location"), content

    def send(self, name, content):
        mark = uuid.uuid4().hex
        fields = "".join(
            f'--{mark}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
            for name, value in [("csrf", self.csrf), ("key", ""), ("return", "/index.html")])
        head = f'--{mark}\r\nContent-Disposition: form-data; name="list"; filename="{name}"\r\n\r\n'
        body = (fields + head).encode() + content + f"\r\n--{mark}--\r\n".encode()
        return self.ask("POST", "/import", body, f"multipart/form-data; boundary={mark}")

    def submit(self, path, fields, action):
        return self.ask("POST", path.split("?")[0], urllib.parse.urlencode(fields | {"action": action}))

    def items(self, store="inventory.homepwner"):
        """What the items hold, besides what every import makes anew."""
        made = {"id", "dateCreated", "revision", "parent"}
        listed = self.done("list", "--where", "archived:any", "--json", "--store", store).json
        return [{name: value for name, value in item.items() if name not in made} for item in listed]


class ServedImport(Importing):
    def import_list(self, path):
        """Imports a file by forms; the open questions get their first answers."""
        status, page, content = self.send(path.name, path.read_bytes())
        self.assertEqual(status, 303, f"{path.name}: {Page(content).alerts}")
        shown = Page(self.ask("GET", page)[2])
        if shown.open:
            _, _, content = self.submit(page, shown.fields, "import")
            self.assertIn("answer the open questions", Page(content).alerts[0])
            answers = {name: values[0] for name, values in shown.open.items()}
            status, page, _ = self.submit(page, shown.fields | answers, "correct")
            self.assertEqual(status, 303)
            shown = Page(self.ask("GET", page)[2])
            self.assertEqual(shown.open, {})
        status, place, content = self.submit(page, shown.fields, "import")
        if place is None:
            # Rows with faults and unknown parents are left out only if the owner says so.
            self.assertIn('name="skip"', content, Page(content).alerts)
            status, place, content = self.submit(page, shown.fields | {"skip": "yes"}, "import")
        self.assertEqual((status, place), (303, "/#imported"), f"{path.name}: {Page(content).alerts}")
        return shown

    def test_every_format_comes_in_as_by_the_command_line_and_is_undone(self):
        files = [path for folder in ("interchange", "spreadsheets") for path in sorted((FIXTURES / folder).iterdir())
                 if path.suffix in {".csv", ".json", ".xml", ".plist", ".xlsx", ".ods"}]
        if LISTS.is_dir():
            files += sorted(LISTS.iterdir())
        self.assertGreaterEqual(len(files), 11)
        files = files[::support.rounds(all=1, few=5)]
        for number, path in enumerate(files):
            with self.subTest(path.name):
                store = f"other-{number}"
                self.done("init", "--currency", "USD", "--store", store)
                if self.call("import", path, "--store", store).status:
                    self.done("import", path, "--accept", "--skip-invalid", f"rejects-{number}", "--store", store)
                shown = self.import_list(path)
                listed = self.items()
                undo = Page(self.ask("GET", "/undo")[2])
                self.assertEqual(self.ask("POST", "/undo", urllib.parse.urlencode({"csrf": self.csrf}))[0], 303)
                self.assertEqual(self.items(), [])
                self.assertEqual(listed, self.items(store))
                self.assertIn(f"<dt>Items</dt><dd>{len(listed)}</dd>", shown.source)
                self.assertIn(path.name, undo.text)
        print(f"{len(files)} files", end=" ", flush=True)
        uploads = [path for folder in self.folder.glob("inventory.homepwner/.uploads-*") for path in folder.glob("upload-*")]
        self.assertEqual(uploads, [])

    def test_what_the_command_line_refuses_is_refused_in_its_words(self):
        bad = FIXTURES / "interchange/bad"
        refused = 0
        for path in sorted(bad.iterdir()):
            # Browsers send an empty file when none is chosen.
            if path.suffix == ".expected" or path.name == "empty.csv":
                continue
            with self.subTest(path.name):
                printed = self.call("import", path.name, "--store", "none", "--dry-run", folder=bad)
                if printed.status == 0:
                    continue
                refused += 1
                status, page, content = self.send(path.name, path.read_bytes())
                if status == 303:
                    content = self.ask("GET", page)[2]
                    fields = Page(content).fields
                    status, place, again = self.submit(page, fields, "import")
                    content += again
                    self.assertEqual(self.submit(page, fields, "discard")[0], 303)
                self.assertIn(status, (400, 422))
                # The first line is a fault of a row, or says what the file is.
                first = printed.errors.splitlines()[0].removeprefix("homepwner: ").removeprefix(f"{path.name}: ")
                if not first.startswith("proposed reading"):
                    text = BLANKS.sub(" ", Page(content).text)
                    self.assertIn(BLANKS.sub(" ", first)[:60], text, printed.errors)
                self.assertEqual(self.items(), [])
        self.assertGreaterEqual(refused, 25)
        print(f"{refused} refused", end=" ", flush=True)

    def test_a_list_that_waits_is_gone_after_a_restart(self):
        status, page, _ = self.send("a.csv", b"Item,Note\nLamp,x\n")
        self.assertEqual(status, 303)
        self.assertEqual(len(list(self.folder.glob("inventory.homepwner/.uploads-*/upload-*"))), 1)
        self.server.stop(9)
        # A folder that was made just now could still be on its way to be locked.
        for lock in self.folder.glob("inventory.homepwner/.uploads-*/.in-use"):
            os.utime(lock, (0, 0))
        self.server = Server(self)
        self.addCleanup(lambda: self.server.process.poll() is None and self.server.stop(9))
        self.assertEqual(list(self.folder.glob("inventory.homepwner/.uploads-*/upload-*")), [])
        status, answer = self.server.ask("GET", page)
        self.assertEqual((status, answer["type"]), (404, "urn:homepwner:problem:no-such-list"))


if __name__ == "__main__":
    unittest.main()

"""Inventories on PostgreSQL, with the program homepwner-server; run by Tests/EndToEnd/server.sh."""
import contextlib
import datetime
import hashlib
import http.client
import itertools
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import threading
import time
import unittest
import urllib.parse
import urllib.request

from support import PROGRAM, SERVER, TOP, Case, Outcome
from test_serve import Server as Companion

try:
    from PIL import Image
except ImportError:
    Image = None

FIXTURES = TOP / "Tests/Fixtures/interchange"
HOUSEHOLD = str(pathlib.Path(PROGRAM).with_name("homepwner"))


PSQL = os.path.join(os.environ.get("POSTGRESQL_PROGRAMS", "/usr/lib/postgresql/15/bin"), "psql")


def query(sql, address=None):
    """The lines that a query of the tests' database has."""
    return subprocess.run([PSQL, "-d", address or SERVER, "-v", "ON_ERROR_STOP=1", "-qAtc", sql], capture_output=True, text=True,
                          check=True).stdout.splitlines()


class Proxy:
    """Passes bytes on to the database server. `cut` is the number of the COMMIT whose answer is lost, with its connection;
    `closes`, whether nobody can connect after that. Set to `silent` it passes nothing on and keeps connections open.
    `sent` is what clients sent."""

    def __init__(self, cut=None, closes=False):
        self.cut, self.closes, self.silent, self.commits = cut, closes, False, 0
        self.lock = threading.Lock()
        self.sent = b""
        self.target = urllib.parse.urlsplit(SERVER)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.sockets = [self.listener]
        threading.Thread(target=self.accept, daemon=True).start()

    @property
    def address(self):
        return SERVER.replace(self.target.netloc, f"127.0.0.1:{self.listener.getsockname()[1]}")

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                client = self.listener.accept()[0]
                server = socket.create_connection((self.target.hostname, self.target.port))
                self.sockets += [client, server]
                state = {"cut": False}
                for one, other, sends in [(client, server, True), (server, client, False)]:
                    threading.Thread(target=self.pump, args=(one, other, sends, state), daemon=True).start()

    def pump(self, one, other, sends, state):
        with contextlib.suppress(OSError):
            while data := one.recv(1 << 16):
                while self.silent:
                    time.sleep(0.1)
                if sends:
                    with self.lock:
                        self.sent += data
                # Alone in a message of its own, or after other requests.
                if sends and (b"Q\0\0\0\x0bCOMMIT\0" in data or b"\0COMMIT\0" in data):
                    with self.lock:
                        self.commits += 1
                        state["cut"] = self.commits == self.cut
                        if state["cut"] and self.closes:
                            # Closing alone would not wake the thread that accepts.
                            self.listener.shutdown(socket.SHUT_RDWR)
                if not sends and state["cut"]:
                    break
                other.sendall(data)
        for each in (one, other):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def close(self):
        for each in self.sockets:
            each.close()


def digest(folder):
    """The files below a published folder with their content, without the random ids of the publication and the store."""
    store = re.search(rb'data-store="([^"]+)"', (folder / "index.html").read_bytes())[1]
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes().replace(store, b"")).hexdigest()
            for path in sorted(folder.rglob("*")) if path.is_file() and path.name != "homepwner-site.json"}


class Household(Case):
    """The program without the driver."""

    def household(self, *words, **environment):
        return subprocess.run(
            [HOUSEHOLD, *words], capture_output=True, text=True, cwd=self.folder, env=self.environment(**environment))

    def test_it_names_the_other_program(self):
        for words in [["list"], ["init"], ["add", "x"], ["inventories", "list"], ["import", str(FIXTURES / "plain.csv")]]:
            outcome = self.household(*words, HOMEPWNER_STORE="postgres://me:secret@localhost/x?inventory=A%20B")
            self.assertEqual(outcome.returncode, 1, words)
            self.assertIn("'postgres://localhost/x?inventory=A B'", outcome.stderr)
            self.assertIn("homepwner-server", outcome.stderr)
            self.assertNotIn("secret", outcome.stderr + outcome.stdout)
        self.assertEqual(self.left_over(), [])

    def test_it_does_not_link_the_library(self):
        for program, expected in [(HOUSEHOLD, False), (str(pathlib.Path(PROGRAM).with_name("homepwner-server")), True)]:
            needed = subprocess.run(["readelf", "-d", program], capture_output=True, text=True, check=True).stdout
            self.assertEqual("libpq" in needed, expected, program)


@unittest.skipUnless(SERVER, "run by Tests/EndToEnd/server.sh")
class Server(Case):
    def picture(self):
        if not Image:
            self.skipTest("Pillow is not installed")
        path = self.folder / "lamp.jpg"
        Image.new("RGB", (40, 30), "red").save(path)
        return path

    def address(self, name):
        return f"{SERVER}?inventory={urllib.parse.quote(f'{self.folder.name} {name}', safe='')}"

    def words(self, words, folder=None):
        return [str(word) for word in words]

    def test_a_report_has_the_same_bytes_from_both_stores(self):
        self.done("sample", "--rich", "--count", "300", "--seed", "7", "--currencies", "USD,EUR", "--store", "first")
        self.done("export", "all.json", "--to", "json", "--store", "first")
        both = ["folder.homepwner", self.address("a")]
        for store in both:
            self.done("import", "all.json", "--store", store)
        moment = {"SOURCE_DATE_EPOCH": "1700000000"}
        calls = [["report", "inventory", "--format", kind, "-o", "-"] for kind in ["html", "xml", "csv", "json"]] + [
            ["report", "inventory", "--format", "html", "--group-by", "location", "--sort=-value", "-o", "-"],
            ["report", "inventory", "--format", "csv", "--where", "insured:yes", "--sort", "name", "-o", "-"],
            ["report", "inventory", "--format", "csv", "--where", "location:Home lamp", "--allow-empty", "-o", "-"],
            ["report", "insurance", "--format", "html", "--allow-missing", "-o", "-"],
            ["export", "-", "--to", "json"], ["list", "--sort", "name"], ["settings", "--json"],
        ]
        compared = 0
        for words in calls:
            folder, server = (self.call(*words, "--store", store, **moment) for store in both)
            # An export says when it was made.
            folder.bytes, server.bytes = (re.sub(rb'"generated": "[^"]+"', b"", one.bytes, count=1) for one in (folder, server))
            self.assertEqual((folder.status, folder.bytes), (server.status, server.bytes), words)
            compared += folder.status == 0
        self.assertEqual(compared, len(calls))
        for store, site in zip(both, ["folder", "server"]):
            self.done("publish", site, "--store", store, **moment)
        self.assertEqual(digest(self.folder / "folder"), digest(self.folder / "server"))
        for store, site in zip(both, ["folder", "server"]):
            item = self.items("--store", store)[0]["id"]
            self.done("edit", item, "--notes", "changed", "--store", store)
            self.done("publish", site, "--store", store, **moment)
            self.done("verify", "--store", store)
        self.assertEqual(digest(self.folder / "folder"), digest(self.folder / "server"))

    def test_inventories_are_listed_created_renamed_archived_and_deleted(self):
        names = lambda: [entry["name"] for entry in self.done("inventories", "list", "--json").json
                         if entry["name"].startswith(self.folder.name)]
        one, two = f"{self.folder.name} é ?&", f"{self.folder.name} z"
        self.assertIn("EUR", self.done("inventories", "create", one, "--currency", "EUR").output)
        self.refused("inventories", "create", one, says="already")
        store = f"{SERVER}?inventory={urllib.parse.quote(one, safe='')}"
        self.done("add", "Lamp", "--store", store)
        self.assertEqual(self.done("list", "--json", "--store", store).json[0]["name"], "Lamp")
        self.done("inventories", "rename", one, two)
        self.assertEqual(names(), [two])
        self.refused("list", "--store", store, says=["no inventory", one])
        store = f"{SERVER}?inventory={urllib.parse.quote(two, safe='')}"
        self.done("inventories", "archive", two)
        self.refused("add", "Chair", "--store", store, says="archived")
        self.assertEqual(len(self.done("list", "--json", "--store", store).json), 1)
        self.done("inventories", "restore", two)
        self.done("add", "Chair", "--store", store)
        self.refused("inventories", "delete", two, status=2, says="--confirm")
        self.refused("inventories", "delete", two, "--confirm", one, status=2, says="--confirm")
        self.done("inventories", "delete", two, "--confirm", two)
        self.assertEqual(names(), [])
        self.refused("inventories", "delete", two, "--confirm", two, says="no inventory")
        self.refused("inventories", "create", ".x", says="names no inventory")
        self.refused("inventories", "list", "--store", "folder", status=2, says="postgres://")

    def test_published_folders_and_backups_of_a_deleted_inventory_are_named_or_removed(self):
        other = self.address("other")
        self.done("init", "--currency", "EUR", "--store", other)
        for options in [[], ["--with-copies"]]:
            name, store = f"{self.folder.name} gone", self.address("gone")
            self.done("init", "--currency", "EUR", "--store", store)
            self.done("publish", "site", "--store", store)
            self.done("backup", "gone.backup", "--store", store)
            self.done("backup", "taken.backup", "--store", store)
            (self.folder / "taken.backup").unlink()
            # The path has become that of another inventory's backup.
            self.done("backup", "taken.backup", "--store", other)
            said = self.done("inventories", "delete", name, "--confirm", name, *options).errors
            self.assertIn("taken.backup", said)
            for path in ["site", "gone.backup"]:
                self.assertEqual((self.folder / path).exists(), not options)
                self.assertEqual(f"/{path}" in said, not options)
            self.assertTrue((self.folder / "taken.backup").exists())
            if not options:
                shutil.rmtree(self.folder / "site")
                (self.folder / "gone.backup").unlink()
                (self.folder / "taken.backup").unlink()

    def test_the_totals_of_all_inventories_are_those_of_each(self):
        stores = {f"{self.folder.name} {name}": self.address(name) for name in ["a", "b", "c"]}
        for number, store in enumerate(stores.values()):
            self.done("sample", "--rich", "--count", str(number * 20 + 1), "--seed", str(number), "--currencies", "USD,JPY", "--store", store)
        self.done("photo", "add", self.items("--store", self.address("a"))[0]["id"], self.picture(), "--store", self.address("a"))
        # Inventories of other tests, in the same database, may have amounts that cannot be added up.
        outcome = self.call("inventories", "totals", "--json")
        self.assertFalse([name for name in stores if f"{name}: " in outcome.errors], outcome.errors)
        rows = [row for row in outcome.json if row["name"] in stores]
        self.assertEqual([row["name"] for row in rows], sorted(stores))
        for row in rows:
            summary = self.done("report", "--format", "json", "-o", "-", "--store", stores[row["name"]]).json["summary"]
            self.assertEqual(row["totals"]["amounts"], summary["totals"])
            for name in ["items", "withoutValue", "withoutSerialNumber"]:
                self.assertEqual(row["totals"][name], summary[name])
            self.assertEqual(row["archived"], summary["archived"])
        self.assertEqual(rows[0]["withoutFile"], 0)
        self.assertEqual(rows[0]["revision"], 2)
        self.assertIn(rows[2]["name"], self.call("inventories", "totals").output)
        # An inventory without totals is named and does not hide those of others.
        for name in ["Palace", "Castle"]:
            self.done("add", name, "--value", "90000000000000000 USD", "--store", stores[rows[0]["name"]])
        for words in [[], ["--json"]]:
            outcome = self.refused("inventories", "totals", *words, says=[f"{rows[0]['name']}: ", "USD"])
            self.assertIn(rows[2]["name"], outcome.output)
            self.assertNotIn(rows[0]["name"], outcome.output)

    def test_an_import_that_fails_leaves_no_inventory(self):
        self.refused("import", self.write("bad.csv", "HB.name,HB.quantity\nLamp,1\nChair,x\n"), "--store", self.address("bad"), says="")
        self.refused("list", "--store", self.address("bad"), says="no inventory")
        self.assertNotIn("bad", self.done("inventories", "list").output)
        self.assertEqual(query(f"SELECT count(*) FROM inventories WHERE left(name, 1) = '.'"), ["0"])
        self.assertEqual(self.files(), [])

    def test_photos_are_in_the_folder_for_files(self):
        store = self.address("photos")
        picture = self.picture()
        self.done("init", "--store", store)
        item = self.done("add", "Lamp", "--store", store).output.split()[0]
        self.done("photo", "add", item, picture, "--store", store)
        originals = list((self.folder / ".files").rglob(hashlib.sha256(picture.read_bytes()).hexdigest() + "*"))
        self.assertEqual(len([path for path in originals if path.parent.name == "photos"]), 1)
        self.done("verify", "--store", store)
        name = f"{self.folder.name} photos"
        self.done("inventories", "delete", name, "--confirm", name)
        self.assertEqual(self.files(), [])

    def files(self):
        """The files of photos and documents, without the empty folders of inventories."""
        return [path for path in (self.folder / ".files").rglob("*") if not path.is_dir()]

    def hidden(self):
        return query("SELECT name FROM inventories WHERE left(name, 1) = '.'")

    def test_a_folder_for_files_without_the_inventory_is_refused(self):
        store = self.address("photos")
        self.done("init", "--store", store)
        # Without photos any folder will do.
        item = self.done("add", "Lamp", "--store", store, HOMEPWNER_FILES=str(self.folder / "other")).output.split()[0]
        self.done("photo", "add", item, self.picture(), "--store", store)
        count = len(self.files())
        wrong = {"HOMEPWNER_FILES": str(self.folder / "wrong")}
        self.done("remove", item, "--store", store)
        for words in [["forget", item], ["add", "Chair"], ["photo", "add", item, "lamp.jpg"]]:
            self.refused(*words, "--store", store, says=["photos and documents", "wrong", "HOMEPWNER_FILES"], **wrong)
        name = f"{self.folder.name} photos"
        self.refused("inventories", "delete", name, "--confirm", name, says="photos and documents", **wrong)
        self.assertEqual(self.names("--store", store, **wrong), [])
        self.assertEqual(len(self.files()), count)
        self.done("forget", item, "--store", store)
        self.assertEqual([path for path in self.files() if "derived" not in path.parts], [])

    @unittest.skipUnless(os.geteuid() == 0, "chattr takes root")
    def test_files_that_remain_of_a_deleted_inventory_are_named(self):
        store = self.address("photos")
        item = self.done("init", "--store", store) and self.done("add", "Lamp", "--store", store).output.split()[0]
        self.done("photo", "add", item, self.picture(), "--store", store)
        original = next(path for path in self.files() if path.parent.name == "photos")
        if subprocess.run(["chattr", "+i", original], capture_output=True).returncode:
            self.skipTest("this file system has no immutable files")
        self.addCleanup(subprocess.run, ["chattr", "-i", original])
        name = f"{self.folder.name} photos"
        self.refused("inventories", "delete", name, "--confirm", name, status=3, says=[original.parent.parent.name, "remove the folder"])

    def test_a_dry_run_with_files_finds_those_of_the_inventory(self):
        store = self.address("files")
        self.done("init", "--store", store)
        item = self.done("add", "Lamp", "--store", store).output.split()[0]
        self.done("photo", "add", item, self.picture(), "--store", store)
        self.done("export", "items.json", "--to", "json", "--store", store)
        self.assertEqual(self.done("import", "items.json", "--dry-run", "--store", store).errors, "")

    def test_a_publication_does_not_wait_for_one_of_another_inventory(self):
        stores = [self.address(name) for name in "ab"]
        for store in stores:
            self.done("add", "Lamp", "--store", store) if not self.done("init", "--store", store).status else None
        self.done("publish", "a", "--store", stores[0])
        # A publication of the other inventory that goes on: it has written to every table of the index.
        locks = "; ".join(f"LOCK TABLE {table} IN ROW EXCLUSIVE MODE" for table in query(
            "SELECT tablename FROM pg_tables WHERE tablename LIKE 'site_%'"))
        other = subprocess.Popen([PSQL, "-d", SERVER, "-qc", f"BEGIN; {locks}; SELECT pg_sleep(60)"], stdout=subprocess.DEVNULL)
        self.addCleanup(other.wait)
        self.addCleanup(other.kill)
        while not query("SELECT 1 FROM pg_locks JOIN pg_class ON oid = relation WHERE relname = 'site_files' AND mode = 'RowExclusiveLock'"):
            time.sleep(0.05)
        start = time.monotonic()
        self.done("publish", "b", "--store", stores[1])
        self.assertLess(time.monotonic() - start, 15)

    def hold(self, sql, address=None):
        """Runs statements in a transaction that the returned function commits."""
        holder = subprocess.Popen([PSQL, "-d", address or SERVER, "-qAt", "-v", "ON_ERROR_STOP=1"], stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE, text=True)
        self.addCleanup(holder.stdout.close)
        self.addCleanup(holder.wait)
        self.addCleanup(holder.kill)
        holder.stdin.write(f"BEGIN; {sql}; SELECT 'held';\n")
        holder.stdin.flush()
        while (line := holder.stdout.readline()) != "held\n":
            self.assertTrue(line, "the transaction ended")

        def commit():
            holder.communicate("COMMIT;\n")
        return commit

    def number(self):
        return query(f"SELECT inventory FROM inventories WHERE name = '{self.folder / 'inventory.homepwner'}'")[0]

    def start(self, *words):
        program = subprocess.Popen([PROGRAM, *words], cwd=self.folder, env=self.environment(), stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE)
        self.addCleanup(program.stderr.close)
        self.addCleanup(program.wait)
        self.addCleanup(program.kill)
        return program

    def await_rows(self, sql):
        end = time.monotonic() + 20
        while not query(sql):
            self.assertLess(time.monotonic(), end, sql)
            time.sleep(0.05)

    def test_items_are_edited_during_a_publication_and_a_deletion_waits_for_its_end(self):
        self.done("init")
        self.done("add", "Lamp")
        self.done("publish", "site", "--editable")
        self.done("add", "Chair")
        number = self.number()
        commit = self.hold(f"SELECT site FROM site_folders WHERE inventory = {number} FOR UPDATE")
        publication = self.start("publish", "site", "--editable")
        self.await_rows("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%DELETE FROM site_folders%' "
                        f"AND EXISTS (SELECT 1 FROM inventories WHERE inventory = {number})")
        start = time.monotonic()
        self.done("add", "Table")
        self.assertLess(time.monotonic() - start, 10)
        name = str(self.folder / "inventory.homepwner")
        deletion = self.start("inventories", "delete", name, "--confirm", name)
        time.sleep(2)
        self.assertIsNone(deletion.poll())
        commit()
        # The deletion comes between two transactions of the publication, which then finds no inventory, or after the last.
        self.assertEqual(deletion.wait(60), 0, deletion.stderr.read())
        self.assertIn(publication.wait(60), (0, 1))
        self.assertEqual(query(f"SELECT count(*) FROM site_items WHERE inventory = {number}"), ["0"])

    def test_folders_that_are_published_first_at_the_same_time_have_numbers_of_their_own(self):
        self.done("init")
        self.done("add", "Lamp")
        number, tag = self.number(), self.folder.name
        # Another publication, which has not committed yet.
        commit = self.hold(
            f"SELECT 1 FROM inventories WHERE inventory = {number} FOR NO KEY UPDATE; "
            "INSERT INTO site_folders (inventory, site, id, path, generation, state, revision, order_generation, design, profile, boot, "
            f"archived, files) VALUES ({number}, 1, 'x', 'elsewhere:/x', '', 'complete', 0, 0, '', '', '', 0, 0)")
        publication = self.start("publish", "site", "--store", f"{self.on_server()}&application_name={tag}")
        self.await_rows(f"SELECT 1 FROM pg_stat_activity WHERE application_name = '{tag}' AND wait_event_type = 'Lock'")
        commit()
        self.assertEqual(publication.wait(60), 0, publication.stderr.read())
        self.assertEqual(query(f"SELECT site FROM site_folders WHERE inventory = {number} ORDER BY site"), ["1", "2"])

    def test_a_killed_program_leaves_no_statement_that_runs(self):
        self.done("init")
        commit = self.hold(f"SELECT 1 FROM inventories WHERE inventory = {self.number()} FOR UPDATE")
        tag = self.folder.name
        adding = self.start("add", "Lamp", "--store", f"{self.on_server()}&application_name={tag}")
        waiting = f"SELECT 1 FROM pg_stat_activity WHERE application_name = '{tag}' AND wait_event_type = 'Lock'"
        self.await_rows(waiting)
        adding.kill()
        time.sleep(5)
        self.assertEqual(query(waiting), [])
        commit()

    def test_what_a_publication_reads_is_read_a_part_at_a_time(self):
        self.done("init")
        rows = "".join(f"Item {number},Room {number % 7}\n" for number in range(300))
        self.done("import", self.write("list.csv", "name,location\n" + rows))
        proxy = Proxy()
        self.addCleanup(proxy.close)
        store = proxy.address + "?" + self.on_server().partition("?")[2]
        self.done("publish", "site", "--store", store)
        self.done("publish", "site", "--store", store, "--check")
        for part in [b"SELECT series, sort_key FROM site_entries", b"SELECT item FROM site_items", b"SELECT name, fingerprint, series",
                     b"SELECT item, fingerprint FROM site_items"]:
            self.assertTrue(re.search(rb"DECLARE c[0-9]+ NO SCROLL CURSOR FOR " + re.escape(part), proxy.sent), part)

    def test_a_role_that_owns_nothing_can_do_all_but_the_first_step(self):
        self.done("init")
        role = f"r{self.folder.name.replace('-', '').lower()}"
        query(f"CREATE ROLE {role} LOGIN; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {role}; "
              f"GRANT TEMPORARY ON DATABASE {urllib.parse.urlsplit(SERVER).path[1:]} TO {role}")
        self.addCleanup(query, f"DROP OWNED BY {role}; DROP ROLE {role}")
        mine = {"PGUSER": role}
        item = self.done("add", "Lamp", **mine).output.split()[0]
        self.done("publish", "site", "--editable", **mine)
        self.done("remove", item, **mine)
        self.done("publish", "site", **mine)
        self.done("forget", item, **mine)
        self.done("sample", "--store", self.address("more"), **mine)
        self.done("inventories", "rename", f"{self.folder.name} more", f"{self.folder.name} less", **mine)
        server = Companion(self, environment=mine)
        self.addCleanup(lambda: server.stop(9))
        self.assertEqual(server.ask("POST", "/api/items", {"name": "Chair"})[0], 201)
        self.done("inventories", "delete", f"{self.folder.name} less", "--confirm", f"{self.folder.name} less", **mine)

    def test_a_view_of_the_operator_over_the_tables_stays(self):
        view = f"v{self.folder.name.replace('-', '').lower()}"
        self.done("init", "--store", self.address("x"))
        query(f"CREATE VIEW {view} AS SELECT inventory, count(*) FROM items GROUP BY inventory; "
              f"CREATE TABLE {view}_own (inventory bigint); INSERT INTO {view}_own SELECT inventory FROM inventories")
        self.addCleanup(query, f"DROP VIEW {view}; DROP TABLE {view}_own")
        count = query(f"SELECT count(*) FROM {view}_own")
        self.done("inventories", "delete", f"{self.folder.name} x", "--confirm", f"{self.folder.name} x")
        self.assertEqual(query(f"SELECT count(*) FROM {view}_own"), count)

    def test_folders_and_backups_of_other_machines_are_told_apart(self):
        def at(machine, *words):
            outcome = Outcome(subprocess.run(
                ["unshare", "--uts", "sh", "-c", 'hostname "$1" && shift && exec "$@"', "sh", machine, PROGRAM, *words],
                capture_output=True, cwd=self.folder, env=self.environment()))
            if "unshare" in outcome.errors:
                self.skipTest("hosts of other names take root")
            self.assertEqual(outcome.status, 0, outcome.errors)
            return outcome

        self.done("init")
        item = self.done("add", "Lamp").output.split()[0]
        site = self.folder / "site"
        for machine in ["one", "two"]:
            at(machine, "publish", "site")
            site.rename(self.folder / machine)
        # Each machine has a folder of its own under the same path.
        (self.folder / "one").rename(site)
        at("one", "publish", "site")
        noted = query(f"SELECT path FROM site_folders WHERE path LIKE '%{self.folder}/site' ORDER BY 1")
        self.assertEqual(noted, [f"{machine}:{site}" for machine in ["one", "two"]])
        at("two", "backup", "b.zip")
        at("two", "backup", "c.zip")
        (self.folder / "b.zip").unlink()
        self.done("remove", item)
        at("one", "publish", "site")
        outcome = at("one", "forget", item)
        for place in ["site", "b.zip", "c.zip"]:
            self.assertIn(f"two:{self.folder / place}", outcome.errors)
        self.assertNotIn(" one:", outcome.errors)
        # A machine knows which of its backups are gone.
        at("two", "backup", "d.zip")
        item = self.done("add", "Chair").output.split()[0]
        self.done("remove", item)
        outcome = at("one", "publish", "site") and at("one", "forget", item)
        self.assertNotIn("b.zip", outcome.errors)
        self.assertIn("d.zip", outcome.errors)

    def test_long_names_are_published(self):
        store = self.address("long")
        long = "".join(hashlib.sha256(str(number).encode()).hexdigest() for number in range(60))
        path = " / ".join(long[number * 300:(number + 1) * 300] for number in range(12))
        items = [{"name": long, "tags": [long, long + "x"], "location": path}, {"name": "b", "location": path + "x"}]
        self.done("import", self.write("items.json", json.dumps(items)), "--store", store)
        for site in ["one", "two"]:
            self.done("publish", site, "--store", store)
        self.done("edit", self.items("--store", store)[1]["id"], "--location", path, "--store", store)
        self.done("publish", "one", "--store", store)
        self.assertIn(long + "x", (self.folder / "one/browse-tags.html").read_text())

    def test_the_answer_to_a_commit_may_be_lost(self):
        store = self.address("lost")
        self.done("init", "--store", store)
        for cut in range(1, 9):
            proxy = Proxy(cut)
            self.addCleanup(proxy.close)
            mine = proxy.address + "?" + store.partition("?")[2]
            before = len(self.items("--store", store))
            outcome = self.call("add", "Lamp", "--store", mine)
            # The program looks whether the change was made.
            self.assertEqual(outcome.status, 0, outcome.errors)
            self.assertEqual(len(self.items("--store", store)), before + 1)
            if proxy.commits < cut:
                break
        self.assertGreater(cut, 1)
        # An edit is sent together with its COMMIT.
        item = self.items("--store", store)[0]["id"]
        proxy = Proxy(1)
        self.addCleanup(proxy.close)
        outcome = self.call("edit", item, "--notes", "here", "--key", "k", "--store", proxy.address + "?" + store.partition("?")[2])
        self.assertEqual(outcome.status, 0, outcome.errors)
        self.assertEqual(proxy.commits, 2)
        self.assertEqual(self.items("--store", store)[0]["notes"], "here")

    def test_a_commit_of_which_nothing_is_heard_any_more_may_have_been_made(self):
        store = self.address("gone")
        self.done("init", "--store", store)
        unknown = 0
        for cut in range(1, 9):
            proxy = Proxy(cut, closes=True)
            self.addCleanup(proxy.close)
            before = len(self.items("--store", store))
            outcome = self.call("add", "Lamp", "--store", proxy.address + "?" + store.partition("?")[2])
            after = len(self.items("--store", store))
            if outcome.status == 3:
                unknown += 1
                self.assertIn("may have been made", outcome.errors)
                self.assertEqual(after, before + 1)
            else:
                self.assertEqual(after, before + (outcome.status == 0), outcome.errors)
                self.assertIn(outcome.status, (0, 1))
            if proxy.commits < cut:
                break
        self.assertEqual(unknown, 1)

    def test_a_call_with_a_key_may_be_repeated_after_a_lost_commit(self):
        store = self.address("key")
        self.done("init", "--store", store)
        for cut in range(1, 9):
            proxy = Proxy(cut, closes=True)
            self.addCleanup(proxy.close)
            words = ["add", "Lamp", "--key", f"k{cut}", "--store"]
            outcome = self.call(*words, proxy.address + "?" + store.partition("?")[2])
            if outcome.status == 3:
                self.assertIn("--key", outcome.errors)
                before = self.items("--store", store)
                self.assertEqual(self.done(*words, store).output.strip(), before[-1]["id"])
                self.assertEqual(self.items("--store", store), before)
                self.refused("add", "Chair", *words[2:], store, says=["another change"])
                return
        self.fail("no answer to a commit was lost")

    def test_an_inventory_has_its_files_whichever_answer_is_lost(self):
        self.done("sample", "--count", "3", "--store", "a.homepwner")
        self.done("photo", "add", self.items("--store", "a.homepwner")[0]["id"], self.picture(), "--store", "a.homepwner")
        self.done("backup", "a.zip", "--store", "a.homepwner")
        for words in [["copy", "--from", "a.homepwner", "--to"], ["restore", "a.zip", "--store"]]:
            for cut in range(1, 40):
                proxy = Proxy(cut)
                self.addCleanup(proxy.close)
                name = f"{words[0]} {cut}"
                outcome = self.call(*words, f"{proxy.address}?{self.address(name).partition('?')[2]}")
                if outcome.status == 0:
                    self.done("verify", "--store", self.address(name))
                    self.assertEqual(len(self.items("--store", self.address(name))), 3)
                    self.assertEqual(len([path for path in self.files() if path.parent.name == "photos"]), 1)
                    name = f"{self.folder.name} {name}"
                    self.done("inventories", "delete", name, "--confirm", name)
                else:
                    self.assertEqual(outcome.status, 1, outcome.errors)
                    self.refused("list", "--store", self.address(name), says="no inventory")
                self.assertEqual(self.files(), [])
                if proxy.commits < cut:
                    break
            self.assertGreater(cut, 2)
            self.assertEqual(self.hidden(), [])

    def test_a_copy_has_items_history_and_files(self):
        picture = self.picture()
        self.done("sample", "--rich", "--count", "50", "--store", "a.homepwner")
        item = self.done("list", "--json", "--store", "a.homepwner").json[0]["id"]
        self.done("photo", "add", item, picture, "--store", "a.homepwner")
        self.done("edit", item, "--notes", "changed", "--store", "a.homepwner")
        stores = ["a.homepwner", self.address("copied"), "b.homepwner"]
        for source, target in zip(stores, stores[1:]):
            self.done("copy", "--from", source, "--to", target)
            self.refused("copy", "--from", source, "--to", target, says="already")
            self.done("verify", "--store", target)
        for words in [["list", "--json", "--where", "archived:any"], ["log", "--json"], ["settings", "--json"]]:
            self.assertEqual(len({self.done(*words, "--store", store).output for store in stores}), 1, words)
        self.refused("copy", "--from", "nothing", "--to", self.address("other"), says="no inventory")
        self.refused("copy", "--from", "a.homepwner", status=2, says="--to")

    def test_a_backup_is_restored_on_either_side(self):
        store = self.address("backed/up")
        self.done("sample", "--count", "20", "--store", store)
        self.done("photo", "add", self.items("--store", store)[0]["id"], self.picture(), "--store", store)
        self.assertIn("20 items, 1 file", self.done("backup", "house.zip", "--store", store).output)
        (self.folder / "dated").mkdir()
        self.done("backup", "--to", "dated", "--store", store)
        (dated,) = (self.folder / "dated").iterdir()
        self.assertTrue(dated.name.startswith(f"{self.folder.name} backed%2Fup-"), dated.name)
        stores = [store, "again.homepwner", self.address("again")]
        for target in stores[1:]:
            self.assertIn("20 items", self.done("restore", "house.zip", "--store", target).output)
            self.refused("restore", "house.zip", "--store", target, says="already")
            self.done("verify", "--store", target)
        for words in [["list", "--json"], ["log", "--json"]]:
            self.assertEqual(len({self.done(*words, "--store", store).output for store in stores}), 1, words)
        self.assertEqual(sorted(self.left_over()), ["again.homepwner", "dated", "house.zip", "lamp.jpg"])

    def test_each_inventory_is_backed_up_and_one_that_fails_is_named(self):
        database = f"d{self.folder.name.replace('-', '').lower()}"
        query(f"CREATE DATABASE {database}")
        self.addCleanup(query, f"DROP DATABASE {database} WITH (FORCE)")
        server = f"{SERVER.rsplit('/', 1)[0]}/{database}"
        names = ["a/b", "ab", "gone", "old"]
        stores = {name: f"{server}?inventory={urllib.parse.quote(name, safe='')}" for name in names}
        for store in stores.values():
            self.done("init", "--store", store)
            self.done("add", "Lamp", "--store", store)
        self.done("photo", "add", self.items("--store", stores["ab"])[0]["id"], self.picture(), "--store", stores["ab"])
        self.done("inventories", "archive", "old", "--store", server)
        (self.folder / "backups").mkdir()

        def backups():
            return sorted(path.name for path in (self.folder / "backups").iterdir())

        def names_of(files):
            return [name.rsplit("-", 3)[0] for name in files]

        words = ["inventories", "backup", "backups", "--keep", "2", "--store", server]
        self.done(*words)
        first = backups()
        self.assertEqual(names_of(first), ["a%2Fb", "ab", "gone", "old"])
        self.done("inventories", "delete", "gone", "--confirm", "gone", "--store", server)
        (original,) = [path for path in self.files() if path.parent.name == "photos"]
        original.rename(self.folder / "aside")
        time.sleep(1.1)
        said = self.refused(*words, says=["ab: ", "damaged", "1 of 3"])
        self.assertNotIn("a/b: ", said.errors)
        second = backups()
        self.assertEqual(names_of(second), ["a%2Fb", "a%2Fb", "ab", "gone", "old", "old"])
        (self.folder / "aside").rename(original)
        time.sleep(1.1)
        self.assertEqual(self.done(*words, "--quiet").output, "")
        third = backups()
        self.assertEqual(names_of(third), ["a%2Fb", "a%2Fb", "ab", "ab", "gone", "old", "old"])
        self.assertEqual([name for name in first if name not in third], [first[0], first[3]])
        for number, name in enumerate(third):
            self.done("restore", f"backups/{name}", "--store", f"{number}.homepwner")
            self.assertEqual(self.names("--store", f"{number}.homepwner"), ["Lamp"])
        # A server that is lost is not asked for each of the others.
        proxy = Proxy(cut=1, closes=True)
        self.addCleanup(proxy.close)
        lost = f"{proxy.address.rsplit('/', 1)[0]}/{database}"
        said = self.refused(*words[:-1], lost, says=["a/b: ", database])
        self.assertFalse([name for name in ("ab: ", "old: ") if f"homepwner: {name}" in said.errors], said.errors)
        self.assertEqual(backups(), third)
        self.refused("inventories", "backup", "nowhere", "--store", server, says="nowhere")
        self.refused("inventories", "backup", "backups", "--keep", "0", "--store", server, status=2, says="--keep")
        self.refused("inventories", "backup", str(original.parent), "--store", server, status=2, says="inside the inventory")

    def test_a_dry_run_changes_nothing(self):
        store = self.address("dry")
        rows = self.write("rows.csv", "HB.name,HB.import_ref\nLamp,1\nChair,2\n")
        self.assertIn("would add 2 items", self.done("import", rows, "--dry-run", "--store", store).output)
        self.refused("list", "--store", store, says="no inventory")
        self.done("import", rows, "--store", store)
        rows = self.write("rows.csv", "HB.name,HB.import_ref\nLamp,1\nDesk,3\n")
        self.assertIn("would add 1 item", self.done("import", rows, "--dry-run", "--store", store).output)
        self.assertEqual(self.names("--store", store), ["Lamp", "Chair"])
        self.assertEqual(self.done("inventories", "list", "--json").output.count(self.folder.name), 1)
        self.assertEqual(self.left_over(), ["rows.csv"])

    def test_writers_in_many_processes_lose_nothing(self):
        store = self.address("many")
        self.done("init", "--store", store)
        threads = [threading.Thread(target=lambda: [self.done("add", "x", "--store", store) for _ in range(5)])
                   for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(self.done("list", "--json", "--store", store).json), 30)
        self.done("verify", "--store", store)


@unittest.skipUnless(SERVER, "run by Tests/EndToEnd/server.sh")
class AllInventories(Case):
    """One web server for all inventories of a database, each under a host name of its own."""

    def setUp(self):
        super().setUp()
        self.tag = "h" + hashlib.sha256(str(self.folder).encode()).hexdigest()[:12]
        self.names = [f"{self.tag}-{letter}" for letter in "ab"]
        for name in self.names:
            self.create(name, "--currency", "EUR")
            self.done("add", f"Lamp of {name}", "--store", self.store(name))

    def create(self, name, *words):
        self.done("inventories", "create", name, *words, "--store", SERVER)
        self.addCleanup(lambda: self.done("inventories", "delete", name, "--confirm", name, "--store", SERVER))

    def store(self, name):
        return f"{SERVER}?inventory={urllib.parse.quote(name)}&files={self.folder}/files"

    def serve(self, site="sites", *words):
        process = subprocess.Popen(
            [PROGRAM, "inventories", "serve", site, "--store", f"{SERVER}?files={self.folder}/files", "--listen", "127.0.0.1:0",
             "--metrics", "127.0.0.1:0", "--json", *words], cwd=self.folder, env=self.environment(), stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        self.addCleanup(lambda: process.poll() is None and process.kill())
        text = ""
        while not text.rstrip().endswith("}"):
            text += (line := process.stdout.readline())
            self.assertTrue(line, "the server did not start")
        said = json.loads(text)
        self.assertRegex(said["address"], r"^http://NAME\.localhost:[0-9]+$")
        self.metrics = said["metrics"].removeprefix("http://")
        return process, int(said["address"].rsplit(":", 1)[1])

    def ask(self, port, host, method, path, body=None, bearer=None, **fields):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.addCleanup(connection.close)
        fields = {name.replace("_", "-"): value for name, value in fields.items()} | {"Host": f"{host}:{port}"}
        if bearer:
            fields["Authorization"] = "Bearer " + bearer
        if body is not None:
            fields.setdefault("Content-Type", "application/json")
        connection.request(method, path, json.dumps(body) if body is not None else None, fields)
        answer = connection.getresponse()
        content = answer.read()
        is_json = "json" in (answer.getheader("Content-Type") or "")
        return answer.status, json.loads(content) if is_json else content, answer

    def sign_in(self, port, name):
        token = self.done("inventories", "sign-in", name, "--store", SERVER).output.strip()
        # The first request opens the inventory.
        self.assertEqual(self.ask(port, f"{name}.localhost", "GET", "/api/session")[0], 200)
        status, answer, _ = self.ask(port, f"{name}.localhost", "POST", "/api/session", {"token": token, "bearer": True})
        self.assertEqual(status, 200, answer)
        return answer["bearer"]

    def test_a_new_inventory_has_the_name_of_a_deleted_one_at_once(self):
        process, port = self.serve()
        name = self.names[0]
        bearer = self.sign_in(port, name)
        self.assertEqual(self.ask(port, f"{name}.localhost", "GET", "/api/items", bearer=bearer)[0], 200)
        store = f"{SERVER}?inventory={name}"
        self.done("inventories", "delete", name, "--confirm", name, "--store", SERVER)
        self.done("init", "--currency", "EUR", "--store", store)
        self.done("add", "Chair", "--store", store)
        end = time.monotonic() + 30
        while (answer := self.ask(port, f"{name}.localhost", "GET", "/api/items", bearer=bearer))[0] != 401:
            # Until it is noticed, and while the new one is opened.
            self.assertIn(answer[0], [200, 503], answer)
            self.assertNotIn("damaged", str(answer[1]))
            self.assertLess(time.monotonic(), end)
            time.sleep(0.1)
        status, page, _ = self.ask(port, f"{name}.localhost", "GET", "/index.html", bearer=self.sign_in(port, name))
        self.assertEqual(status, 200)
        self.assertIn(b"Chair", page)

    def test_each_inventory_has_its_own_host_sessions_and_pages(self):
        process, port = self.serve()
        one, two = self.names
        bearers = {name: self.sign_in(port, name) for name in self.names}
        for name in self.names:
            status, answer, _ = self.ask(port, f"{name}.localhost", "GET", "/api/items", bearer=bearers[name])
            self.assertEqual((status, [item["name"] for item in answer["items"]]), (200, [f"Lamp of {name}"]))
        self.assertEqual(self.ask(port, f"{two}.localhost", "GET", "/api/items", bearer=bearers[one])[0], 401)
        status, page, _ = self.ask(port, f"{one}.localhost", "GET", "/index.html", bearer=bearers[one])
        self.assertEqual(status, 200)
        self.assertIn(f"Lamp of {one}".encode(), page)
        status, item, _ = self.ask(port, f"{one}.localhost", "POST", "/api/items", {"name": "Chair"}, bearers[one], Idempotency_Key="k")
        self.assertEqual(status, 201, item)
        end = time.monotonic() + 20
        while not (page := self.folder / "sites" / one / f"item/{item['id']}.html").exists():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.05)
        self.assertEqual([each["name"] for each in self.items("--store", self.store(two))], [f"Lamp of {two}"])
        connection = http.client.HTTPConnection(self.metrics, timeout=20)
        connection.request("GET", "/metrics")
        figures = connection.getresponse().read().decode()
        self.assertIn("\nhomepwner_inventories 2\n", figures)
        self.assertIn("\nhomepwner_edits_total 1\n", figures)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=30), 0)
        # Those of other tests have names that no host can have.
        said = [line for line in process.stderr.read().splitlines() if "no host can have" not in line]
        self.assertEqual(said, [])

    def test_a_report_is_of_the_inventory_that_its_host_names(self):
        _, port = self.serve()
        for name in self.names:
            status, document, _ = self.ask(
                port, f"{name}.localhost", "GET", "/api/reports/inventory?format=json", bearer=self.sign_in(port, name))
            self.assertEqual((status, [item["name"] for item in document["items"]]), (200, [f"Lamp of {name}"]))

    def test_a_person_signs_in_to_each_inventory_that_knows_them_with_one_provider(self):
        from test_sign_in import CLIENT, SECRET, Provider
        provider = Provider()
        self.addCleanup(provider.server_close)
        self.addCleanup(provider.shutdown)
        self.write("secret", SECRET)
        _, port = self.serve("sites", "--oidc-issuer", provider.issuer, "--oidc-client", CLIENT, "--oidc-secret-file", "secret")
        self.done("people", "add", "Ana", "--sign-in-as", "ana@example.org", "--store", self.store(self.names[0]))
        one, two = self.names

        def sign_in(name):
            """Signs in at the provider, over the one address that all inventories have there."""
            status, _, answer = self.ask(port, f"{name}.localhost", "GET", "/sign-in/provider")
            self.assertEqual(status, 303)
            address = answer.getheader("Location")
            self.assertIn(urllib.parse.quote(f"http://localhost:{port}/sign-in/provider", safe=""), address)
            query = urllib.parse.urlencode(provider.authorize(address))
            cookie = answer.getheader("Set-Cookie").split(";")[0]
            status, _, answer = self.ask(port, "localhost", "GET", f"/sign-in/provider?{query}", Accept="text/html")
            self.assertEqual(status, 303)
            place = urllib.parse.urlsplit(answer.getheader("Location"))
            self.assertEqual((place.netloc, place.query), (f"{name}.localhost:{port}", query))
            status, page, answer = self.ask(
                port, f"{name}.localhost", "GET", f"{place.path}?{query}", Cookie=cookie, Accept="text/html")
            fields = answer.headers.get_all("Set-Cookie")
            return status, next((field.split(";")[0] for field in fields if "-provider=" not in field and "=;" not in field), "")

        def reads(name, cookie):
            return self.ask(port, f"{name}.localhost", "GET", "/api/items", Cookie=cookie)[0]

        status, cookie = sign_in(one)
        self.assertEqual((status, reads(one, cookie), reads(two, cookie)), (200, 200, 401))
        self.assertEqual(sign_in(two)[0], 403)
        # The same account of somebody of the server, who is not known to the first inventory by another name.
        self.add_person("Ana S.", "reader", two, "--sign-in-as", "ana@example.org")
        status, cookie = sign_in(two)
        self.assertEqual((status, reads(one, cookie), reads(two, cookie)), (200, 401, 200))
        self.assertEqual(self.ask(port, f"{one}.localhost", "GET", "/api/session", Cookie=sign_in(one)[1])[1]["person"], "Ana")
        self.assertEqual(self.ask(port, "localhost", "GET", "/sign-in/provider?state=x.y.z&code=1")[0], 400)
        # A sign-in that was begun at one host ends at no other.
        answer = self.ask(port, f"{one}.localhost", "GET", "/sign-in/provider")[2]
        query = urllib.parse.urlencode(provider.authorize(answer.getheader("Location")))
        cookie = answer.getheader("Set-Cookie").split(";")[0]
        self.assertEqual(self.ask(port, f"{two}.localhost", "GET", f"/sign-in/provider?{query}", Cookie=cookie)[0], 400)

    def add_person(self, name, role, pattern, *words):
        """Adds somebody to the database server."""
        self.done("people", "add", name, "--role", role, "--inventories", pattern, *words, "--store", SERVER)
        self.addCleanup(lambda: self.call("people", "remove", name, "--store", SERVER))

    def test_a_person_of_the_server_signs_in_once_for_the_inventories_that_they_may_see(self):
        one, two = self.names
        third = f"{self.tag}-c"
        self.create(third)
        servers = [self.serve()[1], self.serve("others")[1]]
        person = f"Eva {self.tag}"
        self.add_person(person, "recorder", f"{self.tag}-[ab]")
        self.done("people", "role", person, "editor", "--inventories", two, "--store", SERVER)
        listed = [each for each in json.loads(self.done("people", "list", "--json", "--store", SERVER).output) if each["name"] == person]
        self.assertEqual(listed[0]["roles"], [
            {"inventories": f"{self.tag}-[ab]", "role": "recorder"}, {"inventories": two, "role": "editor"}])
        lines = [line for line in self.done("people", "list", "--store", SERVER).output.splitlines() if person in line]
        self.assertEqual(len(lines), 1)
        token = self.done("people", "sign-in", person, "--store", SERVER).output.strip()
        for port, name in itertools.product(servers, (one, two, third)):
            self.assertEqual(self.ask(port, f"{name}.localhost", "GET", "/api/session")[0], 200)
        # A code of the server is good at any host where the person may be, and for no other.
        body = {"token": token, "bearer": True}
        self.assertEqual(self.ask(servers[0], f"{third}.localhost", "POST", "/api/session", body)[0], 401)
        status, answer, _ = self.ask(servers[0], f"{one}.localhost", "POST", "/api/session", body)
        self.assertEqual((status, answer["role"]), (200, "recorder"))
        bearer = answer["bearer"]
        self.assertEqual(self.ask(servers[1], f"{one}.localhost", "POST", "/api/session", body)[0], 401)
        for port in servers:
            self.assertEqual([self.ask(port, f"{name}.localhost", "GET", "/api/items", bearer=bearer)[0]
                              for name in (one, two, third)], [200, 200, 401])
        self.assertEqual(self.ask(servers[1], f"{two}.localhost", "GET", "/api/session", bearer=bearer)[1]["role"], "editor")
        self.assertEqual(self.ask(servers[1], f"{one}.localhost", "POST", "/api/items", {"name": "Chair"}, bearer)[0], 201)
        self.assertIn(person, self.done("log", "--store", self.store(one)).output)
        # Beside the tables of the inventories nothing else knows them.
        self.assertNotIn(person, self.done("people", "list", "--store", self.store(one)).output)
        # The third leaves no trace, nor does one that is archived.
        self.done("inventories", "archive", two, "--store", SERVER)
        table = self.ask(servers[0], "localhost", "GET", "/inventories.csv", bearer=bearer)[1]
        self.assertNotIn(two.encode(), table)
        self.done("inventories", "restore", two, "--store", SERVER)
        status, table, _ = self.ask(servers[0], "localhost", "GET", "/inventories.csv", bearer=bearer)
        self.assertEqual((status, table.decode().split("\r\n")), (
            200, ["inventory,items,withoutValue,currency,total", f"{one},2,2,,", f"{two},1,1,,", ""]))
        page = self.ask(servers[1], "localhost", "GET", "/?q=lamp", bearer=bearer)[1].decode()
        self.assertIn(f"Lamp of {two}", page)
        self.assertNotIn(third, page)
        self.done("people", "role", person, "none", "--inventories", two, "--store", SERVER)
        self.until(lambda: [self.ask(port, f"{name}.localhost", "GET", "/api/items", bearer=bearer)[0]
                            for port in servers for name in (one, two)], [200, 401, 200, 401])
        self.done("people", "remove", person, "--store", SERVER)
        self.until(lambda: [self.ask(port, f"{one}.localhost", "GET", "/api/items", bearer=bearer)[0] for port in servers], [401, 401])

    def until(self, read, expected):
        end = time.monotonic() + 10
        while (found := read()) != expected:
            self.assertLess(time.monotonic(), end, found)
            time.sleep(0.1)

    def test_a_cookie_that_is_over_hides_no_good_one(self):
        one, port = self.names[0], self.serve()[1]
        host, person = f"{self.names[0]}.localhost", f"Ida {self.tag}"
        self.done("people", "add", "Ben", "--role", "editor", "--store", self.store(one))
        self.add_person(person, "editor", one)
        self.ask(port, host, "GET", "/api/session")
        cookies = []
        for name, store in (("Ben", self.store(one)), (person, SERVER)):
            token = self.done("people", "sign-in", name, "--store", store).output.strip()
            answer = self.ask(port, host, "POST", "/api/session", {"token": token})[2]
            cookies.append(answer.headers.get_all("Set-Cookie")[-1].split(";")[0])
        self.done("people", "remove", "Ben", "--store", self.store(one))
        self.until(lambda: self.ask(port, host, "GET", "/api/items", Cookie=cookies[0])[0], 401)
        both = {"Cookie": "; ".join(cookies), "Sec_Fetch_Site": "same-origin"}
        self.assertEqual(self.ask(port, host, "GET", "/api/items", **both)[0], 200)
        # A file is taken only from somebody who is known already. This one is no picture.
        item = self.ask(port, host, "GET", "/api/items", **both)[1]["items"][0]["id"]
        status = self.ask(port, host, "POST", f"/api/items/{item}/photos", "", **both, Content_Type="image/png")[0]
        self.assertNotIn(status, [401, 403, 503])
        # Signing out leaves no other session of the browser.
        self.assertEqual(self.ask(port, host, "DELETE", "/api/session", **both)[0], 204)
        self.assertEqual(self.ask(port, host, "GET", "/api/items", **both)[0], 401)

    def test_a_role_of_the_server_names_inventories(self):
        self.refused("people", "add", "Ben", "--role", "reader", "--store", SERVER, status=2, says="--inventories")
        self.refused("people", "add", "Ben", "--inventories", "*", "--store", self.store(self.names[0]), status=2)
        self.refused("people", "role", "Nobody", "none", "--inventories", "*", "--store", SERVER, status=2)
        person = f"Ben {self.tag}"
        self.addCleanup(lambda: self.call("people", "remove", person, "--store", SERVER))
        result = self.done("people", "add", person, "--inventories", f"{self.tag}-x*", "--store", SERVER)
        self.assertIn("no inventory has a name like", result.errors)
        self.refused("people", "add", person.upper(), "--inventories", "*", "--store", SERVER, status=2)
        self.refused("people", "role", person, "king", "--inventories", "*", "--store", SERVER, status=2)

    def test_inventories_that_no_host_can_name_are_counted_past_ten(self):
        for number in range(12):
            self.create(f"{self.tag}_{number}")
        process, _ = self.serve()
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=30), 0)
        said = process.stderr.read()
        self.assertEqual(said.count("no host can have the name"), 10, said)
        self.assertGreaterEqual(int(re.search(r"no host can have their name: ([0-9,]+)", said)[1].replace(",", "")), 2)

    def test_a_host_without_an_inventory_is_refused(self):
        _, port = self.serve()
        for host in ["127.0.0.1", f"{self.tag}-c.localhost", f"{self.names[0]}.example.org",
                     f"x.{self.names[0]}.localhost", f"-{self.tag}.localhost", f"{self.names[0]}.localhost.example.org"]:
            self.assertEqual(self.ask(port, host, "GET", "/")[0], 421, host)
            self.assertEqual(self.ask(port, host, "GET", "/api/items")[0], 421, host)
        self.assertFalse((self.folder / "sites" / f"{self.tag}-c").exists())

    def test_strangers_keep_nobody_out(self):
        for letter in "cde":
            self.create(f"{self.tag}-{letter}")
        names = [f"{self.tag}-{letter}" for letter in "abcde"]
        _, port = self.serve("sites", "--open", "2")

        def stranger(name):
            return self.ask(port, f"{name}.localhost", "GET", "/robots.txt")[0]

        bearer = self.sign_in(port, names[0])
        for name in names[1:] * 2:
            self.assertNotEqual(stranger(name), 503, name)
            self.assertEqual(self.ask(port, f"{names[0]}.localhost", "GET", "/api/items", bearer=bearer)[0], 200)
        other = self.sign_in(port, names[1])
        self.assertEqual(self.ask(port, f"{names[1]}.localhost", "GET", "/api/items", bearer=other)[0], 200)
        # Two people have the two places now.
        self.assertEqual(stranger(names[2]), 503)
        self.assertEqual(self.ask(port, f"{names[0]}.localhost", "GET", "/api/items", bearer=bearer)[0], 200)
        with urllib.request.urlopen(f"http://{self.metrics}/metrics") as answer:
            self.assertIn(b"\nhomepwner_refused_openings_total 1\n", answer.read())

    def test_a_request_with_a_body_is_taken_when_the_inventory_is_open(self):
        _, port = self.serve()
        host = f"{self.names[0]}.localhost"
        status, problem, answer = self.ask(port, host, "POST", "/api/session", {"token": "x"})
        self.assertEqual((status, answer.getheader("Retry-After")), (503, "2"), problem)
        self.assertEqual(problem["type"], "urn:homepwner:problem:not-open")
        end = time.monotonic() + 20
        while (status := self.ask(port, host, "POST", "/api/session", {"token": "x"})[0]) == 503:
            self.assertLess(time.monotonic(), end)
            time.sleep(0.1)
        self.assertEqual(status, 401)

    def test_any_server_answers_and_a_restart_keeps_sessions(self):
        process, port = self.serve()
        _, other = self.serve("others")
        name = self.names[0]
        bearer = self.sign_in(port, name)
        self.assertEqual(self.ask(other, f"{name}.localhost", "GET", "/api/items", bearer=bearer)[0], 200)
        process.kill()
        process.wait()
        _, port = self.serve()
        self.assertEqual(self.ask(port, f"{name}.localhost", "GET", "/api/items", bearer=bearer)[0], 200)

    def test_what_cannot_be_served_is_named(self):
        # Before those of other tests, as ten are named.
        unnamable = f"! {self.tag} Main Street"
        self.create(unnamable)
        (self.folder / "sites" / self.names[0]).mkdir(parents=True)
        (self.folder / "sites" / self.names[0] / "notes.txt").write_text("mine")
        process, port = self.serve()
        status, problem, _ = self.ask(port, f"{self.names[0]}.localhost", "GET", "/api/session")
        self.assertEqual(status, 503, problem)
        self.assertEqual(self.ask(port, f"{self.names[1]}.localhost", "GET", "/api/session")[0], 200)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=30), 0)
        errors = process.stderr.read()
        self.assertIn(f"'{unnamable}'", errors)
        self.assertIn(f"'{self.names[0]}' could not be opened", errors)
        self.assertEqual((self.folder / "sites" / self.names[0] / "notes.txt").read_text(), "mine")
        self.refused("inventories", "sign-in", unnamable, "--at", "https://x.example", "--store", SERVER,
                     status=2, says=["no host"])
        link = self.done("inventories", "sign-in", self.names[0], "--at", "https://x.example", "--store", SERVER).output
        self.assertRegex(link, rf"^https://{self.names[0]}\.x\.example/sign-in#token=[0-9A-Z-]{{19}}$")

    def test_remedies_are_those_of_a_server(self):
        link = self.done("inventories", "sign-in", self.names[0], "--at", f"http://{self.names[0]}.localhost:8421", "--store",
                         SERVER).output
        self.assertTrue(link.startswith(f"http://{self.names[0]}.localhost:8421/sign-in#"), link)
        self.refused("list", "--store", SERVER + "?inventory=none-such", says=["none-such", "inventories list", "init"])
        name = f"empty_{os.getpid()}"
        query(f"CREATE DATABASE {name}")
        query(f"CREATE ROLE {name} LOGIN")
        empty = f"{SERVER.rsplit('/', 1)[0]}/{name}"
        try:
            self.refused("inventories", "list", "--store", empty, says="inventories create")
            self.refused("inventories", "serve", "sites", "--store", empty, says="inventories create")
            stranger = re.sub("//([^@/]*@)?", f"//{name}@", SERVER)
            for words in (["inventories", "list", "--store", stranger],
                          ["list", "--store", f"{stranger}?inventory={self.names[0]}"],
                          ["inventories", "create", "mine", "--store", stranger]):
                self.assertNotIn("disk", self.refused(*words, says=["permission denied", "rights of the user"]).errors)
        finally:
            query(f"DROP DATABASE {name}")
            query(f"DROP ROLE {name}")

    def test_a_wrong_address_is_reported_at_the_start(self):
        self.refused("inventories", "serve", "sites", "--store", SERVER.rsplit("/", 1)[0] + "/nothing", says=["nothing"])


def two_companions(case):
    """A new inventory and two web servers of it."""
    case.done("init")
    companions = []
    for site in ["one", "two"]:
        case.done("publish", site, "--editable")
        companions.append(Companion(case, site=site, sign_in=False))
        case.addCleanup(lambda it=companions[-1]: it.process.poll() is None and it.stop(9))
    return companions


@unittest.skipUnless(SERVER, "run by Tests/EndToEnd/server.sh")
class Companions(Case):
    """Two web servers of one inventory."""

    def setUp(self):
        super().setUp()
        self.companions = two_companions(self)

    def sign_in(self):
        """The one-time token of the second companion is good at the first, once."""
        one, two = self.companions
        status, answer = one.ask("POST", "/api/session", {"token": two.token, "bearer": True})
        self.assertEqual(status, 200)
        self.assertEqual(two.ask("POST", "/api/session", {"token": two.token, "bearer": True})[0], 401)
        one.bearer = two.bearer = answer["bearer"]
        return one, two

    def test_a_session_of_one_is_a_session_of_the_other(self):
        one, two = self.sign_in()
        for companion in [two, one]:
            self.assertEqual(companion.ask("GET", "/api/items")[0], 200)
        one.stop(9)
        status, link = two.ask("POST", "/api/session/links", {})
        self.assertEqual(status, 201)
        status, other = two.ask("POST", "/api/session", {"token": link["token"], "bearer": True})
        self.assertEqual(status, 200)
        # A companion that starts later knows both.
        later = Companion(self, site="one", sign_in=False)
        self.addCleanup(lambda: later.stop(9))
        later.bearer = two.bearer
        self.assertEqual(later.ask("GET", "/api/items")[0], 200)
        self.assertEqual(two.ask("DELETE", "/api/session")[0], 204)
        self.assertEqual(two.ask("GET", "/api/items")[0], 401)
        time.sleep(2.5)
        self.assertEqual(later.ask("GET", "/api/items")[0], 401)
        later.bearer = two.bearer = other["bearer"]
        self.assertEqual((later.ask("GET", "/api/items")[0], two.ask("GET", "/api/items")[0]), (200, 200))
        self.assertEqual(later.ask("DELETE", "/api/session?everywhere=yes")[0], 204)
        time.sleep(2.5)
        self.assertEqual(two.ask("GET", "/api/items")[0], 401)

    def test_a_visitor_of_a_share_link_is_known_to_both(self):
        one, two = self.sign_in()
        self.assertEqual(one.ask("POST", "/api/items", {"name": "Lamp", "tags": ["loan"]})[0], 201)
        day = (datetime.date.today() + datetime.timedelta(days=1)).isoformat()
        link = self.done("share", "add", "--where", "tag:loan", "--until", day, "--json").json
        cookie = one.open_link(link["token"])
        for companion in one, two:
            status, page = companion.visit("/", cookie)
            self.assertEqual(status, 200)
            self.assertIn("Lamp", page)
        self.assertIsNotNone(two.open_link(link["token"]))
        self.assertEqual(self.done("share", "list", "--json").json[0]["visits"], 2)
        # Visitors end no session of a person, however many come.
        for number in range(70):
            self.assertIsNotNone((one, two)[number % 2].open_link(link["token"]))
        self.assertEqual(self.done("share", "list", "--json").json[0]["visits"], 72)
        time.sleep(2.5)
        self.assertEqual(one.visit("/", cookie)[0], 401)
        self.assertEqual(two.ask("GET", "/api/items")[0], 200)
        last = two.open_link(link["token"])
        self.assertEqual(one.visit("/", last)[0], 200)
        self.done("share", "revoke", link["id"])
        time.sleep(2.5)
        for companion in one, two:
            self.assertEqual(companion.visit("/", last)[0], 401)

    def test_pages_are_served_while_the_database_says_nothing(self):
        proxy = Proxy()
        self.addCleanup(proxy.close)
        store = proxy.address + "?" + self.on_server().partition("?")[2]
        server = Companion(self, "--store", store, site="one")
        self.addCleanup(lambda: server.stop(9))
        headers = {"Authorization": "Bearer " + server.bearer}
        stranger = {"Authorization": "Bearer " + server.bearer[::-1]}
        time.sleep(1.5)
        proxy.silent = True
        # Requests under sessions that nobody knows wait for the database, and keep nobody else waiting.
        waiting = [server.connect() for _ in range(8)]
        for connection in waiting:
            connection.request("GET", "/api/items", headers=stranger)
        for _ in range(10):
            start = time.monotonic()
            connection = server.connect()
            connection.request("GET", "/index.html", headers=headers)
            self.assertEqual(connection.getresponse().status, 200)
            self.assertLess(time.monotonic() - start, 2)
        proxy.silent = False
        for connection in waiting:
            self.assertEqual(connection.getresponse().status, 401)
        self.assertEqual(server.ask("GET", "/api/items")[0], 200)

    def test_a_server_whose_processes_hang_is_given_up(self):
        tag = self.folder.name
        server = Companion(self, "--store", f"{self.on_server()}&application_name={tag}", "--metrics", "127.0.0.1:0", site="one")
        self.addCleanup(lambda: server.stop(9))
        self.assertEqual(server.ask("POST", "/api/items", {"name": "Lamp"}, Idempotency_Key="k1")[0], 201)
        processes = [int(pid) for pid in query(f"SELECT pid FROM pg_stat_activity WHERE application_name = '{tag}'")]

        def go_on():
            for pid in processes:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)
        self.addCleanup(go_on)
        for pid in processes:
            os.kill(pid, signal.SIGSTOP)
        start = time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        status, answer = server.ask("POST", "/api/items", {"name": "Chair"}, connection=connection, Idempotency_Key="k2")
        took = time.monotonic() - start
        self.assertIn(status, (201, 503), answer)
        self.assertLess(took, 45)
        health = http.client.HTTPConnection(server.metrics.removeprefix("http://"), timeout=60)
        health.request("GET", "/health")
        self.assertEqual(health.getresponse().status, 200)
        go_on()
        status, answer = server.ask("POST", "/api/items", {"name": "Chair"}, Idempotency_Key="k2")
        self.assertIn(status, (200, 201), answer)
        self.assertEqual(self.names(), ["Lamp", "Chair"])

    def test_a_lost_database_is_a_reason_to_try_again(self):
        proxy = Proxy()
        self.addCleanup(proxy.close)
        store = proxy.address + "?" + self.on_server().partition("?")[2]
        server = Companion(self, "--store", store, site="one")
        self.addCleanup(lambda: server.stop(9))
        proxy.listener.shutdown(socket.SHUT_RDWR)
        proxy.close()
        status, problem = server.ask("POST", "/api/items", {"name": "Lamp"})
        self.assertEqual((status, problem["type"]), (503, "urn:homepwner:problem:store-unreachable"))
        server.bearer = server.bearer[::-1]
        self.assertEqual(server.ask("GET", "/api/items")[0], 503)
        self.assertEqual(self.names(), [])

    def test_an_edit_at_one_reaches_the_pages_of_the_other_and_is_made_once(self):
        one, two = self.sign_in()
        events = two.connect()
        events.request("GET", "/api/events", headers={"Authorization": "Bearer " + two.bearer})
        stream = events.getresponse()
        self.assertEqual(stream.status, 200)
        item = {"name": "Lamp"}
        first = one.ask("POST", "/api/items", item, Idempotency_Key="k1")
        self.assertEqual(first[0], 201)
        again = two.ask("POST", "/api/items", item, Idempotency_Key="k1")
        self.assertEqual(again[1]["id"], first[1]["id"])
        while not (line := stream.readline()).startswith(b"event: change"):
            self.assertTrue(line, "the stream ended")
        events.close()
        self.assertEqual(self.names(), ["Lamp"])
        end = time.monotonic() + 20
        pages = [self.folder / site / f"item/{first[1]['id']}.html" for site in ["one", "two"]]
        while time.monotonic() < end and not all(page.exists() for page in pages):
            time.sleep(0.1)
        self.assertTrue(all(page.exists() for page in pages))

    def test_no_acknowledged_edit_is_lost_and_none_is_made_twice_when_companions_are_killed(self):
        one, two = self.sign_in()
        acknowledged, lock = [], threading.Lock()

        def edit(number):
            for place in range(8):
                name = f"{number}-{place}"
                # The other companion is asked if one does not answer, under the same key.
                for companion in [one, two] * 2:
                    try:
                        status, _ = companion.ask("POST", "/api/items", {"name": name}, Idempotency_Key=name)
                    except (OSError, http.client.HTTPException):
                        continue
                    if status in (200, 201):
                        with lock:
                            acknowledged.append(name)
                        break

        threads = [threading.Thread(target=edit, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        time.sleep(0.3)
        one.stop(9)
        for thread in threads:
            thread.join()
        self.assertEqual(len(acknowledged), 64)
        self.assertEqual(sorted(self.names()), sorted(acknowledged))
        self.done("verify")


class Unreachable(Case):
    @unittest.skipUnless("server" in pathlib.Path(PROGRAM).name, "a program with the driver")
    def test_a_server_that_is_not_there_is_named_without_the_password(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            address = f"postgres://me:secret@127.0.0.1:{taken.getsockname()[1]}/x?inventory=a"
            for words in [["list"], ["add", "x"], ["init"], ["inventories", "list"]]:
                outcome = self.refused(*words, "--store", address, says=["127.0.0.1", "refused"])
                self.assertNotIn("secret", outcome.errors)
        self.assertEqual(self.left_over(), [])

    @unittest.skipUnless("server" in pathlib.Path(PROGRAM).name, "a program with the driver")
    def test_no_message_has_a_part_of_a_password(self):
        for address in ["postgres://me:100%secret@127.0.0.1:1/x", "postgres://me:se/cret@127.0.0.1:1/x",
                        "postgres://me:se@cret@127.0.0.1:1/x", "postgres://me:se?cret@127.0.0.1:1/x",
                        "postgres://me:secret@[127.0.0.1/x", "postgres://me:%00secret@127.0.0.1/x", "postgres://127.0.0.1:1/x?password=secret"]:
            query = ("&" if "?" in address else "?") + "inventory=a"
            archive = self.write("a.zip", "PK")
            for words in [["list"], ["add", "x"], ["inventories", "list"], ["restore", archive]]:
                # The folder of the tests may have any name.
                said = self.refused(*words, "--store", address + query).errors.replace(str(archive), "")
                for part in ["secret", "cret", "se/", "se@", "100%"]:
                    self.assertNotIn(part, said, address)
        rows = self.write("dates.csv", "name,price\nLamp,\"1,234\"\n")
        outcome = self.refused("import", rows, "--store", "postgres://me:secret@127.0.0.1:1/x?inventory=a")
        self.assertNotIn("secret", outcome.errors)

    @unittest.skipUnless("server" in pathlib.Path(PROGRAM).name, "a program with the driver")
    def test_an_address_without_a_name_is_refused(self):
        for query in ["", "?inventory=", "?inventory=%zz", "?inventory=.x"]:
            self.refused("list", "--store", f"postgres://127.0.0.1:1/x{query}", says="?inventory=NAME")

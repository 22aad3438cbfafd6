#!/usr/bin/env python3
"""Edits through several web servers on one database, beside one web server on SQLite; run by postgresql.sh.

    postgresql.py PROGRAM FOLDER ADDRESS

FOLDER has the program edit-load. ADDRESS is that of the database; HOMEPWNER_STANDBY names the folder of its two servers."""
import collections
import contextlib
import http.client
import json
import os
import pathlib
import signal
import sqlite3
import statistics
import subprocess
import sys
import time

PROGRAM, FOLDER, ADDRESS = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
COMPANIONS = int(os.environ.get("COMPANIONS", "4"))
CLIENTS = int(os.environ.get("CLIENTS", "64"))
SECONDS = os.environ.get("SECONDS_EACH", "10")
ROUNDS = int(os.environ.get("ROUNDS", "3"))
PARTS = os.environ.get("PARTS", "sqlite many few one").split()
TICK = os.sysconf("SC_CLK_TCK")


def line(title, figure, goal="-"):
    print(f"{title:<52} {figure:>26}   goal {goal}", flush=True)


def run(*words):
    done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


class Companion:
    """A web server of an inventory, with a published folder of its own; or of all inventories of the database."""

    def __init__(self, store, site, *words):
        if not words:
            run(PROGRAM, "publish", site, "--editable", "--store", store, "--quiet")
        with open(FOLDER / "errors", "a", encoding="utf-8") as errors:
            self.process = subprocess.Popen(
                [PROGRAM, *words, "serve", site, "--store", store, "--listen", "127.0.0.1:0", "--json"], stdout=subprocess.PIPE,
                stderr=errors, text=True)
        text = ""
        while not text.rstrip().endswith("}"):
            text += (part := self.process.stdout.readline())
            if not part:
                sys.exit("postgresql.py: a web server did not start")
        start = json.loads(text)
        self.port, self.token = int(start["address"].rsplit(":", 1)[1]), start.get("token")

    def ask(self, host, method, path, body=None, bearer=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        fields = {"Content-Type": "application/json", "Host": f"{host}:{self.port}"}
        fields |= {"Authorization": "Bearer " + bearer} if bearer else {}
        connection.request(method, path, json.dumps(body) if body else None, fields)
        response = connection.getresponse()
        content = response.read()
        connection.close()
        if response.status != 200:
            sys.exit(f"postgresql.py: {path}: {response.status} {content[:300]}")
        return json.loads(content)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=60)


class Inventory:
    """An inventory of 1,000 items, and the web servers that serve it: COUNT of its own, or those that serve all."""

    def __init__(self, name, store, count, common=()):
        self.name, self.store = name, store
        self.host = f"{name}.localhost" if common else "127.0.0.1"
        run(PROGRAM, "sample", "--rich", "--count", "1000", "--seed", "1", "--store", store, "--quiet")
        self.companions = common or [Companion(store, FOLDER / f"site-{name}-{number}") for number in range(count)]
        if common:
            token = run(PROGRAM, "inventories", "sign-in", name, "--store", ADDRESS).strip()
            # The first request opens the inventory.
            self.ask("GET", "/api/session")
        else:
            # The latest one-time token is the one that is good, at all of them.
            token = self.companions[-1].token
        self.bearer = self.ask("POST", "/api/session", {"token": token, "bearer": True}, companion=-1)["bearer"]
        self.ids = FOLDER / f"ids-{name}"
        self.ids.write_text("".join(item["id"] + "\n" for item in self.items()))

    def ask(self, *words, companion=0, **members):
        return self.companions[companion].ask(self.host, *words, **members)

    def items(self):
        pages = (self.ask("GET", f"/api/items?limit=500&offset={start}", bearer=self.bearer) for start in (0, 500))
        return [item for page in pages for item in page["items"]]

    def journal(self, columns, since):
        """A row of figures about the edits after a revision."""
        if not self.store.startswith("postgres"):
            with sqlite3.connect(f"file:{self.store}/inventory.sqlite?mode=ro", uri=True) as database:
                return database.execute(f"SELECT {columns} FROM journal WHERE revision > ?", [since]).fetchone()
        rows = run("psql", "-d", f"{ADDRESS}?target_session_attrs=read-write", "-v", "ON_ERROR_STOP=1", "-qAtX", "-F", " ", "-c",
                   f"SELECT {columns} FROM journal WHERE revision > {since} AND inventory = "
                   f"(SELECT inventory FROM inventories WHERE name = '{self.name}')")
        return tuple(int(each or 0) for each in rows.split(" "))


def seconds_of(pids):
    """Processor time of processes, and of their children that have ended."""
    total = 0
    for pid in pids:
        # A session that has just ended is counted with its server.
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            # The name, in parentheses, may hold spaces.
            fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            total += sum(int(each) for each in fields[11:15])
    return total / TICK


def database_processes():
    """The processes of the primary and the standby."""
    servers = [(pathlib.Path(os.environ["HOMEPWNER_STANDBY"]) / name / "postmaster.pid").read_text().split()[0] for name in "ab"]
    return servers + [pid for server in servers for pid in run("pgrep", "-P", server).split()]


def edit(title, inventories, has_database, goal="-"):
    """Clients edit for a while; then every acknowledged edit must be in the journal once."""
    figures = collections.defaultdict(list)
    targets = [(companion, inventory) for inventory in inventories for companion in inventory.companions]
    companions = list(dict.fromkeys(companion for companion, _ in targets))
    outcome = FOLDER / "outcome"
    for _ in range(ROUNDS):
        before = [inventory.journal("coalesce(max(revision), 0)", 0)[0] for inventory in inventories]
        pids = [companion.process.pid for companion in companions]
        # Sessions that end meanwhile are counted with their server.
        start = seconds_of(pids), seconds_of(database_processes()) if has_database else 0
        count, rate = run(
            FOLDER / "edit-load", ",".join(f"{inventory.host}:{companion.port}" for companion, inventory in targets),
            ",".join(inventory.bearer for _, inventory in targets), ",".join(str(inventory.ids) for _, inventory in targets),
            CLIENTS, SECONDS, outcome).split()
        end = seconds_of(pids), seconds_of(database_processes()) if has_database else 0
        rows = [inventory.journal("count(*), count(DISTINCT key), count(*) FILTER (WHERE edit LIKE '%' || key || '%')", since)
                for inventory, since in zip(inventories, before)]
        for counted in zip(*rows):
            if sum(counted) != int(count):
                sys.exit(f"postgresql.py: {count} edits were acknowledged, in the journal are {rows}")
        held = collections.Counter((item["id"], item.get("notes")) for inventory in inventories for item in inventory.items())
        lost = collections.Counter(tuple(each.split()) for each in outcome.read_text().splitlines()) - held
        if lost:
            sys.exit(f"postgresql.py: {len(lost)} acknowledged edits are lost")
        figures["rate"].append(float(rate))
        figures["count"].append(int(count))
        for place, name in enumerate(["companions", "database"]):
            figures[name].append((end[place] - start[place]) / int(count) * 1e6)
        time.sleep(2)
    median = {name: statistics.median(values) for name, values in figures.items()}
    line(title, f"{median['rate']:.0f} edits/s", goal)
    cost = f"{median['companions']:.0f}" + (f"; {median['database']:.0f}" if has_database else "")
    line("  processor time of web servers" + ("; of PostgreSQL" if has_database else ""), f"{cost} us each")
    line("  acknowledged, in the journal once", str(sum(figures["count"])), "all")
    for companion in companions:
        if companion.stop() != 0:
            sys.exit("postgresql.py: a web server ended with an error")


def on_server(name, count, common=()):
    return Inventory(name, f"{ADDRESS}?inventory={name}&files={FOLDER}/files", count, common)


if "sqlite" in PARTS:
    edit(f"{CLIENTS} clients, 1 web server on SQLite", [Inventory("sqlite", str(FOLDER / "store"), 1)], False)
if "many" in PARTS:
    # Each inventory is at one of the servers, as a proxy would send its clients.
    run(PROGRAM, "inventories", "create", "first", "--currency", "USD", "--store", ADDRESS)
    common = [Companion(ADDRESS, FOLDER / f"sites-{number}", "inventories") for number in range(COMPANIONS)]
    edit(f"{CLIENTS} clients, {COMPANIONS} web servers, {CLIENTS} inventories",
         [on_server(f"m{number}", 1, common[number % COMPANIONS:][:1]) for number in range(CLIENTS)], True,
         ">= 2500")
if "few" in PARTS:
    edit(f"{CLIENTS} clients, {COMPANIONS} web servers, {COMPANIONS} inventories",
         [on_server(f"n{number}", 1) for number in range(COMPANIONS)], True)
if "one" in PARTS:
    edit(f"{CLIENTS} clients, {COMPANIONS} web servers, 1 inventory", [on_server("one", COMPANIONS)], True)

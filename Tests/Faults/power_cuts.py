"""Power cuts: what a disk may hold if the power goes at any write.

A recorder (record.c) logs what commands write, flush and rename. From the log, states of the disk are built as a power cut
may leave them: after each call, with some of what was not flushed by then. Data that were not flushed may be missing,
also in sectors of 512 bytes or pages of 4096; names that were not flushed may be missing, also in another order. In each
state `verify` must find nothing, and everything that was acknowledged must be there: changes in the journal, files of
reports and claims. The next `publish` must make the pages of the inventory and leave no other file of its own.

    power_cuts.py [--sample SECONDS] [--states N] [--seed N] [--keep DIR] [WORKLOAD…]
"""
import collections
import concurrent.futures
import hashlib
import itertools
import os
import pathlib
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "Tests/EndToEnd"))

import options
import support
from test_bundle import pdf, png
from test_serve import Server

RECORDER = os.environ.get("FAULTS_RECORD", str(TOP / ".build/faults/record"))
SECTOR, PAGE = 512, 4096


# Recording

class Node:
    """A file or folder, whatever names it has."""

    def __init__(self, is_folder=False):
        self.is_folder = is_folder


class Operation:
    """A change of the disk: of the content of a file, or of names. Names that change together are one operation."""

    def __init__(self, place, node=None, offset=0, content=None, size=None, names=()):
        self.place, self.node, self.offset, self.content, self.size = place, node, offset, content, size
        self.names = names                # triples of folder, name and the node that it leads to, or None
        self.flushed = float("inf")       # the place in the log from which on it is on the disk
        self.folders = {folder for folder, *_ in names}


class Recording:
    """The log of several calls in one folder, which was empty."""

    def __init__(self, folder):
        self.folder = folder
        self.root = folder / "root"
        self.root.mkdir()
        self.log, self.data = folder / "log", folder / "data"
        self.log.touch()
        self.data.touch()
        self.steps = []        # (place of its end in the log, kind of acknowledgement, facts after it)
        self.runs = []         # the places in the log where runs begin

    def environment(self, **more):
        kept = {name: value for name, value in os.environ.items() if not name.startswith("HOMEPWNER_")}
        return {**kept, "LC_ALL": "C", "TMPDIR": str(self.folder), **more}

    @property
    def command(self):
        self.runs.append(self.length())
        return [RECORDER, self.log, self.data, self.root]

    def length(self):
        with self.log.open("rb") as lines:
            return sum(1 for _ in lines)

    def call(self, *words, acknowledges_by_printing=False):
        start = self.length()
        done = subprocess.run([*self.command, support.PROGRAM, *map(str, words)], cwd=self.root, capture_output=True,
                              env=self.environment())
        if done.returncode != 0:
            raise AssertionError(f"{words}: {done.returncode} {done.stderr.decode()}")
        self.ended(start, acknowledges_by_printing)
        return done.stdout.decode()

    def ended(self, start, acknowledges_by_printing=False):
        end = self.length()
        if acknowledges_by_printing:
            lines = self.log.read_text().splitlines()
            end = next(place + 1 for place in range(start, end) if lines[place].startswith("say"))
        self.steps.append((start, end, self.facts()))

    def facts(self):
        return {"journals": {path.parent.name: journal(path) for path in self.root.glob("*/inventory.sqlite")},
                "outputs": {path.name: digest(path) for path in self.root.iterdir()
                            if not path.name.startswith(".") and not (path / "inventory.sqlite").exists()}}

    def parse(self, flushes=True):
        """Reads the log: the operations, and the revision that was acknowledged over HTTP from each place on."""
        nodes = {self.root.stat().st_ino: Node(True)}
        self.top = next(iter(nodes.values()))
        names = {}
        self.operations, self.said = [], []
        changes = collections.defaultdict(list)
        data = self.data.read_bytes()
        run = 0
        for place, line in enumerate(self.log.read_text(errors="surrogateescape").split("\n")[:-1]):
            run = max([start for start in self.runs if start <= place])
            kind, *fields = line.split("\t")
            operation = None
            if kind in ("create", "mkdir"):
                nodes[int(fields[0])] = node = Node(kind == "mkdir")
                operation = Operation(place, names=[(nodes[int(fields[1])], fields[2], node)])
            elif kind == "nameless":
                nodes[int(fields[0])] = Node()
            elif kind == "link":
                operation = Operation(place, names=[(nodes[int(fields[1])], fields[2], nodes[int(fields[0])])])
            elif kind == "unlink":
                operation = Operation(place, names=[(nodes[int(fields[0])], fields[1], None)])
            elif kind == "rename":
                one, other = (nodes[int(fields[0])], fields[1]), (nodes[int(fields[2])], fields[3])
                moved, replaced = names[one], names.get(other) if fields[4] == "1" else None
                operation = Operation(place, names=[(*one, replaced), (*other, moved)])
            elif kind == "write":
                offset, start, length = map(int, fields[1:])
                operation = Operation(place, nodes[int(fields[0])], offset, data[start:start + length])
            elif kind == "truncate":
                operation = Operation(place, nodes[int(fields[0])], size=int(fields[1]))
            elif kind == "map":
                # The index of the log is made anew after a power cut.
                assert fields[1].endswith("-shm"), line
            elif kind == "sync" and not flushes:
                pass
            elif kind == "sync":
                node, before = nodes.get(int(fields[0])), run + int(fields[1])
                for change in self.operations if fields[0] == "0" else changes[node]:
                    if change.place < before:
                        change.flushed = min(change.flushed, place)
            elif kind == "say":
                text = data[int(fields[0]):int(fields[0]) + int(fields[1])]
                revisions = [int(number) for number in re.findall(rb'"revision"\s*:\s*(\d+)', text)]
                if revisions and text.startswith(b"HTTP/1.1 20") or revisions and text.startswith(b"{"):
                    self.said.append((place, max(revisions)))
            else:
                raise AssertionError(line)
            if operation:
                self.operations.append(operation)
                for folder, name, node in operation.names:
                    names[folder, name] = node
                for node in operation.folders or [operation.node]:
                    changes[node].append(operation)
        self.end = place + 1
        # What the log says is what is there.
        seen = {path: content for path, content in self.state(self.operations, {}).items() if not path.endswith("-shm")}
        there = {str(path.relative_to(self.root)): None if path.is_dir() else path.read_bytes()
                 for path in self.root.rglob("*") if not path.name.endswith("-shm")}
        assert seen == there, sorted(set(seen) ^ set(there)) or [path for path in seen if seen[path] != there[path]]

    def state(self, operations, torn):
        """The tree of files that some of the operations make; torn writes have the given ranges only."""
        entries = collections.defaultdict(dict)
        contents = collections.defaultdict(bytearray)
        for operation in operations:
            for folder, name, node in operation.names:
                if node is None:
                    entries[folder].pop(name, None)
                else:
                    entries[folder][name] = node
            if operation.size is not None:
                content = contents[operation.node]
                del content[operation.size:]
                content.extend(bytes(operation.size - len(content)))
            elif operation.content is not None:
                content = contents[operation.node]
                for start, end in torn.get(operation, [(0, len(operation.content))]):
                    at = operation.offset + start
                    content.extend(bytes(max(0, at - len(content))))
                    content[at:at + end - start] = operation.content[start:end]
        tree = {}

        def list_(folder, path):
            for name, node in entries[folder].items():
                tree[path + name] = None if node.is_folder else bytes(contents[node])
                if node.is_folder:
                    list_(node, path + name + "/")
        list_(self.top, "")
        return tree

    # States

    def cuts(self, place, chance, count):
        """Operations that may be on the disk, and torn ones, if the power goes before the call at that place."""
        made = [operation for operation in self.operations if operation.place < place]
        safe = {operation for operation in made if operation.flushed < place}
        open_ = [operation for operation in made if operation not in safe]
        contents = [operation for operation in open_ if not operation.names]
        names = [operation for operation in open_ if operation.names]

        def chosen(some, torn={}):
            some = safe.union(some)
            return [operation for operation in made if operation in some], torn
        yield chosen(open_)
        if not open_:
            return
        yield chosen([])
        yield chosen(contents)
        yield chosen(names)
        if contents and contents[-1].content and len(contents[-1].content) > 1:
            last = contents[-1]
            for size in {SECTOR, PAGE, len(last.content) // 2}:
                if size < len(last.content):
                    yield chosen(open_, {last: [(0, size)]})
                    yield chosen(open_, {last: [(size, len(last.content))]})
        for one in chance.sample(open_, min(len(open_), 4)):
            yield chosen([operation for operation in open_ if operation is not one])
            yield chosen([one])
        for _ in range(count):
            share = chance.choice([0.1, 0.5, 0.9])
            some = [operation for operation in contents if chance.random() < share]
            torn = {}
            for operation in some:
                if operation.content and chance.random() < 0.3:
                    unit = chance.choice([SECTOR, PAGE])
                    torn[operation] = [(at, min(at + unit, len(operation.content)))
                                       for at in range(0, len(operation.content), unit) if chance.random() < 0.6]
            if chance.random() < 0.5:
                some += names[:chance.randrange(len(names) + 1)]
            else:
                some += [operation for operation in names if chance.random() < 0.5]
            yield chosen(some, torn)

    def expected(self, place):
        """The facts of the last acknowledged call, those of the call that runs, and the revision said over HTTP."""
        before, during = {"journals": {}, "outputs": {}}, None
        for start, end, facts in self.steps:
            if end <= place:
                before, during = facts, facts
            else:
                during = facts
                break
        return before, during or before, max([revision for at, revision in self.said if at < place], default=0)


def journal(path):
    database = sqlite3.connect(path)
    try:
        return database.execute("SELECT revision, moment, kind, hex(item) FROM journal ORDER BY revision").fetchall()
    finally:
        database.close()


def digest(path):
    """A digest of a file or of a folder with its files."""
    if path.is_file():
        return hashlib.sha256(path.read_bytes()).hexdigest()
    names = sorted(str(name.relative_to(path)) for name in path.rglob("*") if name.name != "homepwner-site.json")
    return {name: digest(path / name) for name in names if (path / name).is_file()}


def fingerprint(tree):
    total = hashlib.sha256()
    for path in sorted(tree):
        content = tree[path]
        total.update(path.encode(errors="surrogateescape") + b"\0" + (b"-" if content is None else hashlib.sha256(content).digest()))
    return total.digest()


# Checking

class Check:
    """One state on a disk of its own."""

    def __init__(self, recording, place, tree, chance):
        self.recording, self.place, self.tree = recording, place, tree
        self.is_published = chance.random() < 0.5

    def run(self):
        """What is wrong; None if nothing is."""
        folder = pathlib.Path(tempfile.mkdtemp(prefix="homepwner-cut-"))
        try:
            for path, content in self.tree.items():
                if content is None:
                    (folder / path).mkdir(parents=True, exist_ok=True)
            for path, content in self.tree.items():
                if content is not None:
                    (folder / path).write_bytes(content)
            return self.look(folder)
        finally:
            shutil.rmtree(folder)

    def call(self, folder, *words):
        done = subprocess.run([support.PROGRAM, *words], cwd=folder, capture_output=True, env=self.recording.environment())
        return done.returncode, (done.stdout + done.stderr).decode(errors="replace")

    def look(self, folder):
        before, during, said = self.recording.expected(self.place)
        for store in sorted({*before["journals"], *during["journals"]}):
            path = folder / store / "inventory.sqlite"
            if not path.exists():
                if store in before["journals"]:
                    return f"{store} is gone"
                continue
            status, words = self.call(folder, "verify", "--store", store)
            if status != 0:
                return f"verify: {status} {words}"
            last = self.recording.steps[-1][2]["journals"][store]
            found = journal(path)
            if found != last[:len(found)]:
                return f"{store} has another history: {found}"
            least = max(len(before["journals"].get(store, [])), said)
            if len(found) < least:
                return f"{store} has {len(found)} of {least} acknowledged changes"
        for name in sorted({*before["outputs"], *during["outputs"]}):
            if name == "www":
                continue
            found = digest(folder / name) if (folder / name).exists() else None
            if found not in [facts["outputs"].get(name) for facts in (before, during)]:
                return f"{name} is neither the old nor the new one"
        if self.is_published and (folder / "www").exists() and (folder / "inventory.homepwner").exists():
            return self.publish(folder, before, during)
        return None

    def publish(self, folder, before, during):
        """The next publication, after the machine was started again, completes the pages."""
        path = folder / "inventory.homepwner/inventory.sqlite"
        database = sqlite3.connect(path)
        # The index knows a run of the machine by the kernel's key, which a power cut changes.
        database.execute("UPDATE site_folders SET boot = 'the run before the power cut'")
        database.commit()
        database.close()
        status, words = self.call(folder, "publish", "www")
        if status != 0:
            # A folder that was never acknowledged may be without the file that says whose it is.
            if "www" not in before["outputs"] and not (folder / "www/homepwner-site.json").exists():
                return None
            return f"publish: {status} {words}"
        found = len(journal(path))
        # The last of the steps with this history: the pages follow a change when they are published.
        for _, _, facts in reversed(self.recording.steps):
            if "www" in facts["outputs"] and len(facts["journals"]["inventory.homepwner"]) == found:
                if digest(folder / "www") != facts["outputs"]["www"]:
                    have, want = digest(folder / "www"), facts["outputs"]["www"]
                    names = [name for name in sorted({*have, *want}) if have.get(name) != want.get(name)]
                    return f"the pages are not those of the inventory: {', '.join(names[:5])}"
                return None
        return None


# Workloads

def inputs(folder):
    (folder / "list.csv").write_text("name,value,location\n" + "".join(f"Thing {n},{n}.50,Home / Room {n % 3}\n" for n in range(60)))
    (folder / "more.csv").write_text("name,value\n" + "".join(f"More {n},{n}\n" for n in range(200)))
    (folder / "photo.png").write_bytes(png(90, 60, (200, 30, 30)))
    (folder / "other.png").write_bytes(png(60, 90, (30, 200, 30)))
    (folder / "bill.pdf").write_bytes(pdf())


def import_(recording):
    recording.call("import", "../list.csv")
    recording.call("import", "../more.csv")
    recording.call("import", "../list.csv", "--store", "second")


def edit(recording):
    recording.call("init", "--owner", "Ada")
    lamp = recording.call("add", "Lamp", "--value", "12.50", acknowledges_by_printing=True).strip()
    sofa = recording.call("add", "Sofa", acknowledges_by_printing=True).strip()
    recording.call("edit", lamp, "--value", "13", "--notes", "much " * 2000)
    recording.call("move", sofa, "--first")
    recording.call("remove", lamp)
    recording.call("settings", "--owner", "Eve")


def undo(recording):
    recording.call("import", "../list.csv")
    lamp = recording.call("add", "Lamp", acknowledges_by_printing=True).strip()
    recording.call("edit", lamp, "--value", "7")
    for _ in range(3):
        recording.call("undo")


def photo(recording):
    recording.call("init")
    lamp = recording.call("add", "Lamp", acknowledges_by_printing=True).strip()
    recording.call("photo", "add", lamp, "../photo.png", "../other.png")
    recording.call("document", "add", lamp, "../bill.pdf")
    recording.call("photo", "remove", lamp, "1")
    recording.call("undo")
    recording.call("remove", lamp)
    recording.call("forget", lamp)


def publish(recording):
    recording.call("init")
    lamp = recording.call("add", "Lamp", "--location", "Hall", acknowledges_by_printing=True).strip()
    recording.call("photo", "add", lamp, "../photo.png")
    recording.call("publish", "www")
    sofa = recording.call("add", "Sofa", "--tag", "big", acknowledges_by_printing=True).strip()
    recording.call("publish", "www")
    recording.call("remove", sofa)
    recording.call("publish", "www")


def report(recording):
    recording.call("import", "../list.csv")
    for name in ["r.html", "r.xml", "r.csv", "r.json", "r.xlsx"]:
        recording.call("report", "-o", name, "--manifest")
    recording.call("add", "Lamp", acknowledges_by_printing=True)
    for name in ["r.html", "r.xml", "r.xlsx"]:
        recording.call("report", "-o", name, "--manifest")
    recording.call("export", "x.xml")
    recording.call("export", "x.csv", "--to", "csv")


def bundle(recording):
    recording.call("init")
    lamp = recording.call("add", "Lamp", "--value", "5", acknowledges_by_printing=True).strip()
    recording.call("photo", "add", lamp, "../photo.png")
    recording.call("document", "add", lamp, "../bill.pdf")
    recording.call("report", "insurance", "-o", "claim.zip")
    recording.call("report", "insurance", "--format", "folder", "-o", "page")


def serve(recording):
    recording.call("init")
    recording.call("publish", "www")
    start = recording.length()
    server = Server(recording, site="www", before=recording.command)
    items = []

    def client(number):
        connection = server.connect()
        for count in range(8):
            status, answer = server.ask("POST", "/api/items", {"name": f"Thing {number} {count}"}, connection)
            assert status == 201, answer
            items.append(answer)
            status, answer = server.ask(
                "PATCH", "/api/items/" + answer["id"], {"value": {"amount": "1.50", "currency": "USD"}}, connection,
                If_Match=f'"{answer["revision"]}"')
            assert status == 200, answer
    clients = [threading.Thread(target=client, args=[number]) for number in range(3)]
    for one in clients:
        one.start()
    for one in clients:
        one.join()
    server.stop()
    assert len(items) == 24
    recording.ended(start)


def backup(recording):
    recording.call("init")
    lamp = recording.call("add", "Lamp", "--value", "5", acknowledges_by_printing=True).strip()
    recording.call("photo", "add", lamp, "../photo.png")
    recording.call("backup", "b.zip")
    recording.call("restore", "b.zip", "--store", "again")
    recording.call("copy", "--from", "again", "--to", "copied")
    recording.call("edit", lamp, "--value", "7", "--store", "again")
    recording.call("add", "Sofa", acknowledges_by_printing=True)
    recording.call("backup", "b.zip", "--replace")


WORKLOADS = {work.__name__.rstrip("_"): work
             for work in [import_, edit, undo, photo, publish, report, bundle, serve, backup]}


def control(seed):
    """Whether states that are wrong are found: if no flush had an effect, acknowledged changes would be missing."""
    chance = random.Random(seed)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="homepwner-power-"))
    try:
        inputs(folder)
        recording = Recording(folder)
        edit(recording)
        recording.parse(flushes=False)
        for place in chance.sample(range(recording.end // 2, recording.end), 20):
            operations, torn = chance.choice(list(recording.cuts(place, chance, 2))[1:])
            if Check(recording, place, recording.state(operations, torn), chance).run():
                return True
        return False
    finally:
        shutil.rmtree(folder)


def examine(name, most, seconds, seed, keep):
    """Tries states of one workload; the number of states, and of those that are wrong.

    At most so many, or for so long; all states of the seed if neither is limited.
    """
    chance = random.Random(f"{seed} {name}")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="homepwner-power-"))
    try:
        inputs(folder)
        recording = Recording(folder)
        WORKLOADS[name](recording)
        recording.parse()
        places = list(range(1, recording.end + 1))
        # A sample has a few states each of many places.
        chance.shuffle(places)
        seen, faults = set(), []
        began = time.monotonic()

        def states():
            for place in places:
                cuts = list(recording.cuts(place, chance, 12))
                if most or seconds:
                    cuts = chance.sample(cuts, min(len(cuts), 2))
                for operations, torn in cuts:
                    tree = {path: content for path, content in recording.state(operations, torn).items()
                            if not path.endswith("-shm")}
                    mark = fingerprint(tree)
                    # The same files may be right before a change is acknowledged, and wrong after.
                    mark = (mark, *map(id, recording.expected(place)[:2]), recording.expected(place)[2])
                    if mark not in seen:
                        seen.add(mark)
                        yield Check(recording, place, tree, chance)
                        if most and len(seen) >= most or seconds and time.monotonic() - began > seconds:
                            return
        with concurrent.futures.ThreadPoolExecutor(8 * os.cpu_count()) as pool:
            source = states()
            while checks := list(itertools.islice(source, 16 if seconds else 256)):
                for check, fault in zip(checks, pool.map(Check.run, checks)):
                    if fault:
                        faults.append((check, fault))
        for number, (check, fault) in enumerate(faults[:10]):
            lines = recording.log.read_text(errors="replace").splitlines()
            print(f"{name}, before line {check.place + 1} ({lines[check.place - 1]}): {fault.strip()}")
            if keep:
                place = pathlib.Path(keep) / f"{name}-{number}"
                shutil.copytree(recording.root, place, dirs_exist_ok=True)
                shutil.rmtree(place)
                for path, content in sorted(check.tree.items()):
                    if content is None:
                        (place / path).mkdir(parents=True, exist_ok=True)
                    else:
                        (place / path).parent.mkdir(parents=True, exist_ok=True)
                        (place / path).write_bytes(content)
                shutil.copy(recording.log, place.with_suffix(".log"))
        print(f"{name}: {len(recording.operations)} operations, {recording.end} places, {len(seen)} states, {len(faults)} wrong",
              flush=True)
        return len(seen), len(faults)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    parser = options.parser()
    parser.add_argument("--states", type=int, default=0, help="the most states of each workload")
    parser.add_argument("--keep", help="a folder for states that are wrong")
    parser.add_argument("workloads", nargs="*", choices=[*WORKLOADS, []], default=[])
    given = parser.parse_args()
    chosen = given.workloads or list(WORKLOADS)
    totals = [examine(name, given.states, given.sample / len(chosen), given.seed, given.keep) for name in chosen]
    states, faults = sum(count for count, _ in totals), sum(count for _, count in totals)
    print(f"power cuts: {states} states, {faults} wrong")
    if not control(given.seed):
        sys.exit("power cuts: states without any flush are not found wrong; the test is broken")
    sys.exit(1 if faults else 0)

#!/usr/bin/env python3
"""Every system call fails once: each command that writes is run with its N-th call failing, N = 1 … last.

    failing_calls.py [--sample SECONDS] [--seed N] [--only WORKLOAD] [--point CALL:N:ERROR] [--jobs N]

After each run: the exit status is true to the disk, `verify` finds nothing, old files are intact, the words name the
cause and a file, a repetition succeeds, and nothing is left that a repetition does not remove.
"""
import collections
import errno
import hashlib
import json
import os
import pathlib
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "EndToEnd"))

import options  # noqa: E402
import workloads  # noqa: E402
from support import PROGRAM  # noqa: E402
from workloads import READING, WORKLOADS  # noqa: E402

# The errors that a call can return (its manual page, and what file systems add); mmap returns none of the other five.
ERRORS = {
    "openat": ["EIO", "EINTR", "EMFILE"],
    "read": ["EIO", "EINTR"],
    "pread64": ["EIO", "EINTR"],
    "write": ["EIO", "ENOSPC", "EDQUOT", "EINTR"],
    "pwrite64": ["EIO", "ENOSPC", "EDQUOT", "EINTR"],
    "fsync": ["EIO", "ENOSPC", "EDQUOT", "EINTR"],
    "fdatasync": ["EIO", "ENOSPC", "EDQUOT", "EINTR"],
    "renameat2": ["EIO", "ENOSPC", "EDQUOT"],
    "linkat": ["EIO", "ENOSPC", "EDQUOT"],
    "mkdirat": ["EIO", "ENOSPC", "EDQUOT"],
    "unlinkat": ["EIO"],
    "ftruncate": ["EIO", "EINTR"],
    "fallocate": ["EIO", "ENOSPC", "EDQUOT", "EINTR"],
    "close": ["EIO", "ENOSPC", "EDQUOT", "EINTR"],
    "mmap": ["ENOMEM"],
    "getdents64": ["EIO"],
}
COMPARED = ("name", "value", "value_currency", "quantity", "location", "serial_number", "notes", "tags", "photos", "documents")
CREATING = 0o100 | 0o20000000  # O_CREAT, O_TMPFILE
UUID = re.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def errors_of(call, flags):
    return ERRORS[call] + (["ENOSPC", "EDQUOT"] if call == "openat" and flags & CREATING else [])


def words_of(error):
    return os.strerror(getattr(errno, error))


Call = collections.namedtuple("Call", "name number flags process path")


def is_own(call):
    """Libraries and Python's own files are read by other programs' code, which has its own words."""
    return call.process.startswith("homepwner") and call.path and not call.path.startswith(("/usr/", "/lib/", sys.base_prefix))


def parsed(line):
    name, number, flags, process, path = line.split(" ", 4)
    return Call(name, int(number), int(flags, 16), process, path)


class Bench:
    """A folder of one worker, in which workloads run from the same state each time."""

    def __init__(self, inject):
        self.inject = inject
        self.place = pathlib.Path(tempfile.mkdtemp(prefix="homepwner-faults-"))
        self.root = self.place / "files"
        self.known = {}
        self.ids = {}

    def environment(self):
        kept = {name: value for name, value in os.environ.items() if not name.startswith("HOMEPWNER_")}
        return {**kept, "LC_ALL": "C", "TMPDIR": str(self.root / "tmp"), "XDG_STATE_HOME": str(self.root / "state"),
                "SOURCE_DATE_EPOCH": "1800000000"}

    def run(self, *words, order=(), input=""):
        """The status and the errors of a call."""
        with open(self.place / "out", "wb") as out, open(self.place / "err", "wb") as err:
            try:
                done = subprocess.run(
                    [*order, PROGRAM, *words], input=input.encode(), stdout=out, stderr=err, cwd=self.root,
                    env=self.environment(), timeout=120)
                status = done.returncode
            except subprocess.TimeoutExpired:
                status = "does not end"
        return status, (self.place / "err").read_text(errors="replace")

    def done(self, *words):
        status, printed = self.run(*self.filled(words))
        assert status == 0, f"{words}: {printed}"

    def filled(self, words):
        def value(match):
            name, _, photo = match[1].partition(".")
            if match[0] not in self.ids:
                self.ids[match[0]] = (workloads.photo if photo else workloads.item)(self.root, name)
            return self.ids[match[0]]
        return [re.sub(r"\{([A-Z][a-z]+(?:\.photo)?)\}", value, word) for word in words]

    def restore(self, state):
        shutil.rmtree(self.root, ignore_errors=True)
        shutil.copytree(state, self.root, symlinks=True)

    def base(self):
        state = self.place / "base"
        if not state.exists():
            (self.root / "tmp").mkdir(parents=True)
            workloads.build(self.root, self.done)
            shutil.copytree(self.root, state)
        return state

    def start(self, workload):
        """The state before the workload, and the states after it has run once and twice."""
        if workload.name in self.known:
            return self.known[workload.name]
        before = self.place / workload.name
        self.restore(self.base())
        for step in workload.prepare:
            step(self.root) if callable(step) else self.done(*step)
        words = self.filled(workload.words)
        shutil.copytree(self.root, before)
        facts = {"folder": before, "words": words, "before": self.state(workload)}
        ends = []
        for _ in range(2):
            self.restore(before)
            status, printed = self.run(*words, input=workload.input)
            assert status == 0, f"{workload.name}: {printed}"
            ends.append(self.state(workload))
        facts["after"] = ends[0]
        for name in workload.gone:
            assert name in facts["before"].files and name not in ends[0].files, f"{workload.name}: {name} stays"
        # Files whose content differs from run to run are compared by name only.
        facts["volatile"] = {path for path, content in ends[0].files.items() if ends[1].files.get(path) != content}
        self.age()
        facts["follow"] = words if workload.follow == workload.words else self.filled(workload.follow)
        facts["verified"] = self.verify(workload)
        status, printed = self.run(*facts["follow"], input=workload.input)
        assert (status == 0) == (workload.repeated or facts["follow"] != words), f"{workload.name} again: {status} {printed}"
        facts["paths"] = {*facts["before"].files, *facts["after"].files, *self.state(workload).files}
        self.known[workload.name] = facts
        return facts

    def trace(self, workload):
        """All calls of the workload that can be made to fail."""
        facts = self.start(workload)
        self.restore(facts["folder"])
        log = self.place / "log"
        self.run(*facts["words"], order=[self.inject, log, "-", "0", "0"], input=workload.input)
        calls = [parsed(line) for line in log.read_text(errors="replace").splitlines() if not line.startswith("DIED")]
        return [call for call in calls if call.path != str(self.place / "err")]

    State = collections.namedtuple("State", "stores files")

    def state(self, workload):
        files = {}
        for folder, names, members in os.walk(self.root):
            for name in members:
                path = pathlib.Path(folder, name)
                inside = path.relative_to(self.root)
                is_store = any(parent.parts and parent.parts[0] in ("inventory.homepwner", *workload.stores) for parent in [inside.parent])
                files[str(inside)] = "" if is_store else hashlib.sha256(path.read_bytes()).hexdigest()
            for name in names:
                files[str(pathlib.Path(folder, name).relative_to(self.root)) + "/"] = ""
        stores = {name: self.store(self.root / name, workload.piecewise) for name in workload.stores}
        return Bench.State(stores, files)

    def store(self, folder, is_piecewise):
        """The items, settings and history of an inventory, without what differs from run to run.

        If each file is a change of its own, one that could not be read comes later.
        """
        if not (folder / "inventory.sqlite").exists():
            return None
        database = sqlite3.connect(f"file:{folder}/inventory.sqlite?mode=ro", uri=True)
        try:
            columns = [row[1] for row in database.execute("PRAGMA table_info(items)")]
            # A new version has other columns; a store is brought up to date by its first change, even if that fails.
            columns = [name for name in columns if name in COMPARED]
            content = [
                database.execute(f"SELECT {', '.join(columns)}, parent IS NOT NULL FROM items ORDER BY position").fetchall(),
                database.execute("SELECT revision, kind, edit, inverse, undoes, undone_by FROM journal ORDER BY revision").fetchall(),
                database.execute("SELECT name, value FROM settings WHERE name IN ('owner', 'currency') ORDER BY name").fetchall(),
            ]
            if is_piecewise:
                content[1] = sorted(repr(entry[1:4]) for entry in content[1])
        finally:
            database.close()
        return re.sub('"dateCreated":[0-9]+', "", UUID.sub("ID", repr(content)))

    def age(self):
        """Makes all files look an hour old, as temporary files have to be before they are removed."""
        for folder, _, members in os.walk(self.root):
            for path in [folder, *(os.path.join(folder, name) for name in members)]:
                os.utime(path, (time.time() - 3600,) * 2, follow_symlinks=False)

    def check(self, workload, call, number, error):
        """One run with a fault: None if the fault did not come, else its outcome and its findings."""
        facts = self.start(workload)
        self.restore(facts["folder"])
        log = self.place / "log"
        code = str(0 if error == "KILL" else getattr(errno, error))
        status, printed = self.run(*facts["words"], order=[self.inject, log, call, str(number), code], input=workload.input)
        lines = log.read_text(errors="replace").splitlines()
        hits = [parsed(line.removeprefix("FAILED ")) for line in lines if line.startswith("FAILED ")]
        found = []
        died = [line for line in lines if line.startswith("DIED program")]
        if error != "KILL" and died:
            found.append(f"ended by a signal: {died}")
        if status == "does not end":
            found.append(status)
        if not hits and status != 0:
            found.append(f"status {status} without a fault")
        hit = hits[0] if hits else parsed(f"{call} {number} 0 none none")
        outcome = {"workload": workload.name, "call": call, "number": number, "error": error, "status": status,
                   "path": hit.path.removeprefix(str(self.place)), "process": hit.process, "printed": printed, "found": found}
        # Threads and processes take turns in another order each time: the call may be one of Typst's now.
        is_expected = hits and hit.path != str(self.place / "err") and is_own(hit) and (
            error == "KILL" or error in errors_of(call, hit.flags))
        if not is_expected:
            return outcome if found else None
        state = None
        try:
            state = self.state(workload)
        except sqlite3.Error as fault:
            found.append(f"the inventory cannot be read: {fault}")
        end = {0: "after", 3: "after", 1: "before"}.get(status)
        # What is erased is gone from the list first, and then from the disk.
        if error == "KILL" or "it cannot be restored any more" in printed:
            end = "any"
        if end is None:
            found.append(f"status {status}")
        elif state and not workload.piecewise:
            found += self.compare(workload, facts, state, end, status)
        if error != "KILL":
            found += self.wording(workload, facts, hit, error, status, printed)
        found += [text for text in self.verify(workload) if text not in facts["verified"]]
        allowed = facts["paths"] - set(workload.gone)
        extra = set() if state is None else set(state.files) - allowed
        was_done = state is not None and state.stores == facts["after"].stores and state.stores != facts["before"].stores
        if status == 1 or workload.piecewise:
            self.age()
            again, words = self.run(*facts["words"], input=workload.input)
            if again == 0:
                found += ["after the repetition: " + text
                          for text in self.compare(workload, facts, self.state(workload), "after")]
            elif workload.repeated or not was_done:
                found.append(f"the repetition ends with {again}: {words}")
        if status != 0 or extra:
            self.age()
            self.run(*facts["follow"], input=workload.input)
            # The database's own files are there while it is open, and the next program that changes it removes them.
            left = sorted(path for path in set(self.state(workload).files) - allowed
                          if not path.endswith((".sqlite-wal", ".sqlite-shm")))
            if left:
                found.append(f"stays for ever: {left}")
        return outcome

    def compare(self, workload, facts, state, outcome, status=0):
        """Whether the state on the disk is the one before or after the workload."""
        before, after = facts["before"], facts["after"]
        allowed = {"before": [before], "after": [after], "any": [before, after]}[outcome]
        found = []
        if state.stores not in [each.stores for each in allowed]:
            found.append(f"the inventory is not as {outcome}")
        mixed = [before, after] if workload.partly and status != 0 else allowed
        for path, content in state.files.items():
            if path in facts["volatile"] or (path not in before.files and path not in after.files):
                continue
            if path.startswith(("inventory.homepwner/", "new/")):
                continue
            if all(content != each.files.get(path) for each in mixed):
                found.append(f"{path} is not as {outcome}")
        present = [each.files for each in mixed]
        for path in set.intersection(*map(set, present)) - set(state.files):
            found.append(f"{path} is missing")
        return found

    def verify(self, workload):
        found = []
        for name in workload.stores:
            if (self.root / name / "inventory.sqlite").exists():
                status, printed = self.run("verify", "--store", name)
                if status != 0:
                    found.append(f"verify: {status} {printed} {(self.place / 'out').read_text(errors='replace')}")
        return found

    def wording(self, workload, facts, hit, error, status, printed):
        """Whether the message names the cause and a file of the call."""
        if status == 0 and workload.piecewise:
            return []
        if status == 0:
            return [f"status 0, but says {printed}"] if "homepwner: " in printed and words_of(error) in printed else []
        # The loader of libraries does not pass on every error.
        if hit.path.startswith("/usr/lib/") and "cannot load" in printed:
            return []
        if hit.path == str(self.place / "out"):
            names = {"output", "stdout"}
        else:
            path = pathlib.Path(hit.path)
            # A folder of temporary files or a hidden name means the file that is being made.
            names = {path.name, path.parent.name, str(self.root), "./", "in .:", *(word.rstrip("/") for word in facts["words"]), "inventory.homepwner"}
            # What a helper is given before it runs concerns its start; the owner's files do not.
            if not hit.path.startswith(str(self.root)):
                names.add("cannot start ")
        found = []
        call = hit.name
        # libxlsxwriter does not pass on the system's error.
        if hit.path.startswith(str(self.root / "tmp")) and "homepwner: the workbook " in printed and "TMPDIR" in printed:
            return []
        if not printed.startswith("homepwner: ") and "\nhomepwner: " not in printed:
            return [f"no message: {printed!r}"]
        causes = [words_of(error)] + (["no space left"] if error in ("ENOSPC", "EDQUOT") else [])
        if ".sqlite" in hit.path:
            # SQLite does not keep the error of each of its files.
            causes += ["disk I/O error", "unable to open database file"]
            # A log that cannot be opened for writing it opens for reading.
            if call == "openat":
                causes.append("cannot be written")
        if not any(cause.lower() in printed.lower() for cause in causes):
            found.append(f"does not say {words_of(error)!r}")
        if hit.path.startswith(str(self.root / "tmp")):
            names.add("the workbook")
        if not any(len(name) > 1 and name in printed for name in names):
            found.append("names no file")
        return found

    def close(self):
        shutil.rmtree(self.place, ignore_errors=True)


def traced(name):
    return name, options.bench.trace(next(each for each in WORKLOADS if each.name == name))


def checked(point):
    name, *fault = point
    return point, options.bench.check(next(each for each in WORKLOADS if each.name == name), *fault)


def commands():
    """The commands of the program, as it lists them itself."""
    def listed(*words):
        text = subprocess.run([PROGRAM, "complete", "--", *words, ""], capture_output=True, text=True, check=True).stdout
        return [line.split("\t")[0] for line in text.splitlines() if "\t" in line and not line.startswith("-")]
    for name in listed():
        usage = subprocess.run([PROGRAM, "help", name], capture_output=True, text=True, check=True).stdout
        yield from [f"{name} {each}" for each in listed(name)] if f"homepwner {name} COMMAND" in usage else [name]


def main():
    parser = options.fault_parser()
    parser.add_argument("--only", help="workloads whose names match a regular expression")
    parser.add_argument("--call", help="faults of one system call")
    parser.add_argument("--kills", action="store_true")
    parser.add_argument("--share", type=float, default=1)
    parser.add_argument("--log", default="", help="a file for all outcomes, a line of JSON each")
    parser.add_argument("--workloads", type=int, help="so many of them, chosen by the seed")
    given = parser.parse_args()
    if given.sample and not given.workloads:
        given.workloads = 6  # finding the points of all takes as long as the sample
    chosen = [each for each in WORKLOADS if not given.only or re.fullmatch(given.only, each.name)]
    forgotten = set(commands()) - READING - {each.command for each in WORKLOADS} - {"serve"}
    if forgotten:
        sys.exit(f"failing_calls.py: no workload for {', '.join(sorted(forgotten))}")
    started = time.monotonic()
    with options.pool(Bench, given.jobs) as pool:
        points = []
        if given.point:
            points = [(chosen[0].name, *options.point(given.point))]
        else:
            names = [each.name for each in chosen]
            random.Random(given.seed).shuffle(names)
            for name, calls in pool.imap_unordered(traced, names[:given.workloads]):
                own = [call for call in calls if is_own(call)]
                codes = (lambda call: ["KILL"]) if given.kills else (lambda call: errors_of(call.name, call.flags))
                share = next(each for each in WORKLOADS if each.name == name).share
                some = random.Random(f"{name} {given.seed}")
                points += [(name, call.name, call.number, error) for call in own for error in codes(call)
                           if (share == 1 or some.random() < share) and given.call in (None, call.name)]
            points.sort()
        choice = random.Random(given.seed)
        if given.share < 1 or given.sample:
            choice.shuffle(points)
            points = points[:max(1, int(len(points) * given.share))]
        if not given.sample:
            points.sort()
        print(f"{len(points)} points in {len(names[:given.workloads]) if not given.point else 1} workloads ({time.monotonic() - started:.0f} s)", flush=True)
        runs, faulty, statuses, passed_over = 0, 0, collections.Counter(), collections.Counter()
        log = open(given.log, "w") if given.log else None
        for point, outcome in pool.imap_unordered(checked, points, chunksize=1 if given.sample else 8):
            if outcome is None:
                passed_over[point[0]] += 1
            else:
                runs += 1
                statuses[outcome["status"]] += 1
                if runs % 1000 == 0:
                    print(f"{runs} runs of {len(points)} points, {faulty} with findings, {time.monotonic() - started:.0f} s",
                          flush=True)
                if log:
                    print(json.dumps(outcome), file=log, flush=True)
                if outcome["found"]:
                    faulty += 1
                    if not log:
                        print(f"{point[0]}: {':'.join(map(str, point[1:]))} {outcome['path']}: status {outcome['status']}: "
                              + "; ".join(outcome["found"]) + f" [{outcome['printed'].strip()}]", flush=True)
            if given.sample and time.monotonic() - started > given.sample:
                pool.terminate()
                break
    # The call came to another program this time, to none, or to a file on which it cannot fail so.
    skipped = sum(passed_over.values())
    print(f"passed over {skipped} {dict(passed_over.most_common(5))}")
    print(f"{runs} runs, statuses {dict(statuses)}, {faulty} with findings, {time.monotonic() - started:.0f} s")
    if skipped > 0.1 * (runs + skipped):
        sys.exit("failing_calls.py: more than a tenth of the faults did not come")
    sys.exit(1 if faulty or not runs else 0)


if __name__ == "__main__":
    main()

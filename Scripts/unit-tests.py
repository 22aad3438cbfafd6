#!/usr/bin/env python3
"""Runs the unit, snapshot and conformance tests that `swift build --build-tests` built.

    Scripts/unit-tests.py [--on-postgresql] [PATTERN]

PATTERN, a regular expression, chooses tests by `Target.Suite/test()`. --on-postgresql puts inventories on a server.
RECORD=1 writes the snapshots again. TEST_ROUNDS=10 multiplies the rounds of random tests and runs the longest ones, too.

Suites run in processes of their own, one test at a time in each, so that a test's seconds are its own and one that
crashes fails alone. There is a process more than processors: some tests wait.
"""
import collections
import concurrent.futures
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

TOP = pathlib.Path(__file__).resolve().parents[1]
PROGRAM = [str(TOP / ".build/debug/homepwnerPackageTests.xctest"), "--testing-library", "swift-testing"]
ON_POSTGRESQL = [str(TOP / "Scripts/with-postgresql.sh")]
# Run on a server by every run of all tests; `make postgresql` runs all tests of the store there.
SHORT_ON_POSTGRESQL = r"CreationTests|ServerStoreTests|^DriverTests"
# A process takes suites of one target until it has this many tests.
TESTS_A_PROCESS = 12


def tests_that_match(pattern):
    listed = subprocess.run([*PROGRAM, "--list-tests"], capture_output=True, text=True, check=True).stdout
    return sorted(test for test in listed.split("\n") if test and re.search(pattern, test))


def grouped(tests):
    """The tests of each process, those with the most tests first; the tests of a suite stay together."""
    groups = []
    for suite, members in itertools.groupby(tests, lambda test: test.split("/")[0]):
        members = list(members)
        target = suite.split(".")[0] + "."
        if groups and len(groups[-1]) < TESTS_A_PROCESS and groups[-1][0].startswith(target):
            groups[-1] += members
        else:
            groups.append(members)
    return sorted(groups, key=len, reverse=True)


def run(tests, before, folder):
    """Runs tests in a process. Returns the seconds of each, the number that were skipped, and what failed."""
    events = tempfile.NamedTemporaryFile(dir=folder, suffix=".jsonl", delete=False).name
    # In identifiers, the place in the file follows the test.
    these = "|".join(re.escape(test) for test in tests)
    done = subprocess.run(
        [*before, *PROGRAM, "--no-parallel", "--filter", f"^({these})(/|$)", "--event-stream-output-path", events,
         "--event-stream-version", "0"],
        env={**os.environ, "TMPDIR": folder}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        errors="replace")
    if before and done.returncode == 0 and "not run, as PostgreSQL" in done.stdout:
        return {}, len(tests), []
    begun, seconds, skipped, failed, ended = {}, {}, 0, [], False
    for line in pathlib.Path(events).read_text("utf8").split("\n"):
        event = json.loads(line)["payload"] if line else {}
        kind, test = event.get("kind"), event.get("testID", "")
        name = "/".join(test.split("/")[:2])
        if kind == "testStarted" and "/" in test:
            begun[name] = event["instant"]["absolute"]
        elif kind == "testEnded" and name in begun:
            seconds[name] = event["instant"]["absolute"] - begun[name]
        elif kind == "testSkipped" and "/" in test:
            skipped += 1
        elif kind == "issueRecorded":
            failed.append((name, "\n    ".join(message["text"][:1000] for message in event["messages"])))
        elif kind == "runEnded":
            ended = True
    if not ended or done.returncode != 0 and not failed:
        running = [name for name in begun if name not in seconds] or tests
        failed.append((running[0], f"ended with status {done.returncode}:\n{done.stdout[-3000:]}"))
    return seconds, skipped, failed


def main():
    words = sys.argv[1:]
    server = words[:1] == ["--on-postgresql"]
    pattern = (words[1:] if server else words) or [""]
    os.chdir(TOP)
    jobs = [(tests, ON_POSTGRESQL if server else []) for tests in grouped(tests_that_match(pattern[0]))]
    if not words:
        os.environ["WITHOUT_POSTGRESQL"] = "skip"
        if on_server := tests_that_match(SHORT_ON_POSTGRESQL):
            jobs.insert(0, (on_server, ON_POSTGRESQL))
    seconds, skipped, failed = collections.Counter(), 0, []
    with tempfile.TemporaryDirectory() as folder:
        with concurrent.futures.ThreadPoolExecutor((os.cpu_count() or 1) + 1) as pool:
            for each in concurrent.futures.as_completed([
                    pool.submit(run, tests, before, folder) for tests, before in jobs]):
                found, more, faults = each.result()
                seconds.update(found)
                skipped += more
                failed += faults
                for name, text in faults:
                    print(f"{name}: {text}", flush=True)
    slowest = ", ".join(f"{name} {taken:.1f} s" for name, taken in seconds.most_common(10))
    print(f"The slowest unit tests: {slowest}")
    faulty = {name for name, _ in failed}
    print(f"Unit: {len(seconds) - len(faulty)} passed, {len(faulty)} failed, {skipped} skipped")
    sys.exit(1 if failed or not seconds else 0)


if __name__ == "__main__":
    main()

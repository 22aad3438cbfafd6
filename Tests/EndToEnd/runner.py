"""Runs tests, several classes at a time, and says how many passed, failed and were skipped.

TEST_JOBS sets how many. What tests write is shown if one fails, or with TEST_ROUNDS. Each class runs in a process of its
own, so that one that dies fails alone. Classes of which `is_slow` is true come first, then those with the most tests, so
that no processor waits for one of them in the end.
"""
import collections
import concurrent.futures
import json
import os
import subprocess
import sys
import time
import unittest

# Tests that fail are run once more, alone, if they are so few: on a busy machine something may have taken too long.
AGAIN = 6
GROUP = "--these-tests"
ALL = "TEST_ROUNDS" in os.environ


def tests_in(suite):
    for each in suite:
        if isinstance(each, unittest.TestSuite):
            yield from tests_in(each)
        else:
            yield each


class TimedResult(unittest.TextTestResult):
    def startTest(self, test):
        self.begun = time.monotonic()
        super().startTest(test)

    def stopTest(self, test):
        self.seconds[test.id()] = time.monotonic() - self.begun
        super().stopTest(test)


def run_group(names):
    """Runs tests in this process; the last line of its output is the result."""
    TimedResult.seconds = {}
    suite = unittest.defaultTestLoader.loadTestsFromNames(names)
    result = unittest.TextTestRunner(sys.stdout, resultclass=TimedResult).run(suite)
    # A test with several faulty subtests is one failed test; a class that cannot be set up is one too.
    failed = {getattr(case, "test_case", case).id() for case, _ in result.failures + result.errors}
    print(json.dumps({"failed": sorted(failed), "skipped": len(result.skipped), "run": result.testsRun,
                      "seconds": TimedResult.seconds}))


def run_apart(names):
    begun = time.monotonic()
    done = subprocess.run([sys.executable, sys.argv[0], GROUP, *names], capture_output=True, text=True)
    text, _, last = done.stdout.rstrip("\n").rpartition("\n")
    try:
        result = json.loads(last)
    except ValueError:
        text = done.stdout
        result = {"failed": names, "skipped": 0, "run": len(names), "seconds": {}}
    if result["failed"] or ALL:
        print(text, done.stderr, sep="\n", flush=True)
    return {**result, "duration": time.monotonic() - begun}


def print_slowest(what, seconds):
    slowest = sorted(seconds, key=seconds.get, reverse=True)[:10]
    print(f"The slowest {what}:", ", ".join(f"{name.rpartition('.')[2]} {seconds[name]:.0f} s" for name in slowest))


def run(suite, title, jobs):
    groups, slow = collections.defaultdict(list), set()
    for test in tests_in(suite):
        # The name of a module that cannot be loaded leads to its error again.
        name = test.id().rpartition("._FailedTest.")[2]
        group = type(test).__module__, type(test).__qualname__, name if name != test.id() else ""
        groups[group].append(name)
        if getattr(test, "is_slow", False):
            slow.add(group)
    total, seconds, durations, failed = collections.Counter(), {}, {}, []
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("TEST_JOBS", jobs))) as pool:
        order = sorted(groups, key=lambda group: (group in slow, len(groups[group])), reverse=True)
        waiting = {pool.submit(run_apart, groups[group]): ".".join(group[:2]) for group in order}
        for each in concurrent.futures.as_completed(waiting):
            result = each.result()
            total.update({"run": result["run"], "skipped": result["skipped"]})
            failed += result["failed"]
            seconds.update(result["seconds"])
            durations[waiting[each]] = result["duration"]
    second = 0
    if 0 < len(failed) <= AGAIN and all(name in seconds for name in failed):
        print(f"Once more, alone: {', '.join(failed)}", flush=True)
        result = run_apart(failed)
        second = len(failed) - len(result["failed"])
        failed = result["failed"]
    print_slowest("tests", seconds)
    print_slowest("classes", durations)
    passed = total["run"] - len(failed) - total["skipped"]
    late = f" ({second} at the second attempt)" if second else ""
    print(f"{title}{passed} passed{late}, {len(failed)} failed, {total['skipped']} skipped")
    sys.exit(1 if failed or not total["run"] else 0)


def main(load, title="", jobs=os.cpu_count()):
    """Runs the tests that `load` finds, or, as a process of ``run``, those that are named."""
    if sys.argv[1:2] == [GROUP]:
        run_group(sys.argv[2:])
    else:
        run(load(), title, jobs)

"""Runs tests and says at the end how many passed, failed and were skipped."""
import sys
import unittest

# Tests that fail are run once more if they are so few: on a busy machine something may have taken too long.
AGAIN = 3


def run(suite, title=""):
    result = unittest.TextTestRunner(verbosity=2).run(suite)
    # A test with several faulty subtests is one failed test. A module that cannot be loaded is not run again.
    failed = {getattr(case, "test_case", case).id() for case, _ in result.failures + result.errors}
    second = 0
    if 0 < len(failed) <= AGAIN and not any("_FailedTest" in name or "(" in name for name in failed):
        print(f"Once more, alone: {', '.join(sorted(failed))}", flush=True)
        again = unittest.TextTestRunner(verbosity=2).run(unittest.defaultTestLoader.loadTestsFromNames(sorted(failed)))
        still = {getattr(case, "test_case", case).id() for case, _ in again.failures + again.errors}
        second = len(failed) - len(still)
        failed = still
    skipped = len(result.skipped)
    passed = result.testsRun - len(failed) - skipped
    late = f" ({second} at the second attempt)" if second else ""
    print(f"{title}{passed} passed{late}, {len(failed)} failed, {skipped} skipped")
    sys.exit(1 if failed or result.testsRun == 0 else 0)

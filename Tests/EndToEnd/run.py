"""Runs the end-to-end tests and says at the end how many passed, failed and were skipped."""
import os
import pathlib
import sys
import unittest

import support

if __name__ == "__main__":
    if not os.access(support.PROGRAM, os.X_OK):
        sys.exit(f"{support.PROGRAM} is not there; 'make build' makes it, or name another with HOMEPWNER_BIN")
    here = str(pathlib.Path(__file__).parent)
    loader = unittest.TestLoader()
    loader.testNamePatterns = [f"*{pattern}*" for pattern in sys.argv[1:]] or None
    result = unittest.TextTestRunner(verbosity=2).run(loader.discover(here, "test_*.py"))
    # A test with several faulty subtests is one failed test.
    failed = len({str(getattr(case, "test_case", case)) for case, _ in result.failures + result.errors})
    skipped = len(result.skipped)
    print(f"{result.testsRun - failed - skipped} passed, {failed} failed, {skipped} skipped")
    sys.exit(1 if failed or result.testsRun == 0 else 0)

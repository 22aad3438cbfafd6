"""Runs the end-to-end tests. Words choose those whose names contain one of them."""
import os
import pathlib
import sys
import unittest

import runner
import support


def load():
    loader = unittest.TestLoader()
    loader.testNamePatterns = [f"*{pattern}*" for pattern in sys.argv[1:]] or None
    return loader.discover(str(pathlib.Path(__file__).parent), "test_*.py")


if __name__ == "__main__":
    if not os.access(support.PROGRAM, os.X_OK):
        sys.exit(f"{support.PROGRAM} is not there; 'make debug' makes it, or name another with HOMEPWNER_BIN")
    # Some tests wait for a clock, so that there is work for more processes than processors.
    runner.main(load, "End to end: ", jobs=2 * os.cpu_count())

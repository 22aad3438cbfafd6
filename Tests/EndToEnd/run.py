"""Runs the end-to-end tests. Words choose those whose names contain one of them."""
import os
import pathlib
import sys
import unittest

import runner
import support

if __name__ == "__main__":
    if not os.access(support.PROGRAM, os.X_OK):
        sys.exit(f"{support.PROGRAM} is not there; 'make build' makes it, or name another with HOMEPWNER_BIN")
    here = str(pathlib.Path(__file__).parent)
    loader = unittest.TestLoader()
    loader.testNamePatterns = [f"*{pattern}*" for pattern in sys.argv[1:]] or None
    runner.run(loader.discover(here, "test_*.py"))

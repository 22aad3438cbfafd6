"""Runs every test_*.py of this folder, or those that are named."""
import os
import pathlib
import sys
import unittest

here = pathlib.Path(__file__).parent
sys.path[:0] = [str(here), str(here.parent / "EndToEnd")]
import runner  # noqa: E402


def load():
    loader = unittest.TestLoader()
    return loader.loadTestsFromNames(sys.argv[1:]) if sys.argv[1:] else loader.discover(str(here))


if __name__ == "__main__":
    runner.main(load, "Browser: ", jobs=os.cpu_count())

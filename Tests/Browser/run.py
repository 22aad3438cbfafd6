"""Runs every test_*.py of this folder, or those that are named."""
import pathlib
import sys
import unittest

here = pathlib.Path(__file__).parent
sys.path[:0] = [str(here), str(here.parent / "EndToEnd")]
import runner  # noqa: E402

names = sys.argv[1:]
loader = unittest.TestLoader()
runner.run(loader.loadTestsFromNames(names) if names else loader.discover(str(here)), "Browser: ")

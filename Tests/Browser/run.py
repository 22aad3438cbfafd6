"""Runs every test_*.py of this folder and prints one closing line."""
import pathlib
import sys
import unittest

here = pathlib.Path(__file__).parent
sys.path.insert(0, str(here))
names = sys.argv[1:]
loader = unittest.TestLoader()
suite = loader.loadTestsFromNames(names) if names else loader.discover(str(here))
result = unittest.TextTestRunner(verbosity=2).run(suite)
failed = len(result.failures) + len(result.errors)
print(f"Browser: {result.testsRun - failed - len(result.skipped)} passed, {failed} failed, {len(result.skipped)} skipped")
sys.exit(1 if failed or result.testsRun == 0 else 0)

"""How the programs are linked: addresses that an attacker would overwrite are read-only, and nothing on the stack runs."""
import pathlib
import shutil
import subprocess
import unittest

from support import PROGRAM


@unittest.skipUnless("/release/" in PROGRAM, "only what 'make build' makes is linked for use")
@unittest.skipUnless(shutil.which("readelf"), "readelf of binutils is not installed")
class Build(unittest.TestCase):
    def facts(self, name):
        path = pathlib.Path(PROGRAM).with_name(name)
        return subprocess.run(["readelf", "-hldW", "--dyn-syms", path], capture_output=True, text=True, check=True).stdout

    def test_tables_of_addresses_are_read_only_from_the_start(self):
        for name in ["homepwner", "homepwner-server", "homepwner-images"]:
            facts = self.facts(name)
            self.assertIn("BIND_NOW", facts, name)
            self.assertIn("GNU_RELRO", facts, name)
            self.assertRegex(facts, r"Flags: .*NOW.* PIE", name)
            self.assertRegex(facts, r"GNU_STACK .* RW ", name)
            self.assertIn("__stack_chk_fail", facts, name)

"""Helpers of the end-to-end tests: a folder of their own, and the built program."""
import importlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import urllib.parse

import folders

TOP = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("HOMEPWNER_BIN", str(TOP / ".build/debug/homepwner"))
SHARED = pathlib.Path(os.environ.get("HOMEPWNER_SHARED", TOP.parent / "shared"))
# The server on which the stores of this run are (Tests/EndToEnd/server.sh); none if they are folders.
SERVER = os.environ.get("HOMEPWNER_TEST_POSTGRES") if os.environ.get("HOMEPWNER_TEST_STORE") == "server" else None
# `make test-all` sets TEST_ROUNDS to 10: all rounds, and the tests that take long.
ALL = int(os.environ.get("TEST_ROUNDS", "1")) > 1
all_rounds = unittest.skipUnless(ALL, "run by make test-all")
XML = "{urn:homepwner:inventory:1}"


def icu():
    """PyICU, which Debian has for its own Python; None if that is another version than this one."""
    sys.path.append("/usr/lib/python3/dist-packages")
    try:
        return importlib.import_module("icu")
    except ImportError:
        return None
    finally:
        sys.path.pop()


def rounds(all, few):
    """The number of rounds in `make test-all`, and in `make test`."""
    return all if ALL else few


class Outcome:
    def __init__(self, done):
        self.status = done.returncode
        self.bytes = done.stdout
        self.output = done.stdout.decode("utf-8", "replace")
        self.errors = done.stderr.decode("utf-8", "replace")

    @property
    def json(self):
        return json.loads(self.bytes)


class Case(unittest.TestCase):
    """A test with a folder of its own, which is the current one of every call."""

    def setUp(self):
        if SERVER and folders.are_needed_by(self.id()):
            self.skipTest("about inventories in folders")
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="homepwner-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def environment(self, **more):
        kept = {name: value for name, value in os.environ.items() if not name.startswith("HOMEPWNER_")}
        return {**kept, "LC_ALL": "C", "TMPDIR": str(self.folder), "XDG_STATE_HOME": f"{self.folder}/.state",
                **self.server_store(self.folder), **more}

    def on_server(self, store="inventory.homepwner", folder=None):
        """The inventory on the server that has the place of one in a folder."""
        name = urllib.parse.quote(str((folder or self.folder) / store), safe="")
        return f"{SERVER}?inventory={name}"

    def server_store(self, folder):
        if not SERVER:
            return {}
        return {"HOMEPWNER_STORE": self.on_server(folder=pathlib.Path(folder)), "HOMEPWNER_FILES": f"{self.folder}/.files"}

    def words(self, words, folder=None):
        """The words of a call, in which the paths after --store are addresses on the server."""
        words = [word if isinstance(word, bytes) else str(word) for word in words]
        for place in range(1, len(words) if SERVER else 0):
            if words[place - 1] == "--store" and words[place].isprintable() and words[place] and not words[place].startswith("postgres"):
                words[place] = self.on_server(words[place], pathlib.Path(folder or self.folder))
        return words

    def call(self, *words, input=None, folder=None, timeout=300, **environment):
        if isinstance(input, str):
            input = input.encode()
        done = subprocess.run(
            [PROGRAM, *self.words(words, folder)], input=input if input is not None else b"", capture_output=True,
            cwd=folder or self.folder, timeout=timeout,
            env=self.environment(**{**self.server_store(folder or self.folder), **environment}))
        return Outcome(done)

    def done(self, *words, **options):
        """A call that must succeed."""
        outcome = self.call(*words, **options)
        self.assertEqual(outcome.status, 0, f"{words}: {outcome.errors}")
        return outcome

    def refused(self, *words, says=(), status=1, **options):
        """A call that must fail, with its words on standard error."""
        outcome = self.call(*words, **options)
        self.assertEqual(outcome.status, status, f"{words}: {outcome.output} {outcome.errors}")
        self.assertIn("homepwner: ", outcome.errors)
        for words_of_message in [says] if isinstance(says, str) else says:
            self.assertIn(words_of_message, outcome.errors)
        return outcome

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def items(self, *words, **options):
        return self.done("list", "--json", "--where", "archived:any", *words, **options).json

    def names(self, *words, **options):
        return [item["name"] for item in self.items(*words, **options)]

    def left_over(self):
        """Names in the test's folder, so that a test can tell that nothing half-made is left."""
        return sorted(path.name for path in self.folder.iterdir() if path.name != ".files")

    def small_disk(self, kibibytes, read_only=False):
        """A folder on a disk of its own; the test is skipped where the system does not allow it."""
        place = self.folder / f"disk{kibibytes}"
        place.mkdir()
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={kibibytes}k", "tmpfs", place], capture_output=True)
        if mounted.returncode != 0:
            self.skipTest("a small disk of its own wants the right to mount (root)")
        self.addCleanup(subprocess.run, ["umount", "-l", place], capture_output=True)
        return place

    def make_read_only(self, disk):
        done = subprocess.run(["mount", "-o", "remount,ro", disk], capture_output=True)
        if done.returncode != 0:
            self.skipTest("the disk cannot be made read-only here")


def shared(name):
    """A file of the shared fixtures, or None where they are not there."""
    path = SHARED / "fixtures" / name
    return path if path.exists() else None

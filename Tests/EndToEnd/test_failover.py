"""A primary that is killed again and again, and the standby that takes its place; run by Tests/EndToEnd/server.sh.

FAILOVERS states how often; CLIENTS how many programs edit meanwhile."""
import contextlib
import http.client
import os
import pathlib
import subprocess
import sys
import threading
import time
import unittest
import urllib.parse

from support import PROGRAM, SERVER, TOP, Case
from test_server import two_companions

FAILOVERS = int(os.environ.get("FAILOVERS", "3"))
CLIENTS = int(os.environ.get("CLIENTS", "16"))
PROGRAMS = pathlib.Path(os.environ.get("POSTGRESQL_PROGRAMS", "/usr/lib/postgresql/15/bin"))
STANDBY = TOP / "Scripts/with-standby.sh"


@unittest.skipUnless(SERVER and "server" in pathlib.Path(PROGRAM).name, "run by Tests/EndToEnd/server.sh")
@unittest.skipUnless(os.access(PROGRAMS / "pg_basebackup", os.X_OK), "PostgreSQL is not installed")
class Failover(Case):
    """Two web servers of one inventory, on a primary with a synchronous standby."""

    def setUp(self):
        # Whatever uses the inventory is stopped before its servers.
        self.servers = subprocess.Popen(
            [STANDBY, "sh", "-c", 'echo "$HOMEPWNER_TEST_POSTGRES $HOMEPWNER_STANDBY" && exec cat'], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.servers.stdout.close)
        self.addCleanup(self.servers.wait)
        self.addCleanup(self.servers.stdin.close)
        line = self.servers.stdout.readline().split()
        self.assertEqual(len(line), 2, "the servers did not start")
        self.address, self.standby = line
        super().setUp()
        self.companions = two_companions(self)
        # The latest one-time token is good at both.
        status, answer = self.companions[0].ask("POST", "/api/session", {"token": self.companions[1].token, "bearer": True})
        self.assertEqual(status, 200)
        for companion in self.companions:
            companion.bearer = answer["bearer"]

    def on_server(self, store="inventory.homepwner", folder=None):
        return f"{self.address}?inventory={urllib.parse.quote(store, safe='')}"

    def query(self, sql):
        return subprocess.run(
            [PROGRAMS / "psql", "-d", self.address + "?target_session_attrs=read-write", "-v", "ON_ERROR_STOP=1", "-qAtc", sql],
            capture_output=True, text=True, check=True).stdout.splitlines()

    def step(self, name):
        subprocess.run([STANDBY, f"--{name}"], env={**os.environ, "HOMEPWNER_STANDBY": self.standby}, check=True, timeout=300)

    def edit(self, number):
        """Adds items until the end, each under a key of its own, at the next web server if one does not answer."""
        place = 0
        while not self.isOver.is_set():
            name = f"{number}-{place}"
            place += 1
            turn = number
            while True:
                turn += 1
                status, answer = None, None
                with contextlib.suppress(OSError, http.client.HTTPException):
                    status, answer = self.companions[turn % 2].ask("POST", "/api/items", {"name": name}, Idempotency_Key=name)
                if status in (200, 201):
                    break
                if status not in (None, 503):
                    self.unexpected.append((name, status, answer))
                    return
                time.sleep(0.1)
            with self.lock:
                self.acknowledged.append((time.monotonic(), name))
            time.sleep(0.02)

    def await_edit(self, since):
        """Seconds from a time until the first edit is acknowledged after now."""
        count, end = len(self.acknowledged), time.monotonic() + 120
        while len(self.acknowledged) == count:
            self.assertFalse(self.unexpected)
            self.assertLess(time.monotonic(), end, "no edit is acknowledged any more")
            time.sleep(0.01)
        return self.acknowledged[count][0] - since

    def test_every_acknowledged_edit_is_there_once_after_failovers(self):
        self.acknowledged, self.unexpected = [], []
        self.lock, self.isOver = threading.Lock(), threading.Event()
        threads = [threading.Thread(target=self.edit, args=(number,)) for number in range(CLIENTS)]
        self.addCleanup(self.isOver.set)
        for thread in threads:
            thread.start()
        seconds, sessions = [], 0
        for _ in range(FAILOVERS):
            self.await_edit(0)
            time.sleep(0.5)
            count = self.query("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'homepwner'")
            sessions = max(sessions, int(count[0]))
            start = time.monotonic()
            self.step("kill")
            self.step("promote")
            seconds.append(self.await_edit(start))
            with self.lock:
                expected = {name for _, name in self.acknowledged}
            names = self.query("SELECT name FROM items")
            self.assertEqual(len(names), len(set(names)), "an edit was made twice")
            self.assertEqual(expected - set(names), set(), "an acknowledged edit is lost")
            self.step("rejoin")
        self.isOver.set()
        for thread in threads:
            thread.join()
        self.assertFalse(self.unexpected)
        acknowledged = [name for _, name in self.acknowledged]
        self.assertEqual(sorted(self.names()), sorted(acknowledged))
        self.done("verify")
        seconds.sort()
        print(f"{FAILOVERS} failovers, {len(acknowledged)} edits acknowledged by {CLIENTS} clients; seconds from the kill to the "
              f"next edit: {seconds[0]:.1f} to {seconds[-1]:.1f}, median {seconds[len(seconds) // 2]:.1f}; at most {sessions} "
              "sessions of two web servers", file=sys.stderr)

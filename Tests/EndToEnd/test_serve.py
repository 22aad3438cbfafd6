"""The built program as a server: signing in, editing, signals, and kills while clients edit."""
import contextlib
import datetime
import hashlib
import http.client
import json
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import threading
import time
import unittest
import uuid

import support

KILLS = int(os.environ.get("KILLS", support.rounds(all=30, few=10)))


class Server:
    """`homepwner serve` on a port of its own, and a bearer token for it."""

    def __init__(self, case, *words, sign_in=True, environment={}, prepare=None, site="site", before=()):
        command = [*before, support.PROGRAM, "serve", site, "--listen", "127.0.0.1:0", "--json", *words]
        self.process = subprocess.Popen(
            command, cwd=getattr(case, "root", case.folder), env=case.environment(**environment), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            preexec_fn=prepare)
        text = b""
        while not text.rstrip().endswith(b"}"):
            line = self.process.stdout.readline()
            if not line:
                raise AssertionError(self.process.stderr.read().decode())
            text += line
        said = json.loads(text)
        self.said = said
        self.address, self.token, self.metrics = said["address"], said["token"], said.get("metrics")
        self.port = int(self.address.rsplit(":", 1)[1])
        self.bearer = self.sign_in() if sign_in else None

    def sign_in(self):
        status, answer = self.ask("POST", "/api/session", {"token": self.token, "bearer": True})
        assert status == 200, answer
        return answer["bearer"]

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)

    def ask(self, method, path, body=None, connection=None, **fields):
        connection = connection or self.connect()
        fields = {name.replace("_", "-"): value for name, value in fields.items()}
        if getattr(self, "bearer", None):
            fields["Authorization"] = "Bearer " + self.bearer
        if body is not None:
            fields["Content-Type"] = "application/json"
        connection.request(method, path, json.dumps(body) if body is not None else None, fields)
        answer = connection.getresponse()
        content = answer.read()
        is_json = "json" in (answer.getheader("Content-Type") or "")
        return answer.status, json.loads(content) if is_json else content

    def open_link(self, token):
        """The cookie of a visitor who opens a share link; None if it is over."""
        connection = self.connect()
        connection.request("POST", "/api/session", json.dumps({"token": token}), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        return answer.getheader("Set-Cookie").split(";")[0] if answer.status == 204 else None

    def visit(self, path, cookie):
        connection = self.connect()
        connection.request("GET", path, headers={"Cookie": cookie})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        status = self.process.wait(timeout=20)
        if status not in (0, -how):
            raise AssertionError(f"{status}: {self.process.stderr.read().decode()[-4000:]}")
        self.process.stdout.close()
        self.process.stderr.close()
        return status


class Serve(support.Case):
    def setUp(self):
        super().setUp()
        self.done("init")
        self.done("publish", "site")

    def serve(self, *words, **options):
        server = Server(self, *words, **options)
        self.addCleanup(lambda: server.process.poll() is None and server.stop(signal.SIGKILL))
        return server

    def test_an_edit_over_http_is_seen_by_the_command_line_and_the_other_way_round(self):
        server = self.serve()
        status, answer = server.ask("POST", "/api/items", {"name": "Lamp"})
        self.assertEqual(status, 201)
        self.assertEqual(self.done("show", answer["id"], "--json").json["name"], "Lamp")
        self.done("edit", answer["id"], "--name", "Big lamp")
        self.assertEqual(server.ask("GET", "/api/items/" + answer["id"])[1]["name"], "Big lamp")

    def test_figures_and_health_are_at_an_address_of_their_own(self):
        server = Server(self, "--metrics", "127.0.0.1:0")
        self.addCleanup(lambda: server.process.poll() is None and server.stop(signal.SIGKILL))
        self.assertEqual(server.ask("POST", "/api/items", {"name": "Lamp"})[0], 201)
        self.assertEqual(server.ask("GET", "/metrics")[0], 404)

        def ask(path, method="GET"):
            connection = http.client.HTTPConnection(server.metrics.removeprefix("http://"), timeout=20)
            connection.request(method, path)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()

        self.assertEqual(ask("/health"), (200, "ok\n"))
        # A response is counted when it is sent, which the client may notice before.
        end = time.monotonic() + 10
        while 'status="4xx"} 1\n' not in (text := ask("/metrics")[1]) and time.monotonic() < end:
            time.sleep(0.05)
        self.assertIn('homepwner_responses_total{status="2xx"} 2\n', text)
        self.assertIn('homepwner_responses_total{status="4xx"} 1\n', text)
        self.assertIn("homepwner_edits_total 1\n", text)
        self.assertIn("homepwner_sessions 1\n", text)
        self.assertNotIn("Lamp", text)
        names = [line.split()[2] for line in text.splitlines() if line.startswith("# TYPE")]
        self.assertEqual(len(names), len(set(names)))
        for line in text.splitlines():
            self.assertRegex(line, r'^(# (HELP|TYPE) homepwner_\w+ .+|homepwner_\w+(\{\w+="\w+"\})? [-+.e\d]+)$')
        for path in ["/", "/index.html", "/api/items", "/metrics/", "/item/x.html"]:
            self.assertEqual(ask(path)[0], 404)
        self.assertEqual(ask("/metrics", "POST")[0], 405)
        self.assertEqual(server.stop(), 0)
        self.refused("serve", "site", "--metrics", "x", says="x")

    def queue(self, *edits, store=None):
        """A file as a page saves it, of this inventory."""
        if store is None:
            server = self.serve()
            store = server.ask("GET", "/api/session")[1]["store"]
            server.stop()
        (self.folder / "edits.json").write_text(json.dumps({"version": 1, "store": store, "edits": list(edits)}))
        return "edits.json"

    def test_edits_that_a_page_saved_are_made_in_order_and_once(self):
        self.done("add", "Lamp", "--value", "5")
        lamp = json.loads(self.done("list", "--json").output)[0]["id"]
        chair = str(uuid.uuid4())
        file = self.queue(
            {"key": "a", "moment": "2026-11-21T10:00:00Z", "action": "edit", "id": lamp, "base": 1, "patch": {"name": "One"}},
            {"key": "b", "action": "edit", "id": lamp, "base": 1, "patch": {"name": "Two"}},
            {"key": "c", "action": "add", "item": {"id": chair, "name": "Chair"}},
            {"key": "d", "action": "move", "id": chair, "place": "first"})
        names = lambda: [item["name"] for item in json.loads(self.done("list", "--json").output)]
        self.assertIn("would make 4 edits", self.done("import", file, "--dry-run").output)
        self.assertEqual(names(), ["Lamp"])
        self.assertIn("made 4 edits", self.done("import", file).output)
        self.assertEqual(names(), ["Chair", "Two"])
        before = self.done("log", "--json").output
        self.assertIn("made 0 edits, 4 made before", self.done("import", file).output)
        self.assertEqual(self.done("log", "--json").output, before)

    def test_saved_edits_that_cannot_be_made_are_reported_and_nothing_is_changed(self):
        self.done("add", "Lamp")
        lamp = json.loads(self.done("list", "--json").output)[0]["id"]
        self.done("edit", lamp, "--name", "Elsewhere")
        before = self.done("log", "--json").output
        file = self.queue(
            {"key": "a", "action": "add", "item": {"name": "Chair"}},
            {"key": "b", "action": "edit", "id": lamp, "base": 1, "patch": {"name": "Here"}},
            {"key": "c", "action": "edit", "id": lamp, "base": 1, "patch": {"nmae": "Here"}},
            {"key": "d", "action": "remove", "id": str(uuid.uuid4()), "base": 1})
        self.refused("import", file, says=["edit 2: ", "edit 3: nmae", "edit 4: ", "3 edits", "nothing was changed"])
        self.assertEqual(self.done("log", "--json").output, before)
        self.refused("import", self.queue(store=str(uuid.uuid4())), says="belong to another inventory")
        self.refused("import", file, "list.csv", status=2, says="alone")

    def test_a_day_begins_where_the_owner_lives_as_on_the_command_line(self):
        self.done("settings", "--time-zone", "Asia/Shanghai")
        # Half past midnight of the second of May in Shanghai.
        self.done("add", "Lamp", "--date-created", "2014-05-01T16:30:00Z")
        server = self.serve()
        for day, count in [("2014-05-01", 0), ("2014-05-02", 1)]:
            self.assertEqual(len(json.loads(self.done("list", "--where", f"created:{day}", "--json").output)), count)
            status, answer = server.ask("GET", f"/api/items?where=created%3A{day}")
            self.assertEqual((status, len(answer["items"])), (200, count))

    def test_sigterm_ends_it_with_status_0_and_edits_that_run_are_answered(self):
        server = self.serve()
        statuses = []

        def edit():
            connection = server.connect()
            try:
                while True:
                    statuses.append(server.ask("POST", "/api/items", {"name": "x"}, connection)[0])
            except (OSError, http.client.HTTPException):
                pass

        threads = [threading.Thread(target=edit) for _ in range(8)]
        for thread in threads:
            thread.start()
        time.sleep(0.5)
        self.assertEqual(server.stop(), 0)
        for thread in threads:
            thread.join()
        made = statuses.count(201)
        self.assertLessEqual(set(statuses), {201, 503})
        self.assertGreater(made, 0)
        self.assertEqual(len(self.done("list", "--json").json), made)

    def test_a_second_sign_in_link_comes_with_sigusr1_beside_the_first(self):
        server = self.serve(sign_in=False)
        server.process.send_signal(signal.SIGUSR1)
        text = b""
        while not text.rstrip().endswith(b"}"):
            text += server.process.stdout.readline()
        for token in server.token, json.loads(text)["token"]:
            self.assertEqual(server.ask("POST", "/api/session", {"token": token})[0], 200)
            self.assertEqual(server.ask("POST", "/api/session", {"token": token})[0], 401)

    def test_a_share_link_shows_its_selection_until_it_is_revoked(self):
        server = self.serve()
        for name, tags in ("Lamp", ["loan"]), ("Sapphire", []):
            self.assertEqual(server.ask("POST", "/api/items", {"name": name, "tags": tags})[0], 201)
        day = (datetime.date.today() + datetime.timedelta(days=30)).isoformat()
        until = ("--until", day)
        link = self.done("share", "add", "--where", "tag:loan", *until, "--at", "https://home.example", "--json").json
        self.assertEqual(link["link"], "https://home.example/sign-in#token=" + link["token"])
        cookie = server.open_link(link["token"])
        status, page = server.visit("/", cookie)
        self.assertEqual(status, 200)
        self.assertIn("Lamp", page)
        self.assertNotIn("Sapphire", page)
        self.assertEqual(server.visit("/api/items", cookie)[0], 403)
        listed = self.done("share", "list", "--json").json
        self.assertEqual([(each["id"], each["where"], each["documents"], each["visits"]) for each in listed],
                         [(link["id"], "tag:loan", False, 1)])
        self.assertNotIn(link["token"], json.dumps(listed))
        table = self.done("share", "list").output
        self.assertIn(f"{link['id']}  {day}", table)
        self.done("share", "revoke", link["id"])
        deadline = time.monotonic() + 10
        while server.visit("/", cookie)[0] != 401:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.1)
        self.assertIsNone(server.open_link(link["token"]))
        self.assertEqual(self.done("share", "list", "--json").json, [])
        self.refused("share", "revoke", link["id"], status=2, says="there is no share link")
        self.refused("share", "add", *until, status=2, says="which items")
        self.refused("share", "add", "--where", "tag:loan", status=2, says="on which day")
        self.refused("share", "add", "--where", "value:>=x", *until, status=2, says="--where")
        self.refused("share", "add", "--where", "Lender:any", *until, status=2, says="Lender")
        for wrong in "2001-01-01", "2999-01-01", "tomorrow":
            self.refused("share", "add", "--where", "", "--until", wrong, status=2, says="--until")

    def test_a_user_whom_a_proxy_names_is_the_person_of_that_name(self):
        self.done("people", "add", "ana@example.org", "--role", "editor")
        header = ("--trust-user-header", "Remote-User")

        def sign_in(server):
            connection = server.connect()
            connection.request("GET", "/sign-in", headers={"Remote-User": "Ana@example.org"})
            return connection.getresponse().getheader("Set-Cookie")

        server = self.serve(*header, "--from", "10.0.0.0/8", "--from", "127.0.0.1")
        cookie = sign_in(server).split(";")[0]
        self.assertEqual(json.loads(server.visit("/api/session", cookie)[1])["person"], "ana@example.org")
        self.done("people", "sign-out", "ana@example.org")
        deadline = time.monotonic() + 10
        while server.visit("/api/items", cookie)[0] != 401:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.1)
        server.stop()
        server = self.serve(*header, "--from", "10.0.0.0/8")
        self.assertEqual([sign_in(server) for _ in range(3)], [None] * 3)
        server.process.send_signal(signal.SIGTERM)
        self.assertEqual(server.process.stderr.read().decode().count("127.0.0.1 sent the header Remote-User"), 1)
        self.refused("serve", "site", *header, status=2, says="--from")
        self.refused("serve", "site", "--from", "127.0.0.1", status=2, says="--trust-user-header")
        self.refused("serve", "site", *header, "--from", "gate.example", says="gate.example")

    def test_people_sign_in_change_what_their_role_includes_and_are_named_in_the_journal(self):
        server = self.serve()
        self.done("people", "add", "Ana Silva", "--role", "recorder")
        self.assertEqual(self.done("people", "list", "--json").json[0]["role"], "recorder")
        code = self.done("people", "sign-in", "Ana Silva", "--at", "http://127.0.0.1", "--json").json
        self.assertEqual(code["link"], "http://127.0.0.1/sign-in#token=" + code["token"])
        answer = server.ask("POST", "/api/session", {"token": code["token"], "bearer": True})[1]
        self.assertEqual((answer["person"], answer["role"]), ("Ana Silva", "recorder"))
        server.bearer = answer["bearer"]
        added = server.ask("POST", "/api/items", {"name": "Lamp"})
        self.assertEqual(added[0], 201, added)
        self.assertEqual(self.done("log", "--json", "--limit", "1").json[0]["actor"], "Ana Silva")
        # What others added is theirs, whichever way it is asked for.
        self.done("add", "Clock")
        theirs = self.done("show", "Clock", "--json").json["id"]
        self.assertEqual(server.ask("PATCH", f"/api/items/{theirs}", {"notes": "x"}, If_Match="*")[0], 403)
        self.assertEqual(server.ask("POST", "/api/items/" + theirs + "/move", {"place": "first"})[0], 403)
        # A copy of the inventory has its people.
        self.done("backup", "copy.zip")
        self.done("restore", "copy.zip", "--store", "copy")
        self.assertEqual(self.done("people", "list", "--json", "--store", "copy").json[0]["name"], "Ana Silva")
        self.done("people", "remove", "Ana Silva")
        deadline = time.monotonic() + 10
        while server.ask("GET", "/api/items")[0] != 401:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.1)
        # Nobody, and no former name, gets in by a code of before.
        self.refused("people", "sign-in", "Ana Silva", status=2, says="there is nobody called")

    def test_the_access_log_names_people_and_follows_its_path(self):
        log = self.folder / "access.log"
        server = self.serve("--access-log", "access.log")
        self.done("people", "add", "Ana Silva", "--role", "reader")
        code = self.done("people", "sign-in", "Ana Silva", "--at", "http://127.0.0.1", "--json").json
        server.bearer = server.ask("POST", "/api/session", {"token": code["token"], "bearer": True})[1]["bearer"]
        # Another server's sessions are known after the first request that shows them.
        self.assertEqual(server.ask("GET", "/api/session")[0], 200)

        def logged(path):
            server.ask("GET", path + "?where=Secret")
            deadline = time.monotonic() + 10
            while not (log.exists() and (found := re.findall(f".* GET {path} .*", log.read_text()))):
                self.assertLess(time.monotonic(), deadline)
                time.sleep(0.05)
            return found[0].split(" ")

        self.assertEqual(logged("/api/items")[1:7], ["127.0.0.1", "127.0.0.1", "Ana%20Silva", "GET", "/api/items", "200"])
        first = log.read_text()
        self.assertNotIn("Secret", first)
        # As logrotate does; the next line is written to a new file, at most a second later.
        log.rename(self.folder / "access.log.1")
        time.sleep(1.1)
        self.assertEqual(logged("/api/totals")[3], "Ana%20Silva")
        self.assertTrue((self.folder / "access.log.1").read_text().startswith(first))
        self.assertEqual(log.stat().st_mode & 0o777, 0o600)

    def test_only_a_folder_that_was_published_from_this_inventory_is_served(self):
        (self.folder / "photos").mkdir()
        (self.folder / "photos/diary.html").write_text("private")
        self.refused("serve", "photos", says=["photos was not published", "homepwner publish photos"])
        # A folder that contains the inventory would publish it, whatever else it is.
        for folder in [".", str(self.folder), "/"]:
            self.refused("serve", folder, status=2, says="the inventory is inside that folder")
        shutil.copy(self.folder / "site/homepwner-site.json", self.folder / "homepwner-site.json")
        self.refused("serve", ".", status=2, says="the inventory is inside that folder")
        self.done("init", "--store", "other")
        self.refused("serve", "site", "--store", "other", says="from another inventory")

    def test_uploads_are_kept_on_the_disk_of_the_inventory(self):
        server = self.serve()
        self.assertEqual(len(list((self.folder / "inventory.homepwner").glob(".uploads-*.tmp"))), 1)
        server.stop()
        self.assertEqual(list((self.folder / "inventory.homepwner").glob(".uploads-*.tmp")), [])

    def test_the_number_of_open_files_is_raised_to_what_the_bounds_need(self):
        server = self.serve(prepare=lambda: resource.setrlimit(
            resource.RLIMIT_NOFILE, (256, resource.getrlimit(resource.RLIMIT_NOFILE)[1])))
        limits = pathlib.Path(f"/proc/{server.process.pid}/limits").read_text()
        soft = int(re.search(r"Max open files +([0-9]+)", limits)[1])
        self.assertGreaterEqual(soft, min(1280, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
        server.stop()
        # Where the system allows no more, the bounds are lowered, and who is signed in is served.
        server = self.serve(prepare=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (128, 128)))
        idle = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(200)]
        self.assertEqual(server.ask("GET", "/api/items")[0], 200)
        for each in idle:
            each.close()

    def test_wrong_calls_are_refused_in_words(self):
        self.refused("serve", says="DIR is missing", status=2)
        self.refused("serve", "nothing", says="homepwner publish")
        self.refused("serve", "site", "--listen", "0.0.0.0:8421", says="--tls-cert")
        with socket.create_server(("127.0.0.1", 0)) as taken:
            before = self.left_over()
            self.refused("serve", "site", "--listen", f"127.0.0.1:{taken.getsockname()[1]}", says="listens on")
            self.assertEqual(self.left_over(), before)
        self.refused("serve", "site", "--tls-cert", "x", says="--tls-key", status=2)
        self.refused("serve", "site", "--origin", "*", says="is not an origin")
        self.refused("serve", "site", "--proxy", "10.0.0.2", says="--behind-proxy", status=2)
        self.refused("serve", "site", "--proxy", "gate", "--behind-proxy", says="'gate' is not an address")
        self.refused("serve", "site", "--tls-cert", "x", "--tls-key", "y", says="'x'")

    def test_over_tls_the_page_is_served_and_its_cookie_is_for_tls_alone(self):
        import ssl
        made = subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "cert.pem",
             "-days", "1", "-subj", "/CN=localhost"], cwd=self.folder, capture_output=True)
        if made.returncode != 0:
            self.skipTest("openssl makes no certificate here")
        server = self.serve("--tls-cert", "cert.pem", "--tls-key", "key.pem", sign_in=False)
        self.assertTrue(server.address.startswith("https://"))
        context = ssl._create_unverified_context()
        connection = http.client.HTTPSConnection("127.0.0.1", server.port, context=context, timeout=20)
        connection.request(
            "POST", "/api/session", json.dumps({"token": server.token}), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        self.assertEqual(answer.status, 200)
        self.assertIn("; Secure", answer.getheader("Set-Cookie"))

    def test_a_device_that_installed_the_certificate_trusts_the_server(self):
        import ssl
        server = self.serve("--tls-local", "--host", "things.example", sign_in=False)
        self.assertEqual(server.said["authority"], f"{server.address}/local-ca")

        def ask(context, path, host="127.0.0.1", **fields):
            connection = http.client.HTTPSConnection(host, server.port, context=context, timeout=20)
            connection.request("GET", path, headers=fields)
            answer = connection.getresponse()
            leaf = connection.sock.getpeercert(binary_form=True) if connection.sock else None
            return answer, answer.read(), leaf

        with self.assertRaises(ssl.SSLCertVerificationError):
            ask(ssl.create_default_context(), "/")
        # Before it trusts the server, a device loads the certificate and compares its fingerprint.
        stranger = ssl._create_unverified_context()
        answer, certificate, first = ask(stranger, "/local-ca.cer", Connection="keep-alive")
        self.assertEqual(answer.getheader("Content-Type"), "application/x-x509-ca-cert")
        digest = hashlib.sha256(certificate).hexdigest().upper()
        self.assertEqual(":".join(re.findall("..", digest)), server.said["fingerprint"])
        page = ask(stranger, "/local-ca", Accept="text/html")[1].decode()
        self.assertIn(server.said["fingerprint"], page)
        self.assertIn('href="/local-ca.cer"', page)
        trusting = ssl.create_default_context(cadata=certificate)
        for host in ["127.0.0.1", "localhost"]:
            self.assertEqual(ask(trusting, "/api/session", host)[0].status, 200)
        kept = list((self.folder / ".state/homepwner").glob("local-authority*.pem"))
        self.assertEqual([path.stat().st_mode & 0o777 for path in kept], [0o600])
        # Renewed at once, under the same authority, on the same port.
        server.process.send_signal(signal.SIGUSR2)

        def renewed():
            leaf = ask(trusting, "/api/session", Connection="keep-alive")[2]
            self.assertNotEqual(leaf, first)
        end = time.monotonic() + 20
        while True:
            try:
                renewed()
                break
            except (AssertionError, OSError):
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)
        self.assertEqual(server.stop(), 0)
        server = self.serve("--tls-local", "--host", "things.example", sign_in=False)
        self.assertEqual(ask(trusting, "/api/session")[0].status, 200)
        kept[0].chmod(0o644)
        self.refused("serve", "site", "--tls-local", "--host", "things.example", "--listen", "127.0.0.1:0", says=str(kept[0]))
        self.refused("serve", "site", "--tls-local", "--tls-cert", "x", "--tls-key", "y", says="--tls-local", status=2)
        plain = self.serve()
        self.assertEqual([plain.ask("GET", path)[0] for path in ["/local-ca", "/local-ca.cer"]], [404, 404])

    def publish(self):
        """Makes the folder a published one, which the server rebuilds after edits."""
        shutil.rmtree(self.folder / "site")
        self.done("publish", "site", "--editable")

    def assert_whole(self, *, finished=False):
        """No file of the published folder is cut off; unless a publication was interrupted, every file is as published."""
        site = self.folder / "site"
        file = json.loads((site / "homepwner-site.json").read_text())
        for path in site.rglob("*.html"):
            self.assertTrue(path.read_bytes().endswith(b"</html>\n"), path)
        for path in site.rglob("*.json"):
            json.loads(path.read_text())
        isUnfinished = (site / "homepwner-site.unfinished").exists()
        self.assertFalse(finished and isUnfinished)
        if not isUnfinished:
            for name, fingerprint in self.indexed_files(file["site"]).items():
                digest = hashlib.sha256((site / name).read_bytes()).hexdigest()
                self.assertEqual(digest[:32], fingerprint, name)
        return json.loads((site / "homepwner-site.json").read_text())

    def indexed_files(self, site):
        """The published files with their fingerprints, as the index in the inventory has them."""
        with contextlib.closing(sqlite3.connect(self.folder / "inventory.homepwner/inventory.sqlite")) as database:
            number, = database.execute("SELECT site FROM site_folders WHERE id = ?", [site]).fetchone()
            files = dict(database.execute("SELECT name, hex(fingerprint) FROM site_files WHERE site = ?", [number]))
            for item, fingerprint in database.execute(
                    "SELECT item, hex(fingerprint) FROM site_items WHERE site = ? AND archived = 0", [number]):
                files[f"item/{uuid.UUID(bytes=item)}.html"] = fingerprint
        return {name: fingerprint.lower() for name, fingerprint in files.items()}

    def test_the_last_edit_before_the_end_is_on_the_pages(self):
        self.done("add", "Lamp")
        self.publish()
        server = self.serve()
        item = server.ask("GET", "/api/items")[1]["items"][0]
        for number in range(20):
            status, item = server.ask("PATCH", "/api/items/" + item["id"], {"name": f"Lamp {number}"}, If_Match="*")
            self.assertEqual(status, 200)
        self.assertEqual(server.stop(), 0)
        self.assertIn('<h1 dir="auto">Lamp 19</h1>', (self.folder / f"site/item/{item['id']}.html").read_text())
        self.assertEqual(self.assert_whole(finished=True)["revision"], item["revision"])

    def test_no_acknowledged_edit_is_lost_and_none_is_made_twice_however_often_it_is_killed(self):
        self.publish()
        start = self.assert_whole(finished=True)["revision"]
        clients = [Client() for _ in range(16)]
        for _ in range(KILLS):
            server = self.serve()
            threads = [threading.Thread(target=client.edit, args=(server,)) for client in clients]
            for thread in threads:
                thread.start()
            time.sleep(random.uniform(0.02, 0.25))
            server.stop(signal.SIGKILL)
            for thread in threads:
                thread.join()
            self.assert_whole()
        server = self.serve()
        for client in clients:
            client.edit(server, only_again=True)
        self.assertEqual([client.trouble for client in clients], [None] * len(clients))
        self.assertEqual(server.stop(), 0)
        items = {item["id"]: item.get("notes") for item in self.done("list", "--json").json}
        self.assertEqual(items, {id: notes for client in clients for id, notes in client.items.items()})
        # Every key is one revision: more of them would be edits that were made twice.
        keys = sum(client.count for client in clients)
        self.assertGreater(keys, KILLS)
        self.assertEqual(self.assert_whole(finished=True)["revision"], start + keys)
        self.done("verify")
        print(f"{KILLS} kills, {keys} edits acknowledged, none lost, none made twice")


class Client:
    """Adds items and edits them, one edit after the other; what was not answered is sent again under its key."""

    def __init__(self):
        self.items = {}
        self.count = 0
        self.unanswered = None
        self.trouble = None

    def next_edit(self):
        self.count += 1
        if self.items and self.count % 20:
            return str(uuid.uuid4()), random.choice(list(self.items)), {"notes": str(self.count)}
        return str(uuid.uuid4()), None, {"name": "Item", "notes": str(self.count)}

    def edit(self, server, only_again=False):
        connection = server.connect()
        try:
            while self.trouble is None and (self.unanswered or not only_again):
                self.unanswered = self.unanswered or self.next_edit()
                key, id, body = self.unanswered
                method, path = ("PATCH", "/api/items/" + id) if id else ("POST", "/api/items")
                status, answer = server.ask(method, path, body, connection, Idempotency_Key=key, If_Match="*")
                if status not in (200, 201):
                    self.trouble = status, answer
                    return
                self.items[answer["id"]] = body["notes"]
                self.unanswered = None
        except (OSError, http.client.HTTPException, ValueError):
            pass
        finally:
            connection.close()


if __name__ == "__main__":
    unittest.main()

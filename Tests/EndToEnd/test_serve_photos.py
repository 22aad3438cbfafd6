"""Photos uploaded to the built program as a server: added, published without metadata, refused, published again."""
import fcntl
import json
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
import uuid
from pathlib import Path

import support
from test_serve import Server


def setUpModule():
    global files
    place = tempfile.TemporaryDirectory(prefix="homepwner-photo-files-")
    unittest.addModuleCleanup(place.cleanup)
    files = Path(place.name)
    made = subprocess.run(
        [support.TOP / ".venv/bin/python", support.TOP / "Tests/Fixtures/photos/make.py", "make", files],
        capture_output=True)
    if made.returncode != 0:
        raise unittest.SkipTest("photos are made with Pillow: run make deps first")


class ServedPhotos(support.Case):
    def setUp(self):
        super().setUp()
        self.done("init")
        self.lamp = self.done("add", "Lamp").output.strip()
        self.lamp = self.done("show", self.lamp, "--json").json["id"]
        self.done("publish", "site", "--editable")

    def serve(self, **environment):
        server = Server(self, environment=environment)
        self.addCleanup(lambda: server.process.poll() is None and server.stop(9))
        return server

    def send(self, server, path, photos, cookie=None, named=None, field="photo", **fields):
        """A form with files, as a browser sends it, or a program by a name of its own; its status and answer."""
        mark = uuid.uuid4().hex
        body = b"".join(
            f'--{mark}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
            for name, value in fields.items())
        for photo in photos:
            head = f'--{mark}\r\nContent-Disposition: form-data; name="{field}"; filename="{photo.name}"\r\n\r\n'
            body += head.encode() + photo.read_bytes() + b"\r\n"
        body += f"--{mark}--\r\n".encode()
        head = {"Content-Type": f"multipart/form-data; boundary={mark}"}
        if cookie:
            head |= {"Cookie": cookie, "Origin": server.address, "Sec-Fetch-Site": "same-origin", "Accept": "text/html"}
        else:
            head["Authorization"] = "Bearer " + server.bearer
        if named:
            head["Idempotency-Key"] = named
        connection = server.connect()
        connection.request("POST", path, body, head)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer, content

    def form_session(self, server):
        """A session of a browser: its cookie and the proof that its forms carry."""
        _, link = server.ask("POST", "/api/session/links")
        bearer, server.bearer = server.bearer, None
        connection = server.connect()
        connection.request("POST", "/api/session", json.dumps({"token": link["token"]}), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        proof = json.loads(answer.read())["csrf"]
        server.bearer = bearer
        return answer.getheader("Set-Cookie").split(";")[0], proof

    def page(self, server, cookie, path):
        connection = server.connect()
        connection.request("GET", path, headers={"Cookie": cookie, "Accept": "text/html"})
        answer = connection.getresponse()
        return answer.status, answer.read()

    def test_a_photo_sent_by_form_is_on_the_page_upright_and_without_place_and_time(self):
        server = self.serve()
        cookie, proof = self.form_session(server)
        back = f"/item/{self.lamp}.html"
        answer, _ = self.send(server, f"/photos/{self.lamp}", [files / "turned-6.jpg"], cookie, csrf=proof, key="one",
                              **{"return": back}, caption="from the left")
        self.assertEqual((answer.status, answer.getheader("Location")), (303, back))
        photo, = self.done("photo", "list", self.lamp, "--json").json
        self.assertEqual((photo["fileName"], photo["caption"]), ("turned-6.jpg", "from the left"))
        original = self.folder / "inventory.homepwner/photos" / photo["hash"]
        self.assertEqual(original.read_bytes(), (files / "turned-6.jpg").read_bytes())
        status, page = self.page(server, cookie, back)
        name = f"photo/{photo['hash']}-320.jpg"
        self.assertEqual(status, 200)
        self.assertIn(b'alt="from the left"', page)
        # The photo is 480 pixels wide: what is large is as it is.
        self.assertIn(f"../photo/{photo['hash']}-1024.jpg".encode(), page)
        self.assertIn(name.encode(), self.page(server, cookie, "/index.html")[1])
        status, picture = self.page(server, cookie, "/" + name)
        self.assertEqual((status, picture), (200, (self.folder / "site" / name).read_bytes()))
        self.upright_and_bare(self.folder / "site" / name)
        self.assertEqual(server.stop(), 0)

    def test_a_document_is_opened_by_its_owner_alone_as_it_was_given(self):
        server = self.serve()
        cookie, proof = self.form_session(server)
        # A picture under the name of a web page, and with the text of one behind it.
        trick = self.folder / "trick.html"
        trick.write_bytes((files / "turned-6.jpg").read_bytes() + b"<script>alert(1)</script>")
        answer, _ = self.send(server, f"/documents/{self.lamp}", [trick], cookie, field="document", csrf=proof,
                              kind="warranty", title="Ten years", **{"return": f"/item/{self.lamp}.html"})
        self.assertEqual(answer.status, 303)
        paper, = self.done("document", "list", self.lamp, "--json").json
        self.assertEqual((paper["kind"], paper["title"], paper["mediaType"]), ("warranty", "Ten years", "image/jpeg"))
        path = f"/document/{self.lamp}/{paper['hash']}"
        self.assertIn(f"..{path}".encode(), self.page(server, cookie, f"/item/{self.lamp}.html")[1])
        connection = server.connect()
        connection.request("GET", path, headers={"Cookie": cookie})
        opened = connection.getresponse()
        self.assertEqual(opened.read(), trick.read_bytes())
        self.assertEqual(opened.getheader("Content-Type"), "image/jpeg")
        self.assertEqual(opened.getheader("Content-Disposition"), "inline; filename*=UTF-8''trick.html.jpeg")
        self.assertIn("sandbox", opened.getheader("Content-Security-Policy"))
        connection = server.connect()
        connection.request("GET", path)
        self.assertEqual(connection.getresponse().status, 401)
        # The file itself is not published, and a page is no document.
        self.assertEqual([each for each in (self.folder / "site").rglob("*") if paper["hash"] in each.name], [])
        page = self.write("page.pdf", "<html><script>alert(1)</script>")
        answer, content = self.send(server, f"/documents/{self.lamp}", [page], cookie, field="document", csrf=proof)
        self.assertEqual(answer.status, 422)
        self.assertIn(b"page.pdf", content)
        self.assertEqual(server.stop(), 0)

    def upright_and_bare(self, picture):
        compared = subprocess.run(
            [support.TOP / ".venv/bin/python", support.TOP / "Tests/Fixtures/photos/make.py", "compare",
             files / "turned-1.jpg", picture], capture_output=True, text=True)
        self.assertEqual(compared.returncode, 0, compared.stderr)
        self.assertLess(float(compared.stdout.split()[0]), 12, compared.stdout)
        if shutil.which("exiftool"):
            metadata = subprocess.run(["exiftool", "-json", "-G", picture], capture_output=True, text=True)
            groups = {name.split(":")[0] for name in json.loads(metadata.stdout)[0] if ":" in name}
            self.assertLessEqual(groups, {"ExifTool", "File", "JFIF", "Composite"})

    def test_photos_are_sent_changed_and_taken_off_by_programs(self):
        server = self.serve()
        path = f"/api/items/{self.lamp}/photos"
        answer, content = self.send(server, path, [files / "turned-1.jpg", files / "turned-6.heic"])
        self.assertEqual(answer.status, 201, content)
        first, second = server.ask("GET", path)[1]
        self.assertEqual((first["primary"], second["mediaType"]), (True, "image/heic"))
        self.assertEqual(server.ask("PATCH", f"{path}/{second['hash']}", {"primary": True})[0], 200)
        self.assertEqual(server.ask("PATCH", f"{path}/{second['hash']}", {"caption": "above"})[0], 200)
        self.assertEqual(server.ask("DELETE", f"{path}/{first['hash']}")[0], 200)
        self.assertEqual(
            [(p["hash"], p["primary"], p["caption"]) for p in server.ask("GET", path)[1]],
            [(second["hash"], True, "above")])
        end = time.monotonic() + 10
        while self.published() != {second["hash"]} and time.monotonic() < end:
            time.sleep(0.05)
        self.assertEqual(self.published(), {second["hash"]})
        server.stop()
        self.done("undo")
        self.done("publish", "site", "--editable")
        self.assertEqual(self.published(), {first["hash"], second["hash"]})

    def published(self):
        return {path.name[:64] for path in (self.folder / "site/photo").iterdir()}

    def test_what_is_no_photo_is_refused_in_words_and_the_server_goes_on(self):
        server = self.serve()
        path = f"/api/items/{self.lamp}/photos"
        expected = (files / "expected.tsv").read_text().splitlines()
        bad = [line.split("\t")[0] for line in expected if line.split("\t")[1] != "made"]
        self.assertGreater(len(bad), 5)
        for name in bad:
            answer, content = self.send(server, path, [files / name])
            self.assertIn(answer.status, (400, 422), f"{name}: {content}")
            if answer.status == 422:
                self.assertIn(name, json.loads(content)["detail"])
            self.assertEqual(server.ask("GET", path), (200, []))
        self.assertEqual(server.ask("GET", f"/api/items/{self.lamp}")[0], 200)
        self.assertEqual(self.send(server, path, [files / "turned-1.jpg"])[0].status, 201)
        self.assertEqual(server.stop(), 0)

    def test_a_helper_that_is_killed_fails_or_is_missing_leaves_the_server_unharmed(self):
        for words, status, says in [
            ("kill -KILL $$", 422, "stopped"), ("kill -XCPU $$", 422, "processor"), ("exit 3", 503, "homepwner-images"), (None, 503, "homepwner-images"),
        ]:
            helper = self.folder / "helper"
            if words is None:
                helper.unlink()
            else:
                helper.write_text(f"#!/bin/sh\n{words}\n")
                helper.chmod(0o755)
            server = self.serve(HOMEPWNER_IMAGES=str(helper))
            answer, content = self.send(server, f"/api/items/{self.lamp}/photos", [files / "turned-1.jpg"])
            self.assertEqual(answer.status, status, content)
            self.assertIn(says, json.loads(content)["detail"])
            self.assertEqual(server.ask("GET", f"/api/items/{self.lamp}")[0], 200)
            self.assertEqual(server.stop(), 0)
        self.assertEqual(self.done("photo", "list", self.lamp, "--json").json, [])
        self.assertEqual([path for path in (self.folder / "inventory.homepwner/photos").glob("*") if path.is_file()], [])

    def test_the_same_photos_sent_twice_with_one_key_are_added_once(self):
        server = self.serve()
        cookie, proof = self.form_session(server)
        for _ in range(2):
            answer, _ = self.send(server, f"/photos/{self.lamp}", [files / "turned-1.jpg"], cookie, csrf=proof, key="k")
            self.assertEqual(answer.status, 303)
        self.assertEqual(len(self.done("photo", "list", self.lamp, "--json").json), 1)
        self.assertEqual(len([e for e in self.done("log", "--json").json if e["kind"] == "edit"]), 1)

    def test_photos_sent_again_get_their_first_answer_whatever_became_of_them(self):
        server = self.serve()
        cookie, proof = self.form_session(server)
        programs = lambda: self.send(server, f"/api/items/{self.lamp}/photos", [files / "turned-2.jpg"], named="j")
        forms = lambda: self.send(server, f"/photos/{self.lamp}", [files / "turned-1.jpg"], cookie, csrf=proof, key="k")
        self.assertEqual(programs()[0].status, 201)
        self.assertEqual(forms()[0].status, 303)
        first = json.loads(programs()[1])
        for call in [("photo", "caption", self.lamp, "1", "later"), ("photo", "remove", self.lamp, "1"),
                     ("remove", self.lamp)]:
            self.done(*call)
            before = self.done("log", "--json").output
            answer, content = programs()
            self.assertEqual((answer.status, json.loads(content)["revision"]), (200, first["revision"]), content)
            self.assertEqual(forms()[0].status, 303)
            self.assertEqual(self.done("log", "--json").output, before)
        answer, _ = self.send(server, f"/api/items/{self.lamp}/photos", [files / "turned-3.jpg"], named="j")
        self.assertEqual(answer.status, 404)

    def test_a_rebuild_that_never_returns_is_not_waited_for_and_the_next_start_finishes_the_pages(self):
        self.done("photo", "add", self.lamp, files / "turned-1.jpg")
        server = self.serve()
        derived = self.folder / "inventory.homepwner/photos/derived"
        for path in derived.iterdir():
            if path.name != ".lock":
                path.unlink()
        # Whoever makes pictures waits for whoever holds the lock.
        with open(derived / ".lock", "r+b") as lock:
            fcntl.lockf(lock, fcntl.LOCK_EX)
            self.assertEqual(server.ask("PATCH", f"/api/items/{self.lamp}", {"name": "Torch"}, If_Match="*")[0], 200)
            server.process.send_signal(signal.SIGTERM)
            _, said = server.process.communicate(timeout=60)
        self.assertEqual((server.process.returncode, said.decode().count("finished at the next start")), (0, 1), said)
        page = self.folder / f"site/item/{self.lamp}.html"
        self.assertIn('<h1 dir="auto">Lamp</h1>', page.read_text())
        self.assertEqual(self.serve().stop(), 0)
        self.assertIn('<h1 dir="auto">Torch</h1>', page.read_text())

    def test_pages_for_anyone_show_photos_and_no_documents(self):
        self.done("photo", "add", self.lamp, files / "turned-6.jpg", "--caption", "a lamp")
        self.done("document", "add", self.lamp, files / "turned-1.jpg", "--title", "Slip", "--number", "4711")
        self.done("publish", "www", "--profile", "public")
        photo, = self.done("photo", "list", self.lamp, "--json").json
        names = {path.name[:64] for path in (self.folder / "www/photo").iterdir()}
        self.assertEqual(names, {photo["hash"]})
        page = (self.folder / f"www/item/{self.lamp}.html").read_text()
        self.assertIn('alt="a lamp"', page)
        self.assertNotIn("4711", page)
        for picture in (self.folder / "www/photo").iterdir():
            self.upright_and_bare(picture)
        self.done("publish", "own")
        self.assertIn("4711", (self.folder / f"own/item/{self.lamp}.html").read_text())

    def test_photos_that_the_inventory_does_not_hold_are_left_out_and_counted(self):
        self.done("photo", "add", self.lamp, files / "turned-1.jpg")
        self.done("export", "--to", "json", "list.json")
        self.done("import", "list.json", "--store", "other")
        outcome = self.done("publish", "www", "--store", "other")
        self.assertIn("1 photo that items have is not in this inventory", outcome.errors)
        self.assertEqual(list((self.folder / "www/photo").iterdir()), [])
        (lamp,) = self.done("list", "--json", "--store", "other").json
        self.done("photo", "add", lamp["id"], files / "turned-1.jpg", "--store", "other")
        self.assertEqual(self.done("publish", "www", "--store", "other").errors, "")
        self.assertEqual(len(list((self.folder / "www/photo").iterdir())), 2)


if __name__ == "__main__":
    unittest.main()

"""Time stamps: what existed before the loss is proven, and verify finds every tampering, and so does OpenSSL alone."""
import base64
import hashlib
import http.server
import json
import re
import shutil
import sqlite3
import subprocess
import sys
import threading
import unittest

from support import Case
from test_bundle import pdf, png

AUTHORITY = """
[tsa]
default_tsa = authority
[authority]
serial = {folder}/serial
signer_cert = {folder}/tsa.pem
signer_key = {folder}/tsa.key
certs = {folder}/ca.pem
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
tsa_name = yes
ess_cert_id_alg = sha256
"""


class Authority:
    """A time stamp authority with a certificate authority of its own."""

    def __init__(self, folder, days=30):
        self.folder = folder
        folder.mkdir()
        (folder / "serial").write_text("01")
        (folder / "tsa.cnf").write_text(AUTHORITY.format(folder=folder))
        (folder / "extensions").write_text("extendedKeyUsage = critical,timeStamping\n")
        self.run("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "ca.key",
                 "-out", "ca.pem", "-subj", "/CN=Test CA", "-days", "300")
        self.run("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "tsa.key", "-out",
                 "tsa.csr", "-subj", "/CN=Test TSA")
        self.run("x509", "-req", "-in", "tsa.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-out",
                 "tsa.pem", "-days", str(days), "-extfile", "extensions")
        self.certificates = str(folder / "ca.pem")

    def run(self, *words):
        return subprocess.run(["openssl", *map(str, words)], cwd=self.folder, check=True, capture_output=True).stdout

    def answer(self, request):
        (self.folder / "request.tsq").write_bytes(request)
        self.run("ts", "-reply", "-config", "tsa.cnf", "-queryfile", "request.tsq", "-out", "response.tsr")
        return (self.folder / "response.tsr").read_bytes()


def parse_times(data):
    return [match.group().decode() for match in re.finditer(rb"20\d{12}Z", data)]


class Stamps(Case):
    def setUp(self):
        super().setUp()
        self.authority = Authority(self.folder / "tsa")
        self.done("init", "--owner", "Ada")
        self.lamp = self.done(
            "add", "Lamp", "--value", "12.50EUR", "--purchase-date", "2019-05-01", "--field", "Maker=A & <B>").output.strip()
        self.sofa = self.done("add", "Sofa", "--value", "900EUR", "--serial-number", "S-1").output.strip()
        self.write("photo.png", png(40, 30, (200, 30, 30)))
        self.write("receipt.pdf", pdf())
        self.done("photo", "add", self.lamp, "photo.png")
        self.done("document", "add", self.lamp, "receipt.pdf", "--kind", "receipt")

    def stamp(self, *more):
        self.done("stamp", "--request", "home.tsq", *more)
        self.write("home.tsr", self.authority.answer((self.folder / "home.tsq").read_bytes()))
        return self.done("stamp", "--response", "home.tsr", "--tsa-certificates", self.authority.certificates, *more)

    def bundle(self, name="claim", *more):
        self.done("report", "insurance", "--format", "bundle", "-o", name, *more)
        return self.folder / name

    def script(self, claim="claim", certificates=None):
        return subprocess.run(
            [sys.executable, "-B", "proof/check.py", certificates or self.authority.certificates],
            cwd=self.folder / claim, capture_output=True, text=True)

    def test_a_stamped_claim_is_proven_by_verify_and_by_openssl_alone(self):
        self.assertIn("existed on or before 20", self.stamp().output)
        outcome = self.done("verify", "--tsa-certificates", self.authority.certificates)
        self.assertIn("time stamps (1) prove", outcome.output)
        claim = self.bundle("claim", "--originals")
        self.assertEqual(
            sorted(path.name for path in (claim / "proof").iterdir()), ["1.tsq", "1.tsr", "check.py", "proofs.json"])
        outcome = self.done("verify", "claim", "--tsa-certificates", self.authority.certificates)
        self.assertIn("prove 2 items and 2 files; their signatures are good", outcome.output)
        self.assertIn("were not checked", self.done("verify", "claim").output)
        checked = self.script()
        self.assertEqual(checked.returncode, 0, checked.stderr)
        self.assertIn("line 2:; all values existed on or before 20", checked.stdout)
        self.assertIn("1-D1 existed on or before 20", checked.stdout)
        for line in json.loads((claim / "proof/proofs.json").read_text())["lines"]:
            for proof in [line, *line["evidence"]]:
                self.assertLessEqual(len(json.dumps({**proof, "evidence": None})), 1024)
        self.assertEqual((claim / "originals/1-P1.png").read_bytes(), (self.folder / "photo.png").read_bytes())
        readme = (claim / "README.txt").read_text()
        self.assertIn("python3 proof/check.py CERTIFICATES.PEM", readme)
        self.done("report", "insurance", "-o", "claim.zip")
        outcome = self.done("verify", "claim.zip", "--tsa-certificates", self.authority.certificates)
        self.assertIn("prove 2 items and 2 files", outcome.output)
        # The evidence index names the day.
        day = parse_times((claim / "proof/1.tsr").read_bytes())[0]
        iso = f"{day[:4]}-{day[4:6]}-{day[6:8]}"
        self.assertIn(f'<existedBy evidence="1-P1">{iso}', (claim / "insurance.xml").read_text())
        self.done("report", "insurance", "-o", "claim.html", "--time-zone", "UTC")
        self.assertEqual((self.folder / "claim.html").read_text().count("Existed on or before: "), 2)
        text = subprocess.run(["pdftotext", claim / "insurance.pdf", "-"], capture_output=True, text=True).stdout
        self.assertEqual(text.count("Existed on or before: "), 2)
        self.done("validate", "claim/insurance.xml")
        self.done("import", "claim/insurance.xml", "--store", "again")

    def test_every_field_of_an_item_is_in_its_form(self):
        self.done("sample", "--rich", "--photos", "--count", "40", "--seed", "4", "--store", "rich")
        self.done("add", "Odd\u2028 \u0301é", "--notes", " a\tb\n\nc\u0085\u200b ", "--location", "A/B ", "--store", "rich")
        self.stamp("--store", "rich")
        self.bundle("claim", "--originals", "--store", "rich")
        outcome = self.done("verify", "claim", "--tsa-certificates", self.authority.certificates)
        lines = (self.folder / "claim/insurance.xml").read_text().count("<item ")
        self.assertGreater(lines, 30)
        self.assertIn(f"prove {lines} items", outcome.output)
        checked = self.script()
        self.assertEqual(checked.returncode, 0, checked.stderr)
        self.assertEqual(checked.stdout.count("all values existed"), lines)

    def test_what_changed_since_is_not_proven_and_the_earliest_stamp_counts(self):
        self.stamp()
        first = (self.folder / "home.tsr").read_bytes()
        self.done("edit", self.sofa, "--value", "1900EUR")
        self.done("edit", self.lamp, "--notes", "x")
        self.done("undo")
        self.stamp()
        claim = self.bundle()
        proofs = json.loads((claim / "proof/proofs.json").read_text())
        self.assertEqual(len(proofs["stamps"]), 2)
        self.assertNotEqual(proofs["lines"][0]["stamp"], proofs["lines"][1]["stamp"])
        self.assertEqual((claim / f"proof/{proofs['lines'][0]['stamp']}.tsr").read_bytes(), first)
        self.assertEqual(self.script().returncode, 0)
        self.done("edit", self.sofa, "--value", "2900EUR")
        self.bundle("later")
        self.assertIn("prove 1 item and 2 files", self.done("verify", "later").output)
        self.assertEqual(self.script("later").returncode, 0)
        # With redacted texts the receiver cannot compute what was stamped; files are proven all the same.
        self.bundle("redacted", "--redact", "serial-number")
        self.assertIn("prove 0 items and 2 files", self.done("verify", "redacted").output)
        self.assertEqual(self.script("redacted").returncode, 0)

    def test_stamps_stay_with_the_inventory(self):
        self.stamp()
        self.done("backup", "home.zip")
        self.done("restore", "home.zip", "--store", "restored")
        self.done("copy", "--from", "restored", "--to", "copied")
        for store in ["restored", "copied"]:
            outcome = self.done("verify", "--tsa-certificates", self.authority.certificates, "--store", store)
            self.assertIn("their signatures are good", outcome.output)

    def test_an_authority_is_asked_over_http(self):
        authority, sent = self.authority, []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                sent.append(self.headers["Content-Type"])
                answer = authority.answer(self.rfile.read(int(self.headers["Content-Length"])))
                self.send_response(404 if self.path == "/none" else 200)
                self.end_headers()
                self.wfile.write(answer[:-9] if self.path == "/short" else answer)

            def log_message(self, *words):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        address = f"http://127.0.0.1:{server.server_port}"
        self.refused("stamp", "--tsa", f"{address}/none", says="status 404")
        self.refused("stamp", "--tsa", f"{address}/short", says="cut off")
        other = Authority(self.folder / "other")
        self.refused("stamp", "--tsa", address, "--tsa-certificates", other.certificates, says="proves nothing")
        self.assertNotIn("time stamps", self.done("verify").output)
        self.done("stamp", "--tsa", address, "--tsa-certificates", authority.certificates, http_proxy="http://127.0.0.1:9")
        self.assertEqual(set(sent), {"application/timestamp-query"})
        self.assertIn("time stamps (1)", self.done("verify").output)

    def test_a_wrong_call_is_refused(self):
        self.refused("stamp", status=2, says="--tsa")
        for url in ["file:///etc/passwd", "ftp://x", "http://a\"b", "tsa"]:
            self.refused("stamp", "--tsa", url, status=2, says="http://")
        self.refused("stamp", "--request", "a", "--response", "b", status=2, says="--response")
        self.refused("stamp", "--request", "inventory.homepwner/a", status=2, says="inside")
        self.write("a.tsr", b"x")
        self.refused("stamp", "--response", "a.tsr", says="no request waits")
        self.done("stamp", "--request", "a.tsq")
        self.refused("stamp", "--response", "a.tsr", says="not a time stamp")
        self.refused("stamp", "--response", "a.tsr", "--tsa-certificates", "a.tsr", says="not a time stamp")
        # The answer to an earlier request has another nonce.
        old = self.authority.answer((self.folder / "a.tsq").read_bytes())
        self.done("stamp", "--request", "a.tsq")
        self.write("a.tsr", old)
        self.refused("stamp", "--response", "a.tsr", says="nonce mismatch")
        self.write("a.tsr", self.authority.answer((self.folder / "a.tsq").read_bytes()))
        self.refused("stamp", "--response", "a.tsr", "--tsa-certificates", "a.tsq", says=["a.tsq", "no certificates"])
        self.refused("verify", "--tsa-certificates", self.authority.certificates, says="no time stamps")
        self.refused("report", "insurance", "--originals", "-o", "a.html", status=2, says="--originals")
        self.refused("report", "insurance", "-o", "a.zip", "--originals", "--redact", "name", status=2, says="--redact")

    def test_a_changed_inventory_is_told(self):
        # The journal has no values of imported items: the stamp alone tells that one was changed.
        self.write("list.csv", "name,condition\nChair,good\n")
        self.done("import", "list.csv")
        self.stamp()
        store = self.folder / "inventory.homepwner/inventory.sqlite"
        good = store.read_bytes()

        def told(says, *statements):
            with sqlite3.connect(store) as database:
                for statement in statements:
                    database.execute(statement)
            database.close()
            self.refused("verify", "--tsa-certificates", self.authority.certificates, says=says)
            for name in ["-wal", "-shm"]:
                store.with_name(store.name + name).unlink(missing_ok=True)
            store.write_bytes(good)

        told("not as they were stamped", "UPDATE items SET condition = 'new' WHERE name = 'Chair'")
        told("does not have", "UPDATE journal SET moment = moment + 1 WHERE revision = (SELECT max(revision) FROM journal)")
        told("damaged", "UPDATE settings SET value = substr(value, 2) WHERE name LIKE 'stamp:%'")
        told("cut off", "UPDATE settings SET value = replace(value, char(10) || 'MII', char(10) || 'MIJ') WHERE name LIKE 'stamp:%'")

    # Tampering

    def sums(self, claim):
        """Writes the checksums again, as a forger of an unsigned claim would."""
        names = sorted(str(path.relative_to(claim)) for path in claim.rglob("*") if path.is_file() and path.name != "SHA256SUMS")
        done = subprocess.run(["sha256sum", *names], cwd=claim, capture_output=True, check=True)
        (claim / "SHA256SUMS").write_bytes(done.stdout)

    def tamperings(self, claim, other, later):
        """Name and function of each; those that begin with a capital leave the checksums as they were."""
        xml, proofs = claim / "insurance.xml", claim / "proof/proofs.json"

        def in_xml(old, new, count=1):
            def change():
                text = xml.read_text()
                assert re.search(old, text, re.S), old
                xml.write_text(re.sub(old, new, text, count=count, flags=re.S))
            return change

        def in_proofs(body):
            def change():
                value = json.loads(proofs.read_text())
                body(value)
                proofs.write_text(json.dumps(value))
            return change

        def path(change):
            def body(value):
                line = value["lines"][0]
                line["path"] = base64.b64encode(change(base64.b64decode(line["path"]))).decode()
            return in_proofs(body)

        def in_file(name, change):
            return lambda: (claim / name).write_bytes(change((claim / name).read_bytes()))

        def flipped(data, place):
            return data[:place] + bytes([data[place] ^ 1]) + data[place + 1:]

        def earlier(data):
            time = parse_times(data)[-1].encode()
            return data.replace(time, b"2019" + time[4:])

        def take_stamp(source):
            def change():
                for name in ["1.tsq", "1.tsr"]:
                    shutil.copy(source / "proof" / name, claim / "proof" / name)
                stamps = json.loads((source / "proof/proofs.json").read_text())["stamps"]
                in_proofs(lambda value: value.update(stamps=stamps))()
            return change

        def take_lines(source):
            lines = json.loads((source / "proof/proofs.json").read_text())["lines"]
            return in_proofs(lambda value: value.update(lines=[{**theirs, "evidence": own["evidence"]} for own, theirs in
                                                               zip(value["lines"], lines)]))

        def swapped_items():
            text = xml.read_text()
            one, two = re.findall(r"<item id.*?</item>", text, re.S)
            renumbered = [two.replace('line="2"', 'line="1"'), one.replace('line="1"', 'line="2"')]
            xml.write_text(text.replace(one, "@").replace(two, renumbered[1]).replace("@", renumbered[0]))

        def swapped_proofs(value):
            value["lines"].reverse()
            for place, line in enumerate(value["lines"], 1):
                line["line"] = place

        def moved(value):
            one, two = value["lines"]
            one["index"], two["index"], one["path"], two["path"] = two["index"], one["index"], two["path"], one["path"]

        other_photo = png(40, 30, (0, 0, 0))

        def forged_photo():
            old = hashlib.sha256((claim / "originals/1-P1.png").read_bytes()).hexdigest()
            new = hashlib.sha256(other_photo).hexdigest()
            (claim / "originals/1-P1.png").write_bytes(other_photo)
            for file in [xml, proofs]:
                file.write_text(file.read_text().replace(old, new))

        def unnamed_photo():
            (claim / "originals/1-P1.png").write_bytes(other_photo)
            in_proofs(lambda value: value["lines"][0]["evidence"][0].pop("file"))()

        def der(tag, body):
            length = len(body).to_bytes(2, "big")
            return bytes([tag, 0x82]) + length + body

        def forged_status():
            """The status has a text that is not signed."""
            data = (claim / "proof/1.tsr").read_bytes()
            start = data.index(b"\x30\x03\x02\x01\x00")
            text = der(0x0C, b"Time stamp: Jan  1 00:00:00 2019 GMT")
            status = der(0x30, b"\x02\x01\x00" + der(0x30, text))
            (claim / "proof/1.tsr").write_bytes(der(0x30, status + data[start + 5:]))
            in_xml("(<existedBy[^>]*>)[^<]*", r"\g<1>2019-01-01T00:00:00Z", count=0)()

        def same_item_twice():
            in_xml(item, lambda match: match[1] + match[1].replace('line="2"', 'line="3"'))()
            in_proofs(lambda value: value["lines"].append({**value["lines"][1], "line": 3}))()

        def nothing_stamped():
            in_xml("<existedBy[^>]*>[^<]*</existedBy>", "", count=0)()
            in_proofs(lambda value: [part.pop("stamp", None) for line in value["lines"] for part in [line, *line["evidence"]]])()

        item = r"(<item [^>]*line=\"2\".*?</item>)"
        return {
            "swapped photo": in_file("originals/1-P1.png", lambda data: other_photo),
            "swapped photo with its hash": forged_photo,
            "swapped photo without its name": unnamed_photo,
            "swapped document": in_file("documents/1-D1.pdf", lambda data: pdf(2)),
            "Swapped copy": in_file("photos/1-P1.jpg", lambda data: data + b"x"),
            "file renamed": lambda: (claim / "originals/1-P1.png").rename(claim / "originals/1-P2.png"),
            "file renamed beyond": lambda: (claim / "originals/1-P1.png").rename(claim / "originals/9-P1.png"),
            "file removed": (claim / "originals/1-P1.png").unlink,
            "back-dated purchase": in_xml("2019-05-01", "2015-05-01"),
            "raised value": in_xml(">12.50</value>", ">92.50</value>"),
            "other currency": in_xml('<value currency="EUR">12.50', '<value currency="USD">12.50'),
            "other name": in_xml("<name>Lamp</name>", "<name>Chandelier</name>"),
            "other custom field": in_xml("A &amp; ", "B &amp; "),
            "added value": in_xml("(<quantity>)", r"<serialNumber>1</serialNumber>\1"),
            "removed value": in_xml("<serialNumber>S-1</serialNumber>", ""),
            "other id": in_xml('<item id="(.)', lambda match: '<item id="' + ("1" if match[1] != "1" else "2")),
            "other hash of a photo": in_xml('(<photo[^>]* hash=")(.)', lambda match: match[1] + ("1" if match[2] != "1" else "2")),
            "removed photo": in_xml("<photos>.*?</photos>", ""),
            "removed line": in_xml(item, ""),
            "removed line of proofs": in_proofs(lambda value: value["lines"].pop()),
            "reordered lines": swapped_items,
            "reordered proofs": in_proofs(swapped_proofs),
            "added line": in_xml(item, lambda match: match[1] + match[1].replace('line="2"', 'line="3"')),
            "added line of proofs": in_proofs(lambda value: value["lines"].append({"line": 3, "evidence": []})),
            "proof of another line": in_proofs(moved),
            "other index": in_proofs(lambda value: value["lines"][0].update(index=value["lines"][0]["index"] ^ 1)),
            "index beyond": in_proofs(lambda value: value["lines"][0].update(index=value["lines"][0]["index"] + 64)),
            "shorter path": path(lambda hashes: hashes[:-32]),
            "longer path": path(lambda hashes: hashes + hashes[:32]),
            "changed path": path(lambda hashes: flipped(hashes, 5)),
            "other store's proof": take_lines(other),
            "other store's stamp": take_stamp(other),
            "other store's proof and stamp": lambda: (take_lines(other)(), take_stamp(other)()),
            "stamp of a later state": take_stamp(later),
            "other root": in_proofs(lambda value: value["stamps"][0].update(root="0" * 64)),
            "other number of leaves": in_proofs(lambda value: value["stamps"][0].update(leaves=2)),
            "unknown stamp": in_proofs(lambda value: value["lines"][0].update(stamp=2)),
            "truncated token": in_file("proof/1.tsr", lambda data: data[:-20]),
            "empty token": in_file("proof/1.tsr", lambda data: b""),
            "changed signature": in_file("proof/1.tsr", lambda data: flipped(data, len(data) - 3)),
            "changed time of the token": in_file("proof/1.tsr", earlier),
            "other nonce": in_file("proof/1.tsq", lambda data: flipped(data, 60)),
            "time in the text of the status": forged_status,
            "same item twice": same_item_twice,
            "two dates": in_xml('(<existedBy>)', r"<existedBy>2019-01-01T00:00:00Z</existedBy>\1"),
            "added original": lambda: (claim / "originals/2-P9.png").write_bytes(other_photo),
            "nothing stamped": nothing_stamped,
            "earlier date in the claim": in_xml('(<existedBy[^>]*>)20..', r"\g<1>2019"),
            "date of what is not stamped": in_proofs(lambda value: value["lines"][0]["evidence"][0].pop("stamp")),
            "file of another folder": in_proofs(
                lambda value: value["lines"][0]["evidence"][0].update(file="../photo.png")),
            "proofs cut off": in_file("proof/proofs.json", lambda data: data[:-2]),
        }

    def test_every_tampering_is_told_by_both(self):
        self.stamp()
        sound = self.bundle("sound", "--originals")
        self.done("edit", self.sofa, "--value", "1900EUR")
        # The later state alone is stamped in a copy.
        self.done("backup", "home.zip")
        self.done("restore", "home.zip", "--store", "copied")
        self.stamp("--store", "copied")
        later = self.bundle("later", "--originals", "--store", "copied")
        self.done("init", "--store", "others")
        for name in ["Lamp", "Sofa"]:
            self.done("add", name, "--value", "1EUR", "--store", "others")
        self.stamp("--store", "others")
        other = self.bundle("other", "--store", "others")
        claim, certificates = self.folder / "claim", self.authority.certificates
        names = list(self.tamperings(claim, other, later))
        self.assertGreaterEqual(len(names), 30)
        for name in [None, *names]:
            shutil.rmtree(claim, ignore_errors=True)
            shutil.copytree(sound, claim)
            if name:
                self.tamperings(claim, other, later)[name]()
                if name == name.lower():
                    self.sums(claim)
            with self.subTest(name):
                status = 1 if name else 0
                outcome = self.call("verify", "claim", "--tsa-certificates", certificates)
                self.assertEqual(outcome.status, status, outcome.errors)
                self.assertEqual(self.script().returncode != 0, bool(name))
                self.assertNotIn("SyntaxError", self.script().stderr)

    def test_grouped_lines_are_proven_and_read_like_others(self):
        self.done("edit", self.sofa, "--category", "Furniture")
        self.stamp()
        self.bundle("claim", "--group-lines", "category:Furniture")
        self.assertIn("groupedLine=", (self.folder / "claim/insurance.xml").read_text())
        self.done("verify", "claim", "--tsa-certificates", self.authority.certificates)
        self.assertEqual(self.script().returncode, 0)
        self.done("init", "--store", "again")
        self.done("import", "claim/insurance.xml", "--store", "again")

    def test_signatures_of_others_prove_nothing(self):
        self.stamp()
        self.bundle()
        other = Authority(self.folder / "other")
        self.refused("verify", "claim", "--tsa-certificates", other.certificates, says="proves nothing")
        self.assertNotEqual(self.script(certificates=other.certificates).returncode, 0)
        self.refused("verify", "claim", "--tsa-certificates", "claim/README.txt", says="no certificates")
        self.refused("verify", "--tsa-certificates", other.certificates, says="proves nothing")
        # A certificate that had ended before the time that it signed.
        ended = Authority(self.folder / "ended", days=-1)
        self.done("stamp", "--request", "a.tsq")
        self.write("a.tsr", ended.answer((self.folder / "a.tsq").read_bytes()))
        self.refused("stamp", "--response", "a.tsr", "--tsa-certificates", ended.certificates, says="expired")
        self.done("edit", self.sofa, "--value", "1900EUR")
        self.done("stamp", "--request", "a.tsq")
        self.write("a.tsr", ended.answer((self.folder / "a.tsq").read_bytes()))
        self.done("stamp", "--response", "a.tsr")
        self.bundle("late")
        self.refused("verify", "late", "--tsa-certificates", ended.certificates, says="expired")
        self.assertNotEqual(self.script("late", ended.certificates).returncode, 0)


if __name__ == "__main__":
    unittest.main()

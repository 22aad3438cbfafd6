"""Reports by HTTP are those of the command line, of the same items, and their processes end with whoever wants them."""
import json
import os
import pathlib
import time
import unittest
import urllib.parse
import uuid
import zipfile

import support
from test_bundle import pdf
from test_serve import Server


class Reports(support.Case):
    def setUp(self):
        super().setUp()
        self.done("sample", "--rich", "--count", "60", "--seed", "1")
        self.done("publish", "site", "--editable")

    def serve(self, **environment):
        server = Server(self, environment=environment)
        self.addCleanup(lambda: server.process.poll() is None and server.stop())
        return server

    def get(self, server, name, **parameters):
        query = urllib.parse.urlencode({key.replace("_", "-"): value for key, value in parameters.items()})
        return server.ask("GET", f"/api/reports/{urllib.parse.quote(name, safe='')}?{query}")

    def begin(self, server, name="inventory", **order):
        status, job = server.ask("POST", f"/api/reports/{name}", order)
        self.assertEqual(status, 202, job)
        return job["address"]

    def awaited(self, server):
        """The processes of a report that was begun just now."""
        end = time.monotonic() + 10
        while not (children := self.children(server)) and time.monotonic() < end:
            time.sleep(0.01)
        self.assertTrue(children)
        return children

    def ended(self, server, address):
        end = time.monotonic() + 60
        while time.monotonic() < end:
            status, job = server.ask("GET", address)
            self.assertEqual(status, 200)
            if job["state"] != "running":
                return job
            time.sleep(0.05)
        raise AssertionError("the report was not made")

    def children(self, server):
        """The processes that make reports for a server."""
        path = pathlib.Path(f"/proc/{server.process.pid}/task")
        numbers = " ".join(each.read_text() for each in path.glob("*/children"))
        return numbers.split()

    def left(self):
        return [name for name in os.listdir(self.folder) if name.startswith("homepwner-")]

    def test_every_format_is_what_the_command_line_writes(self):
        server = self.serve(SOURCE_DATE_EPOCH="1795000000")
        options = {"where": "value:>=100", "sort": "-value", "title": "Dear & \"good\"", "group_by": "location"}
        words = [word for key, value in options.items() for word in ("--" + key.replace("_", "-"), value)]
        for format in ["html", "csv", "json", "xml", "xlsx"]:
            if format in ("xml", "json", "csv"):
                options.pop("title", None)
                words = [word for key, value in options.items() for word in ("--" + key.replace("_", "-"), value)]
            status, document = self.get(server, "inventory", format=format, **options)
            self.assertEqual(status, 200, document)
            self.done("report", "-o", f"own.{format}", *words, SOURCE_DATE_EPOCH="1795000000")
            own = (self.folder / f"own.{format}").read_bytes()
            self.assertEqual(json.loads(own) if format == "json" else own, document, format)

    def test_a_report_has_no_hidden_field(self):
        marks = ["731931", "623623", "1987", "Zanzibar", "Quentin", "Deed of gift"]
        self.done(
            "add", "Clock", "--value", "731931.17", "--purchase-price", "623623.39", "--purchase-date", "1987-03-21",
            "--purchase-place", "Zanzibar Market", "--sale-to", "Quentin Buyer", "--location", "Clock tower", "--first")
        self.write("deed.pdf", pdf())
        self.done("document", "add", "Clock", "deed.pdf", "--title", "Deed of gift")
        self.done("people", "add", "Ana")
        self.done("people", "hide", "reader", "values, purchases,documents")
        self.assertEqual(self.done("people", "list", "--json").json[0]["hidden"], ["values", "purchases", "documents"])
        server = self.serve()
        code = self.done("people", "sign-in", "Ana", "--json").json["token"]
        _, session = server.ask("POST", "/api/session", {"token": code, "bearer": True})
        owner, server.bearer = server.bearer, session["bearer"]

        def bytes_of(document, format):
            if format != "xlsx":
                return document if isinstance(document, bytes) else json.dumps(document).encode()
            (self.folder / "got.xlsx").write_bytes(document)
            with zipfile.ZipFile(self.folder / "got.xlsx") as archive:
                return b"".join(archive.read(name) for name in archive.namelist())

        for format in ["html", "csv", "json", "xml", "xlsx"]:
            for options in [{}, {"columns": "all"}, {"layout": "record"}]:
                if options.get("layout") and format != "html":
                    continue
                status, document = self.get(server, "inventory", format=format, where="Clock", **options)
                self.assertEqual(status, 200, document)
                self.assertIn(b"Clock tower", bytes_of(document, format), format)
                for mark in marks:
                    self.assertNotIn(mark.encode(), bytes_of(document, format), f"{mark} {format} {options}")
        for refused in [{"where": "value:>1"}, {"sort": "-purchase-price"}, {"group_by": "purchase-place"},
                        {"columns": "value"}, {"where": "receipt:any"}]:
            status, problem = self.get(server, "inventory", **refused)
            self.assertEqual((status, problem["type"].split(":")[-1]), (422, "report-refused"), (refused, problem))
        self.assertEqual(self.get(server, "insurance")[0], 404)
        _, listed = server.ask("GET", "/api/reports")
        self.assertNotIn("insurance", [each["kind"] for each in listed["reports"]])
        self.assertNotIn("purchase-price", listed["columns"])
        server.bearer = owner
        status, document = self.get(server, "inventory", format="csv", where="Clock", columns="all")
        for mark in marks[:-1]:
            self.assertIn(mark.encode(), document)
        self.refused("people", "hide", "owner", "values", status=2, says="owner")
        self.refused("people", "hide", "reader", "prices", status=2, says="values, purchases, documents")
        self.done("people", "hide", "reader", "nothing")
        self.assertEqual(self.done("people", "list", "--json").json[0]["hidden"], [])

    def test_a_pdf_is_made_and_a_saved_report_found_by_its_name(self):
        self.done("report", "save", "für-Gäste", "--columns", "name,location", "--title", "Für Gäste", "--where", "location:Home")
        server = self.serve()
        listed = server.ask("GET", "/api/reports")[1]["reports"]
        names = {report["name"]: report for report in listed}
        self.assertEqual(names["für-Gäste"]["title"], "Für Gäste")
        self.assertTrue({"inventory", "insurance", "labels", "stolen", "sale"} <= set(names))
        for report in listed:
            with self.subTest(report=report["name"]):
                # Not all things were stolen.
                options = {"where": "category:Tools"} if report["name"] in ["object-id", "stolen"] else {}
                self.assertEqual(self.get(server, report["name"], format="html", **options)[0], 200)
        self.assertEqual(self.get(server, "stolen", format="html")[0], 422)
        status, document = self.get(server, "für-Gäste", format="csv")
        self.assertEqual(status, 200)
        self.assertIn(b"record,name,location", document)
        if "pdf" in names["inventory"]["formats"]:
            status, document = self.get(server, "für-Gäste", format="pdf")
            self.assertEqual((status, document[:5]), (200, b"%PDF-"))

    def test_what_cannot_be_is_refused_with_its_place_and_a_remedy(self):
        server = self.serve()
        for parameters, words in [
                ({"columns": "nme"}, ["--columns", "'nme'", "'name'"]), ({"where": "value:abc"}, ["--where", "500USD"]),
                ({"where": "Nowhere:x"}, ["--where", "Nowhere"]), ({"sort": "zz"}, ["--sort", "zz"]),
                ({"group_by": "zz"}, ["--group-by", "zz"]), ({"sum": "zz"}, ["--sum", "zz"]),
                ({"layout": "zz"}, ["--layout", "cards"]), ({"photos": "zz"}, ["--photos", "small"]),
                ({"paper": "zz"}, ["--paper", "letter"]), ({"locale": "zz"}, ["--locale", "de-AT"])]:
            with self.subTest(parameters=parameters):
                status, problem = self.get(server, "inventory", format="html", **parameters)
                self.assertEqual((status, problem["type"]), (422, "urn:homepwner:problem:report-refused"))
                for word in words:
                    self.assertIn(word, problem["detail"])
        self.assertEqual(self.get(server, "inventory", format="html", columns="help")[0], 400)
        status, problem = server.ask("GET", "/api/reports/inventory?columns=nme", Accept_Language="de")
        self.assertIn("meinten Sie „name“", problem["detail"])

    def test_the_items_are_those_that_are_named_and_others_are_counted(self):
        server = self.serve()
        ids = [item["id"] for item in self.items()]
        address = self.begin(server, format="json", ids=[*ids[5:9], str(uuid.uuid4())])
        job = self.ended(server, address)
        self.assertEqual((job["state"], job["done"], job["total"]), ("done", 4, 4))
        self.assertEqual(len(job["notes"]), 1)
        self.assertIn("one of the ids", job["notes"][0])
        document = server.ask("GET", job["document"])[1]
        self.assertEqual([item["id"] for item in document["items"]], ids[5:9])
        self.assertEqual(document["selection"]["filter"], "ids:5")
        # The same on the command line, combined with a filter.
        self.write("ids", "\n".join(["", ids[5].upper(), f"  {ids[6]} ", ids[7]]) + "\n")
        self.done("report", "--ids", "ids", "--where", f"id:{ids[6]}", "--format", "json", "-o", "own.json")
        self.assertEqual([item["id"] for item in json.loads((self.folder / "own.json").read_bytes())["items"]], [ids[6]])
        self.write("ids", f"{ids[5]}\nx\n")
        self.refused("report", "--ids", "ids", "-o", "own.json", status=2, says=["--ids", "line 2"])
        self.refused("report", "labels", "--ids", "ids", "--item", ids[0], "-o", "own.html", status=2, says="--item")
        self.refused("report", "--ids", "-", "--input", "-", "-o", "own.html", status=2, says="--ids -")
        self.write("ids", ids[0][:-4] + "0000\n")
        self.refused("report", "--ids", "ids", "-o", "none.html", says=["--allow-empty"])

    def test_without_matching_items_a_document_has_none(self):
        status, document = self.get(self.serve(), "inventory", format="json", where="no-such-words")
        self.assertEqual((status, document["items"]), (200, []))

    def test_a_cancelled_report_leaves_no_process_and_no_file(self):
        server = self.serve()
        address = self.begin(server, format="pdf")
        self.awaited(server)
        self.assertEqual(server.ask("DELETE", address)[0], 204)
        end = time.monotonic() + 10
        while (self.children(server) or self.left()) and time.monotonic() < end:
            time.sleep(0.05)
        self.assertEqual((self.children(server), self.left()), ([], []))

    def test_a_server_that_stops_ends_its_reports_and_removes_their_files(self):
        server = self.serve()
        self.ended(server, self.begin(server, format="csv"))
        self.begin(server, format="pdf")
        children = self.awaited(server)
        self.assertTrue(self.left())
        self.assertEqual(server.stop(), 0)
        self.assertEqual([number for number in children if os.path.exists(f"/proc/{number}")], [])
        self.assertEqual(self.left(), [])

    def test_the_address_of_a_database_is_not_among_the_arguments(self):
        server = self.serve()
        self.begin(server, format="pdf", where="value:any")
        words, end = [], time.monotonic() + 10
        # A process that was started just now has the arguments of the server for a moment.
        while b"--where=value:any" not in words and time.monotonic() < end:
            for number in self.children(server):
                words = pathlib.Path(f"/proc/{number}/cmdline").read_bytes().split(b"\0")
        self.assertIn(b"--where=value:any", words)
        self.assertFalse([word for word in words if b"://" in word or b"store" in word])


if __name__ == "__main__":
    unittest.main()

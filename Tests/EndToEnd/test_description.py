"""The served description of the interface against the server: what schemathesis makes of it finds no answer that it does
not name and no failure of the server."""
import os
import subprocess
import unittest

import support
from test_serve import Server

PROGRAM = support.TOP / ".venv/bin/schemathesis"
EXAMPLES = os.environ.get("SCHEMATHESIS_EXAMPLES", "10")
CHECKS = ("not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,"
          "response_schema_conformance")


@support.all_rounds
@unittest.skipUnless(PROGRAM.exists(), "schemathesis is not installed: make deps")
class Description(support.Case):
    is_slow = True

    def setUp(self):
        super().setUp()
        self.done("sample", "--rich", "--count", "20", "--seed", "1")
        self.done("publish", "site", "--editable")
        self.server = Server(self)
        self.addCleanup(self.server.stop)
        (self.folder / "openapi.json").write_bytes(self.description())

    def description(self):
        connection = self.server.connect()
        connection.request("GET", "/api/openapi.json")
        return connection.getresponse().read()

    def run_schemathesis(self, *words):
        done = subprocess.run(
            [str(PROGRAM), "run", "openapi.json", "--url", self.server.address, "-c", CHECKS, "-n", EXAMPLES, "--seed", "1",
             "--phases", "examples,coverage,fuzzing", "--no-color", "--generation-database", "none", *words],
            cwd=self.folder, capture_output=True, text=True, timeout=1200)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        print(*[line.strip() for line in done.stdout.splitlines() if " generated, " in line])

    # A stream of events has no end; what ends the session is tried apart, so that all else is asked by someone signed in.
    STREAM = ("--exclude-path", "/api/events")
    ENDING = ("/api/session", "/sign-out")
    # Of reports begun one after the other the third is refused as one too many, which is an error of the server.
    BEGUN = ("--exclude-operation-id", "beginReport")

    def test_whoever_is_signed_in_gets_only_answers_that_are_described(self):
        self.run_schemathesis(
            "-H", f"Authorization: Bearer {self.server.bearer}", *self.STREAM, *self.BEGUN,
            *[word for path in self.ENDING for word in ("--exclude-path", path)])

    def test_whoever_is_not_signed_in_gets_only_refusals_that_are_described(self):
        self.run_schemathesis(*self.STREAM)


if __name__ == "__main__":
    unittest.main()

"""Signing in with an identity provider that answers wrongly, late or not at all."""
import base64
import hashlib
import http.server
import json
import signal
import ssl
import subprocess
import threading
import time
import urllib.parse
import unittest

from jwcrypto import jwk, jws

import support
from test_serve import Server

CLIENT = "household"
SECRET = "a secret+with: all/sorts"


def encoded(value):
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


class Provider(http.server.ThreadingHTTPServer):
    """A provider on a port of its own, whose tokens, keys and answers a test can spoil."""

    daemon_threads = True

    def __init__(self, certificate=None):
        super().__init__(("127.0.0.1", 0), Answer)
        self.issuer = f"http{'s' if certificate else ''}://127.0.0.1:{self.server_port}"
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self.socket = context.wrap_socket(self.socket, server_side=True)
        self.rsa = jwk.JWK.generate(kty="RSA", size=2048, kid="r", use="sig", alg="RS256")
        self.curve = jwk.JWK.generate(kty="EC", crv="P-256", kid="e")
        self.weak = jwk.JWK.generate(kty="RSA", size=1024, kid="w")
        self.stranger = jwk.JWK.generate(kty="RSA", size=2048, kid="r")
        self.keys = [self.rsa, self.curve, self.weak]
        self.codes, self.requests = {}, []
        self.behave()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def behave(self, **claims):
        """Answers as it should, but for some claims; None leaves one out."""
        self.claims, self.header, self.key = claims, {"alg": "RS256", "kid": "r"}, self.rsa
        self.change, self.user, self.described, self.answers = None, None, {}, {}

    def description(self):
        return {
            "issuer": self.issuer, "authorization_endpoint": self.issuer + "/authorize",
            "token_endpoint": self.issuer + "/token", "jwks_uri": self.issuer + "/keys",
            "userinfo_endpoint": self.issuer + "/user", **self.described}

    def authorize(self, address):
        """The query with which its page leads back after a person has signed in there."""
        asked = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(address).query))
        code = f"code {len(self.codes)}"
        self.codes[code] = asked
        return {"code": code, "state": asked["state"]}

    def id_token(self, nonce):
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": CLIENT, "sub": "42", "exp": now + 300, "iat": now, "nonce": nonce,
                  "email": "Ana@Example.org", "email_verified": True, **self.claims}
        claims = json.dumps({name: value for name, value in claims.items() if value is not None}).encode()
        header = json.dumps(self.header).encode()
        if self.header["alg"] == "none":
            return f"{encoded(header)}.{encoded(claims)}."
        signed = jws.JWS(claims)
        signed.allowed_algs = ["RS256", "RS512", "ES256", "HS256"]
        signed.add_signature(self.key, alg=self.header["alg"], protected=header.decode())
        token = signed.serialize(compact=True)
        return self.change(token) if self.change else token


class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        provider = self.server
        provider.requests.append(self.path)
        if self.path == "/.well-known/openid-configuration":
            self.say(provider.description())
        elif self.path == "/keys":
            self.say({"keys": [key.export_public(as_dict=True) for key in provider.keys] + [{"kty": "OKP"}, 7]})
        elif self.path == "/user" and self.headers["Authorization"] == "Bearer access-42":
            self.say(provider.user)
        else:
            self.say({}, 404)

    def do_POST(self):
        provider = self.server
        provider.requests.append(self.path)
        fields = dict(urllib.parse.parse_qsl(self.rfile.read(int(self.headers["Content-Length"])).decode()))
        pair = urllib.parse.quote(CLIENT) + ":" + urllib.parse.quote(SECRET, safe="")
        if self.headers["Authorization"] != "Basic " + base64.b64encode(pair.encode()).decode():
            return self.say({"error": "invalid_client"}, 401)
        asked = provider.codes.pop(fields["code"], None)
        challenge = encoded(hashlib.sha256(fields["code_verifier"].encode()).digest())
        if not asked or (asked["code_challenge"], asked["redirect_uri"]) != (challenge, fields["redirect_uri"]):
            return self.say({"error": "invalid_grant"}, 400)
        self.say({"access_token": "access-42", "token_type": "Bearer", "id_token": provider.id_token(asked["nonce"])})

    def say(self, value, status=200):
        other = self.server.answers.get(self.path)
        if other:
            return other(self)
        self.answer(json.dumps(value).encode(), status)

    def answer(self, body, status=200, **fields):
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class SignIn(support.Case):
    def setUp(self):
        super().setUp()
        self.done("init", "--currency", "USD")
        self.done("publish", "site", "--editable")
        self.done("people", "add", "Ana", "--role", "editor", "--sign-in-as", "ana@example.org")
        self.provider = Provider()
        self.addCleanup(self.provider.server_close)
        self.addCleanup(self.provider.shutdown)
        self.write("secret", SECRET + "\n")
        self.serve()

    def options(self, issuer=None):
        return ("--oidc-issuer", issuer or self.provider.issuer, "--oidc-client", CLIENT, "--oidc-secret-file", "secret")

    def serve(self, **environment):
        self.server = Server(self, *self.options(), sign_in=False, environment=environment)
        self.addCleanup(self.complaints)

    def complaints(self):
        """Ends the server. Returns what it complained of."""
        if self.server.process.poll() is None:
            self.server.process.send_signal(signal.SIGTERM)
            self.said = self.server.process.communicate(timeout=30)[1].decode()
        return self.said

    def get(self, path, cookie="", method="GET", connection=None):
        connection = connection or self.server.connect()
        # As a browser does that another site has led here.
        fields = {"Cookie": cookie, "Accept": "text/html", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate",
                  "Sec-Fetch-Dest": "document"}
        connection.request(method, path, headers=fields)
        answer = connection.getresponse()
        answer.text = answer.read().decode()
        answer.cookies = [value.split(";")[0] for name, value in answer.getheaders() if name == "Set-Cookie"]
        return answer

    def begin(self, back="/"):
        """Begins to sign in. Returns the cookie and the provider's address."""
        answer = self.get("/sign-in/provider?" + urllib.parse.urlencode({"return": back}))
        self.assertEqual(answer.status, 303, answer.text)
        self.assertIn("SameSite=Lax", answer.getheader("Set-Cookie"))
        self.assertIn("Path=/sign-in/provider", answer.getheader("Set-Cookie"))
        return answer.cookies[0], answer.getheader("Location")

    def end(self, cookie, **query):
        return self.get("/sign-in/provider?" + urllib.parse.urlencode(query), cookie)

    def sign_in(self, back="/"):
        cookie, address = self.begin(back)
        return self.end(cookie, **self.provider.authorize(address))

    def person(self, answer):
        """Whose session the answer begins."""
        cookie = [cookie for cookie in answer.cookies if "-provider=" not in cookie]
        self.assertEqual((answer.status, len(cookie)), (200, 1), answer.text)
        return json.loads(self.server.visit("/api/session", cookie[0])[1])["person"]

    def refused(self, answer, status, says=""):
        self.assertEqual(answer.status, status, answer.text)
        self.assertIn(says, answer.text)
        self.assertEqual([cookie for cookie in answer.cookies if not cookie.endswith("-provider=")], [])

    def test_a_person_is_known_by_what_the_provider_has_checked(self):
        provider = self.provider
        for back, leads in {"/item/x.html": "/item/x.html", "//evil.example": "/", "https://evil.example": "/"}.items():
            answer = self.sign_in(back)
            self.assertEqual(self.person(answer), "Ana")
            self.assertEqual(answer.getheader("Refresh"), f"0; url={leads}")
        good = [
            {"aud": [CLIENT]}, {"aud": [CLIENT, "other"], "azp": CLIENT}, {"azp": CLIENT}, {"email_verified": "true"},
            {"exp": time.time() + 3.5}, {"nbf": int(time.time())},
        ]
        for claims in good:
            with self.subTest(claims):
                provider.behave(**claims)
                self.assertEqual(self.person(self.sign_in()), "Ana")
        provider.behave()
        provider.header, provider.key = {"alg": "ES256", "kid": "e"}, provider.curve
        self.assertEqual(self.person(self.sign_in()), "Ana")
        provider.behave(email=None, email_verified=None)
        provider.user = {"sub": "42", "email": "ana@example.org", "email_verified": True}
        self.assertEqual(self.person(self.sign_in()), "Ana")
        unknown = [
            {"email": "ben@example.org"}, {"email_verified": False}, {"email_verified": None}, {"email_verified": "yes"},
            {"email_verified": 1}, {"email": "ana@example.org "}, {"email": ["ana@example.org"]}, {"email": "ana@Example.org@x"},
            {"sub": "ana@example.org", "email": "c@example.org"},
        ]
        for claims in unknown:
            with self.subTest(claims):
                provider.behave(**claims)
                self.refused(self.sign_in(), 403, "is not known here")
        provider.behave(email_verified=False)
        self.refused(self.sign_in(), 403, "sub:42 is not known here")
        self.done("people", "role", "Ana", "reader", "--sign-in-as", "sub:42")
        self.assertEqual(self.person(self.sign_in()), "Ana")
        provider.behave(sub="ana@example.org")
        self.refused(self.sign_in(), 403)
        self.assertEqual(self.complaints(), "")

    def test_a_token_that_is_not_for_this_sign_in_is_refused(self):
        provider = self.provider
        now = int(time.time())
        claims = {
            "iss": [{"iss": "http://127.0.0.1:1"}, {"iss": provider.issuer + "/"}, {"iss": None}],
            "aud": [{"aud": "other"}, {"aud": ["other"]}, {"aud": None}, {"aud": []}, {"aud": CLIENT + " "}],
            "azp": [{"azp": "other"}, {"aud": [CLIENT, "other"]}, {"aud": [CLIENT, "other"], "azp": "other"}],
            "exp": [{"exp": now - 120}, {"exp": None}, {"exp": "soon"}, {"exp": -1}],
            "iat": [{"iat": now - 3600}, {"iat": now + 600}, {"iat": None}],
            "nbf": [{"nbf": now + 600}, {"nbf": "now"}],
            "nonce": [{"nonce": "another"}, {"nonce": None}, {"nonce": ""}],
            "sub": [{"sub": None}, {"sub": ""}, {"sub": 42}, {"sub": "4" * 256}],
        }
        for fault, changes in claims.items():
            for change in changes:
                with self.subTest(fault, change=change):
                    provider.behave(**change)
                    self.refused(self.sign_in(), 502, "cannot sign anybody in")
        secret = jwk.JWK(kty="oct", k=encoded(provider.rsa.export_to_pem()))
        signatures = {
            "signature": [({"alg": "RS256", "kid": "r"}, provider.stranger, None),
                          ({"alg": "RS256", "kid": "r"}, provider.rsa, lambda text: text[:-8] + "AAAAAAAA"),
                          ({"alg": "RS256", "kid": "r"}, provider.rsa, lambda text: text.rpartition(".")[0] + "."),
                          ({"alg": "ES256", "kid": "e"}, jwk.JWK.generate(kty="EC", crv="P-256"), None)],
            "alg": [({"alg": "none"}, None, None), ({"alg": "HS256", "kid": "r"}, secret, None),
                    ({"alg": "RS512", "kid": "r"}, provider.rsa, None)],
            "kid": [({"alg": "RS256", "kid": "x"}, provider.rsa, None), ({"alg": "RS256", "kid": "w"}, provider.weak, None),
                    ({"alg": "ES256", "kid": "r"}, provider.curve, None)],
            "JWS": [({"alg": "RS256", "kid": "r"}, provider.rsa, lambda text: change) for change in ("", "a.b", "....", "é.é.é")]
            + [({"alg": "RS256", "kid": "r"}, provider.rsa, lambda text: text + "=")],
        }
        for fault, changes in signatures.items():
            for header, key, change in changes:
                with self.subTest(fault, header=header):
                    provider.behave()
                    provider.header, provider.key, provider.change = header, key, change
                    self.refused(self.sign_in(), 502)
        # A key that is not known is looked for again, but not at once.
        self.assertEqual(provider.requests.count("/keys"), 1)
        # Another person's facts are not taken.
        provider.behave(email=None)
        provider.user = {"sub": "43", "email": "ana@example.org", "email_verified": True}
        self.refused(self.sign_in(), 502)
        # The same failure is said once a minute.
        said = self.complaints()
        for fault in [*claims, *signatures]:
            self.assertIn(f"refused because of '{fault}'", said)
        self.assertLess(len(said.splitlines()), 30)

    def test_a_sign_in_ends_once_and_in_the_browser_that_began_it(self):
        provider = self.provider
        cookie, address = self.begin()
        query = provider.authorize(address)
        for wrong in ({**query, "state": query["state"][:-1] + "x"}, {"state": query["state"]},
                      {"state": query["state"], "error": "access_denied", "error_description": "<b>Evil</b>"},
                      {**query, "iss": "https://other.example"}):
            answer = self.end(cookie, **wrong)
            self.refused(answer, 400, "was cancelled, or took too long")
            self.assertNotIn("Evil", answer.text)
        self.refused(self.end("", **query), 400)
        self.refused(self.end(self.begin()[0], **query), 400)
        for other in "x", cookie[:-1].rpartition("=")[0] + "=" + "A" * 43 + ".%2F", cookie.rpartition("=")[0] + "=":
            self.refused(self.end(other, **query), 400)
        self.assertEqual(provider.requests.count("/token"), 0)
        path = "/sign-in/provider?" + urllib.parse.urlencode(query)
        self.assertEqual(self.get(path, cookie, method="HEAD").status, 204)
        self.assertEqual(self.person(self.end(cookie, **query, iss=provider.issuer)), "Ana")
        self.refused(self.end(cookie, **query), 400)
        # A code that another sign-in was given has another secret behind it.
        stolen = provider.authorize(self.begin()[1])["code"]
        cookie, address = self.begin()
        self.refused(self.end(cookie, state=provider.authorize(address)["state"], code=stolen), 400)
        # A former token has another number.
        kept = []
        provider.change = lambda text: kept.append(text) or kept[0]
        self.assertEqual(self.person(self.sign_in()), "Ana")
        self.refused(self.sign_in(), 502)
        self.assertIn("refused because of 'nonce'", self.complaints())

    def test_only_the_issuer_is_asked_and_only_for_a_short_answer(self):
        provider, other = self.provider, Provider()
        self.addCleanup(other.server_close)
        self.addCleanup(other.shutdown)
        lead = lambda path: lambda answer: answer.answer(b"", 302, Location=other.issuer + path)
        long = lambda answer: answer.answer(b'"' + b" " * (2 << 20) + b'"')
        cases = {
            "badly described: issuer": ({"issuer": other.issuer}, {}),
            "badly described: token_endpoint": ({"token_endpoint": "http://elsewhere.example/token"}, {}),
            "badly described: jwks_uri": ({"jwks_uri": 'file:///etc/passwd'}, {}),
            "badly described: authorization_endpoint": ({"authorization_endpoint": 'https://a.example/"\nurl = "x'}, {}),
            "status 302": ({}, {"/.well-known/openid-configuration": lead("/.well-known/openid-configuration")}),
            "status 500": ({}, {"/keys": lambda answer: answer.answer(b"<p>", 500)}),
            "short text": ({}, {"/keys": long}),
        }
        for name, (described, answers) in cases.items():
            with self.subTest(name):
                provider.behave()
                provider.described, provider.answers = described, answers
                self.refused(self.get("/sign-in/provider"), 502)
        provider.behave()
        provider.answers = {"/token": lead("/token")}
        provider.header = {"alg": "RS256", "kid": "r", "jku": other.issuer + "/keys"}
        self.refused(self.sign_in(), 502)
        provider.answers = {}
        self.assertEqual(self.person(self.sign_in()), "Ana")
        self.assertEqual(other.requests, [])
        said = self.complaints()
        for words in ("'issuer'", "'token_endpoint'", "'jwks_uri'", "'authorization_endpoint'", "302", "500", "short text"):
            self.assertIn(words, said)

    def test_a_provider_that_is_silent_keeps_nobody_else_waiting(self):
        cookie, address = self.begin()
        query = self.provider.authorize(address)
        ended = threading.Event()
        self.addCleanup(ended.set)
        self.provider.answers = {"/token": lambda answer: ended.wait(60)}
        answers = []

        def ask():
            answers.append(self.end(cookie, **query).status)

        threads = [threading.Thread(target=ask) for _ in range(16)]
        for thread in threads:
            thread.start()
        # Two wait for the provider and eight for them; to the others it is said that they have to wait.
        self.until(lambda: answers.count(503) >= 6)
        page = self.get("/sign-in")
        self.assertEqual(page.status, 200)
        self.assertIn("Sign in with 127.0.0.1", page.text)
        self.complaints()
        for thread in threads:
            thread.join(30)
        self.assertEqual(self.server.process.returncode, 0)
        self.assertNotIn(200, answers)

    def until(self, holds, seconds=30):
        end = time.monotonic() + seconds
        while not holds():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.05)

    def test_a_provider_is_known_by_a_certificate_that_the_system_trusts(self):
        self.complaints()
        for name in "own", "other":
            subprocess.run(
                ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={name}", "-addext",
                 "subjectAltName=IP:127.0.0.1", "-keyout", f"{name}.key", "-out", f"{name}.crt"],
                cwd=self.folder, check=True, capture_output=True)
        own = self.folder / "own.pem"
        own.write_bytes((self.folder / "own.key").read_bytes() + (self.folder / "own.crt").read_bytes())
        self.provider = Provider(own)
        self.addCleanup(self.provider.server_close)
        self.addCleanup(self.provider.shutdown)
        for environment in {}, {"CURL_CA_BUNDLE": f"{self.folder}/other.crt"}:
            self.serve(**environment)
            self.refused(self.get("/sign-in/provider"), 502)
            self.assertIn("certificate", self.complaints())
        self.serve(CURL_CA_BUNDLE=f"{self.folder}/own.crt")
        self.assertEqual(self.person(self.sign_in()), "Ana")
        self.assertEqual(self.complaints(), "")
        # Without curl nobody signs in so, and it is said why.
        self.serve(PATH=f"{self.folder}")
        self.refused(self.get("/sign-in/provider"), 502)
        self.assertIn("the program curl cannot be started", self.complaints())

    @support.all_rounds
    def test_a_new_key_of_the_provider_is_found_within_a_minute(self):
        self.assertEqual(self.person(self.sign_in()), "Ana")
        self.provider.rsa = jwk.JWK.generate(kty="RSA", size=2048, kid="new")
        self.provider.keys = [self.provider.rsa]
        self.provider.behave()
        self.provider.header = {"alg": "RS256", "kid": "new"}
        self.refused(self.sign_in(), 502)
        time.sleep(61)
        self.assertEqual(self.person(self.sign_in()), "Ana")
        self.assertEqual(self.provider.requests.count("/keys"), 2)

    def test_without_a_provider_there_is_no_such_page_and_options_have_to_be_right(self):
        self.complaints()
        self.server = Server(self, sign_in=False)
        self.assertEqual(self.get("/sign-in/provider").status, 404)
        self.assertNotIn("/sign-in/provider", self.get("/sign-in").text)
        self.complaints()
        refused = super().refused
        first, second, third = (self.options()[place:place + 2] for place in (0, 2, 4))
        for words in (first, second, third, first + third, second + third):
            refused("serve", "site", *words, status=2, says="--oidc-")
        refused("serve", "site", *self.options(), "--trust-user-header", "A", "--from", "127.0.0.1", status=2,
                says="--trust-user-header")
        for issuer in ("login.example.org", "http://login.example.org", "https://", "https://a.example/?x", "https://a b",
                       'https://a.example/"', "ftp://127.0.0.1", "http://127.0.0.1@evil.example", "https://a.example#x"):
            refused("serve", "site", *self.options(issuer), says="is not the issuer")
        for secret in ("", "\n", "one\ntwo\n", "x" * 4096):
            self.write("secret", secret)
            refused("serve", "site", *self.options(), status=2, says="one line")
        refused("serve", "site", *first, *second, "--oidc-secret-file", "missing", says="missing")
        add = ("people", "add", "Ben", "--sign-in-as")
        for account in ("ben", "a@", "@b", "a@b@c", "sub:", "a b@c.example", "é@c.example", "sub:" + "x" * 256):
            refused(*add, account, status=2, says="a mail address is expected")
        refused(*add, "ANA@example.org", status=2, says="the account of Ana")
        refused("people", "add", "Ana@example.org", status=2, says="the account of Ana")
        self.done(*add, "sub:7")
        self.done("people", "role", "Ana", "editor", "--sign-in-as", "")
        self.assertEqual([person.get("account") for person in self.done("people", "list", "--json").json], [None, "sub:7"])
        self.assertIn("sub:7", self.done("people", "list").output)
        refused("people", "role", "Ana", "editor", "--sign-in-as", "sub:7", status=2, says="the account of Ben")


if __name__ == "__main__":
    unittest.main()

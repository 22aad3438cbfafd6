#!/usr/bin/env python3
"""Uses a server through the proxy before it, as browsers do. Packaging/test.sh runs it.

through-proxy.py PROXY HOST CERTIFICATE TOKEN LOG SYSTEMCTL… , where SYSTEMCTL runs the system's systemctl.
"""
import http.client
import json
import pathlib
import random
import socket
import ssl
import struct
import subprocess
import sys
import time
import zlib

proxy, host, certificate, token, log, *systemctl = sys.argv[1:]
# Another address than the proxy's, so that the server's log tells them apart.
CLIENT = "127.0.0.7"
cookie = None


def connect(timeout=60):
    connection = http.client.HTTPSConnection(host, timeout=timeout, context=ssl.create_default_context(cafile=certificate))
    # The name needs no entry in the system's list of hosts.
    connection._create_connection = lambda address, *_: socket.create_connection(
        ("127.0.0.1", address[1]), timeout, source_address=(CLIENT, 0))
    return connection


def ask(method, path, body=None, kind="application/json", **fields):
    """Status, fields and content of an answer."""
    connection = connect()
    fields = {name.replace("_", "-"): value for name, value in fields.items()} | {"Origin": f"https://{host}"}
    if cookie:
        fields["Cookie"] = cookie
    if body is not None:
        fields["Content-Type"] = kind
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
    connection.request(method, path, body, fields)
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer.status, answer.headers, content


def expect(what, condition, *seen):
    print("ok" if condition else "FAILED", what, *([] if condition else seen))
    if not condition:
        sys.exit(1)


def picture(megabytes):
    """A PNG that cannot be compressed."""
    width, height = 1000, megabytes * 349
    chance = random.Random(1)

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + chance.randbytes(3 * width) for _ in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows, 0)) + chunk(b"IEND", b""))


plain = http.client.HTTPConnection("127.0.0.1", 80, timeout=20)
plain.request("GET", "/x?y", headers={"Host": host})
answer = plain.getresponse()
expect("plain HTTP leads to TLS", answer.status in (301, 308) and answer.getheader("Location") == f"https://{host}/x?y",
       answer.status, answer.getheader("Location"))

status, _, content = ask("GET", "/sign-in")
expect("the page for signing in", status == 200 and b"<html" in content, status, content)
status, fields, content = ask("POST", "/api/session", {"token": token})
expect("signing in", status == 200 and "Secure" in fields["Set-Cookie"], status, content)
cookie = fields["Set-Cookie"].split(";")[0]
status, fields, content = ask("GET", "/index.html")
expect("a page", status == 200 and b"<html" in content, status)

listener = connect()
listener.request("GET", "/api/events", headers={"Cookie": cookie})
stream = listener.getresponse()
expect("an event stream", stream.status == 200, stream.status)
status, _, content = ask("POST", "/api/items", {"name": "Lamp"}, Idempotency_Key="lamp")
expect("an edit", status == 201, status, content)
item = json.loads(content)["id"]
listener.sock.settimeout(3)
seen = b""
while item.encode() not in seen and (line := stream.readline()):
    seen += line
expect("the event of the edit, at once", item.encode() in seen, seen)

status, _, content = ask("POST", f"/api/items/{item}/photos", picture(45), kind="image/png", Idempotency_Key="photo")
expect("a photo of 45 MB", status == 201, status, content)
end = time.monotonic() + 60
while b".jpg" not in (page := ask("GET", f"/item/{item}.html")[2]) and time.monotonic() < end:
    time.sleep(0.5)
expect("a small picture of the photo on the page", b".jpg" in page)
status, fields, content = ask("GET", "/api/reports/inventory?format=pdf")
expect("a report as PDF", status == 200 and content.startswith(b"%PDF-"), status, content[:500])

# More than the server takes of strangers: it answers before the body has arrived. Caddy 2.6 did not pass that on.
if proxy == "nginx":
    stranger = connect(timeout=30)
    stranger.putrequest("POST", f"/api/items/{item}/photos")
    for name, value in [("Content-Type", "image/png"), ("Content-Length", str(100 << 20)), ("Origin", f"https://{host}")]:
        stranger.putheader(name, value)
    stranger.endheaders(b"x" * 1000)
    answer = stranger.getresponse()
    expect("a stranger's large body is refused at once", answer.status in (401, 413), answer.status)

ask("GET", "/api/items?from=here", X_Forwarded_For="192.0.2.6")
ask("GET", "/sign-in")
lines = pathlib.Path(log).read_text().splitlines()
expect("the log has the client's address, whatever it sends itself", lines and {line.split()[1] for line in lines} == {CLIENT},
       *lines[-3:])

subprocess.run([*systemctl, "stop", "homepwner-server"], check=True)
status, fields, content = ask("GET", "/index.html")
expect("503 with Retry-After while the server is away", status == 503 and fields["Retry-After"], status, fields, content)
subprocess.run([*systemctl, "start", "homepwner-server"], check=True)
end = time.monotonic() + 30
waits = []
while (answer := ask("POST", "/api/items", {"name": "Chair"}, Idempotency_Key="chair"))[0] == 503:
    waits.append((answer[1]["Retry-After"], answer[2]))
    if time.monotonic() > end:
        break
    time.sleep(0.2)
expect("an edit is taken under its key when the server is back", answer[0] == 201, answer)
expect("each refusal meanwhile says when to try again", all(seconds for seconds, _ in waits), waits)
expect("the server's own refusal is passed on", any(b"not-open" in content for _, content in waits), waits)
names = [item["name"] for item in json.loads(ask("GET", "/api/items")[2])["items"]]
expect("each edit was made once, and the session stayed", sorted(names) == ["Chair", "Lamp"], names)

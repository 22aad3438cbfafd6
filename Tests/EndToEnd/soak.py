"""A server under many edits, readers, event streams, uploads and restarts, for SOAK_SECONDS (600).

Run it against a program that is built with a sanitizer: a finding ends the server with another status than 0.
"""
import http.client
import os
import random
import socket
import threading
import time
import unittest
import zlib

import support
from test_serve import Client, Server

SECONDS = float(os.environ.get("SOAK_SECONDS", "600"))
# Each server lives this long.
LIFE = 15.0


def png(colour):
    """A picture of one dot."""
    def chunk(kind, content):
        return len(content).to_bytes(4, "big") + kind + content + zlib.crc32(kind + content).to_bytes(4, "big")
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", b"\0\0\0\1\0\0\0\1\x08\2\0\0\0")
            + chunk(b"IDAT", zlib.compress(b"\0" + colour.to_bytes(3, "big"))) + chunk(b"IEND", b""))


class Visitor:
    """Does something again and again until the server ends. What is not allowed to happen is kept."""

    def __init__(self):
        self.done = 0
        self.trouble = None

    def visit(self, server):
        try:
            while self.trouble is None:
                self.step(server)
                self.done += 1
        except (OSError, http.client.HTTPException, ValueError):
            pass

    def expect(self, outcome, *statuses):
        status, answer = outcome
        # A server that stops takes nothing new; a rate is bounded.
        if status not in (*statuses, 503, 429):
            self.trouble = self.trouble or (status, answer)
        return status, answer


class Reader(Visitor):
    def step(self, server):
        connection = server.connect()
        for path in ["/api/items", "/api/items?where=notes:1&sort=name&limit=5", "/api/totals", "/api/journal", "/"]:
            self.expect(server.ask("GET", path, connection=connection), 200)
        connection.close()


class Listener(Visitor):
    """Listens for a while, and goes away without a word."""

    def step(self, server):
        with socket.create_connection(("127.0.0.1", server.port), timeout=random.uniform(0.1, 2)) as stream:
            stream.sendall((f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
                            f"Authorization: Bearer {server.bearer}\r\n\r\n").encode())
            try:
                while stream.recv(4096):
                    pass
            except TimeoutError:
                pass
        time.sleep(0.01)


class Photographer(Visitor):
    def step(self, server):
        status, answer = self.expect(server.ask("POST", "/api/items", {"name": "Pictured"}), 201)
        if status != 201:
            return time.sleep(0.1)
        path = f"/api/items/{answer['id']}/photos"
        connection = server.connect()
        connection.request("POST", path, png(random.randrange(1 << 24)), {
            "Authorization": "Bearer " + server.bearer, "Content-Type": "image/png"})
        response = connection.getresponse()
        self.expect((response.status, response.read()), 201)
        connection.close()
        status, photos = self.expect(server.ask("GET", path), 200)
        if status == 200 and photos:
            self.expect(server.ask("PATCH", f"{path}/{photos[0]['hash']}", {"caption": "dot"}), 200)
            self.expect(server.ask("DELETE", f"{path}/{photos[0]['hash']}"), 200)
        self.expect(server.ask("DELETE", "/api/items/" + answer["id"], If_Match="*"), 200)


class Stranger(Visitor):
    """Has no session, and sends what is wrong or is never finished."""

    def step(self, server):
        head = f"Host: 127.0.0.1:{server.port}\r\n"
        pieces = [
            "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", "GET /api/items HTTP/1.1\r\n" + head + "\r\n",
            "POST /api/session HTTP/1.1\r\n" + head + "Content-Type: application/json\r\nContent-Length: 4000\r\n\r\n{",
            "POST /sign-in HTTP/1.1\r\n" + head + "Content-Type: application/x-www-form-urlencoded\r\n"
            "Content-Length: 7\r\n\r\ntoken=x", "GET /" + "a" * 9000 + " HTTP/1.1\r\n\r\n", "\0\xff\r\n\r\n", "GET"]
        with socket.create_connection(("127.0.0.1", server.port), timeout=random.choice([0.05, 0.3])) as stream:
            stream.sendall(random.choice(pieces).encode("latin-1"))
            try:
                stream.recv(4096)
            except TimeoutError:
                pass
        time.sleep(0.02)


class Soak(support.Case):
    def test_nothing_breaks_under_load_and_restarts(self):
        self.done("init")
        self.done("add", "First")
        self.done("publish", "site", "--editable")
        clients = [Client() for _ in range(6)]
        visitors = [Reader(), Reader(), Listener(), Listener(), Listener(), Photographer(), Photographer(), Stranger()]
        end = time.monotonic() + SECONDS
        starts = 0
        while time.monotonic() < end:
            server = Server(self)
            self.addCleanup(lambda server=server: server.process.poll() is None and server.stop(9))
            starts += 1
            threads = [threading.Thread(target=client.edit, args=(server,)) for client in clients]
            threads += [threading.Thread(target=visitor.visit, args=(server,)) for visitor in visitors]
            for thread in threads:
                thread.start()
            while time.monotonic() < end and any(thread.is_alive() for thread in threads):
                self.done("list", "--where", "name:Pictured", "--json")
                time.sleep(LIFE / 5)
                if random.random() < 0.3:
                    break
            server.stop()
            for thread in threads:
                thread.join()
            for client in clients:
                # The next server takes what this one no longer took.
                client.trouble = None if client.trouble and client.trouble[0] == 503 else client.trouble
        self.assertEqual([other.trouble for other in clients + visitors], [None] * len(clients + visitors))
        items = {item["id"]: item.get("notes") for item in self.done("list", "--json").json}
        for client in clients:
            for id, notes in client.items.items():
                self.assertTrue(items.get(id) == notes or client.unanswered, f"{id}: {items.get(id)} is not {notes}")
        self.done("verify")
        edits = sum(client.count for client in clients)
        print(f"{starts} starts, {edits} edits, {sum(visitor.done for visitor in visitors)} visits, nothing lost")


if __name__ == "__main__":
    unittest.main(warnings="ignore")

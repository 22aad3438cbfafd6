"""Proxies before a server: one whose connections can be cut, one that serves it below a path."""
import http.client
import http.server
import random
import select
import socket
import threading
import time


class CuttableProxy:
    """Forwards connections to a port of this machine; `cut` breaks all of them, `close` accepts no more.

    If `responses` is a number, so many arrive; then half of what clients send does not arrive, and nothing of what the
    server sends, until the next cut.
    """

    def __init__(self, target, chance=random.Random(0)):
        self.target = target
        self.chance = chance
        self.responses = None
        self.cuts = 0
        self.open = set()
        # Connections on which the last bytes came from the client, so that it waits for a response.
        self.asking = set()
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.forward, args=(client,), daemon=True).start()

    def forward(self, client):
        try:
            server = socket.create_connection(("127.0.0.1", self.target))
        except OSError:
            return client.close()
        pair = {client: server, server: client}
        with self.lock:
            self.open |= set(pair)
        try:
            while True:
                for ready in select.select(list(pair), [], [])[0]:
                    cuts = self.cuts
                    data = ready.recv(4096)
                    if not data:
                        return
                    if ready is client:
                        self.asking.add(client)
                    if ready is server or self.chance.random() < 0.5:
                        while self.responses == 0 and self.cuts == cuts:
                            time.sleep(0.005)
                    if ready is server:
                        if self.responses:
                            self.responses -= 1
                        self.asking.discard(client)
                    pair[ready].sendall(data)
        except (OSError, ValueError):
            pass
        finally:
            with self.lock:
                self.open -= set(pair)
                self.asking.discard(client)
            for each in pair:
                each.close()

    def cut(self):
        """Breaks all connections, wherever they are in a request or a response; the number of requests without an answer."""
        with self.lock:
            self.cuts += 1
            asking = len(self.asking)
            for each in self.open:
                try:
                    each.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
        return asking

    def close(self):
        self.listener.close()
        self.cut()


def serve_below(path, port, own=None):
    """An HTTP server that has the pages of another one, on that port of this machine, below a path, and files of its own (type
    and content by path); its port and its end."""
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.0"

        def forward(self):
            if self.path in (own or {}):
                kind, content = own[self.path]
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.end_headers()
                return self.wfile.write(content)
            if not self.path.startswith(path):
                return self.send_error(404)
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            fields = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            try:
                connection.request(self.command, "/" + self.path[len(path):], body or None, fields)
                reply = connection.getresponse()
                self.send_response(reply.status)
                for name, value in reply.getheaders():
                    if name.lower() not in ("connection", "transfer-encoding"):
                        self.send_header(name, value)
                self.end_headers()
                while data := reply.read1():
                    self.wfile.write(data)
            except OSError:
                pass
            finally:
                connection.close()

        do_GET = do_POST = forward

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def close():
        server.shutdown()
        server.server_close()
    return server.server_address[1], close

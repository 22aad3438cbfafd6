#!/usr/bin/env python3
"""`homepwner serve` under edits, with each of its calls failing once.

    serving.py [--sample SECONDS] [--runs N] [--seed N] [--point CALL:N:ERROR] [--jobs N]

Each run starts a server with one fault ahead, makes edits of every kind with keys, and repeats those that were not
acknowledged, as pages do. Then: no answer was without a reason, everything that was acknowledged is there once, `verify`
finds nothing, and the pages are those of an undisturbed publication.
"""
import collections
import http.client
import json
import random
import shutil
import signal
import subprocess
import sys
import time
import urllib.parse

import options
from failing_calls import Bench, errors_of, errno, parsed  # noqa: E402
from support import PROGRAM
from test_bundle import png

PHOTO = png(40, 30, (1, 2, 3))
# The statuses with which the server may answer a fault of the disk, each with a problem's type and advice.
FAULTY = {500, 503, 507}


class Server:
    def __init__(self, bench, inject):
        self.log = bench.place / "log"
        self.log.unlink(missing_ok=True)
        self.errors = open(bench.place / "err", "wb")
        self.process = subprocess.Popen(
            [bench.inject, self.log, *inject, PROGRAM, "serve", "www", "--listen", "127.0.0.1:0", "--json"],
            cwd=bench.root, env=bench.environment(), stdout=subprocess.PIPE, stderr=self.errors)
        text = b""
        while not text.rstrip().endswith(b"}"):
            line = self.process.stdout.readline()
            if not line:
                break
            text += line
        self.is_up = bool(text)
        if not self.is_up:
            return
        said = json.loads(text)
        self.port = urllib.parse.urlsplit(said["address"]).port
        self.bearer, self.refusals = None, []
        # A sign-in that a fault stopped has not used up its token.
        while not self.bearer and len(self.refusals) < 3:
            status, answer = self.ask("POST", "/api/session", {"token": said["token"], "bearer": True})
            self.bearer = answer.get("bearer")
            if not self.bearer:
                self.refusals.append((status, answer))

    def ask(self, method, path, body=None, key=None, kind="application/json", **more):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            head = {"Content-Type": kind, **more}
            if self.bearer:
                head["Authorization"] = "Bearer " + self.bearer
            if key:
                head["Idempotency-Key"] = key
            content = body if isinstance(body, bytes) or body is None else json.dumps(body)
            connection.request(method, path, content, head)
            answer = connection.getresponse()
            text = answer.read()
            return answer.status, json.loads(text) if text else {}
        except (OSError, http.client.HTTPException) as fault:
            return 0, {"title": repr(fault)}
        finally:
            connection.close()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            status = "does not end"
        self.process.stdout.close()
        self.errors.close()
        return status


class ServingBench(Bench):
    def __init__(self, inject):
        super().__init__(inject)
        (self.root / "tmp").mkdir(parents=True)
        self.done("init")
        self.done("add", "Lamp", "--value", "5")
        self.done("add", "Sofa")
        self.done("publish", "www", "--editable")
        shutil.copytree(self.root, self.place / "base")

    def edits(self, server, found):
        """Edits of every kind; the acknowledged ones, in words."""
        def make(name, method, path, body=None, **more):
            for turn in range(3):
                status, answer = server.ask(method, path, body, key=name, **more)
                if 200 <= status < 300:
                    return answer
                if not str(answer.get("type", "")).startswith("urn:homepwner:problem:") or status not in FAULTY:
                    found.append(f"{name}: status {status} {answer}")
                elif not answer.get("detail"):
                    found.append(f"{name}: {status} without advice: {answer}")
            found.append(f"{name} is refused for good: {answer}")
            return None

        lamp = make("add", "POST", "/api/items", {"name": "Vase", "value": {"amount": "7", "currency": "USD"}})
        if lamp:
            path = f"/api/items/{lamp['id']}"
            make("edit", "PATCH", path, {"location": "Hall"}, **{"If-Match": "*"})
            mark = "x" * 20
            body = (f'--{mark}\r\nContent-Disposition: form-data; name="photo"; filename="p.png"\r\n\r\n'.encode() + PHOTO
                    + f"\r\n--{mark}--\r\n".encode())
            make("photo", "POST", path + "/photos", body, kind=f"multipart/form-data; boundary={mark}")
            make("move", "POST", path + "/move", {"place": "first"})
        gone = make("second", "POST", "/api/items", {"name": "Gone"})
        if gone:
            make("remove", "DELETE", f"/api/items/{gone['id']}", **{"If-Match": "*"})
            make("undo", "POST", "/api/undo", {})
        return ["Vase", "Lamp", "Sofa", "Gone"]

    @staticmethod
    def stays(path):
        """Whether something is there that the next server leaves: it removes its folders, those with a lock file and empty ones."""
        return path.exists() and not (path.is_dir() and ((path / ".in-use").exists() or not any(path.iterdir())))

    def check_serving(self, call, number, error):
        self.restore(self.place / "base")
        server = Server(self, [call, str(number), str(getattr(errno, error) if error else 0)])
        found, wanted = [], None
        if server.is_up:
            if server.bearer:
                wanted = self.edits(server, found)
            else:
                found.append("nobody can sign in")
            found += [f"sign-in: {status} {answer}" for status, answer in server.refusals if status not in FAULTY]
        status = server.stop()
        printed = (self.place / "err").read_text(errors="replace")
        lines = server.log.read_text(errors="replace").splitlines()
        if call == "-":
            return [parsed(line) for line in lines if not line.startswith("DIED")], found
        hits = [parsed(line.removeprefix("FAILED ")) for line in lines if line.startswith("FAILED ")]
        if not hits or hits[0].path == str(self.place / "err") or error not in errors_of(call, hits[0].flags):
            return None
        # A picture's helper that fails is a photo that is refused for now; the server is not at fault.
        died = [line for line in lines if line.startswith("DIED program")]
        if died:
            found.append(str(died))
        if server.is_up and status != 0 or not server.is_up and (status != 1 or not printed.startswith("homepwner: ")):
            found.append(f"ends with {status}: {printed}")
        verified, words = self.run("verify")
        if verified != 0:
            found.append(f"verify: {words}")
        if wanted and not found:
            again, words = self.run("list", "--json")
            items = json.loads((self.place / "out").read_text())
            if [item["name"] for item in items] != wanted:
                found.append(f"the items are {[item['name'] for item in items]}")
            elif items[0].get("location") != "Hall" or len(items[0].get("photos", [])) != 1:
                found.append(f"the item is {items[0]}")
        self.age()
        again, words = self.run("publish", "www")
        if again != 0:
            found.append(f"publish: {again} {words}")
        left = [str(path.relative_to(self.root)) for path in self.root.rglob("*.tmp")]
        self.run("photo", "sweep")
        left = [name for name in left if self.stays(self.root / name)]
        if left:
            found.append(f"stays for ever: {left}")
        return {"call": call, "number": number, "error": error, "status": status, "found": found,
                "path": hits[0].path.removeprefix(str(self.place)), "printed": printed}


def traced(_):
    return options.bench.check_serving("-", 0, None)


def checked(point):
    return point, options.bench.check_serving(*point)


def main():
    parser = options.fault_parser()
    parser.add_argument("--runs", type=int, default=1000)
    given = parser.parse_args()
    started = time.monotonic()
    runs, faulty, statuses = 0, 0, collections.Counter()
    with options.pool(ServingBench, 1 if given.point else given.jobs) as pool:
        if given.point:
            points = [options.point(given.point)]
        else:
            calls, found = pool.apply(traced, [0])
            if found:
                sys.exit(f"serving.py: without a fault: {found}")
            points = [(call.name, call.number, error) for call in calls if call.process.startswith("homepwner") and call.path
                      for error in errors_of(call.name, call.flags)]
            print(f"{len(points)} points while serving", flush=True)
            random.Random(given.seed).shuffle(points)
            points = points[:given.runs]
        for point, outcome in pool.imap_unordered(checked, points):
            if outcome is not None:
                runs += 1
                statuses[outcome["status"]] += 1
                if outcome["found"]:
                    faulty += 1
                    print(f"serve: {':'.join(map(str, point))} {outcome['path']}: {'; '.join(outcome['found'])} "
                          f"[{outcome['printed'].strip()}]", flush=True)
            if given.sample and time.monotonic() - started > given.sample:
                pool.terminate()
                break
    print(f"{runs} runs of serve, statuses {dict(statuses)}, {faulty} with findings, {time.monotonic() - started:.0f} s")
    sys.exit(1 if faulty or not runs else 0)


if __name__ == "__main__":
    main()

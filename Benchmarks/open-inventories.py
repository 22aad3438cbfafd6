#!/usr/bin/env python3
"""Many open inventories on one database server: two web servers, each with all inventories open, under clients that read pages
and edit. Prints connections, memory, threads and times. Scripts/with-postgresql.sh starts the database server:

    Scripts/with-postgresql.sh Benchmarks/open-inventories.py

HOMEPWNER names the program (.build/release/homepwner-server), INVENTORIES (1,000), CLIENTS (64) and SECONDS_EACH (30) the size.
"""
import http.client
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time

PROGRAM = os.environ.get("HOMEPWNER", ".build/release/homepwner-server")
COUNT = int(os.environ.get("INVENTORIES", "1000"))
CLIENTS = int(os.environ.get("CLIENTS", "64"))
SECONDS = int(os.environ.get("SECONDS_EACH", "30"))
STORE = os.environ["HOMEPWNER_TEST_POSTGRES"]
CSV = "name,location,value\n" + "".join(f"Thing {n},Room {n % 5},{n}\n" for n in range(20))


def run(*words, store=STORE):
    return subprocess.run([PROGRAM, *words, "--store", store, "--quiet"], check=True, capture_output=True, text=True).stdout


def query(sql):
    return subprocess.run(["psql", "-d", STORE, "-qAtX", "-c", sql], check=True, capture_output=True, text=True).stdout.strip()


def fill(folder):
    """Makes the inventories: one by import, the others as copies of its rows."""
    with open(f"{folder}/list.csv", "w") as file:
        file.write(CSV)
    run("import", f"{folder}/list.csv", "--currency", "EUR", store=f"{STORE}?inventory=home-0")
    columns = {table: query(f"SELECT string_agg(attname, ', ') FROM pg_attribute WHERE attrelid = '{table}'::regclass "
                            "AND attnum > 0 AND attname <> 'inventory'") for table in ["items", "settings", "journal"]}
    query(f"INSERT INTO inventories (name, created) SELECT 'home-' || n, 0 FROM generate_series(1, {COUNT - 1}) AS n")
    for table, names in columns.items():
        query(f"INSERT INTO {table} (inventory, {names}) SELECT i.inventory, r.{names.replace(', ', ', r.')} FROM {table} r, "
              "inventories i WHERE r.inventory = (SELECT inventory FROM inventories WHERE name = 'home-0') AND i.name <> 'home-0'")
    query("UPDATE settings SET value = gen_random_uuid()::text WHERE name = 'identifier'")
    query("ANALYZE")


class WebServer:
    def __init__(self, folder):
        self.errors = open(f"{folder}.log", "w")
        self.process = subprocess.Popen(
            [PROGRAM, "inventories", "serve", folder, "--listen", "127.0.0.1:0", "--open", str(COUNT), "--json",
             "--metrics", "127.0.0.1:0", "--store", STORE], stdout=subprocess.PIPE, stderr=self.errors, text=True)
        text = ""
        while not text.rstrip().endswith("}"):
            text += self.process.stdout.readline()
        self.port = int(re.search(r":(\d+)\"", json.loads(text)["address"] + '"').group(1))

    def request(self, number, method="GET", path="/sign-in", body=None, headers={}):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        fields = {"Host": f"home-{number}.localhost:{self.port}", **headers}
        try:
            connection.request(method, path, body, fields)
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()

    def status(self, name):
        text = open(f"/proc/{self.process.pid}/status").read()
        return int(re.search(rf"{name}:\s+(\d+)", text).group(1))

    def processor(self):
        return sum(map(int, open(f"/proc/{self.process.pid}/stat").read().rsplit(")", 1)[1].split()[11:13])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        self.process.terminate()
        return self.process.wait(120)


def together(work):
    threads = [threading.Thread(target=work, args=(number,)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    return threads


def line(title, figure):
    print(f"{title:<58}{figure:>28}", flush=True)


def spread(seconds):
    seconds = sorted(seconds)
    return (f"{1000 * statistics.median(seconds):.0f} ms; {1000 * seconds[int(len(seconds) * 0.99)]:.0f} ms; "
            f"{1000 * seconds[-1]:.0f} ms") if seconds else "-"


def main():
    with tempfile.TemporaryDirectory(dir=os.environ.get("BENCH_DIR")) as folder:
        start = time.monotonic()
        fill(folder)
        line(f"{COUNT} inventories of 20 items filled in", f"{time.monotonic() - start:.0f} s")
        servers = [WebServer(f"{folder}/{name}") for name in "ab"]
        most, failures, first = 0, [], []
        numbers = iter([(server, number) for number in range(COUNT) for server in servers])
        lock = threading.Lock()

        def opened(_):
            while True:
                with lock:
                    pair = next(numbers, None)
                if pair is None:
                    return
                begun = time.monotonic()
                status, _ = pair[0].request(pair[1])
                for _ in range(30):
                    if status != 503 and status != 429:
                        break
                    time.sleep(1)
                    status, _ = pair[0].request(pair[1])
                with lock:
                    first.append(time.monotonic() - begun)
                    if status != 200:
                        failures.append(status)

        def watch(threads):
            nonlocal most
            while any(thread.is_alive() for thread in threads):
                most = max(most, int(query("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'homepwner'")))
                time.sleep(0.2)

        start = time.monotonic()
        watch(together(opened))
        line("all opened by both, first publication included", f"{time.monotonic() - start:.0f} s")
        line("time to the first page: median; 99 of 100; longest", spread(first))
        line("connections at most", str(most))
        most = 0
        time.sleep(5)
        before = [server.processor() for server in servers]
        time.sleep(10)
        for server, seconds in zip(servers, before):
            line("open and idle: memory; threads; processor",
                 f"{server.status('VmRSS') // 1024} MiB; {server.status('Threads')}; {10 * (server.processor() - seconds):.0f} %")
        codes = {number: run("inventories", "sign-in", f"home-{number}").strip() for number in random.sample(range(COUNT), min(COUNT, CLIENTS))}
        tokens = {}
        for number, code in codes.items():
            status, body = servers[0].request(number, "POST", "/api/session", json.dumps({"token": code, "bearer": True}),
                                              {"Content-Type": "application/json"})
            tokens[number] = json.loads(body)["bearer"] if status in (200, 201) else failures.append(status)
        pages, edits, ends = [], [], time.monotonic() + SECONDS

        def used(client):
            mine = sorted(tokens)[client % len(tokens)]
            headers = {"Authorization": f"Bearer {tokens[mine]}", "Content-Type": "application/json"}
            count = 0
            while time.monotonic() < ends:
                server = random.choice(servers)
                begun = time.monotonic()
                if count % 5 == 4:
                    status, _ = server.request(mine, "POST", "/api/items", json.dumps({"name": f"New {client}-{count}"}),
                                               {**headers, "Idempotency-Key": f"{client}-{count}"})
                    edits.append(time.monotonic() - begun)
                    acknowledged.append(mine) if status == 201 else failures.append(status)
                else:
                    # Their own front page, or that on which one signs in to any of them.
                    status, _ = (server.request(mine, "GET", "/index.html", None, headers) if count % 2
                                 else server.request(random.randrange(COUNT)))
                    pages.append(time.monotonic() - begun)
                    if status != 200:
                        failures.append(status)
                count += 1
                time.sleep(0.05)

        acknowledged = []
        watch(together(used))
        line(f"{CLIENTS} clients: pages/s; edits/s", f"{len(pages) / SECONDS:.0f}; {len(edits) / SECONDS:.0f}")
        line("a page: median; 99 of 100; longest", spread(pages))
        line("an edit: median; 99 of 100; longest", spread(edits))
        line("connections at most", str(most))
        for server in servers:
            line("memory; threads", f"{server.status('VmRSS') // 1024} MiB; {server.status('Threads')}")
        made = int(query("SELECT count(*) FROM journal WHERE key IS NOT NULL"))
        line("edits acknowledged; in the journal", f"{len(acknowledged)}; {made}")
        line("failures", str(sorted(set(failures))) if failures else "none")
        line("ended properly", str(all([server.stop() == 0 for server in servers])))
        return 0 if not failures and made == len(acknowledged) else 1


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Runs the services of compose.yaml without containers, in a system that has what their images have. Packaging/test.sh calls it in
a network of its own, in a folder with compose.yaml and the files that it mounts.
"""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import time

import yaml

text = pathlib.Path("compose.yaml").read_text()
services = yaml.safe_load(text.replace("${DATABASE_PASSWORD:?}", "secret"))["services"]
started = []


def run(*command, **options):
    return subprocess.run(command, check=True, text=True, **options)


def environment(service):
    return {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "LANG": "C.UTF-8", **services[service]["environment"]}


def server(words):
    """The arguments of a call of the program as the image's user."""
    return {"args": services["server"]["entrypoint"] + shlex.split(words), "env": environment("server"), "user": "owner",
            "group": "owner", "extra_groups": [], "cwd": "/data", "text": True}


def await_success(command):
    end = time.monotonic() + 30
    while subprocess.run(command, stdout=subprocess.DEVNULL).returncode != 0:
        assert time.monotonic() < end, command
        time.sleep(0.2)


# Each service is found under its name.
with open("/etc/hosts", "a") as hosts:
    hosts.write("".join(f"127.0.0.1 {name}\n" for name in services))
run("ip", "link", "set", "lo", "up")
try:
    user, password = (services["database"]["environment"][f"POSTGRES_{name}"] for name in ("USER", "PASSWORD"))
    run("pg_ctlcluster", "15", "main", "start")
    run("psql", "--quiet", input=f"CREATE ROLE {user} LOGIN PASSWORD '{password}';\nCREATE DATABASE {user} OWNER {user};",
        user="postgres", cwd="/")
    steps = re.findall(r"^#   docker compose (?:run --rm server|exec server homepwner-server) (.*)$", text, re.M)
    create, sign_in, backup = steps
    subprocess.run(**server(create), check=True)
    started.append(subprocess.Popen(**server(services["server"]["command"])))
    await_success(services["server"]["healthcheck"]["test"][1:])
    for mounted in services["proxy"]["volumes"]:
        source, target, *_ = mounted.split(":")
        if source.startswith("."):
            pathlib.Path(target).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)
    started.append(subprocess.Popen(
        ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"],
        env={**environment("proxy"), "HOME": "/root"}, stderr=subprocess.DEVNULL))
    link = subprocess.run(**server(sign_in), check=True, stdout=subprocess.PIPE).stdout.strip()
    host = re.match(r"https://([^/]*)/sign-in#token=.", link)[1]
    await_success(["curl", "--fail", "--silent", "--cacert", "certificates/homes.example.pem", "--resolve", f"{host}:443:127.0.0.1",
                   f"https://{host}/sign-in"])
    subprocess.run(**server(backup), check=True)
    print(link, os.listdir("/data/backups"))
    assert len(os.listdir("/data/backups")) == 1
finally:
    for process in started:
        process.terminate()
    subprocess.run(["pg_ctlcluster", "15", "main", "stop", "--mode", "immediate"])

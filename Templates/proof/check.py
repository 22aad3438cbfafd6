"""Checks the time stamps of this claim: python3 proof/check.py CERTIFICATES.PEM (those of the time stamp authority)."""
import base64, calendar, hashlib, itertools, json, pathlib, re, subprocess, sys, time, xml.etree.ElementTree as xml
here, ns = pathlib.Path(__file__).resolve().parents[1], "{urn:homepwner:inventory:1}"
need, sha = lambda fact, what: fact or sys.exit(f"wrong: {what}"), lambda data: hashlib.sha256(data).digest()
def ts(*words): return subprocess.run(["openssl", "ts", *words], check=True, stdout=subprocess.PIPE, text=True).stdout
def form(item, path="", computed=("lineValue", "replacementCost", "depreciationAmount", "actualCashValue", "existedBy")):
    yield from (f"{path}@{name}={text}\0" for name, text in sorted(item.attrib.items()) if path or name not in ("line", "groupedLine"))
    if path and not len(item): yield f"{path}={item.text or ''}\0"  # all that is recorded: PLACE=TEXT and a zero byte
    for part in (part for part in item if part.tag[len(ns):] not in computed): yield from form(part, f"{path}.{part.tag[len(ns):]}".lstrip("."))
def proven(entry, leaf):  # the time of the stamp whose tree has the leaf (RFC 6962, 2.1)
    stamp, index, path = proofs["stamps"][entry["stamp"] - 1], entry["index"], base64.b64decode(entry["path"])
    node, count = sha(b"\0" + leaf.encode()), stamp["leaves"]
    while count > 1:
        if index % 2 or index + 1 < count: node, path = sha(b"\1" + (path[:32] + node if index % 2 else node + path[:32])), path[32:]
        index, count = index // 2, (count + 1) // 2
    return need(node.hex() == stamp["root"] and not path and not index, entry) and stamp["time"]
sums = {line[66:]: line[:64] for line in (here / "SHA256SUMS").read_text().splitlines()}
named = list(sums)
for name in sums: need(sha((here / name).read_bytes()).hex() == sums[name], name)
proofs, items = json.loads((here / "proof/proofs.json").read_text()), xml.parse(here / "insurance.xml").iter(ns + "item")
for name, stamp in ((f"{here}/proof/{number}.ts", stamp) for number, stamp in enumerate(proofs["stamps"], 1)):
    # The last one is the signed one: before it is the text of the status, which anybody can write.
    text = re.findall(r"^Time stamp: (.*?)(?:\.\d+)?( \d+) GMT", ts("-reply", "-in", name + "r", "-text"), re.M)[-1]
    moment = time.strptime("".join(text), "%b %d %H:%M:%S %Y")
    trusted = ("-CAfile", sys.argv[1], "-attime", str(calendar.timegm(moment)))
    for what in (("-digest", stamp["root"]), ("-queryfile", name + "q")): ts("-verify", "-in", name + "r", *what, *trusted)
    stamp["time"] = time.strftime("%Y-%m-%dT%H:%M:%SZ", moment)
found, proved = set(), 0
for place, (item, line) in enumerate(itertools.zip_longest(items, proofs["lines"]), 1):
    need(line and item is not None and item.get("line") == str(place) == str(line["line"]), f"line {place}")
    need(item.get("id") not in found, f"line {place} is an item of a line above")
    found.add(item.get("id"))
    need([file.get("hash") for kind in ("photo", "document") for file in item.iter(ns + kind)] == [file["hash"] for file in line["evidence"]], line)
    for file in line["evidence"]: need("file" not in file or sums.pop(file["file"], None) == file["hash"], file)
    times = {None: proven(line, "item\0" + "".join(form(item)))} if "stamp" in line else {}
    times |= {file["number"]: proven(file, f"file\0hash={file['hash']}\0") for file in line["evidence"] if "stamp" in file}
    need(all(times.get(by.get("evidence")) == by.text for by in item.iter(ns + "existedBy")), f"times of line {place}")
    print(f"line {place}:", *(f"{name or 'all values'} existed on or before {by}" for name, by in times.items()), sep="; ")
    proved += len(times)
need(proved, "nothing is stamped")
need({f"originals/{file.name}" for file in here.glob("originals/*")} <= set(named), "an original that is not listed")
need(not [name for name in sums if re.match("originals/|documents/.*[.]pdf", name)], "an original has no proof")

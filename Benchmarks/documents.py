"""What documents.sh works on.

    documents.py page ITEMS.json PAGE.html      the list as a plain page to print
    documents.py photos ITEMS.json FOLDER       a photo of 12 megapixels for each item, named after its key
    documents.py run COMMAND…                   prints the command's seconds, and the most memory in KiB that it and the
                                                processes it started used together (proportional set size)
    documents.py volumes FOLDER                 checks each PDF: its structure, tags and attached XML; prints their number
"""
import html
import json
import pathlib
import random
import subprocess
import sys
import time

STYLE = """@page { size: A4 landscape; margin: 14mm 12mm 16mm; @bottom-right { content: counter(page) " / " counter(pages); } }
body { font: 9pt "Noto Sans", "Noto Sans CJK SC", sans-serif; } table { width: 100%; border-collapse: collapse; }
thead { display: table-header-group; } tr { break-inside: avoid; } td, th { padding: 1mm; text-align: left;
border-bottom: 0.3pt solid #999; overflow-wrap: anywhere; } .number { text-align: right; white-space: nowrap; }"""


def amount(money):
    return f"{money['amount']} {money['currency']}" if money else "not stated"


def page(items, target):
    heads = ["No.", "Name", "Serial number", "Quantity", "Value each", "Line value", "Recorded", "Location"]
    rows = []
    for number, item in enumerate(items, 1):
        cells = [(number, "number"), (item["name"], ""), (item.get("serialNumber", "not stated"), ""),
                 (item["quantity"], "number"), (amount(item.get("value")), "number"), (amount(item.get("value")), "number"),
                 (item["dateCreated"][:10], ""), (item.get("location", "not stated"), "")]
        rows.append("<tr>" + "".join(f'<td class="{kind}">{html.escape(str(text))}</td>' for text, kind in cells) + "</tr>")
    head = "".join(f"<th>{text}</th>" for text in heads)
    target.write_text(
        f'<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Inventory</title><style>{STYLE}</style><h1>Inventory</h1>'
        f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></html>")


def photos(items, folder):
    from PIL import Image, ImageDraw
    ground = Image.effect_noise((1000, 750), 20).convert("RGB").resize((4000, 3000))
    folder.mkdir()
    for number, item in enumerate(items):
        chance = random.Random(number)
        picture = ground.copy()
        draw = ImageDraw.Draw(picture)
        for _ in range(40):
            left, top = chance.randrange(3600), chance.randrange(2600)
            colour = tuple(chance.randrange(256) for _ in range(3))
            draw.ellipse((left, top, left + chance.randrange(100, 1000), top + chance.randrange(100, 800)), colour)
        picture.save(folder / f"{item['id']}.jpg", quality=88)


def tree(root):
    """A process and those that it started, directly or not."""
    children = {}
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        children.setdefault(parent, []).append(int(stat.parent.name))
    found = [root]
    for process in found:
        found += children.get(process, [])
    return found


def memory(process):
    try:
        text = pathlib.Path(f"/proc/{process}/smaps_rollup").read_text()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss:")), 0)


def run(*command):
    began = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    most = 0
    while process.poll() is None:
        most = max(most, sum(memory(each) for each in tree(process.pid)))
        time.sleep(0.1)
    print(f"{time.monotonic() - began:.2f} {most}")
    sys.exit(process.returncode)


def volumes(folder):
    files = sorted(pathlib.Path(folder).glob("*-of-*.pdf"))
    for file in files:
        def output(*command):
            return subprocess.run([*command, file], check=True, capture_output=True, text=True).stdout
        output("qpdf", "--check")
        if "Tagged:          yes" not in output("pdfinfo") or ".xml" not in output("pdfdetach", "-list"):
            sys.exit(f"{file.name} has no tags or no attached XML")
    print(len(files))


def made_from_items(what):
    def make(source, target):
        what(json.loads(pathlib.Path(source).read_text()), pathlib.Path(target))
    return make


if __name__ == "__main__":
    {"page": made_from_items(page), "photos": made_from_items(photos), "run": run, "volumes": volumes}[sys.argv[1]](
        *sys.argv[2:])

"""minijinja and jinja2, the table's data and the ratios.

peers.py data ROWS FOLDER | peers.py minijinja|jinja2 ROWS.tsv FOOT.tsv RUNS TEMPLATE | peers.py ratios < LINES
"""
import json
import pathlib
import random
import re
import statistics
import sys
import time

NAMES = "id name serial value created location notes".split()


def data(rows, folder):
    """Items of about 200 bytes; most need escaping, two in five hold Chinese or Japanese."""
    pick = random.Random(7)
    makers = ["Bosch", "Black & Decker", "De'Longhi", "象印", "IKEA", "Smith & Wesson", "无印良品", "Nikon"]
    things = ["cordless drill", '27" monitor', "電気ポット", "bookshelf <oak>", "camera", "sofa", "书桌", "bicycle"]
    notes = ["Receipt in the blue folder.", "A gift of Rosa & Jim.", 'The plate reads "MADE IN JAPAN".', "发票在书房的抽屉里。",
             "Scratch on the left (< 2 cm).", "Don't use with 110 V outlets."]
    with open(folder / "rows.tsv", "w", encoding="utf-8") as out:
        for _ in range(rows):
            key = f"{pick.getrandbits(128):032x}"
            cells = [f"{key[:8]}-{key[8:12]}-4{key[13:16]}-a{key[17:20]}-{key[20:]}",
                     f"{pick.choice(makers)} {pick.choice(things)}", f"SN{pick.randrange(10**9):09d}-{key[:4]}",
                     f"{pick.randrange(5000):,}.{pick.randrange(100):02d} USD",
                     f"20{pick.randrange(10, 26)}-0{pick.randrange(1, 10)}-1{pick.randrange(10)}T10:20:30Z",
                     pick.choice(["Kitchen / Top drawer", "Kid's room / Box 7", "Hall & stairs", "书房 / Shelf A"]),
                     " ".join(pick.choice(notes) for _ in range(pick.choice((1, 2, 2, 3))))]
            out.write("\t".join(cells) + "\n")
    (folder / "foot.tsv").write_text(f"{rows:,}\t1,234,567.89 USD\t2026-11-21T10:00:00Z\n", "utf-8")


def measure(peer, rows, foot, runs, template):
    context = {"items": [dict(zip(NAMES, line.split("\t")))
                         for line in pathlib.Path(rows).read_text("utf-8").splitlines()]}
    context.update(zip(("count", "total", "generated"), pathlib.Path(foot).read_text("utf-8").rstrip("\n").split("\t")))
    source = pathlib.Path(template).read_text("utf-8")
    start, row, end = re.split(r"{{#items}}\n|{{/items}}\n", source)
    # Quick access by key, as the peers' own guides advise.
    page = start + "{% for it in items %}" + re.sub(r"{{(\w+)}}", r"{{it['\1']}}", row) + "{% endfor %}" + end
    if peer == "jinja2":
        import jinja2
        compiled = jinja2.Environment(autoescape=True, keep_trailing_newline=True).from_string(page)
        render = lambda: compiled.render(context)
    else:
        import minijinja
        environment = minijinja.Environment(templates={"page.html": page}, keep_trailing_newline=True)
        render = lambda: environment.render_template("page.html", **context)
    size, times = len(render().encode()), []
    for _ in range(runs):
        before = time.perf_counter()
        render()
        times.append(round((time.perf_counter() - before) * 1e3, 3))
    print(json.dumps({"peer": peer, "rows": len(context["items"]), "bytes": size, "runs_ms": times}))


def ratios(lines):
    found = {}
    for line in lines:
        one = json.loads(line)
        found.setdefault(one["peer"], []).append((one["rows"], statistics.median(one["runs_ms"])))
    bound = [time for _, time in found["c-table"]]
    print(f"{'renderer':<20}{'ns a row':>10}{'÷ C table':>12}")
    for peer, rounds in sorted(found.items(), key=lambda pair: statistics.median(t for _, t in pair[1])):
        median = statistics.median(time / rows * 1e6 for rows, time in rounds)
        ratio = statistics.median(time / base for (_, time), base in zip(rounds, bound))
        print(f"{peer:<20}{median:>10.0f}{ratio:>12.2f}")


if __name__ == "__main__":
    match sys.argv[1]:
        case "data": data(int(sys.argv[2]), pathlib.Path(sys.argv[3]))
        case "ratios": ratios(sys.stdin)
        case peer: measure(peer, sys.argv[2], sys.argv[3], int(sys.argv[4]), sys.argv[5])

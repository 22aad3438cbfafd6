"""Generates inventories as people write them, with the truth known beside them, imports each and judges the result.

    generated_lists.py --count 1000 --seed 1 --keep FOLDER

Each table has an answer that a careful person would give: the items, and the questions that this person would ask
(`must`) or might ask (`may`), each with the options that answer it. A table is right if it is read as that person would
read it; asked rightly if all its questions are such; asked needlessly if one is not; WRONG if something was read wrongly
or guessed, or if the given answers lead to something else. The tables that are not right are kept in FOLDER.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

from generated_files import write
from generated_tables import generate
from generated_words import FIELDS, KNOWN

PROGRAM = os.environ.get("HOMEPWNER_BIN", str(pathlib.Path(__file__).resolve().parents[2] / ".build/debug/homepwner"))


def call(*arguments, locale, folder):
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("HOMEPWNER_", "LC_", "LANG"))}
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, stdin=subprocess.DEVNULL, timeout=60,
                          cwd=folder, env={**kept, "LC_MONETARY": f"{locale}.UTF-8", "LC_MESSAGES": "C", "TMPDIR": str(folder)})
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


def seen(item, field):
    value = item
    for part in FIELDS[field].split("."):
        value = (value or {}).get(part)
    return (value["amount"], value["currency"]) if isinstance(value, dict) else value


def differences(table, items):
    """What is wrong, and which cells were kept as text under their headings."""
    wrong, kept = [], []
    if len(items) != len(table.truth):
        wrong.append(f"{len(table.truth)} items expected, {len(items)} seen: {[item['name'] for item in items]}")
    for truth, item, currency in zip(table.truth, items, table.currencies):
        own = {field["name"]: field["value"] for field in item.get("customFields", [])}
        for heading, text in truth.get("own", {}).items():
            if own.get(heading) != text:
                wrong.append(f"{truth['name']}: {heading!r} was {text!r}, is {own.get(heading)!r}")
        for field in FIELDS:
            expected, found = truth.get(field), seen(item, field)
            if field in ("value", "price") and expected is not None:
                found = found and (float(found[0]), found[1])
                expected = float(expected), currency
            elif field == "insured":
                expected, found = bool(expected), bool(found)
            elif field == "tags":
                expected, found = expected or None, found or None
            elif field == "qty":
                expected = expected or 1
            if expected == found or field == "price" and "price" not in truth and found == seen(item, "value"):
                continue
            if field == "value" and "value" not in truth and "price" in truth and found:
                continue  # the price is also the value
            heading = next((column[1] for column in table.columns if column[0] == field), None)
            if heading in own and field not in ("name", "value") and (not found or field == "qty"):
                kept.append(heading)
            else:
                wrong.append(f"{truth.get('name')}.{field}: expected {expected!r}, seen {found!r}")
    return wrong, sorted(set(kept))


def unasked(table, topics, kept):
    """The questions that were not asked. Dates that are kept as text need none."""
    dates_kept = any(heading in kept for field, heading, *_ in table.columns if field in ("date", "warr"))
    return [f"not asked: {each}" for each in table.must if each not in topics and not (each == "date-format" and dates_kept)]


def judge(path, table):
    """The verdict, and why."""
    headings = {column[1] for column in table.columns}
    with tempfile.TemporaryDirectory(prefix="homepwner-lists-") as folder:
        where = {"locale": table.locale, "folder": folder}
        def run(*options):
            status, _, errors = call("import", path, "--store", "i", *options, **where)
            if status == 0:
                _, listed, _ = call("list", "--json", "--where", "archived:any", "--store", "i", **where)
                return status, json.loads(listed), errors
            return status, None, errors
        status, items, errors = run()
        questions = re.findall(r"^  Open: (.*)\n((?:    .*\n)*)", errors, re.M)
        if status == 0:
            wrong, kept = differences(table, items)
            wrong += unasked(table, [], kept)
            return ("WRONG" if wrong else "right"), wrong, kept
        if not questions:
            return "refused", errors.strip().splitlines()[-6:], []
        right = {**table.may, **table.must}
        options, topics, needless = [], [], []
        while questions and not needless and len(topics) < 9:  # an answer may lead to another question
            new = [(re.search(r"--([a-z-]+)", answers) or [None, text])[1] for text, answers in questions]
            needless = [f"{topic}: {text}" for topic, (text, _) in zip(new, questions) if topic not in right or topic in topics]
            topics += new
            for topic in dict.fromkeys(new):
                answer = right.get(topic, [])
                answers = [answer] if isinstance(answer, str) else [each for each in answer if each.split("=")[0] in headings]
                options += [f"--{topic}={each}" for each in answers]
            status, items, errors = run(*options)
            questions = re.findall(r"^  Open: (.*)\n((?:    .*\n)*)", errors, re.M)
        if questions:
            status, items, errors = run(*options, "--accept")
        wrong, kept = differences(table, items) if status == 0 else (errors.strip().splitlines()[-3:], [])
        wrong += unasked(table, topics, kept)
        if needless:
            return "asked needlessly", needless + [f"and its first answer: {each}" for each in wrong], kept
        if not wrong:
            table.asked = topics
        return ("WRONG" if wrong else "asked rightly"), [f"asked {topics}, answered {options}"] + wrong, kept


def judged(number, seed, folder):
    """A table of that number: its file, itself, the verdict, why, and the headings that were kept as text."""
    draw = random.Random(f"{seed}/{number}")
    table = generate(draw.randrange(10 ** 9))
    while table.unfit:
        table = generate(draw.randrange(10 ** 9))
    path = folder / f"{seed}-{number:04}.{table.kind}"
    write(table, path, draw)
    return path, table, *judge(path, table)


def results(count, seed, folder):
    """Two at a time, in their order."""
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        yield from pool.map(lambda number: judged(number, seed, folder), range(count))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    verdicts, headings, topics = collections.Counter(), collections.Counter(), collections.Counter()
    with tempfile.TemporaryDirectory(prefix="homepwner-lists-") as folder:
        if options.keep:
            options.keep.mkdir(parents=True, exist_ok=True)
        for path, table, verdict, why, kept in results(options.count, options.seed, pathlib.Path(folder)):
            verdicts[verdict] += 1
            topics.update({f"{each}{'' if each in table.must else ' (may)'}" for each in table.asked})
            headings.update(f"{table.language} {heading}" for heading in kept if table.language in KNOWN.split())
            if verdict not in ("right", "asked rightly"):
                print(f"{path.name} {verdict} ({table.language} {table.locale}; {', '.join(table.made)})")
                print(*("    " + line for line in why[:6]), sep="\n", flush=True)
            if options.keep and verdict not in ("right", "asked rightly"):
                shutil.copy(path, options.keep)
                truth = json.dumps(table.truth, ensure_ascii=False, indent=1)
                (options.keep / f"{path.name}.txt").write_text("\n".join([verdict, *why, "", truth]))
    print("Asked rightly:", ", ".join(f"{topic} {times}" for topic, times in topics.most_common()))
    print("Headings kept as text:", ", ".join(f"{heading} {times}" for heading, times in headings.most_common()) or "none")
    print(", ".join(f"{verdicts[each]} {each}" for each in ["right", "asked rightly", "asked needlessly", "refused", "WRONG"]))
    return 1 if verdicts["WRONG"] else 0


if __name__ == "__main__":
    sys.exit(main())

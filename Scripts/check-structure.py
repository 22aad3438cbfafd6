#!/usr/bin/env python3
"""Counts that describe the code base, and the rules of the architecture that a script can check.

Run in a checkout: Scripts/check-structure.py [--counts]
Reads only. Prints each broken rule with its place and exits with 1 if there is one. With --counts it also prints the
counts of docs/architecture.md as a table.
"""
import collections
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ROOT / "Sources"
LANGUAGES = ["en", "de", "he", "zh-Hans", "zh-Hant"]
# Languages of pages and reports alone.
READING = {"he"}

# Targets whose errors are data. Only the targets above them turn an error into a sentence.
BELOW_THE_EDGE = [
    "Support/JSON", "Support/Files", "Model/Inventory", "Storage/Database",
    "Storage/PostgreSQLDriver", "Storage/InventoryStore", "Storage/ImageExchange", "Storage/Attachments", "Formats/InventoryFormats",
    "Formats/Spreadsheets",
    "Formats/XMLValidation", "Documents/Templating", "Documents/Delivery", "Web/HTTPServer",
]
# Files whose strings are no sentences of the program, with the reason.
WITHOUT_SENTENCES = {
    "Documents/Templating/": "a public library with plain English descriptions of its own",
    "Documents/Delivery/ManifestSigner.swift": "shell commands that a manifest quotes for its reader",
    "Storage/Database/SQLite/": "quoted with the words of SQLite, for failures that SQLite has none for",
    "Storage/PostgreSQLDriver/": "SQL, and words beside those of PostgreSQL, for failures that it has none for",
    "Web/HTTPServer/Responses/StaticFolder.swift": "media types and content security policies",
    "Web/HTTPServer/Responses/SecurityHeaders.swift": "values of header fields",
}

TYPE = re.compile(
    r"(?:(?:public|package|internal|final|indirect|nonisolated|@\w+(?:\([^)]*\))?)\s+)*"
    r"(?:struct|class|enum|actor|protocol)\s+(\w+)")
STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
SQL = re.compile(r"^\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|WITH|PRAGMA|DROP|ALTER|REPLACE|BEGIN|ATTACH|VALUES|FROM|WHERE|AND|OR|ORDER|GROUP|LEFT|JOIN)\b")
# `name, other_name`: columns of a table, also with their types.
NAMESPACE = re.compile(r"(?:urn|https?):\S+$")
NAME_LIST = re.compile(r"^\w+( \\\(.*?\))?(, \w+( \\\(.*?\))?)*,? ?$")
NOT_FOR_READERS = re.compile(r"\b(precondition|preconditionFailure|assert|assertionFailure)\(")


def swift_files():
    return sorted(SOURCES.rglob("*.swift"))


def name(path):
    return str(path.relative_to(ROOT))


def code_lines(path):
    """Lines with their numbers, without comments and multi-line string literals."""
    inside = False
    for number, line in enumerate(path.read_text(encoding="utf8").split("\n"), 1):
        if line.count('"""') % 2:
            inside = not inside
            continue
        if not inside and not line.lstrip().startswith("//"):
            yield number, line


def duplicate_types():
    places = collections.defaultdict(list)
    for path in swift_files():
        for number, line in code_lines(path):
            if match := TYPE.match(line):
                places[match.group(1)].append(f"{name(path)}:{number}")
    return [f"{where[0]}: the type {type_} is also declared at {', '.join(where[1:])}"
            for type_, where in sorted(places.items()) if len(where) > 1]


def sentences_below_the_edge():
    found = []
    for target in BELOW_THE_EDGE:
        for path in sorted((SOURCES / target).rglob("*.swift")):
            relative = str(path.relative_to(SOURCES))
            for number, line in code_lines(path):
                if re.match(r"\s*(?:public |package |internal )?import Localization\b", line):
                    found.append(f"{name(path)}:{number}: {target} must not import Localization")
                if relative.startswith(tuple(WITHOUT_SENTENCES)) or NOT_FOR_READERS.search(line):
                    continue
                for text in STRING.findall(line):
                    words = re.findall(r"(?<![\w./=-])[a-z]{2,}(?![\w(/=-])", re.sub(r"\\\(.*?\)", " ", text))
                    if len(words) >= 4 and not any(kind.match(text) for kind in (SQL, NAME_LIST, NAMESPACE)):
                        found.append(f"{name(path)}:{number}: a sentence below the edge: “{text[:60]}”")
    return found


# Doc comments begin with a verb or a noun phrase, and conditions with "if": "where" is for locations.
UNCLEAR = re.compile(r"///\s+(?:- [^:]*: )?(What|Where|Who|Whom|How|Which)\b"
                     r"|//.*\b(nil|null|true|false|empty|0) where\b")


def unclear_comments():
    found = []
    for folder in ["Sources", "Benchmarks", "Fuzzing"]:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in [".swift", ".h", ".c"]:
                for number, line in enumerate(path.read_text(encoding="utf8").split("\n"), 1):
                    if match := UNCLEAR.search(line):
                        found.append(f"{name(path)}:{number}: a comment must not say “{match.group(1) or match.group(0)[-9:]}”"
                                     " here; begin with a verb or a noun, and use “if” for conditions")
    return found


def missing_paths():
    """Paths in docs/architecture.md that lead nowhere."""
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf8")
    return [f"docs/architecture.md: there is no {path}"
            for path in sorted(set(re.findall(r"`([\w+.-]+/[\w+./-]+\.\w+)`", text)))
            if not (ROOT / path).exists() and not (SOURCES / path).exists()]


def missing_tests():
    """Tests that docs/threat-model.md and docs/reliability.md name and that do not exist."""
    def words(text):
        return re.sub(r"\s+", " ", text)
    tests = [path for folder in ["Tests", "Fuzzing"] for path in sorted((ROOT / folder).rglob("*.*"))
             if path.suffix in [".swift", ".py"]]
    known = words("\n".join(path.read_text(encoding="utf8") for path in tests))
    files = {path.name for path in tests} | {path.stem for path in tests}
    found = []
    for document in ["docs/threat-model.md", "docs/reliability.md"]:
        text = words((ROOT / document).read_text(encoding="utf8"))
        names = set(re.findall(r'"([^"`]+)"', text)) | set(re.findall(r"`(test_\w+(?:\.py)?|\w+Tests?(?:\.swift)?)`", text))
        found += [f"{document}: there is no test {test}" for test in sorted(names)
                  if test not in files and not re.search(rf"(?<!\w){re.escape(test)}(?!\w)", known)]
    return found


def catalogues():
    return {language: json.loads((ROOT / f"Templates/words/{language}.json").read_text(encoding="utf8"))
            for language in LANGUAGES}


def stem(key):
    return re.sub(r"\.(one|two|other)$", "", key)


def missing_keys():
    texts = catalogues()
    every = {stem(key) for catalogue in texts.values() for key in catalogue}
    return [f"Templates/words/{language}.json: the key {key} is missing"
            for language, catalogue in texts.items()
            for key in sorted(every - {stem(key) for key in catalogue})
            if language not in READING or not key.startswith(("say.", "help."))]


def cut_off_keys(texts):
    """Keys whose last part, if it is longer than ten letters, is the beginning of their English text.

    Labels of fields and amounts, which are called by their names, are counted too.
    """
    def letters(text):
        return re.sub(r"[^a-z]", "", re.sub(r"\{[^}]*\}", "", text).lower())
    return [key for key, text in texts.items()
            if len(last := key.split(".")[-1]) > 10 and letters(text).startswith(letters(last))]


def members_of_types():
    """Counts the members of each type that other types can use, extensions in all files included; enum cases and private
    members are not counted. Types inside of others are counted by their full names."""
    members = collections.Counter()
    for path in swift_files():
        stack = []
        depth = 0
        for _, line in code_lines(path):
            code = STRING.sub('""', line)
            if match := re.match(
                    r"\s*((?:(?:public|package|internal|private|fileprivate|final|indirect|nonisolated|@\w+(?:\([^)]*\))?)\s+)*)"
                    r"(struct|class|enum|actor|protocol|extension)\s+([\w.]+)", code):
                outer = stack[-1][0] + "." if stack else ""
                is_private = match.group(2) == "extension" and "private" in match.group(1)
                stack.append((outer + match.group(3), depth + 1, is_private))
            elif stack and depth == stack[-1][1] and (match := re.match(
                    r"\s*((?:@\w+(?:\([^)]*\))?\s+|public |package |internal |private |fileprivate |static |final |mutating "
                    r"|override |nonisolated |private\(set\) |lazy |weak |unowned )*)(?:func|var|let|init|subscript)\b", code)):
                if not stack[-1][2] and not re.search(r"private\b(?!\(set\))", match.group(1)):
                    members[stack[-1][0]] += 1
            depth += code.count("{") - code.count("}")
            while stack and depth < stack[-1][1]:
                stack.pop()
    return members


def counts():
    lines = unsafe = where = condition = functions = unlabelled = 0
    files_of_a_field = 0
    for path in swift_files():
        text = path.read_text(encoding="utf8")
        lines += text.count("\n")
        files_of_a_field += "warrantyDetails" in text
        for line in text.split("\n"):
            if (comment := line.strip().lower()).startswith("//"):
                where += bool(re.search(r"\bwhere\b", comment))
                condition += bool(re.search(r"\b(if|when)\b", comment))
            unsafe += bool(re.search(r"[uU]nsafe|OpaquePointer|Unmanaged", re.sub(r"//.*", "", line)))
        code = re.sub(r"//[^\n]*", "", text)
        for match in re.finditer(r"\bfunc\s+\w+\s*(?:<[^>]*>)?\(([^)]*)\)", code):
            functions += 1
            unlabelled += len(re.findall(r"(?:^|,)\s*_\s+\w+\s*:", match.group(1))) >= 3
    package = (ROOT / "Package.swift").read_text(encoding="utf8")
    swift_targets = len(re.findall(r'^ +(?:module|program)\(\s*"', package, re.M))
    c_targets = len(re.findall(r'path: "Sources/CLibraries/\w+"|^ +(?:cModule|systemLibrary)\(\s*"', package, re.M))
    return [
        ("Swift targets / C targets", f"{swift_targets} / {c_targets}"),
        ("Swift lines in Sources", f"{lines:,}"),
        ("unsafe lines per 1,000", f"{1000 * unsafe / lines:.1f}"),
        ("comment lines with “where” : with “if” or “when”", f"{where} : {condition}"),
        ("functions with 3 or more unlabelled parameters", f"{100 * unlabelled / functions:.1f} %"),
        ("type names declared twice", str(len(duplicate_types()))),
        ("types with more than 15 members", str(sum(count > 15 for count in members_of_types().values()))),
        ("files that know one plain text field", str(files_of_a_field)),
        ("message keys that are cut-off sentences", str(len(cut_off_keys(catalogues()["en"])))),
    ]


def script_cycles():
    """Scripts of the pages that import each other in a circle."""
    imports = {path.name: re.findall(r'(?:from |import\()"\./([\w-]+\.js)"', path.read_text(encoding="utf8"))
               for path in sorted((ROOT / "Site").glob("*.js"))}
    found = set()

    def follow(name, before):
        if name in before:
            found.add(min(before[before.index(name):]))
            return
        for imported in imports.get(name, []):
            follow(imported, [*before, name])
    for name in imports:
        follow(name, [])
    return [f"Site/{name}: is imported by what it imports" for name in sorted(found)]


def main():
    if "--counts" in sys.argv:
        for label, value in counts():
            print(f"| {label} | {value} |")
    broken = (duplicate_types() + sentences_below_the_edge() + missing_keys() + unclear_comments() + missing_paths()
              + missing_tests() + script_cycles())
    for line in broken:
        print(line, file=sys.stderr)
    return 1 if broken else 0


sys.exit(main())

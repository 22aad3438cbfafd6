#!/usr/bin/env python3
"""Style, and the unit tests of the modules that changed: `make check`.

What changed is what differs from where this branch left origin/main, or from CHECK_AGAINST; files that git does not know
yet count, too. A module without tests of its own is tested with those of the nearest module that has some.
"""
import os
import pathlib
import re
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parents[1]
# The tests of what has none of its own. C libraries and files are tested through the modules that use them.
TESTED_WITH = {
    "Database": ["Driver", "InventoryStore"], "PostgreSQLDriver": ["Driver"],
    "homepwner": ["CommandLine"], "homepwner-images": ["Attachments"], "CImages": ["Attachments"],
    "CSupport": ["Files", "Templating", "Attachments"], "CXMLEvents": ["XMLValidation"],
    "EmbeddedAssets": ["Localization", "XMLValidation"], "Message": ["Localization"],
    "Templates": ["Localization", "Reports"],
    "Templates/words": [
        "Attachments", "Delivery", "Files", "Inventory", "InventoryFormats", "InventoryStore", "JSON",
        "Localization", "Reports", "SiteGenerator", "Spreadsheets", "XMLValidation",
    ],
    "Site": ["SiteGenerator", "InventoryServer"], "Fixtures/reports": ["Reports"],
    "Fixtures/interchange": ["InventoryFormats"], "Fixtures/spreadsheets": ["Spreadsheets"],
}


def output(*command):
    return subprocess.run(command, cwd=TOP, capture_output=True, text=True).stdout.strip()


def changed_files():
    base = os.environ.get("CHECK_AGAINST") or output("git", "merge-base", "HEAD", "origin/main") or "HEAD"
    return set(output("git", "diff", "--name-only", base).splitlines()
               + output("git", "ls-files", "--others", "--exclude-standard").splitlines())


def tests_of(path):
    """The names of the test targets for a file, without `Tests`."""
    place = (re.match(r"Sources/\w+/([\w-]+)/", path) or re.match(r"Tests/(\w+)Tests/", path)
             or re.match(r"Tests/(Fixtures/\w+)/", path) or re.match(r"(Templates/words|Templates|Site)/", path))
    name = place[1] if place else ""
    if (TOP / f"Tests/{name}Tests").is_dir() and name:
        return [name]
    return TESTED_WITH.get(name, [])


def main():
    subprocess.run(["make", "--no-print-directory", "lint"], cwd=TOP, check=True)
    chosen = sorted({name for path in changed_files() for name in tests_of(path)})
    if not chosen:
        print("check: no module changed")
        return
    print(f"check: the tests of {', '.join(chosen)}", flush=True)
    environment = {**os.environ, "HOMEPWNER_TESTS": ",".join(chosen)}
    built = subprocess.run(["swift", "build", "--build-tests", *os.environ.get("SWIFT_OPTIONS", "").split()],
                           cwd=TOP, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if built.returncode:
        sys.exit(built.stdout)
    subprocess.run([TOP / "Scripts/unit-tests.py"], env={**environment, "WITHOUT_POSTGRESQL": "skip"}, check=True)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)

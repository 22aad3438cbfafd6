#!/usr/bin/env python3
"""Writes the pictures of `sample --photos`, in Sample/, from the photos of an inventory whose items have the names of samples.

    sample-pictures.py PROGRAM STORE

Takes for each kind of thing the first two photos of the first item that has two, else those of the first that has one.
Each is a PNG of 256 colours with the metadata of the photo, as a phone would write it: turned, camera, time and place.
Then run Scripts/embed-assets.sh.
"""
import io
import json
import pathlib
import re
import subprocess
import sys

from PIL import Image

ROOT = pathlib.Path(__file__).parent.parent
VOCABULARY = ROOT / "Sources/Programs/homepwner/Sample/HouseholdSample.swift"


def products():
    for names in re.findall(r'make\("[^"]*", "([^"]*)", "([^"]*)", "((?:[^"\\]|\\.)*)"', VOCABULARY.read_text()):
        yield [name.replace('\\"', '"') for name in names]


def main(program, store):
    items = json.loads(subprocess.run(
        [program, "list", "--json", "--store", store], check=True, capture_output=True, text=True).stdout)
    folder = ROOT / "Sample"
    folder.mkdir(exist_ok=True)
    for names in products():
        own = [item for item in items if item["name"].startswith(tuple(names)) and "photos" in item]
        item = max(own, key=lambda item: len(item["photos"]))
        name = re.sub("[^a-z ]", "", names[0].lower()).replace(" ", "-")
        for number, photo in enumerate(item["photos"][:2], 1):
            with Image.open(pathlib.Path(store) / "photos" / photo["hash"]) as picture:
                made = io.BytesIO()
                picture.quantize(256, dither=Image.Dither.NONE).save(made, "PNG", optimize=True, exif=picture.getexif())
            (folder / f"{name}-{number}.png").write_bytes(made.getvalue())


main(*sys.argv[1:])

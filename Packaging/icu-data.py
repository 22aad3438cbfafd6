#!/usr/bin/env python3
"""Writes the part of ICU's data that Homepwner uses, as C: 4 MB instead of 34.

Packaging/icu-data.py OUTPUT.h

The data are those of Swift's lib_FoundationICU.a. The formats of the program's languages stay, with all their regions and collation, time zones, currencies and the tables that all languages share. Line breaking,
spoken numbers, transliteration, units, names of languages and regions, and character sets go.
"""
import json
import pathlib
import re
import struct
import subprocess
import sys

# The format is that of ICU's tool icupkg: a header with the signature CmnD, a count, and pairs of offsets of a name and
# of its data, sorted by name, from the count on.
SIGNATURE = b"\xda\x27\x14\x00\x00\x00\x00\x00\x02\x00CmnD"
SHARED = {
    "currencyNumericCodes", "dayPeriods", "icustd", "icuver", "keyTypeData", "likelySubtags", "metaZones", "metadata",
    "numberingSystems", "plurals", "supplementalData", "timezoneTypes", "windowsZones", "zoneinfo64",
}
LANGUAGE = re.compile(r"(root|pool|res_index|de|en|es|fr|he|it|nl|pt|zh)(_\w+)?$")


def is_used(name):
    """Whether an item such as `icudt76l/curr/de.res` stays."""
    _, *folders, file = name.split("/")
    stem, _, extension = file.rpartition(".")
    if folders == ["coll"] and file == "ucadata.icu":
        return True
    if extension != "res" or folders not in ([], ["coll"], ["curr"], ["zone"]):
        return False
    return bool(LANGUAGE.match(stem)) or stem in SHARED


def items(archive):
    """The header of the data in an archive, and its items by name."""
    start = archive.index(SIGNATURE) - 2
    size, = struct.unpack_from("<H", archive, start)
    table = start + size
    count, = struct.unpack_from("<I", archive, table)
    places = [struct.unpack_from("<II", archive, table + 4 + 8 * index) for index in range(count)]
    names = [archive[table + at:archive.index(b"\0", table + at)].decode() for at, _ in places]
    # The length of the last item is not stated. It is none that stays.
    ends = [at for _, at in places[1:]] + [places[-1][1]]
    return archive[start:table], {
        name: archive[table + at:table + end] for name, (_, at), end in zip(names, places, ends)}


def packed(header, chosen):
    """The data of the chosen items in ICU's format."""
    names = b""
    name_places = []
    start = 4 + 8 * len(chosen)
    for name in chosen:
        name_places.append(start + len(names))
        names += name.encode() + b"\0"
    body = b""
    start += len(names)
    start += -start % 16
    table = struct.pack("<I", len(chosen))
    for place, data in zip(name_places, chosen.values()):
        body += b"\xaa" * (-len(body) % 16)
        table += struct.pack("<II", place, start + len(body))
        body += data
    table += names
    return header + table + b"\xaa" * (start - len(table)) + body


def main():
    info = json.loads(subprocess.run(["swift", "-print-target-info"], check=True, capture_output=True).stdout)
    resources = pathlib.Path(info["paths"]["runtimeResourcePath"])
    library = resources.parent / "swift_static" / "linux" / "lib_FoundationICU.a"
    header, every = items(library.read_bytes())
    chosen = {name: data for name, data in sorted(every.items()) if is_used(name)}
    output = pathlib.Path(sys.argv[1])
    data = output.with_suffix(".dat")
    data.write_bytes(packed(header, chosen))
    symbol = re.match("icudt[0-9]+", next(iter(chosen)))[0] + "_dat"
    output.write_text(f"_Alignas(16) const unsigned char {symbol}[] = {{\n#embed \"{data.resolve()}\"\n}};\n")
    print(f"ICU: {len(chosen)} of {len(every)} items, {sum(map(len, chosen.values()))} bytes")


main()

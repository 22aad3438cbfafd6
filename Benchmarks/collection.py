"""Times the import of a Homebox collection: see collection.sh."""
import hashlib
import io
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import numpy
from PIL import Image

from homebox import Collection, imported


def photos(count):
    """Pictures of about 1 MB, each different: one picture with a comment of its own."""
    random = numpy.random.default_rng(1)
    pixels = random.integers(0, 256, (960, 1280, 3), dtype=numpy.uint8)
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "jpeg", quality=85)
    start, rest = out.getvalue()[:2], out.getvalue()[2:]
    for number in range(count):
        text = b"photo %d" % number
        yield start + b"\xff\xfe" + (len(text) + 2).to_bytes(2, "big") + text + rest


def run(program, *words):
    """Seconds, and the peak memory of the program without its helpers, in MiB."""
    start = time.monotonic()
    process = subprocess.Popen([program, *map(str, words)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    peak = 0
    while process.poll() is None:
        try:
            status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
            peak = max([peak, *(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))])
        except (FileNotFoundError, ProcessLookupError):
            pass
        time.sleep(0.01)
    taken = time.monotonic() - start
    assert process.returncode == 0, process.stderr.read().decode()
    return taken, peak / 1024


def copy(source, target, flush):
    """Copies every file and computes its SHA-256, as `cp` and `sha256sum` do; flushes each if asked to."""
    target.mkdir()
    start = time.monotonic()
    for name in os.listdir(source):
        digest = hashlib.sha256()
        with open(source / name, "rb") as file, open(target / name, "wb") as out:
            while piece := file.read(1 << 18):
                digest.update(piece)
                out.write(piece)
            if flush:
                out.flush()
                os.fsync(out.fileno())
    taken = time.monotonic() - start
    shutil.rmtree(target)
    return taken


def originals(store):
    return {path.name for path in (store / "photos").iterdir() if len(path.name) == 64 and path.is_file()}


def main(program, items, rounds):
    with tempfile.TemporaryDirectory(prefix="homepwner-bench-") as place:
        place = pathlib.Path(place)
        (files := place / "files").mkdir()
        made = Collection()
        hall = made.entity("Hall", type="Location")
        sums = set()
        for number, data in enumerate(photos(items)):
            (files / str(number)).write_bytes(data)
            sums.add(hashlib.sha256(data).hexdigest())
            item = made.entity(f"Item {number}", hall, purchase_price=number + 0.99, notes="bought second-hand")
            made.files["attachments/" + made.attach(item, None, title=f"IMG_{number}.jpg")] = files / str(number)
        made.write(place / "in.zip")
        size = sum(path.stat().st_size for path in files.iterdir())
        print(f"{items} items, {items} photos, {size / 1e6:.0f} MB")

        taken, peak = run(program, "import", place / "in.zip", "--store", place / "first")
        print(f"import, pictures made: {taken:.1f} s, {peak:.0f} MiB without helpers")
        taken, peak = run(program, "export", place / "out.zip", "--store", place / "first")
        print(f"export: {taken:.1f} s, {peak:.0f} MiB")
        imported(place / "out.zip")
        ratios = {False: [], True: []}
        for number in range(rounds):
            store = place / "second"
            run(program, "init", "--store", store)
            (store / "photos").mkdir(mode=0o700)
            subprocess.run(["cp", "-r", place / "first/photos/derived", store / "photos"], check=True)
            os.sync()
            taken, peak = run(program, "import", place / ("out.zip" if number == 0 else "in.zip"), "--store", store)
            assert originals(store) == sums, "an original has another SHA-256"
            bare = {flush: copy(files, place / "copy", flush) for flush in ratios}
            for flush, seconds in bare.items():
                ratios[flush].append(taken / seconds)
            print(f"import, no picture made: {taken:.2f} s, {peak:.0f} MiB; copying and SHA-256: {bare[False]:.2f} s, "
                  f"with a flush of each file {bare[True]:.2f} s")
            shutil.rmtree(store)
        print(f"relative to copying and SHA-256: {statistics.median(ratios[False]):.2f} (goal 2); "
              f"with a flush of each file {statistics.median(ratios[True]):.2f}")
        print(f"all {len(sums)} originals equal by SHA-256 after export and import")


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))

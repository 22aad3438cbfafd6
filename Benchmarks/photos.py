"""Times the helper against Pillow: see photos.sh."""
import os
import statistics
import sys
import tempfile
import time

import numpy
import pillow_heif
from PIL import Image

SIZES = [2048, 1024, 320]
LIMITS = [str(n) for n in (1536 << 20, 20, 16 << 20, 100_000_000, 0)]
PILLOW = """
import sys
from PIL import Image, ImageOps
try:
    import pillow_heif
    if sys.argv[1].endswith("heic"): pillow_heif.register_heif_opener()
except ImportError: pass
picture = Image.open(sys.argv[1])
picture.draft("RGB", (1843, 1843))
picture = ImageOps.exif_transpose(picture).convert("RGB")
for size in (2048, 1024, 320):
    picture.thumbnail((size, size), Image.Resampling.BICUBIC)
    picture.save(f"{sys.argv[2]}/{size}.jpg", quality=82)
"""


def photo():
    """Soft shapes and the noise of a sensor: compresses to about 3 MB, as a phone's photo does."""
    width, height = 4032, 3024
    random = numpy.random.default_rng(1)
    shapes = Image.fromarray(random.integers(0, 255, (height // 64, width // 64, 3), dtype=numpy.uint8))
    pixels = numpy.asarray(shapes.resize((width, height), Image.Resampling.BICUBIC)).astype(numpy.int16)
    pixels += random.normal(0, 5, pixels.shape).astype(numpy.int16)
    return Image.fromarray(pixels.clip(0, 255).astype(numpy.uint8))


def timed(words, actions=()):
    """Runs a program; seconds by the clock and of the processor."""
    start = time.monotonic()
    process = os.posix_spawn(words[0], words, {}, file_actions=actions)
    _, status, usage = os.wait4(process, 0)
    taken = time.monotonic() - start
    assert status == 0, words
    return taken, usage.ru_utime + usage.ru_stime


def helper_run(helper, path, folder, before=()):
    files = [os.open(path, os.O_RDONLY)]
    files += [os.open(f"{folder}/{size}.jpg", os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o644) for size in SIZES]
    actions = [(os.POSIX_SPAWN_DUP2, file, 100 + place) for place, file in enumerate(files)]
    actions += [(os.POSIX_SPAWN_DUP2, 100 + place, 3 + place) for place in range(len(files))]
    actions += [(os.POSIX_SPAWN_OPEN, number, "/dev/null", os.O_WRONLY, 0) for number in (1, 2)]
    times = timed([*before, helper, *LIMITS, "pictures", *map(str, SIZES)], actions)
    for file in files:
        os.close(file)
    assert os.path.getsize(f"{folder}/320.jpg") > 0
    return times


def memory(helper, path, folder):
    """Most resident memory in MiB; GNU time stands between, or the figure would be that of this program."""
    helper_run(helper, path, folder, before=("/usr/bin/time", "-f", "%M", "-o", f"{folder}/memory"))
    with open(f"{folder}/memory", encoding="ascii") as file:
        return int(file.read()) / 1024


def main(helper, rounds):
    pillow_heif.register_heif_opener()
    with tempfile.TemporaryDirectory() as folder:
        picture = photo()
        orientation = Image.Exif()
        orientation[0x0112] = 6
        picture.save(f"{folder}/photo.jpg", quality=90, exif=orientation)
        picture.save(f"{folder}/progressive.jpg", quality=90, progressive=True)
        picture.save(f"{folder}/photo.png", compress_level=3)
        picture.save(f"{folder}/photo.webp", quality=80)
        picture.save(f"{folder}/photo.heic", quality=60)
        print(f"{'':16}{'file':>9}{'helper':>10}{'(cpu)':>10}{'Pillow':>10}{'(cpu)':>10}{'ratio':>8}{'memory':>10}")
        for name in ("photo.jpg", "progressive.jpg", "photo.png", "photo.webp", "photo.heic"):
            path = f"{folder}/{name}"
            ours, theirs = [], []
            for _ in range(rounds):
                ours.append(helper_run(helper, path, folder))
                theirs.append(timed([sys.executable, "-c", PILLOW, path, folder]))
            figures = [statistics.median(run[part] for run in runs) for runs in (ours, theirs) for part in (0, 1)]
            ratio = statistics.median(a[0] / b[0] for a, b in zip(ours, theirs))
            columns = "".join(f"{figure:8.3f} s" for figure in figures)
            print(f"{name:16}{os.path.getsize(path) / 1e6:6.1f} MB{columns}{ratio:8.2f}"
                  f"{memory(helper, path, folder):6.0f} MiB", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))

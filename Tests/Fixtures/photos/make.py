#!/usr/bin/env python3
"""Makes photos that are turned, coloured, damaged and made to do harm, for the tests of taking in photos.

    make.py make FOLDER           writes the files and FOLDER/expected.tsv: name, outcome, picture it must look like
    make.py compare PICTURE FILE… prints the largest mean difference of a channel (0 to 255) for every file

Outcomes are the names of the cases of PhotoError, or "made".
"""
import io
import os
import random
import struct
import sys
import zlib

import numpy
import pillow_heif
from PIL import Image, ImageCms, ImageDraw, ImageOps

pillow_heif.register_heif_opener()
WIDTH, HEIGHT = 480, 320


def scene():
    """Four plain quarters and a small mark: no turn or mirroring of it looks like another."""
    picture = Image.new("RGB", (WIDTH, HEIGHT))
    draw = ImageDraw.Draw(picture)
    half = (WIDTH // 2, HEIGHT // 2)
    draw.rectangle((0, 0, half[0] - 1, half[1] - 1), (200, 40, 40))
    draw.rectangle((half[0], 0, WIDTH, half[1] - 1), (40, 180, 60))
    draw.rectangle((0, half[1], half[0] - 1, HEIGHT), (50, 70, 200))
    draw.rectangle((half[0], half[1], WIDTH, HEIGHT), (220, 200, 60))
    draw.rectangle((20, 20, 99, 59), (240, 240, 240))
    return picture


# How the sensor sees an upright scene when the camera is held so that the tag says N (EXIF 2.32, tag 274).
STORED = {
    1: lambda p: p,
    2: ImageOps.mirror,
    3: lambda p: p.transpose(Image.Transpose.ROTATE_180),
    4: ImageOps.flip,
    5: lambda p: p.transpose(Image.Transpose.TRANSPOSE),
    6: lambda p: p.transpose(Image.Transpose.ROTATE_90),
    7: lambda p: p.transpose(Image.Transpose.TRANSVERSE),
    8: lambda p: p.transpose(Image.Transpose.ROTATE_270),
}


def camera_data(orientation=1):
    exif = Image.Exif()
    exif[0x0112] = orientation
    exif[0x010F] = "Cameramaker"
    exif[0x9003] = "2024:05:01 12:00:00"
    place = exif.get_ifd(0x8825)
    place[1], place[2] = "N", (48.0, 51.0, 30.0)
    place[3], place[4] = "E", (2.0, 17.0, 40.0)
    return exif


XMP = (b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
       b'<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="Owner"/></rdf:RDF></x:xmpmeta>')


def encoded(picture, form, **options):
    buffer = io.BytesIO()
    picture.save(buffer, form, **options)
    return buffer.getvalue()


def png_chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, depth=8, colour=0, rows=None, before=b""):
    """A PNG by hand; `rows` is the compressed data."""
    header = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", header) + before
            + png_chunk(b"IDAT", rows if rows is not None else zlib.compress(b"\0" * 64)) + png_chunk(b"IEND", b""))


def zeros(count):
    """`count` zero bytes, compressed, without holding them."""
    deflate = zlib.compressobj(9)
    piece = b"\0" * (1 << 20)
    out = [deflate.compress(piece) for _ in range(count >> 20)]
    return b"".join(out) + deflate.compress(b"\0" * (count & (1 << 20) - 1)) + deflate.flush()


def tiff(entries, tail=b"", next_ifd=0):
    """A little-endian TIFF by hand with one directory at offset 8."""
    body = b"".join(struct.pack("<HHII", tag, kind, count, value) for tag, kind, count, value in entries)
    return b"II*\0" + struct.pack("<I", 8) + struct.pack("<H", len(entries)) + body + struct.pack("<I", next_ifd) + tail


def samples(pixels, photometric=2, extra=(), sample_format=1):
    """A TIFF of an array of rows, columns and channels; `extra` says what the channels after the colours are."""
    height, width, channels = pixels.shape
    entries, tail, start = [], b"", 8 + 2 + 12 * 11 + 4

    def shorts(tag, values):
        nonlocal tail
        packed = struct.pack(f"<{len(values)}H", *values)
        if len(packed) > 4:
            value, tail = start + len(tail), tail + packed
        else:
            value = int.from_bytes(packed, "little")
        entries.append((tag, 3, len(values), value))

    shorts(258, [pixels.dtype.itemsize * 8] * channels)
    shorts(339, [sample_format] * channels)
    shorts(338, list(extra) or [0])
    data = pixels.astype(pixels.dtype.newbyteorder("<")).tobytes()
    entries += [(256, 4, 1, width), (257, 4, 1, height), (259, 3, 1, 1), (262, 3, 1, photometric),
                (273, 4, 1, start + len(tail)), (277, 3, 1, channels), (278, 4, 1, height), (279, 4, 1, len(data))]
    return tiff(sorted(entries), tail + data)


def bitmap(picture, bits, masks=None, top_down=False, compression=0):
    """A BMP by hand of 16 or 32 bits a pixel; `masks` are those of red, green, blue and, if there are four, opacity."""
    places = masks or ((0x7C00, 0x3E0, 0x1F) if bits == 16 else (0xFF0000, 0xFF00, 0xFF))
    values = numpy.zeros((HEIGHT, WIDTH), dtype=numpy.uint32)
    for channel, mask in enumerate(places):
        shift = max(0, (mask & -mask).bit_length() - 1)
        level = numpy.asarray(picture)[:, :, channel].astype(numpy.uint64)
        values |= ((level * (mask >> shift) + 127) // 255 << shift).astype(numpy.uint32)
    rows = values.astype("<u2" if bits == 16 else "<u4")
    data = (rows if top_down else rows[::-1]).tobytes()
    after = struct.pack(f"<{len(masks)}I", *masks) if masks else b""
    header = 56 if masks and len(masks) == 4 else 40
    return (struct.pack("<2sIII", b"BM", 14 + 40 + len(after) + len(data), 0, 14 + 40 + len(after))
            + struct.pack("<IiiHHIIiiII", header, WIDTH, -HEIGHT if top_down else HEIGHT, 1, bits,
                          3 if masks else compression, len(data), 0, 0, 0, 0) + after + data)


def jpeg_of_size(data, width, height):
    place = data.index(b"\xff\xc0")
    return data[:place + 5] + struct.pack(">HH", height, width) + data[place + 9:]


class Files:
    def __init__(self, folder):
        self.folder, self.lines = folder, []

    def add(self, name, outcome, data, like=""):
        with open(os.path.join(self.folder, name), "wb") as file:
            file.write(data)
        self.lines.append(f"{name}\t{outcome}\t{like}")


def turned(files, picture):
    for number, store in STORED.items():
        stored, data = store(picture), camera_data(number)
        files.add(f"turned-{number}.jpg", "made", encoded(stored, "JPEG", quality=95, subsampling=0, exif=data), "scene.png")
        files.add(f"turned-{number}.tif", "made", encoded(stored, "TIFF", tiffinfo={0x0112: number}), "scene.png")
        files.add(f"turned-{number}.webp", "made", encoded(stored, "WEBP", lossless=True, exif=data.tobytes()), "scene.png")
        files.add(f"turned-{number}.avif", "made", encoded(
            stored, "AVIF", quality=90, exif=camera_data(number)), "scene.png")
        files.add(f"turned-{number}.heic", "made", encoded(stored, "HEIF", quality=90, exif=data.tobytes()), "scene.png")


def coloured(files, picture):
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    wide = numpy.asarray(picture).astype(numpy.uint16) * 257
    grey = picture.convert("L")
    alpha = picture.convert("RGBA")
    alpha.putalpha(Image.new("L", picture.size, 255))
    deep = zlib.compress(b"".join(b"\0" + row.astype(">u2").tobytes() for row in wide))
    files.add("cmyk.jpg", "made", encoded(picture.convert("CMYK"), "JPEG", quality=95))
    files.add("cmyk.tif", "made", encoded(picture.convert("CMYK"), "TIFF"))
    files.add("sixteen-bit.png", "made", png(WIDTH, HEIGHT, 16, 2, deep), "scene.png")
    files.add("sixteen-bit-grey.png", "made", encoded(
        Image.fromarray(numpy.asarray(grey).astype(numpy.uint16) * 257), "PNG"), "grey.png")
    files.add("sixteen-bit.tif", "made", encoded(
        Image.fromarray(numpy.asarray(grey).astype(numpy.uint16) * 257), "TIFF"), "grey.png")
    files.add("float.tif", "colours", encoded(Image.fromarray(numpy.asarray(grey).astype(numpy.float32) / 255), "TIFF"))
    files.add("lab.tif", "made", encoded(
        ImageCms.profileToProfile(picture, ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB"),
                                  outputMode="LAB"), "TIFF"))
    files.add("one-bit.tif", "made", encoded(grey.convert("1"), "TIFF"))
    files.add("grey.jpg", "made", encoded(grey, "JPEG", quality=95), "grey.png")
    files.add("palette.png", "made", encoded(picture.quantize(16), "PNG"), "scene.png")
    files.add("palette.gif", "made", encoded(picture.quantize(16), "GIF", interlace=1), "scene.png")
    files.add("alpha.png", "made", encoded(alpha, "PNG"), "scene.png")
    files.add("alpha.webp", "made", encoded(alpha, "WEBP", lossless=True), "scene.png")
    files.add("clear.png", "made", encoded(Image.new("RGBA", picture.size, (9, 9, 9, 0)), "PNG"), "white.png")
    files.add("grey-alpha.png", "made", encoded(Image.merge("LA", (grey, alpha.getchannel("A"))), "PNG"), "grey.png")
    files.add("interlaced.png", "made", encoded(picture, "PNG"), "scene.png")
    files.add("progressive.jpg", "made", encoded(picture, "JPEG", quality=95, progressive=True), "scene.png")
    files.add("profile.jpg", "made", encoded(picture, "JPEG", quality=95, icc_profile=profile), "scene.png")
    files.add("broken-profile.jpg", "made", encoded(picture, "JPEG", quality=95, icc_profile=b"acsp" * 99), "scene.png")
    files.add("metadata.jpg", "made", encoded(
        picture, "JPEG", quality=95, exif=camera_data(), xmp=XMP, comment=b"private words", icc_profile=profile), "scene.png")
    files.add("wrong-orientation.jpg", "made", encoded(picture, "JPEG", quality=95, exif=camera_data(99)), "scene.png")
    files.add("dot.png", "made", encoded(Image.new("RGB", (1, 1), "red"), "PNG"))
    files.add("line.png", "made", encoded(Image.new("RGB", (20_000, 1), "red"), "PNG"))


def deep(files, picture):
    """More than 8 bits a channel, with opacity."""
    grey = numpy.asarray(picture.convert("L")).astype(numpy.uint16) * 257
    wide = numpy.asarray(picture).astype(numpy.uint16) * 257

    def with_opacity(pixels, opacity):
        pixels = pixels if pixels.ndim == 3 else pixels[:, :, None]
        return numpy.concatenate((pixels, numpy.full((HEIGHT, WIDTH, 1), opacity, pixels.dtype)), axis=2)

    def as_png(pixels, colour, **options):
        rows = zlib.compress(b"".join(b"\0" + row.astype(">u2").tobytes() for row in pixels))
        return png(WIDTH, HEIGHT, 16, colour, rows, **options)

    halved = with_opacity(wide // 2, 32_768)
    files.add("deep-alpha.png", "made", as_png(with_opacity(wide, 65_535), 6), "scene.png")
    files.add("deep-grey-alpha.png", "made", as_png(with_opacity(grey, 65_535), 4), "grey.png")
    files.add("deep-clear.png", "made", as_png(with_opacity(wide, 0), 6), "white.png")
    files.add("deep-pale.png", "made", as_png(with_opacity(wide, 32_768), 6), "pale.png")
    files.add("deep-transparent-colour.png", "made", as_png(
        wide, 2, before=png_chunk(b"tRNS", struct.pack(">3H", 1, 2, 3))), "scene.png")
    files.add("deep-alpha.tif", "made", samples(with_opacity(wide, 65_535), extra=[2]), "scene.png")
    files.add("deep-grey-alpha.tif", "made", samples(with_opacity(grey, 65_535), 1, extra=[2]), "grey.png")
    files.add("deep-premultiplied.tif", "made", samples(halved, extra=[1]), "pale.png")
    files.add("deep-more-channels.tif", "made", samples(
        with_opacity(with_opacity(wide, 65_535), 9), extra=[2, 0]), "scene.png")
    files.add("more-channels.tif", "made", samples(
        with_opacity(with_opacity(numpy.asarray(picture), 255), 9), extra=[2, 0]), "scene.png")
    inks = 65_535 - wide
    files.add("deep-cmyk.tif", "made", samples(with_opacity(inks, 0), 5))
    files.add("deep-cmyk-clear.tif", "made", samples(with_opacity(with_opacity(inks, 0), 0), 5, extra=[2]), "white.png")
    files.add("whole-numbers.tif", "colours", samples(numpy.asarray(picture).astype(numpy.uint32) << 24))
    files.add("negative-numbers.tif", "colours", samples(
        (wide.astype(numpy.int32) - 32_768).astype(numpy.int16), sample_format=2))
    files.add("double.tif", "damaged", samples(numpy.asarray(picture) / 255.0, sample_format=3))
    linear = numpy.where((level := numpy.asarray(picture) / 255) <= 0.04045, level / 12.92, ((level + 0.055) / 1.055) ** 2.4)
    files.add("float-colours.tif", "made", samples(linear.astype(numpy.float32), sample_format=3), "scene.png")
    files.add("float-alpha.tif", "made", samples(
        with_opacity(linear.astype(numpy.float32), 1), extra=[2], sample_format=3), "scene.png")
    for mode, name in (("RGBA;16", "deep-alpha.heic"), ("RGB;16", "deep.heic")):
        pixels = with_opacity(wide, 65_535) if mode == "RGBA;16" else wide
        buffer = io.BytesIO()
        pillow_heif.from_bytes(mode=mode, size=picture.size, data=pixels.tobytes()).save(buffer, quality=90)
        files.add(name, "made", buffer.getvalue(), "scene.png")


def bitmaps(files, picture):
    alpha = picture.copy()
    alpha.putalpha(128)
    opaque = picture.convert("RGBA")
    files.add("bitmap.jpg", "made", encoded(picture, "BMP"), "scene.png")
    files.add("grey.bmp", "made", encoded(picture.convert("L"), "BMP"), "grey.png")
    files.add("palette.bmp", "made", encoded(picture.quantize(16), "BMP"), "scene.png")
    files.add("one-bit.bmp", "made", encoded(picture.convert("1"), "BMP"))
    files.add("unused-byte.bmp", "made", encoded(opaque, "BMP"), "scene.png")
    files.add("alpha.bmp", "made", bitmap(alpha, 32, (0xFF000000, 0xFF0000, 0xFF00, 0xFF)), "pale.png")
    files.add("five-six-five.bmp", "made", bitmap(picture, 16, (0xF800, 0x7E0, 0x1F)), "scene.png")
    files.add("five-bits.bmp", "made", bitmap(picture, 16), "scene.png")
    files.add("top-down.bmp", "made", bitmap(picture, 32, top_down=True), "scene.png")
    files.add("run-lengths.bmp", "colours", bitmap(picture, 32, compression=1))
    files.add("no-colours.bmp", "colours", bitmap(picture, 32, (0, 0, 0)))


def several_frames(files, picture):
    rest = [ImageOps.mirror(picture), ImageOps.flip(picture), picture.transpose(Image.Transpose.ROTATE_180)]
    files.add("animated.gif", "made", encoded(
        picture.quantize(16), "GIF", save_all=True, append_images=[p.quantize(16) for p in rest]), "scene.png")
    files.add("animated.webp", "made", encoded(
        picture, "WEBP", save_all=True, append_images=rest, lossless=True), "scene.png")
    files.add("pages.tif", "made", encoded(picture, "TIFF", save_all=True, append_images=rest), "scene.png")
    small = Image.new("P", (8, 8))
    frames = []
    for number in range(2_000):
        frame = small.copy()
        frame.putpixel((number % 8, number // 8 % 8), number % 250 + 1)
        frames.append(frame)
    files.add("frames.gif", "made", encoded(small, "GIF", save_all=True, append_images=frames, optimize=False))


def two_at_once(files, picture):
    jpeg = encoded(picture, "JPEG", quality=95)
    files.add("jpeg-and-zip.jpg", "made", jpeg + b"PK\x03\x04 payload <script>alert(1)</script>", "scene.png")
    files.add("jpeg-and-php.jpg", "made", encoded(
        picture, "JPEG", quality=95, comment=b"<?php system($_GET['payload']); ?>"), "scene.png")
    files.add("png-and-page.png", "made", encoded(picture, "PNG") + b"<html><script>payload()</script>", "scene.png")
    files.add("gif-and-script.gif", "made", encoded(picture.quantize(16), "GIF") + b"*/=1;payload()//", "scene.png")
    files.add("png-named.jpg", "made", encoded(picture, "PNG"), "scene.png")
    files.add("heic-named.png", "made", encoded(picture, "HEIF", quality=90), "scene.png")


def no_pictures(files, picture):
    drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><rect width="9" height="9"/></svg>'
    content = {
        "script.svg": drawing.encode(),
        "svg-named.jpg": b'<?xml version="1.0"?>\n<!-- -->\n' + drawing.encode(),
        "svg-mark.svg": b"\xef\xbb\xbf \n" + drawing.encode(),
        "svg-wide.svg": drawing.encode("utf-16"),
        "svg-doctype.svg": b'<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg>&a;</svg>',
        "page.png": b"<!DOCTYPE html><script>alert(1)</script>",
        "document.jpg": b"%PDF-1.7\n%\xe2\xe3",
        "archive.jpg": b"PK\x03\x04" + bytes(60),
        "squeezed.svgz": b"\x1f\x8b\x08" + bytes(60),
        "words.jpg": b"this is no picture",
        "program.jpg": b"\x7fELF" + bytes(60),
        "shell.jpg": b"#!/bin/sh\nrm -rf /\n",
        "noise.jpg": random.Random(1).randbytes(4_096),
        "film.heic": b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom" + bytes(60),
        "jxl.jpg": b"\xff\x0a" + bytes(60),
        "magick.jpg": b"push graphic-context\nfill 'url(https://example.com/\"|id\")'\n",
        "postscript.jpg": b"%!PS-Adobe-3.0 EPSF-3.0\n",
        "icon.png": b"\0\0\1\0\1\0" + bytes(60),
        "photoshop.jpg": b"8BPS\0\1" + bytes(60),
        "byte.jpg": b"\xff",
        "riff.webp": b"RIFF\x40\0\0\0WAVEfmt " + bytes(60),
    }
    for name, data in content.items():
        files.add(name, "content", data)
    files.add("empty.jpg", "file", b"")


def pdf(objects, trailer=""):
    """A PDF of those objects, numbered from 1; the first is the catalogue."""
    data, places = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n" % number + (content if isinstance(content, bytes) else content.encode()) + b"\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    size = len(objects) + 1
    return data + (f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer\n<< /Size {size} /Root 1 0 R {trailer}>>\n"
                   f"startxref\n{len(data)}\n%%EOF\n").encode()


def page(words, resources="", trailer="", size="300 450", more=()):
    """A PDF of one page that is drawn by `words`."""
    stream = words.encode()
    return pdf([
        "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {size}] /Contents 4 0 R /Resources << {resources} >> >>",
        b"<< /Length %d >>\nstream\n" % len(stream) + stream + b"\nendstream", *more], trailer)


def documents(files):
    """Documents of pages; those that are drawn look like drawn-page.png."""
    drawn = Image.new("RGB", (300, 450), "white")
    draw = ImageDraw.Draw(drawn)
    draw.rectangle((0, 0, 149, 224), (255, 0, 0))
    draw.rectangle((150, 225, 300, 450), (0, 0, 255))
    drawn.save(os.path.join(files.folder, "drawn-page.png"))
    words = "1 0 0 rg 0 225 150 225 re f 0 0 1 rg 150 0 150 225 re f"
    helvetica = "/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>"
    for name, data in {
        "page.pdf": page(words),
        # The font is not in the file: the system's must be found.
        "words.pdf": page("BT /F1 60 Tf 20 200 Td (Receipt 4711) Tj 0 -80 Td (HHHHHHHH) Tj ET", helvetica),
        "locked.pdf": page(words, trailer="/Encrypt 5 0 R /ID [<00><00>] ", more=[
            f"<< /Filter /Standard /V 1 /R 2 /P -4 /O <{'5A' * 32}> /U <{'A5' * 32}> >>"]),
        "cut-off.pdf": page(words)[:120],
        "no-pages.pdf": pdf(["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [] /Count 0 >>"]),
        "wide.pdf": page(words, size="14400 3"),
        "huge-page.pdf": page(words, size="100000000 100000000"),
        "deep.pdf": page("q " * 2_000_000 + words),
        "script.pdf": page(words, trailer="", more=["<< /S /JavaScript /JS (app.alert\\(1\\)) >>"]).replace(
            b"/Pages 2 0 R", b"/OpenAction 5 0 R /Pages 2 0 R"),
    }.items():
        with open(os.path.join(files.folder, name), "wb") as file:
            file.write(data)


def damaged(files, picture):
    noise = Image.fromarray(numpy.random.default_rng(1).integers(0, 255, (HEIGHT, WIDTH, 3), dtype=numpy.uint8))
    whole = {
        "jpg": encoded(noise, "JPEG", quality=90), "png": encoded(noise, "PNG"), "webp": encoded(noise, "WEBP"),
        "heic": encoded(noise, "HEIF", quality=90), "gif": encoded(noise.quantize(64), "GIF"),
        "tif": encoded(noise, "TIFF"), "avif": encoded(noise, "AVIF"), "bmp": encoded(noise, "BMP"),
    }
    for kind, data in whole.items():
        files.add(f"half.{kind}", "damaged", data[:len(data) // 2])
        files.add(f"start.{kind}", "damaged", data[:40])
    # The decoder paints over holes in the middle; harmless, and the original stays as it is.
    heif = bytearray(whole["heic"])
    heif[-20_000:] = bytes(20_000)
    files.add("hollow.heic", "made", bytes(heif))
    flipped = bytearray(whole["png"])
    flipped[len(flipped) // 2] ^= 0xFF
    files.add("flipped.png", "damaged", bytes(flipped))
    files.add("no-width.png", "damaged", png(0, 10))
    files.add("no-data.png", "damaged", png(100, 100, rows=b""))
    files.add("endless-directory.tif", "damaged", tiff([(256, 4, 1, 9), (257, 4, 1, 9)], next_ifd=8))
    files.add("no-directory.tif", "damaged", b"II*\0\xff\xff\xff\x7f" + bytes(60))
    files.add("lying-size.webp", "damaged", b"RIFF\xff\xff\xff\x7fWEBPVP8 \xff\xff\xff\x7f" + bytes(200))
    files.add("no-boxes.heic", "damaged", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + b"\xff\xff\xff\xffmeta" + bytes(60))


def bombs(files, picture):
    jpeg = encoded(picture, "JPEG", quality=90)
    files.add("huge.png", "pixels", png(50_000, 50_000))
    files.add("tall.png", "pixels", png(1_000, 9_000_000))
    files.add("huge.bmp", "pixels", b"BM" + struct.pack("<IIIIiiHHIIiiII", 0, 0, 54, 40, 99_999, 99_999, 1, 24, *[0] * 6))
    files.add("huge.jpg", "pixels", jpeg_of_size(jpeg, 65_000, 65_000))
    size = struct.pack("<HH", 65_535, 65_535)
    gif = bytearray(encoded(picture.quantize(16), "GIF"))
    gif[6:10] = size
    files.add("wide-screen.gif", "made", bytes(gif), "scene.png")  # only the canvas lies, the frame does not
    frame = gif.index(b"\x2c\0\0\0\0")
    gif[frame + 5:frame + 9] = size
    files.add("huge.gif", "pixels", bytes(gif))
    files.add("huge.webp", "pixels", b"RIFF" + struct.pack("<I", 18 + 200) + b"WEBPVP8L" + struct.pack("<I", 205)
              + b"\x2f" + struct.pack("<I", 16_382 | 16_382 << 14) + bytes(201))
    files.add("huge.tif", "pixels", tiff([
        (256, 4, 1, 100_000), (257, 4, 1, 100_000), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 1), (273, 4, 1, 8),
        (277, 3, 1, 1), (278, 4, 1, 100_000), (279, 4, 1, 100)]))
    # Progressive, so that all of it must be held at once.
    files.add("wide-progressive.jpg", "made", encoded(Image.new("RGB", (8_000, 6_000), "red"), "JPEG", progressive=True))
    files.add("bomb.png", "made", png(10_000, 9_999, rows=zeros(10_001 * 9_999)))
    text = b"Comment\0\0" + zeros(300 << 20)
    files.add("text-bomb.png", "made", png(16, 16, rows=zlib.compress(b"\0" * 17 * 16), before=png_chunk(b"zTXt", text)))
    colours = b"icc\0\0" + zeros(300 << 20)
    files.add("profile-bomb.png", "made", png(
        16, 16, rows=zlib.compress(b"\0" * 17 * 16), before=png_chunk(b"iCCP", colours)))
    # Two thousand scans over the same coefficients: small on disk, long to decode.
    progressive = encoded(picture, "JPEG", quality=90, progressive=True)
    first = progressive.index(b"\xff\xda")
    second = progressive.index(b"\xff\xda", first + 2)
    scan = progressive[first:second]
    files.add("scans.jpg", "damaged", progressive[:first] + scan * 2_000 + b"\xff\xd9")


def make(folder):
    os.makedirs(folder, exist_ok=True)
    picture = scene()
    picture.save(os.path.join(folder, "scene.png"))
    picture.convert("L").save(os.path.join(folder, "grey.png"))
    Image.new("RGB", picture.size, "white").save(os.path.join(folder, "white.png"))
    Image.blend(picture, Image.new("RGB", picture.size, "white"), 0.5).save(os.path.join(folder, "pale.png"))
    files = Files(folder)
    for part in (turned, coloured, deep, bitmaps, several_frames, two_at_once, no_pictures, damaged, bombs):
        part(files, picture)
    documents(files)
    with open(os.path.join(folder, "expected.tsv"), "w", encoding="utf-8") as table:
        table.write("\n".join(files.lines) + "\n")


def compare(wanted, names):
    wanted = Image.open(wanted).convert("RGB")
    for name in names:
        with Image.open(name) as made:
            like = wanted.resize(made.size, Image.Resampling.BOX)
            # Edges are left out: filters differ there. The middles of the quarters and of the mark tell the turn.
            left, right = (numpy.asarray(p.convert("RGB").resize((24, 16), Image.Resampling.BOX)).astype(int)
                           for p in (like, made))
            same_shape = abs(wanted.width * made.height - wanted.height * made.width) <= max(made.size)
            print(f"{numpy.abs(left - right).max() if same_shape else 999}\t{name}")


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(sys.argv[2])
    else:
        compare(sys.argv[2], sys.argv[3:])

"""Photos for the tests of claims: as cameras leave them, with the place they were taken at, each with its way up marked.

The red of a picture's quarters tells its way up, their green and blue which picture it is.
"""
import io

from PIL import Image, ImageDraw, ImageOps
import pillow_heif

pillow_heif.register_heif_opener()

# What must not be found in anything that is handed over.
CAMERA, OWNER = "Cameramaker", "Secret Owner"
MOST_DIFFERENT = 12

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
KINDS = ["jpg", "png", "webp", "heic"]


def quarters(number):
    """The colours of the upright picture: top left, top right, bottom left, bottom right."""
    green, blue = 20 + number % 8 * 30, 20 + number // 8 * 30
    return [(red, green, blue) for red in (230, 160, 90, 20)]


def upright(number):
    width, height = (480, 320) if number % 3 else (320, 480)
    picture = Image.new("RGB", (width, height))
    draw = ImageDraw.Draw(picture)
    for place, colour in enumerate(quarters(number)):
        left, top = place % 2 * width // 2, place // 2 * height // 2
        draw.rectangle((left, top, left + width // 2 - 1, top + height // 2 - 1), colour)
    return picture


def metadata(orientation):
    data = Image.Exif()
    data[0x0112], data[0x010F], data[0x013B] = orientation, CAMERA, OWNER
    data[0x9003] = "2024:05:01 12:00:00"
    place = data.get_ifd(0x8825)
    place[1], place[2] = "N", (48.0, 51.0, 30.0)
    place[3], place[4] = "E", (2.0, 17.0, 40.0)
    return data


def photo(number):
    """The bytes of a photo and the ending of its name; the tags of turned pictures go round with the number."""
    kind = KINDS[number % len(KINDS)]
    orientation = number // len(KINDS) % 8 + 1
    picture, data = STORED[orientation](upright(number)), metadata(orientation)
    options = {
        "jpg": {"format": "JPEG", "quality": 95, "subsampling": 0, "exif": data},
        "png": {"format": "PNG", "exif": data},
        "webp": {"format": "WEBP", "lossless": True, "exif": data.tobytes()},
        "heic": {"format": "HEIF", "quality": 92, "exif": data.tobytes()},
    }[kind]
    buffer = io.BytesIO()
    picture.save(buffer, **options)
    return buffer.getvalue(), kind


def seen(path_or_bytes):
    """The number of the photo that a picture shows upright, or None."""
    with Image.open(io.BytesIO(path_or_bytes) if isinstance(path_or_bytes, bytes) else path_or_bytes) as picture:
        picture = picture.convert("RGB")
    width, height = picture.size
    places = [(width * x // 4, height * y // 4) for y in (1, 3) for x in (1, 3)]
    found = [picture.getpixel(place) for place in places]
    number = round((found[0][1] - 20) / 30) + 8 * round((found[0][2] - 20) / 30)
    wanted = quarters(number)
    difference = max(abs(a - b) for left, right in zip(found, wanted) for a, b in zip(left, right))
    is_wide = upright(number).width > upright(number).height
    return number if difference <= MOST_DIFFERENT and is_wide == (width > height) else None

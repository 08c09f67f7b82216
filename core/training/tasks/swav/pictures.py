"""From encoded pictures to views of them, by Pillow, which lets other threads run while it works."""

import math
import struct
import zlib
from collections.abc import Sequence
from io import BytesIO

import numpy as np
import numpy.typing as npt
from PIL import Image

from core.training.tasks.swav.chance import Box

Pixels = npt.NDArray[np.uint8]

PIXELS_MAX = 1 << 25
"""Of a picture; few bytes can claim to be many."""
FORMATS = ("JPEG", "PNG", "WEBP")

_BROKEN: tuple[type[Exception], ...] = (OSError, EOFError, SyntaxError, ValueError, TypeError, LookupError)
_BROKEN += (ArithmeticError, struct.error, zlib.error, Image.DecompressionBombError, Warning)
"""All that Pillow has for files that are not what they seem, and warnings where those are errors."""


class NotAPicture(Exception):
    """These bytes cannot be decoded."""


def opened(content: bytes) -> Image.Image:
    """The picture, not decoded yet. Raises `NotAPicture`."""
    try:
        image = Image.open(BytesIO(content), formats=FORMATS)
    except _BROKEN as error:
        raise NotAPicture(str(error)) from error
    if image.width * image.height > PIXELS_MAX:
        raise NotAPicture(f"it has more than {PIXELS_MAX:,} pixels")
    return image


def decoded(image: Image.Image, reduction: float = 1.0) -> Image.Image:
    """In red, green and blue; JPEGs by the largest of 1, 2, 4 and 8 times smaller that is at most `reduction`, which
    saves most of the work. Raises `NotAPicture`."""
    size = math.ceil(image.width / reduction), math.ceil(image.height / reduction)
    try:
        image.draft("RGB", size)
        return image.convert("RGB")
    except _BROKEN as error:
        raise NotAPicture(str(error)) from error


def check(content: bytes) -> None:
    """Raises `NotAPicture` if the bytes cannot be decoded to the end; as cheap as that can be found out."""
    decoded(opened(content), 8.0)


def cut_views(image: Image.Image, boxes: Sequence[Box], sides: Sequence[int]) -> list[Image.Image]:
    """A square view of `sides[k]` pixels of each of `boxes`. The picture is decoded as small as they allow. Raises
    `NotAPicture`."""
    reductions = (
        min((right - left) * image.width, (bottom - top) * image.height) / side
        for (left, top, right, bottom), side in zip(boxes, sides, strict=True)
    )
    small = decoded(image, max(1.0, min(reductions)))
    width, height = small.size
    return [
        small.resize(
            (side, side), Image.Resampling.BILINEAR, (left * width, top * height, right * width, bottom * height)
        )
        for (left, top, right, bottom), side in zip(boxes, sides, strict=True)
    ]

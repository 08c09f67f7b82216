"""What chance decides of each view: where it is cut, whether it is mirrored, its colours, its blur.

The recipe is SwAV's (Caron et al., 2020, appendix A; SimCLR's before it). As everywhere, chance comes from a
counter-based generator (Philox) keyed by the run's seed and placed by the sample's number, so that a sample has the
same views whoever makes them. Two things differ from the usual libraries: a cut that does not fit the picture is
narrowed instead of drawn anew; and changes of brightness, contrast, saturation and hue are one linear map of the
colours (hue as a rotation about grey in YIQ, where others go through HSV), clipped once at the end instead of after
each: a device then does all of them in one product.
"""

import hashlib
import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.data.ranges import SampleRange
from core.identity.manifest import Crops

Floats = npt.NDArray[np.float64]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom, as parts of the picture's width and height."""

JITTER_PROBABILITY, GREY_PROBABILITY = 0.8, 0.2
BRIGHTNESS = CONTRAST = SATURATION = 0.8
HUE = 0.2
"""Of a full turn. These four are for a strength of 1."""
BLUR_LEAST, BLUR_MOST = 0.1, 2.0
"""Standard deviation in pixels of the view."""
_RATIO_MOST = math.log(4 / 3)

_LUMA = np.array([0.299, 0.587, 0.114])
_GREY = np.tile(_LUMA, (3, 1))
_TO_YIQ = np.array([_LUMA, [0.595716, -0.274453, -0.321263], [0.211456, -0.522591, 0.311135]])
_FROM_YIQ = np.linalg.inv(_TO_YIQ)
_ORDERS = np.array(list(itertools.permutations(range(4))))

_DRAWS = 14
_AREA, _RATIO, _LEFT, _TOP, _MIRROR, _JITTER, _ORDER, _BRIGHT, _CONTRAST, _SATURATION, _HUE, _GREYED, _BLUR, _SIGMA = (
    range(_DRAWS)
)


@dataclass(frozen=True, slots=True)
class Decisions:
    """For n samples with V views each."""

    cuts: Floats
    """[n, V, 4]: area, logarithm of width over height, and where it lies, 0 (left, top) to 1."""
    mirrored: npt.NDArray[np.bool_]
    """[n, V]"""
    colours: npt.NDArray[np.float32]
    """[n, V, 2, 3, 3]: a view's colour c becomes `[0] c + [1] m`, with m the view's mean colour."""
    blurs: npt.NDArray[np.float32]
    """[n, V], standard deviation in pixels; 0 for none."""


class Chance:
    """Decides for the samples of one run. Not to be used by several threads at once."""

    def __init__(self, seed: int, crops: Sequence[Crops], colour_strength: float, blur_probability: float) -> None:
        self._areas = np.array([(size.least_area, size.most_area) for size in crops for _ in range(size.count)])
        self._strength, self._blur_probability = colour_strength, blur_probability
        key = hashlib.blake2b(f"idlewild views 1 {seed}".encode(), digest_size=16).digest()
        self._generator = np.random.Philox(key=np.frombuffer(key, dtype="<u8"))
        self._state = self._generator.state

    def __call__(self, numbers: SampleRange) -> Decisions:
        drawn = np.stack([self._draw(number) for number in range(numbers.start, numbers.stop)])
        least, most = self._areas.T
        cuts = drawn[..., : _TOP + 1].copy()
        cuts[..., _AREA] = least + cuts[..., _AREA] * (most - least)
        cuts[..., _RATIO] = (2 * cuts[..., _RATIO] - 1) * _RATIO_MOST
        is_blurred = drawn[..., _BLUR] < self._blur_probability
        blurs = np.where(is_blurred, BLUR_LEAST + drawn[..., _SIGMA] * (BLUR_MOST - BLUR_LEAST), 0.0)
        return Decisions(
            cuts, drawn[..., _MIRROR] < 0.5, colours(drawn, self._strength).astype(np.float32), blurs.astype(np.float32)
        )

    def _draw(self, number: int) -> Floats:
        """[V, draws], in [0, 1), of the stream that belongs to sample `number`."""
        self._state["state"]["counter"][:] = (0, 0, number, 0)
        self._generator.state = self._state
        words = self._generator.random_raw(len(self._areas) * _DRAWS)
        parts = (words >> np.uint64(11)).reshape(-1, _DRAWS)
        return parts.astype(np.float64) * 2.0**-53


def box(cut: Floats, width: int, height: int) -> Box:
    """Where one of `Decisions.cuts` lies in a picture of `width` by `height` pixels."""
    area, ratio, left, top = cut
    wide = min(1.0, math.sqrt(area * math.exp(ratio) * height / width))
    high = min(1.0, math.sqrt(area * math.exp(-ratio) * width / height))
    left, top = left * (1 - wide), top * (1 - high)
    return left, top, left + wide, top + high


def colours(drawn: Floats, strength: float) -> Floats:
    """[..., 2, 3, 3] from [..., draws]: brightness, contrast, saturation and hue in an order of chance, for most views;
    for some, grey at the end."""

    def factor(draw: int, most: float) -> Floats:
        spread = most * strength
        return np.maximum(0.0, 1 + (2 * drawn[..., draw] - 1) * spread)[..., None, None]

    one, nothing = np.eye(3), np.zeros((*drawn.shape[:-1], 3, 3))
    bright, contrast, saturation = (
        factor(_BRIGHT, BRIGHTNESS),
        factor(_CONTRAST, CONTRAST),
        factor(_SATURATION, SATURATION),
    )
    # Of each change: what it does to the colour, and how much of the mean colour it adds.
    on_colour = np.stack(
        [bright * one, contrast * one, saturation * one + (1 - saturation) * _GREY, _turns(drawn, strength)]
    )
    on_mean = np.stack([nothing, (1 - contrast) * _GREY, nothing, nothing])
    order = _ORDERS[(drawn[..., _ORDER] * len(_ORDERS)).astype(np.int64)]
    colour, mean = one + nothing, nothing
    for place in range(4):
        chosen = order[..., place][None, ..., None, None]
        change = np.take_along_axis(on_colour, chosen, 0)[0]
        added = np.take_along_axis(on_mean, chosen, 0)[0]
        # Nothing of the mean is in what contrast adds to: it alone brings that in.
        colour, mean = change @ colour, change @ mean + added @ colour
    is_changed = (drawn[..., _JITTER] < JITTER_PROBABILITY)[..., None, None]
    colour, mean = np.where(is_changed, colour, one), np.where(is_changed, mean, 0.0)
    is_grey = (drawn[..., _GREYED] < GREY_PROBABILITY)[..., None, None]
    return np.stack([np.where(is_grey, _GREY @ colour, colour), np.where(is_grey, _GREY @ mean, mean)], -3)


def _turns(drawn: Floats, strength: float) -> Floats:
    """[..., 3, 3]: rotations of the hue that leave grey and brightness as they are."""
    angle = (2 * drawn[..., _HUE] - 1) * min(HUE * strength, 0.5) * 2 * math.pi
    turn = np.zeros((*angle.shape, 3, 3))
    turn[..., 0, 0] = 1
    turn[..., 1, 1] = turn[..., 2, 2] = np.cos(angle)
    turn[..., 2, 1] = np.sin(angle)
    turn[..., 1, 2] = -turn[..., 2, 1]
    turned: Floats = _FROM_YIQ @ turn @ _TO_YIQ
    return turned

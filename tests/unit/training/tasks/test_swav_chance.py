import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.data.ranges import SampleRange
from core.identity.manifest import Crops
from core.training.tasks.swav import chance as module
from core.training.tasks.swav.chance import Chance, box, colours

CROPS = (
    Crops(count=2, pixels=32, least_area=0.14, most_area=1.0),
    Crops(count=3, pixels=16, least_area=0.05, most_area=0.14),
)
LUMA = np.array([0.299, 0.587, 0.114])


def decide(start: int, stop: int, seed: int = 0) -> module.Decisions:
    return Chance(seed, CROPS, 1.0, 0.5)(SampleRange(start, stop))


def test_a_sample_has_its_decisions_wherever_it_stands() -> None:
    whole, part, other = decide(0, 12), decide(7, 9), decide(7, 9, seed=1)
    for name in ("cuts", "mirrored", "colours", "blurs"):
        assert (getattr(whole, name)[7:9] == getattr(part, name)).all()
        assert (getattr(other, name) != getattr(part, name)).any()
    assert whole.cuts.shape == (12, 5, 4)
    assert whole.colours.shape == (12, 5, 2, 3, 3)


def test_chances_are_what_the_recipe_says() -> None:
    made = decide(0, 2000)
    areas = made.cuts[..., 0]
    assert areas[:, :2].min() == pytest.approx(0.14, abs=0.01)
    assert areas[:, :2].max() == pytest.approx(1.0, abs=0.01)
    assert areas[:, 2:].max() <= 0.14
    assert made.mirrored.mean() == pytest.approx(0.5, abs=0.03)
    assert (made.blurs > 0).mean() == pytest.approx(0.5, abs=0.03)
    assert made.blurs[made.blurs > 0].min() >= 0.1 - 1e-6
    assert made.blurs.max() <= 2.0
    untouched = (made.colours == np.stack([np.eye(3), np.zeros((3, 3))])).all((-1, -2, -3))
    assert untouched.mean() == pytest.approx(0.2 * 0.8, abs=0.02)
    maps = made.colours.sum(-3)  # of a picture of one colour
    grey = np.abs(maps[..., 0, :] - maps[..., 1, :]).max(-1) < 1e-6
    assert grey.mean() == pytest.approx(0.2, abs=0.02)


@given(
    st.floats(0.001, 1.0),
    st.floats(-np.log(4 / 3), np.log(4 / 3)),
    st.floats(0, 1),
    st.floats(0, 1),
    st.integers(1, 5000),
    st.integers(1, 5000),
)
def test_boxes_lie_inside_with_the_area_that_was_drawn(
    area: float, ratio: float, left: float, top: float, width: int, height: int
) -> None:
    x, y, right, bottom = box(np.array([area, ratio, left, top]), width, height)
    assert 0 <= x < right <= 1, "Pillow takes nothing beyond the edge, be it by a hair"
    assert 0 <= y < bottom <= 1
    wide, high = right - x, bottom - y
    assert wide * high <= area * (1 + 1e-9)
    if max(wide, high) < 1 - 1e-9:
        assert wide * high == pytest.approx(area)
        assert np.log(wide * width / (high * height)) == pytest.approx(ratio, abs=1e-6)


def drawn(**values: float) -> np.ndarray:
    """Draws for one view: nothing happens but what is named."""
    made = np.full(module._DRAWS, 0.5)
    made[module._JITTER], made[module._GREYED], made[module._ORDER] = 0.0, 0.9, 0.0
    for name, value in values.items():
        made[getattr(module, f"_{name.upper()}")] = value
    return made


def changed(picture: np.ndarray, **values: float) -> np.ndarray:
    on_colour, on_mean = colours(drawn(**values), 1.0)
    return picture @ on_colour.T + picture.mean(0) @ on_mean.T


PICTURE = np.random.default_rng(4).uniform(0, 255, (50, 3))


def test_each_change_is_the_usual_one() -> None:
    grey = (PICTURE @ LUMA)[:, None]
    assert np.allclose(changed(PICTURE), PICTURE)
    assert np.allclose(changed(PICTURE, bright=0.75), PICTURE * 1.4)
    assert np.allclose(changed(PICTURE, contrast=0.25), 0.6 * PICTURE + 0.4 * grey.mean())
    assert np.allclose(changed(PICTURE, saturation=0.0), 0.2 * PICTURE + 0.8 * grey)
    assert np.allclose(changed(PICTURE, greyed=0.1), np.tile(grey, 3))
    assert np.allclose(changed(PICTURE, jitter=0.9, bright=1.0), PICTURE)


def test_turning_the_hue_keeps_brightness_and_grey_and_can_be_undone() -> None:
    turned = changed(PICTURE, hue=0.9)
    assert np.abs(turned - PICTURE).max() > 10
    assert np.allclose(turned @ LUMA, PICTURE @ LUMA)
    assert np.allclose(changed(turned, hue=0.1), PICTURE)
    assert np.allclose(changed(np.full((2, 3), 77.0), hue=0.9), 77.0)


@given(st.integers(0, 23), st.integers(0, 999))
def test_changes_are_made_one_after_the_other_in_their_order(order: int, seed: int) -> None:
    names = ("bright", "contrast", "saturation", "hue")
    values = dict(zip(names, np.random.default_rng(seed).uniform(0, 1, 4).tolist(), strict=True))
    expected = PICTURE
    for place in module._ORDERS[order]:
        expected = changed(expected, **{names[place]: values[names[place]]})
    assert np.allclose(changed(PICTURE, order=(order + 0.5) / 24, **values), expected)

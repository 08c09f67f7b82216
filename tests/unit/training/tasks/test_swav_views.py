import numpy as np
import pytest
import torch
from picture_files import pixels

from core.training.tasks.swav.models import COLOUR_DEVIATION, COLOUR_MEAN
from core.training.tasks.swav.recipe import ViewsOfSize
from core.training.tasks.swav.views import blurred, recoloured, views_on

CPU = torch.device("cpu")
PLAIN = np.stack([np.eye(3), np.zeros((3, 3))]).astype(np.float32)


def views(count: int, side: int = 20) -> np.ndarray:
    return np.stack([pixels(seed, side, side) for seed in range(count)])


def by_hand(view: np.ndarray, deviation: float) -> np.ndarray:
    """Pixel by pixel: the weighted mean of what lies within six, the edge repeated."""
    reach = np.arange(-6, 7)
    weights = np.exp(-0.5 * (reach / deviation) ** 2)
    table = np.outer(weights, weights)
    padded = np.pad(view.astype(np.float64), ((6, 6), (6, 6), (0, 0)), "edge")
    made = np.empty_like(view, np.float64)
    for y in range(view.shape[0]):
        for x in range(view.shape[1]):
            made[y, x] = (padded[y : y + 13, x : x + 13] * table[..., None]).sum((0, 1)) / table.sum()
    return made


def test_blur_is_a_gaussian_of_each_views_own_width() -> None:
    given = views(3, 16)
    deviations = [0.1, 0.8, 2.0]
    found = blurred(torch.from_numpy(given).permute(0, 3, 1, 2).float(), torch.tensor(deviations))
    for made, view, deviation in zip(found, given, deviations, strict=True):
        assert np.abs(made.permute(1, 2, 0).numpy() - by_hand(view, deviation)).max() < 1e-3


def test_colours_go_through_their_map_and_are_clipped() -> None:
    given = torch.from_numpy(views(2)).permute(0, 3, 1, 2).float()
    maps = np.random.default_rng(0).normal(size=(2, 2, 3, 3)).astype(np.float32)
    found = recoloured(given, torch.from_numpy(maps))
    for made, view, (on_colour, on_mean) in zip(found, given, maps, strict=True):
        flat = view.numpy().reshape(3, -1)
        expected = np.clip(on_colour @ flat + on_mean @ flat.mean(1, keepdims=True), 0, 255)
        assert np.abs(made.numpy().reshape(3, -1) - expected).max() < 1e-2
    assert found.min() == 0
    assert found.max() == 255


def test_a_view_as_it_is_is_standardised_and_only_the_chosen_are_blurred() -> None:
    given, blurs = views(3), np.array([0, 1.5, 0], np.float32)
    made = views_on(CPU, ViewsOfSize(given, np.tile(PLAIN, (3, 1, 1, 1)), blurs))
    assert made.shape == (3, 3, 20, 20)
    assert made.is_contiguous(memory_format=torch.channels_last)
    back = made.permute(0, 2, 3, 1).numpy() * np.array(COLOUR_DEVIATION) + np.array(COLOUR_MEAN)
    assert np.abs(255 * back - given)[[0, 2]].max() < 0.01
    assert np.abs(255 * back - given)[1].max() > 3
    assert (255 * back)[1].mean() == pytest.approx(given[1].mean(), abs=1.0)

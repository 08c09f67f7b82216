"""Views on the device: blurred, recoloured and in the numbers that the network takes, all samples at once."""

import torch

from core.training.tasks.swav.chance import BLUR_MOST
from core.training.tasks.swav.models import COLOUR_DEVIATION, COLOUR_MEAN
from core.training.tasks.swav.recipe import ViewsOfSize

_REACH = round(3 * BLUR_MOST)
_PLANES = torch.contiguous_format


def views_on(device: torch.device, views: ViewsOfSize) -> torch.Tensor:
    """[N, 3, p, p] float32, channels last in memory, which convolutions on processors and cards alike prefer."""
    values = torch.from_numpy(views.pixels).to(device).permute(0, 3, 1, 2).to(torch.float32, memory_format=_PLANES)
    chosen = torch.from_numpy(views.blurs.nonzero()[0])
    if len(chosen):
        blurs = torch.from_numpy(views.blurs)[chosen]
        chosen = chosen.to(device)
        values.index_copy_(0, chosen, blurred(values[chosen], blurs.to(device)))
    changed = recoloured(values, torch.from_numpy(views.colours).to(device))
    return standardised(changed).contiguous(memory_format=torch.channels_last)


def recoloured(values: torch.Tensor, colours: torch.Tensor) -> torch.Tensor:
    """[N, 3, p, p] by [N, 2, 3, 3] (see `Decisions`), clipped to 0 … 255."""
    on_colour, on_mean = colours.unbind(1)
    flat = values.flatten(2)
    added = on_mean @ flat.mean(2, keepdim=True)
    return (on_colour @ flat).add_(added).clamp_(0, 255).view(values.shape)


def standardised(values: torch.Tensor) -> torch.Tensor:
    """From 0 … 255 to a mean of 0 and a deviation of 1 over ImageNet; in place."""
    mean, deviation = (
        torch.tensor(part, device=values.device).view(1, 3, 1, 1) for part in (COLOUR_MEAN, COLOUR_DEVIATION)
    )
    return values.sub_(255 * mean).div_(255 * deviation)


def blurred(values: torch.Tensor, deviations: torch.Tensor) -> torch.Tensor:
    """Gaussian blur of [N, 3, p, p], each with its own standard deviation in pixels, [N]. Beyond the edge lies what is
    on it."""
    side = values.shape[-1]
    places = torch.arange(side, device=values.device)
    offsets = torch.arange(-_REACH, _REACH + 1, device=values.device)
    weights = torch.exp(-0.5 * (offsets / deviations[:, None]) ** 2)
    weights /= weights.sum(1, keepdim=True)
    sources = (places[:, None] + offsets).clamp_(0, side - 1).expand(len(values), -1, -1)
    # As a product with a banded matrix from either side, as one convolution would need one kernel for all.
    matrix = torch.zeros(len(values), side, side, device=values.device)
    matrix.scatter_add_(2, sources, weights[:, None].expand_as(sources))
    matrix = matrix[:, None]
    return matrix @ values @ matrix.mT

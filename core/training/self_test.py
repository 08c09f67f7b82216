"""Whether this computer can train with what is installed: all that the trainer imports, and steps of a tiny model."""

import math
import time
from typing import TYPE_CHECKING

import msgspec

from core.errors import LocalFault
from core.importing import import_for_good
from core.saying import say

if TYPE_CHECKING:
    import torch

MODULES = (
    "numpy",
    "scipy.optimize",
    "pyarrow.parquet",
    "PIL.Image",
    "tokenizers",
    "safetensors",
    "torch",
    "transformers",
    "core.training.worker",
    "core.training.trying",
    "core.training.export",
)
"""What a trainer and its engine may import; those of this program bring the parts of `transformers` that it uses."""
_PLACES = {"rocm": "cuda"}
_STEPS = 3
_WIDTH = 32


class Passed(msgspec.Struct, frozen=True):
    """What was found."""

    device: str
    """What it is called."""
    torch: str
    """Version."""
    seconds: float


def check_training(kind: str) -> Passed:
    """On the first device of a kind, such as `cuda`. Raises `ImportError`, or `LocalFault` where it computes wrongly or
    not at all; and whatever else torch raises."""
    began_s = time.perf_counter()
    import_for_good(*MODULES)
    import torch  # only now: what lacks is to be told by name

    from core.training.device.choosing import open_device  # imports it too

    device = open_device(_PLACES.get(kind, kind))
    losses = _train(device.place)
    device.synchronize()
    if not all(map(math.isfinite, losses)) or losses[-1] >= losses[0]:
        raise LocalFault(say("It computes, but wrongly: {losses}.", losses=str(losses)))
    return Passed(str(device.label), str(torch.__version__), time.perf_counter() - began_s)


def _train(place: "torch.device") -> list[float]:
    """The loss before each step."""
    import torch
    from torch import nn

    torch.manual_seed(1)
    model = nn.Sequential(
        nn.Embedding(_WIDTH, _WIDTH),
        nn.TransformerEncoderLayer(_WIDTH, 4, 2 * _WIDTH, dropout=0.0, activation="gelu", batch_first=True),
        nn.Linear(_WIDTH, _WIDTH),
    ).to(place)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    tokens = torch.arange(64, device=place).reshape(4, 16) % _WIDTH
    losses = []
    for _ in range(_STEPS):
        loss = nn.functional.cross_entropy(model(tokens).flatten(0, 1), tokens.flatten())
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]  # as torch declares it
        optimizer.step()
        losses.append(loss.item())
    return losses

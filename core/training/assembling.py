"""What computes gradients for a trainer, put together on the first devices that can."""

import logging
from dataclasses import dataclass

import torch

from core.errors import LocalFault, UsageError
from core.identity.manifest import Manifest
from core.training.buffers import Buffers
from core.training.computing import Computing
from core.training.device.choosing import Names, choices, open_device
from core.training.gate import Gate
from core.training.layout import Layout
from core.training.learner import Learner
from core.training.manner import Manner

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Parts:
    """What there is to compute with, whatever the device."""

    manifest: Manifest
    layout: Layout
    parameters: torch.Tensor
    """[P] float32, in shared memory; likewise the next."""
    gradient: torch.Tensor
    gate: Gate
    manner: Manner


def assemble(words: str, parts: Parts) -> Computing:
    """On what `words` say (see `core.training.device.choosing.choices`); where that leaves a choice, on the first that
    works. Raises `LocalFault`."""
    *first, last = choices(words)
    for names in first:
        try:
            return _made(names, parts)
        except UsageError:
            raise
        except LocalFault as fault:
            logger.warning("%s (It is done without, as nobody asked for %s.)", fault, " and ".join(names))
    return _made(last, parts)


def _made(names: Names, parts: Parts) -> Computing:
    device = open_device(names[0])
    buffers = Buffers(parts.parameters, parts.gradient, device)
    learner = Learner(parts.manifest, parts.layout, buffers, device, parts.gate, parts.manner)
    learner.fit()
    return learner

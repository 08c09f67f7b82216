"""What computes gradients for a trainer, put together on the first devices that can."""

import logging
from dataclasses import dataclass

import numpy as np
import torch

from core.errors import LocalFault, UsageError
from core.identity.manifest import Manifest
from core.identity.wire import to_json
from core.saying import say
from core.training.buffers import Buffers
from core.training.computing import Computing
from core.training.device.choosing import Names, on_first_that_works, open_device
from core.training.gate import Gate
from core.training.layout import Layout
from core.training.learner import Learner
from core.training.limits import NO_LIMITS, Limits
from core.training.manner import Manner
from core.training.ranks import messages as r
from core.training.ranks.hiring import hire
from core.training.ranks.mate import Mate, MateLost
from core.training.ranks.rank import own_name
from core.training.ranks.seats import Seat, seat_of
from core.training.ranks.team import PATIENCE_S, Team

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
    segment: str = ""
    """Name of the shared memory, for other processes."""
    in_background: bool = False
    is_heir: bool = False
    """Whether another process still has the vectors."""
    limits: Limits = NO_LIMITS


def assemble(words: str, parts: Parts) -> Computing:
    """On what `words` say (see `core.training.device.choosing.choices`); where that leaves a choice, on the first that
    works. With several devices those that do not work are done without. Raises `LocalFault`."""
    seat = seat_of()

    def tell(names: Names, fault: LocalFault) -> None:
        logger.warning("%s (It is done without, as nobody asked for %s.)", fault, " and ".join(names))

    return on_first_that_works(words, lambda names: _made(words, names, parts, seat), tell)


def _made(words: str, names: Names, parts: Parts, seat: Seat | None) -> Computing:
    if seat is not None:
        return _made_of_cluster(words, own_name(names), parts, seat)
    own, *others = names
    if (processors := names.count("cpu")) > 1:
        torch.set_num_threads(max(1, torch.get_num_threads() // processors))
    try:
        return _together(own, hire(others) if others else [], words, parts)
    except UsageError:
        raise
    except LocalFault as fault:
        if not others:
            raise
        logger.warning("%s (It is done without %s.)", fault, own)
        return _made(words, tuple(others), parts, None)


def _made_of_cluster(words: str, own: str, parts: Parts, seat: Seat) -> Computing:
    from core.training.ranks.cluster import gather  # torch.distributed, for those who have one

    mates = gather(seat)
    if missing := seat.ranks - 1 - len(mates):
        logger.warning("%s of %s ranks did not come; it is done without them", missing, seat.ranks)
    return _together(own, mates, words, parts)


def _together(own: str, mates: list[Mate], words: str, parts: Parts) -> Computing:
    """All try at the same time how many samples suit them."""
    for mate in mates:
        mate.order(_begin(mate, words, parts))
    try:
        device = open_device(own, parts.limits)
        buffers = Buffers(parts.parameters, parts.gradient, device, is_heir=parts.is_heir)
        learner = Learner(parts.manifest, parts.layout, buffers, device, parts.gate, parts.manner)
        learner.fit()
    except LocalFault:
        for mate in mates:
            mate.dismiss()
        raise
    if not (begun := [mate for mate in mates if _has_begun(mate)]):
        return learner
    team = Team(learner, buffers, begun, parts.gate, parts.parameters.numpy().view(np.uint8))
    team.load()
    return team


def _begin(mate: Mate, words: str, parts: Parts) -> r.Begin:
    return r.Begin(
        manifest=to_json(parts.manifest),
        tensors=tuple((tensor.name, tensor.shape) for tensor in parts.layout.tensors),
        device=mate.device or words,
        manner=parts.manner,
        threads=torch.get_num_threads() if mate.shares_memory else None,
        in_background=parts.in_background,
        segment=parts.segment if mate.shares_memory else "",
        limits=parts.limits,
    )


def _has_begun(mate: Mate) -> bool:
    try:
        answer = mate.answer(r.Begun, PATIENCE_S)
        if answer is None:
            raise mate.lost(say("it does not answer"))
    except MateLost as fault:
        logger.warning("%s (It is done without.)", fault)
        mate.dismiss()
        return False
    begun, _ = answer
    mate.device, mate.micro_batch = begun.device, begun.micro_batch
    logger.info("%s computes on %s, %s samples at a time", mate.name, mate.device, mate.micro_batch)
    return True

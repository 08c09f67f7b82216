"""From the words of the command line to devices."""

import os
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import torch

from core.errors import LocalFault, UsageError
from core.saying import say
from core.training.device.api import Device
from core.training.device.cards import Cuda, Xpu
from core.training.device.cpu import Cpu
from core.training.device.mps import Mps
from core.training.limits import NO_LIMITS, Limits

T = TypeVar("T")
Names = tuple[str, ...]
"""Of the devices that work together, such as `("cuda:0", "cuda:1")`."""


def choices(words: str, environment: Mapping[str, str] = os.environ) -> list[Names]:
    """What to try, in this order, for `words`: devices joined by commas, `cuda:all`, `xpu:all`, or `auto`, which is
    all cards of the fastest kind there is, else the processor.

    A rank that `torchrun` has started takes the card of its number. Raises `LocalFault` where there is no such card.
    """
    local_rank = environment.get("LOCAL_RANK") if "TORCHELASTIC_RUN_ID" in environment else None
    if words == "auto":
        cards = _all("cuda") or _all("xpu") or (("mps",) if torch.backends.mps.is_available() else ())
        return [*([_share(cards, local_rank)] if cards else []), ("cpu",)]
    kind, _, which = words.partition(":")
    if which == "all" or (local_rank is not None and words in ("cuda", "xpu", "rocm")):
        kind = "cuda" if kind == "rocm" else kind
        cards = _all(kind)
        if not cards:
            raise LocalFault(
                say("There is no {kind} device on this machine that PyTorch could use; use --device cpu.", kind=kind)
            )
        return [_share(cards, local_rank)]
    return [tuple(_whole_name(name) for name in words.split(","))]


def on_first_that_works(
    words: str, make: Callable[[Names], T], on_fault: Callable[[Names, LocalFault], None] = lambda names, fault: None
) -> T:
    """What `make` gives for the first of the `choices` for which it raises no `LocalFault`; for the last it may.
    `UsageError` ends it at once: another device would not mend that."""
    *first, last = choices(words)
    for names in first:
        try:
            return make(names)
        except UsageError:
            raise
        except LocalFault as fault:
            on_fault(names, fault)
    return make(last)


def one_device(words: str) -> torch.device:
    """A single one for `words`, for what has no use for several. Raises `LocalFault`."""
    fault: LocalFault | None = None
    for names in choices(words, {}):
        try:
            return open_device(names[0]).place
        except LocalFault as caught:
            fault = fault or caught
    assert fault is not None
    raise fault


def open_device(name: str, limits: Limits = NO_LIMITS) -> Device:
    """Raises `LocalFault` if it is not there, or does not work."""
    try:
        device = _made(name, limits)
        torch.zeros(1, device=device.place)
    except (RuntimeError, AssertionError, NotImplementedError, ValueError) as error:
        raise LocalFault(
            say(
                "The device “{name}” cannot be used on this machine; use cpu, cuda:N, xpu:N or mps, with a PyTorch "
                "that was built for it.",
                name=name,
            )
        ) from error
    return device


def give_device_memory_back() -> None:
    """What this process keeps on devices for later."""
    if torch.cuda.is_initialized():  # type: ignore[no-untyped-call]
        torch.cuda.empty_cache()
    if torch.xpu.is_available() and torch.xpu.is_initialized():  # type: ignore[no-untyped-call]
        torch.xpu.empty_cache()
    if torch.backends.mps.is_available():
        torch.mps.empty_cache()


def _made(name: str, limits: Limits) -> Device:
    kind, _, index = name.partition(":")
    match kind:
        case "cpu":
            return Cpu(limits.memory_bytes)
        case "mps":
            return Mps(limits.vram_percent)
        case "cuda" | "xpu":
            return (Cuda if kind == "cuda" else Xpu)(int(index or 0), limits.vram_percent)
    raise ValueError(f"{name} is no device")


def _whole_name(name: str) -> str:
    """With its number, under which PyTorch knows it: it calls AMD's cards `cuda` too."""
    name = name.replace("rocm", "cuda")
    return f"{name}:0" if name in ("cuda", "xpu") else name


def _all(kind: str) -> Names:
    backend = {"cuda": torch.cuda, "xpu": torch.xpu}[kind]
    return tuple(f"{kind}:{index}" for index in range(backend.device_count())) if backend.is_available() else ()


def _share(cards: Sequence[str], local_rank: str | None) -> Names:
    if local_rank is None:
        return tuple(cards)
    return (cards[int(local_rank) % len(cards)],)

"""What to remove from this disk where the data's share of it is used up: what is needed again last."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Held:
    """What is here of one shard."""

    index: int
    raw_bytes: int = 0
    """Of the file as it came, which others can have from here."""
    prepared_bytes: int = 0
    """Of the samples made of it."""
    is_kept: bool = False
    """The file may be nowhere else: a host's."""


@dataclass(frozen=True, slots=True)
class Eviction:
    """Of one shard."""

    index: int
    raw: bool
    prepared: bool


def evictions(
    held: Sequence[Held], order: Sequence[int], in_use: frozenset[int], excess_bytes: int
) -> tuple[list[Eviction], int]:
    """What to remove so that `excess_bytes` fewer are held, and how many bytes of that remain.

    `order`: shards by when they are needed next; one that is not among them is needed last of all. Those `in_use` keep
    their samples. Files of which the samples are made go only where nothing else helps: others may need them.
    """
    rank = {index: place for place, index in enumerate(order)}
    by_need = sorted(held, key=lambda one: rank.get(one.index, len(rank)), reverse=True)
    chosen: list[Eviction] = []
    for one in by_need:
        if excess_bytes <= 0:
            return chosen, excess_bytes
        raw_bytes = 0 if one.is_kept else one.raw_bytes
        if one.index not in in_use and raw_bytes + one.prepared_bytes > 0:
            chosen.append(Eviction(one.index, raw=raw_bytes > 0, prepared=one.prepared_bytes > 0))
            excess_bytes -= raw_bytes + one.prepared_bytes
    for one in by_need:
        if excess_bytes <= 0:
            break
        if one.index in in_use and one.raw_bytes and one.prepared_bytes and not one.is_kept:
            chosen.append(Eviction(one.index, raw=True, prepared=False))
            excess_bytes -= one.raw_bytes
    return chosen, excess_bytes

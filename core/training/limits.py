"""How much memory training may take, where its owner has a say in it. No torch."""

import msgspec


class Limits(msgspec.Struct, frozen=True):
    memory_bytes: int | None = None
    """Of the computer, by each process that computes there; what is shared does not count."""
    vram_percent: int = 100
    """Of each card's."""


NO_LIMITS = Limits()

"""Which of a cluster's processes this one is, where `torchrun` has started it. No torch."""

import os
from collections.abc import Mapping
from dataclasses import dataclass

from core.errors import UsageError


@dataclass(frozen=True, slots=True)
class Seat:
    """From the variables that `torchrun` sets (docs.pytorch.org/docs/stable/elastic/run.html)."""

    rank: int
    ranks: int
    host: str
    """Where the ranks' common store is."""
    port: int
    attempt: int
    """How often `torchrun` has started all of them again; the store may be the same."""
    has_store: bool
    """`torchrun` serves the store itself; else rank 0 has to."""


def seat_of(environment: Mapping[str, str] = os.environ) -> Seat | None:
    """None where this process is no rank, or the only one. Raises `UsageError`."""
    if "TORCHELASTIC_RUN_ID" not in environment or environment.get("WORLD_SIZE", "1") == "1":
        return None
    try:
        return Seat(
            rank=int(environment["RANK"]),
            ranks=int(environment["WORLD_SIZE"]),
            host=environment["MASTER_ADDR"],
            port=int(environment["MASTER_PORT"]),
            attempt=int(environment.get("TORCHELASTIC_RESTART_COUNT", "0")),
            has_store=environment.get("TORCHELASTIC_USE_AGENT_STORE") == "True",
        )
    except (KeyError, ValueError) as error:
        raise UsageError("The variables of torchrun are incomplete; start all processes with torchrun.") from error

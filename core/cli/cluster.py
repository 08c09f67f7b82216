"""Engines that `torchrun` starts: rank 0 is a peer like any other, and the others lend it their devices."""

import sys
from collections.abc import Callable

from core.training.ranks.seats import Seat


def as_rank(seat: Seat, run: Callable[[], int]) -> int:
    """`run` the engine on rank 0; serve it until it ends on the others, which have neither home nor network. The exit
    status. Raises `LocalFault`."""
    from core.training.ranks import cluster  # torch, for seconds

    if seat.rank:
        print(f"Lending this device to rank 0 ({seat.host}), as rank {seat.rank}.", file=sys.stderr, flush=True)
        cluster.serve(seat)
        return 0
    store = cluster.open_store(seat)
    try:
        return run()
    finally:
        cluster.end(store)

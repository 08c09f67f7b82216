"""The ranks that `torchrun` has started, on one machine or several, come together by its store.

Each time that rank 0's trainer starts it calls a *round*, and every other rank starts a process for it, which meets
the trainer as a pair. So a round has nothing of the one before: no gradient, no memory of a card, no broken wire.
"""

import contextlib
import multiprocessing
import os
import time
from datetime import timedelta

from torch.distributed import PrefixStore, Store, TCPStore  # type: ignore[attr-defined]  # as torch documents them

from core.errors import LocalFault
from core.training.ranks import child
from core.training.ranks.gloo import CONNECT_S, GlooWire
from core.training.ranks.mate import Mate
from core.training.ranks.seats import Seat
from core.training.ranks.wires import WireLost
from core.training.surroundings import settle_in

_LOOK_EVERY_S = 0.5
_ROUND, _END = "round", "end"


def open_store(seat: Seat) -> Store:
    """The engine of rank 0 keeps it open. Raises `LocalFault`."""
    is_master = seat.rank == 0 and not seat.has_store
    try:
        return _of_attempt(seat, is_master=is_master)
    except RuntimeError as error:
        raise LocalFault(
            f"The cluster's store at {seat.host}:{seat.port} cannot be reached; start all processes with torchrun, and "
            "let no firewall stand between the machines."
        ) from error


def _of_attempt(seat: Seat, *, is_master: bool = False) -> Store:
    timeout = timedelta(seconds=CONNECT_S)
    store = TCPStore(seat.host, seat.port, is_master=is_master, wait_for_workers=False, timeout=timeout)
    return PrefixStore(f"idlewild/{seat.attempt}", store)


def end(store: Store) -> None:
    """Tells the other ranks that there will be no more rounds."""
    with contextlib.suppress(RuntimeError):  # the store is gone, and they know
        store.set(_END, "1")


def gather(seat: Seat) -> list[Mate]:
    """Rank 0's trainer calls a round: those that come within a minute, who wait for `Begin`. Raises `LocalFault`."""
    store = open_store(seat)
    number = store.add(_ROUND, 1)
    missing, mates = set(range(1, seat.ranks)), dict[int, Mate]()
    deadline_s = time.monotonic() + CONNECT_S
    while missing and time.monotonic() < deadline_s:
        for rank in sorted(missing):
            if store.check([_here(number, rank)]):
                missing.remove(rank)
                with contextlib.suppress(WireLost):
                    wire = GlooWire(_pair(store, number, rank), is_first=True, host=seat.host)
                    mates[rank] = Mate(f"rank {rank}", "", wire, shares_memory=False)
        time.sleep(0.05)
    return [mates[rank] for rank in sorted(mates)]


def _here(number: int, rank: int) -> str:
    return f"{number}/{rank}/here"


def _pair(store: Store, number: int, rank: int) -> Store:
    return PrefixStore(f"{number}/{rank}", store)


def serve(seat: Seat) -> None:
    """What every rank but 0 does: a process for each round, until rank 0's engine ends. Raises `LocalFault` if its
    store is lost."""
    store, context = open_store(seat), multiprocessing.get_context("spawn")
    last, process = 0, None
    try:
        while not store.check([_END]):
            number = store.add(_ROUND, 0)
            if number != last:
                _end_process(process)
                last, process = number, context.Process(target=_serve_round, args=(seat, number), daemon=True)
                process.start()
            time.sleep(_LOOK_EVERY_S)
    except RuntimeError as error:
        raise LocalFault("Rank 0's machine cannot be reached any more; start the cluster again.") from error
    finally:
        _end_process(process)


def _end_process(process: multiprocessing.process.BaseProcess | None) -> None:
    if process is not None:
        process.kill()
        process.join()


def _serve_round(seat: Seat, number: int) -> None:
    """Body of a round's process."""
    settle_in()
    try:
        store = _of_attempt(seat)
        store.set(_here(number, seat.rank), "1")
        wire = GlooWire(_pair(store, number, seat.rank), is_first=False, host=seat.host)
    except (RuntimeError, WireLost):  # rank 0 has called another round meanwhile, or is gone
        os._exit(1)
    os._exit(child.serve(wire))

"""Ranks beside rank 0: processes of this machine, one per device more."""

import multiprocessing
from collections.abc import Sequence

from core.training.ranks import child
from core.training.ranks.mate import Mate
from core.training.ranks.wires import PipeWire


def hire(devices: Sequence[str]) -> list[Mate]:
    """Starts a process for each, which ends with this one at the latest, and waits for `Begin`."""
    # multiprocessing keeps a process that it would end unasked from starting others, which would be left behind. These
    # end by themselves, as this one does.
    multiprocessing.current_process()._config["daemon"] = False  # type: ignore[attr-defined]
    return [_hired(number, device) for number, device in enumerate(devices, 1)]


def _hired(number: int, device: str) -> Mate:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=child.main, args=(theirs,), name=f"idlewild rank {number}", daemon=True)
    process.start()
    theirs.close()
    return Mate(f"rank {number}", device, PipeWire(ours), shares_memory=True, dismiss=process.kill)

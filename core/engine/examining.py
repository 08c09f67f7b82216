"""Each state that is kept is examined by the held-out shards before it counts as published."""

import asyncio
import logging
import time
from collections.abc import Callable
from pathlib import Path

from core.errors import LocalFault
from core.identity.ids import Digest
from core.identity.manifest import Manifest
from core.paths import Home
from core.saying import Saying, say
from core.storage.scores import Examined, ScoreBook
from core.storage.state_file import HEAD_BYTES
from core.training.api import Kept
from core.training.examining import examine_in_child

log = logging.getLogger(__name__)


class Examiner:
    """Of one session; one state at a time, and of those that come meanwhile the newest."""

    def __init__(self, manifest: Manifest, home: Home, book: ScoreBook, on_notice: Callable[[Saying], None]) -> None:
        self._manifest, self._home, self._book, self._on_notice = manifest, home, book, on_notice
        self._waiting: tuple[int, Digest, Path] | None = None
        self._is_new = asyncio.Event()

    def take(self, step: int, state: Digest, path: Path) -> None:
        """A state has been saved at `path`."""
        if self._manifest.held_out and self._book.of(state) is None:
            self._waiting = (step, state, path)
            self._is_new.set()

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            await self._is_new.wait()
            self._is_new.clear()
            waiting, self._waiting = self._waiting, None
            if waiting is not None:
                await self._examine(*waiting)

    async def _examine(self, step: int, state: Digest, path: Path) -> None:
        try:
            scores = await examine_in_child(
                self._manifest, self._home.objects, self._home.prepared, Kept(path, HEAD_BYTES)
            )
        except LocalFault as fault:
            log.warning("the model of step %d was not examined: %s", step, fault)
            return
        best = self._book.best()
        examined = self._book.note(step, state, int(time.time()), scores)
        told = ", ".join(f"{name} {value:.4f}" for name, value in scores.items())
        log.info("the model of step %d on held-out data: %s", step, told)
        if not examined.is_good:
            self._on_notice(_warning(examined, best))


def _warning(examined: Examined, best: Examined | None) -> Saying:
    loss = examined.scores.get("loss", float("nan"))
    if best is None:
        return say(
            "The model of step {step} has a held-out loss of {loss} and is not published.",
            step=str(examined.step),
            loss=f"{loss:.4g}",
        )
    return say(
        "The model of step {step} is worse on held-out data than that of step {best} ({loss} against {best_loss}) and "
        "not published. To go back: idlewild amend rollback STEP.",
        step=str(examined.step),
        best=str(best.step),
        loss=f"{loss:.4g}",
        best_loss=f"{best.scores['loss']:.4g}",
    )

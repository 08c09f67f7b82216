"""The newest model that is here, tried with people's texts."""

import asyncio
import contextlib
import logging
import unicodedata
from collections.abc import Callable

import numpy as np
import psutil

from core.data.objects import ObjectStore
from core.engine.joining import manifest_of
from core.engine.session import Session
from core.errors import LocalFault, UsageError
from core.identity.ids import Digest, RunId
from core.identity.manifest import Manifest
from core.ipc.messages import Reason, Status
from core.ipc.records import Candidate, TryAnswer
from core.paths import Home
from core.saying import say
from core.storage.checkpoints import CheckpointStore
from core.storage.run_states import RunStates
from core.storage.runs import RunRecord
from core.storage.state_file import HEAD_BYTES
from core.swarm.replica import Replica
from core.training.api import Kept, Vector
from core.training.state_digest import chunk_spans
from core.training.state_view import StateView
from core.training.tasks import plug_of
from core.training.tasks.api import Guess
from core.training.trying import Initial, TrialLost, TrialProcess, Weights

log = logging.getLogger(__name__)

STAYS_S = 60.0
"""After the last question the process ends, and gives its memory back."""
LOOK_EVERY_S = 1.0
APPLIED_WITHIN_S = 3.0
"""The longest that a question waits for a state. A step is applied by then; what is fetched may take hours."""
LIVE_BYTES = 1 << 29
"""Parameters up to this size are copied from the training's memory; of larger ones what the disk has is good enough."""
PROCESS_BYTES = 400 << 20
"""What the process takes beside the model."""

_Model = tuple[RunId, int, Digest | None]
"""Run, step and digest of the state; None for the initial weights."""
_TOO_MUCH = {
    Reason.TOO_HOT: say("This computer is too hot at the moment to try the model: ask again when it has cooled down."),
    Reason.LOW_MEMORY: say("Memory is short at the moment: close a program that needs much, then try the model again."),
}


class Trying:
    """Of one engine: at most one process, for the collaboration that was asked about last."""

    def __init__(self, home: Home, status: Callable[[], Status]) -> None:
        self._home, self._status = home, status
        self._process: TrialProcess | None = None
        self._held: _Model | None = None
        """What the process has in its memory."""
        self._run: RunId | None = None
        self._ends_s = 0.0
        self._turn = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None

    async def answer(self, record: RunRecord | None, session: Session | None, text: str, count: int) -> TryAnswer:
        """Of the run `record`, which is that of `session` where there is one. Raises `LocalFault`."""
        self._check(self._status())
        if record is None:
            raise LocalFault(say("There is no model here yet: join a collaboration, or start one."))
        manifest = manifest_of(record)
        kind = plug_of(manifest.task).tries
        if kind == "none":
            return TryAnswer(kind=kind, step=(await self._newest(record, manifest, session))[0][1])
        async with self._turn:
            try:
                step, guesses = await self._guesses(record, manifest, session, checked(text), count)
            except TrialLost as fault:  # perhaps since the last question, by a system that was short of memory then
                log.info("the process that tries the model is started again: %s", fault)
                step, guesses = await self._guesses(record, manifest, session, text, count)
        candidates = [Candidate(text=guess.text, probability=guess.probability) for guess in guesses]
        return TryAnswer(kind=kind, step=step, candidates=candidates)

    async def _guesses(
        self, record: RunRecord, manifest: Manifest, session: Session | None, text: str, count: int
    ) -> tuple[int, list[Guess]]:
        """The step of the model that was asked, and what it said."""
        model, weights = await self._newest(record, manifest, session)
        process = self._asked(manifest, model)
        self._held = None  # until it is known what became of the weights
        guesses = await process.ask(text, count, weights)
        self._held = model
        self._stay()
        return model[1], guesses

    def close(self) -> None:
        """Ends the process. May be called at any time, and twice."""
        if self._timer is not None:
            self._timer.cancel()
        if self._process is not None:
            self._process.close()
        self._timer = self._process = self._held = self._run = None

    def _check(self, status: Status) -> None:
        """Raises `LocalFault` where nothing may be computed now, not even by the user's own wish."""
        if not status.has_consent:
            raise LocalFault(say("Nothing is computed before you have agreed to it: open the window and say so there."))
        if status.reason in _TOO_MUCH:
            raise LocalFault(_TOO_MUCH[status.reason])

    # --- the process

    def _asked(self, manifest: Manifest, model: _Model) -> TrialProcess:
        if self._process is not None and (self._run != model[0] or not self._process.is_alive):
            self.close()
        if self._process is None:
            _check_memory(4 * manifest.elements)
            self._process, self._run = TrialProcess(manifest, self._home.objects), model[0]
        self._stay()
        return self._process

    def _stay(self) -> None:
        loop = asyncio.get_running_loop()
        self._ends_s = loop.time() + STAYS_S
        if self._timer is None:
            self._timer = loop.call_later(LOOK_EVERY_S, self._look)

    def _look(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = None
        is_over = loop.time() >= self._ends_s and not self._turn.locked()
        is_dead = self._process is not None and not self._process.is_alive
        if is_over or is_dead or self._status().reason in _TOO_MUCH:
            log.info("the process that tries the model ends")
            self.close()
        else:
            self._timer = loop.call_later(LOOK_EVERY_S, self._look)

    # --- the model

    async def _newest(self, record: RunRecord, manifest: Manifest, session: Session | None) -> tuple[_Model, Weights]:
        """The present model, else the newest on the disk, else the initial one. Raises `LocalFault`."""
        node = session.node if session is not None else None
        if node is not None and node.replica.run == record.run and 4 * manifest.elements <= LIVE_BYTES:
            view = await _view_of(node.replica)
            if view is not None:
                return await self._present(record.run, view, manifest.elements)
        return await asyncio.to_thread(self._on_disk, record, manifest)

    async def _present(self, run: RunId, view: StateView, elements: int) -> tuple[_Model, Weights]:
        model = (run, view.digest.step, view.digest.root)
        if self._is_held(model):
            return model, None
        return model, await asyncio.to_thread(parameters_of, view, elements)

    def _on_disk(self, record: RunRecord, manifest: Manifest) -> tuple[_Model, Weights]:
        store = CheckpointStore(self._home.checkpoints)
        for step in store.steps(record.run):
            if (root := RunStates(store, record.run).root_of(step)) is not None:
                kept: _Model = (record.run, step, root)
                return kept, None if self._is_held(kept) else Kept(store.path(record.run, step), HEAD_BYTES)
        if not ObjectStore(self._home.objects).has(manifest.initial_weights):
            raise LocalFault(say("The collaboration's model is not here yet: try it when it has been fetched."))
        first: _Model = (record.run, 0, None)
        return first, None if self._is_held(first) else Initial()

    def _is_held(self, model: _Model) -> bool:
        return self._held == model and self._process is not None and self._process.is_alive


async def _view_of(replica: Replica) -> StateView | None:
    """The state, where need be as soon as a step is applied: what the disk has would be an older one than was asked
    before. None if it is undefined for longer."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(APPLIED_WITHIN_S):
            while (view := replica.view()) is None:
                await replica.changed()
            return view
    return None


def parameters_of(view: StateView, elements: int) -> Vector:
    """A copy of the state's first `elements` values."""
    parameters = np.empty(elements, "<f4")
    data = parameters.data.cast("B")
    for index, span in enumerate(chunk_spans(view.elements)):
        if span.start >= len(data):
            break
        stop = min(span.stop, len(data))
        data[span.start : stop] = view.read(index)[: stop - span.start]
    return parameters


def checked(text: str) -> str:
    """Raises `UsageError` for what nobody writes into a text."""
    if any(unicodedata.category(one) in {"Cc", "Cs", "Co", "Cn"} and one not in "\n\r\t" for one in text):
        raise UsageError(say("The text holds control characters: write it with letters, digits and signs alone."))
    if not text.strip():
        raise UsageError(say("There is no text: write a few words."))
    return text


def _check_memory(model_bytes: int) -> None:
    # The bytes on their way are there a second time.
    if psutil.virtual_memory().available < 2 * model_bytes + PROCESS_BYTES:
        raise LocalFault(_TOO_MUCH[Reason.LOW_MEMORY])

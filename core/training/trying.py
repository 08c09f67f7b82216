"""People's texts and what a model makes of them, in a process of its own that stays for further ones.

It computes on the processor with few threads, behind programs that do something for their user and ahead of training:
somebody waits for the answer. No torch here, but in the child.
"""

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np

from core.background import stand_back
from core.data.objects import ObjectStore
from core.errors import LocalFault
from core.identity.manifest import Manifest
from core.identity.wire import pack, unpack
from core.importing import import_for_good
from core.saying import NOTHING, Saying, say
from core.training.api import Kept, Vector
from core.training.layout import read_layout, read_parameters, read_weights
from core.training.surroundings import settle_in
from core.training.tasks import plug_of, tokenizer_of
from core.training.tasks.api import Guess, Trial

THREADS = 2
ANSWER_S = 120.0
"""From the question to the answer, the start of the process and the reading of the model included."""
_PIECE_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Initial:
    """The weights that the collaboration began with."""


Weights = Kept | Vector | Initial | None
"""Where the child finds the model's parameters, or [P] of them; None: it has them."""


class _Ask(msgspec.Struct, frozen=True):
    text: str
    count: int
    weights: Literal["held", "initial", "kept", "sent"]
    path: str = ""
    offset: int = 0


class _Answer(msgspec.Struct, frozen=True):
    fault: Saying = NOTHING
    guesses: list[Guess] = []


class TrialLost(LocalFault):
    """The process ended before it answered."""


class TrialProcess:
    """One child, for one collaboration's models. Make it on the event loop's thread: Linux ends the child with the
    thread that started it. One question at a time."""

    def __init__(self, manifest: Manifest, objects: Path) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, pack(manifest), objects), daemon=True)
        self._speaker = ThreadPoolExecutor(1)
        self._process.start()
        theirs.close()

    async def ask(self, text: str, count: int, weights: Weights) -> list[Guess]:
        """Raises `LocalFault`: nothing can be said of this text, with what to write instead; or it takes too long.
        `TrialLost`: the process is of no use any more."""
        try:
            async with asyncio.timeout(ANSWER_S):
                answer = await asyncio.wrap_future(self._speaker.submit(self._exchange, text, count, weights))
        except (EOFError, OSError) as error:
            self.close()
            raise TrialLost(say("The model could not be tried; is there enough free memory?")) from error
        except TimeoutError:
            self.close()
            raise LocalFault(say("The model takes too long on this computer to be tried.")) from None
        except asyncio.CancelledError:
            self.close()  # its answer would be taken for that to the next question
            raise
        if answer.fault:
            raise LocalFault(answer.fault)
        return answer.guesses

    @property
    def is_alive(self) -> bool:
        return not self._pipe.closed and self._process.is_alive()

    def close(self) -> None:
        """Ends the process. May be called twice."""
        if not self._pipe.closed:
            self._process.kill()  # ends the pipe too, and with it whoever reads there
            self._process.join()
            self._process.close()
            self._speaker.shutdown()
            self._pipe.close()

    def _exchange(self, text: str, count: int, weights: Weights) -> _Answer:
        match weights:
            case None:
                ask = _Ask(text, count, "held")
            case Initial():
                ask = _Ask(text, count, "initial")
            case Kept(path, offset):
                ask = _Ask(text, count, "kept", str(path), offset)
            case _:
                ask = _Ask(text, count, "sent")
        self._pipe.send_bytes(pack(ask))
        if isinstance(weights, np.ndarray):
            data = weights.data.cast("B")
            for start in range(0, len(data), _PIECE_BYTES):
                self._pipe.send_bytes(data[start : start + _PIECE_BYTES])
        return unpack(_Answer, self._pipe.recv_bytes())


# --- in the child


def _work(pipe: Connection, packed: bytes, objects: Path) -> None:
    settle_in()
    stand_back()
    threads = str(min(THREADS, os.cpu_count() or 1))
    os.environ |= {"OMP_NUM_THREADS": threads, "RAYON_NUM_THREADS": threads, "TRANSFORMERS_VERBOSITY": "error"}
    import_for_good("core.training.building")
    tried = _Tried(unpack(Manifest, packed), objects)
    with pipe:
        while True:
            try:
                ask = unpack(_Ask, pipe.recv_bytes())
            except EOFError:
                return
            pipe.send_bytes(pack(tried.answer(ask, pipe)))


class _Tried:
    """The model in the child."""

    def __init__(self, manifest: Manifest, objects: Path) -> None:
        self._manifest, self._objects = manifest, objects
        self._parameters = np.empty(manifest.elements, np.float32)
        self._made: tuple[Trial, Any] | None = None

    def answer(self, ask: _Ask, pipe: Connection) -> _Answer:
        try:
            self._take(ask, pipe)
            return _Answer(guesses=self._guesses(ask))
        except LocalFault as fault:
            return _Answer(fault=fault.saying)

    def _take(self, ask: _Ask, pipe: Connection) -> None:
        if ask.weights == "sent":
            data = self._parameters.data.cast("B")
            for start in range(0, len(data), _PIECE_BYTES):
                pipe.recv_bytes_into(data[start : start + _PIECE_BYTES])
        elif ask.weights == "kept":
            self._parameters[:] = read_parameters(Kept(Path(ask.path), ask.offset), self._parameters.size)
        elif ask.weights == "initial":
            read_weights(ObjectStore(self._objects).path(self._manifest.initial_weights), self._parameters)

    def _guesses(self, ask: _Ask) -> list[Guess]:
        import torch  # the engine imports this module for its first class

        from core.training.building import bind  # likewise

        plug, task = plug_of(self._manifest.task), self._manifest.task
        if self._made is None:
            tokenizer = tokenizer_of(self._manifest, self._objects)
            assert tokenizer is not None, "a task that is tried with text has a tokenizer"
            layout = read_layout(ObjectStore(self._objects).path(self._manifest.initial_weights))
            model = plug.learning(task).build()
            bind(model, layout, torch.from_numpy(self._parameters))
            self._made = plug.trial(task, tokenizer), model.eval()
        trial, model = self._made
        return trial.answer(model, ask.text, ask.count)

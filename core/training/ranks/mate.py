"""Another rank, as rank 0 sees it."""

import logging
import queue
import threading
from collections.abc import Callable
from typing import TypeVar

from core.errors import LocalFault
from core.saying import Saying, say
from core.training.messages import Logged
from core.training.ranks import messages as r
from core.training.ranks.parcel import Bytes
from core.training.ranks.wires import NOTHING, Wire, WireLost

A = TypeVar("A", r.Begun, r.Loaded, r.Judged, r.Published)


class MateLost(LocalFault):
    """Its process has ended, or does not answer; half a sentence, as all of a trainer's last words."""


class Mate:
    """Orders go out, answers come in, in the orders' order."""

    def __init__(
        self, name: str, device: str, wire: Wire, *, shares_memory: bool, dismiss: Callable[[], None] = lambda: None
    ) -> None:
        """`device`: what it is to compute on; empty where that is for it to find out. `shares_memory`: it sees the
        parameters that rank 0 sees. `dismiss` ends it at once, where it would not end with this process."""
        self.name, self.device, self.shares_memory = name, device, shares_memory
        self.micro_batch = 0
        self.has_gradient = False
        """Something that it has not been asked for yet."""
        self.dismiss = dismiss
        self._wire = wire
        self._answers: queue.SimpleQueue[tuple[r.Answer, Bytes] | None] = queue.SimpleQueue()
        threading.Thread(target=self._listen, name="rank", daemon=True).start()

    def order(self, order: r.Order, content: Bytes = NOTHING) -> None:
        """Whether it is there to obey shows in its answer."""
        try:
            self._wire.send(r.encode(order), content)
        except WireLost:
            logging.getLogger(__name__).debug("%s gone before %s", self.name, type(order).__name__)

    def answer(self, kind: type[A], timeout_s: float) -> tuple[A, Bytes] | None:
        """None if there is none yet. Raises `MateLost`."""
        try:
            said = self._answers.get(timeout=timeout_s)
        except queue.Empty:
            return None
        if said is None:
            raise self.lost(say("its process ended"))
        answer, content = said
        if isinstance(answer, r.Failing):
            raise self.lost(answer.saying)
        if not isinstance(answer, kind):
            raise self.lost(
                say("it said {answer} when asked for {question}", answer=type(answer).__name__, question=kind.__name__)
            )
        return answer, content

    def lost(self, reason: Saying) -> MateLost:
        where = f"{self.device} ({self.name})" if self.device else self.name
        return MateLost(say("{device} was lost: {reason}", device=where, reason=reason))

    def _listen(self) -> None:
        try:
            while True:
                message, content = self._wire.receive()
                answer = r.decode_answer(message)
                if isinstance(answer, Logged):
                    logging.getLogger(answer.logger).log(answer.level, "%s: %s", self.name, answer.text)
                else:
                    self._answers.put((answer, content))
        except WireLost:
            self._answers.put(None)

"""A rank's end of the wire: a thread listens, so that `Abandon` is noticed in the middle of work."""

import os
import queue
import threading
import time

from core.training.ranks import messages as r
from core.training.ranks.parcel import Bytes
from core.training.ranks.wires import NOTHING, Wire, WireLost

_LOOK_EVERY_S = 0.05


class Orders:
    """Orders in, answers out; a `core.training.gate.Hints` too. `take` belongs to the working thread, `answer` to any.
    The process ends with the wire: its gradient is of no use to anybody then."""

    stop_waits = False

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._sending = threading.Lock()
        self._taken: queue.SimpleQueue[tuple[r.Order, Bytes]] = queue.SimpleQueue()
        self.freeze_waits = False
        """What is being accumulated, or waits to be, shall be abandoned."""

    @property
    def command_waits(self) -> bool:
        return self.freeze_waits

    def listen(self) -> None:
        threading.Thread(target=self._listen, daemon=True).start()

    def answer(self, answer: r.Answer, content: Bytes = NOTHING) -> None:
        try:
            with self._sending:
                self._wire.send(r.encode(answer), content)
        except WireLost:
            os._exit(0)

    def take(self) -> tuple[r.Order, Bytes]:
        """Waits for the next one."""
        return self._taken.get()

    def wait(self) -> None:
        """A moment: nobody says when the shared flag is set again."""
        time.sleep(_LOOK_EVERY_S)

    def rest(self, seconds: float) -> None:
        """Returns after so long, or when something more urgent waits."""
        end_s = time.monotonic() + seconds
        while not self.freeze_waits and (left_s := end_s - time.monotonic()) > 0:
            time.sleep(min(_LOOK_EVERY_S, left_s))

    def _listen(self) -> None:
        try:
            while True:
                message, content = self._wire.receive()
                self._put(r.decode_order(message), content)
        except WireLost:
            os._exit(0)

    def _put(self, order: r.Order, content: Bytes) -> None:
        """There is one `Accumulate` at a time, so that an `Abandon` that came too late for one never meets the next."""
        if isinstance(order, r.Abandon):
            self.freeze_waits = True
            return
        if isinstance(order, r.Accumulate):
            self.freeze_waits = False
        self._taken.put((order, content))

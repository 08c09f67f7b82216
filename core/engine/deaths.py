"""How often the trainer may die."""

import asyncio
import logging
import time

from core.errors import LocalFault
from core.saying import Saying, say
from core.training.api import Trainer, TrainerLost

log = logging.getLogger(__name__)

RESTART_AFTER_S = 0.5
RESTARTS = 5
"""Deaths within `RESTARTS_WITHIN_S` that are not taken for bad luck."""
RESTARTS_WITHIN_S = 120.0


class Deaths:
    """Of one session's trainer."""

    def __init__(self) -> None:
        self._at_s: list[float] = []

    async def mourn(self, reason: Saying) -> None:
        """Waits a moment. Raises `LocalFault` where that makes too many deaths."""
        now = time.monotonic()
        self._at_s = [death for death in self._at_s if now - death < RESTARTS_WITHIN_S] + [now]
        if len(self._at_s) > RESTARTS:
            raise LocalFault(
                say(
                    "Training keeps failing on this computer because {reason}; see the log, then start again.",
                    reason=reason,
                )
            )
        await asyncio.sleep(RESTART_AFTER_S)

    async def bring_up(self, trainer: Trainer) -> None:
        """Starts it: again and again where something outside ends it before it is ready, such as a system short of
        memory. Raises `LocalFault`."""
        while True:
            try:
                await trainer.start()
                return
            except TrainerLost as fault:
                log.warning("trainer lost while it started: %s", fault)
            await self.mourn(say("its process is ended while it starts"))

"""What a session's trainer says goes to whom it concerns, and a trainer that dies is started again."""

import asyncio
import logging
from collections.abc import Callable

from core.data.ranges import SampleRange
from core.engine.deaths import Deaths
from core.engine.roles import Roles
from core.saying import Saying
from core.swarm.node import Node
from core.tasks import SideTasks
from core.training.api import Progress, Trainer, TrainerEvents

log = logging.getLogger(__name__)

LOOK_EVERY_S = 0.5
STUCK_LIMIT_S = 60.0
"""A trainer that has shown no sign of life for longer is started anew."""


class Labour:
    """Of one session."""

    def __init__(self, roles: Roles, node: Callable[[], Node | None], side: SideTasks) -> None:
        """`node`: None before there is one, when a trainer can say nothing but that it is lost."""
        self._roles, self._node, self._side = roles, node, side
        self._deaths = Deaths()
        self._trainer: Trainer | None = None
        self.events = TrainerEvents(
            on_progress=self._on_progress,
            on_rejected=self._on_rejected,
            on_starved=self._on_starved,
            on_void=self._on_gradient_void,
            on_lost=self._on_lost,
        )

    async def begin(self, trainer: Trainer) -> None:
        """Raises `LocalFault`."""
        self._trainer = trainer
        await self._deaths.bring_up(trainer)

    async def run(self) -> None:
        """Until cancelled: a trainer that is stuck is ended, after which it goes the way of all that die."""
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            if self._trainer is not None and (stuck_s := self._trainer.stuck_s) > STUCK_LIMIT_S:
                log.warning("the trainer has shown no sign of life for %.0f s and is ended", stuck_s)
                self._trainer.end_stuck()

    def _on_progress(self, progress: Progress) -> None:
        self._roles.note_progress(progress)
        self._present.on_progress(progress)

    def _on_rejected(self, samples: SampleRange) -> None:
        self._present.on_rejected(samples)

    def _on_starved(self) -> None:
        self._present.on_starved()

    @property
    def _present(self) -> Node:
        node = self._node()
        assert node is not None
        return node

    def _on_gradient_void(self, reason: str) -> None:
        log.warning("the gradient is void and its samples go back: %s", reason)
        if (node := self._node()) is not None:
            node.participation.on_gradient_void()

    def _on_lost(self, reason: Saying) -> None:
        log.warning("trainer lost: %s", reason)
        if (node := self._node()) is not None:
            node.participation.on_gradient_lost()
        self._side.spawn(self._restart(reason))

    async def _restart(self, reason: Saying) -> None:
        assert self._trainer is not None
        await self._deaths.mourn(reason)
        await self._deaths.bring_up(self._trainer)
        self._present.participation.on_trainer_back()

"""What the organiser changes in the collaboration that this engine takes part in (`idlewild amend`)."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from core.collaboration.appending import appended_data
from core.collaboration.shards import Shelf
from core.data.objects import ObjectStore
from core.errors import LocalFault, UsageError
from core.identity.amendment import Amendment, Change, Joined, RollBack, amended, sign_amendment
from core.identity.ids import PeerId
from core.identity.keys import Identity
from core.identity.manifest import Manifest
from core.ipc.messages import AmendResult
from core.paths import Home
from core.storage.petitions import PetitionStore
from core.swarm.amending import joined_data
from core.swarm.node import Node
from core.swarm.state_files import StateFiles
from core.training.tasks import recipe_of


class Amender:
    """Of one session."""

    def __init__(  # what it is plugged into
        self,
        identity: Identity,
        manifest: Manifest,
        node: Node,
        petitions: PetitionStore,
        files: StateFiles,
        home: Home,
        on_joined: Callable[[tuple[Joined, ...]], None],
    ) -> None:
        """`on_joined` is told all the data that has joined by the log, now and whenever that changes."""
        self._identity, self._manifest, self._node = identity, manifest, node
        self._petitions, self._files, self._home = petitions, files, home
        self._on_joined = on_joined
        node.replica.on_amendments = self._tell
        self._tell()
        self._petition_again()

    def _tell(self) -> None:
        self._on_joined(joined_data(self._node.replica))

    def _petition_again(self) -> None:
        """Asks for what was asked for before this engine started."""
        for signed in self._petitions.waiting(self._node.replica.amendments):
            self._node.petition(signed)

    async def append_data(
        self,
        files: Sequence[str],
        source: str | None = None,
        weight: float | None = None,
        from_step: int | None = None,
    ) -> AmendResult:
        """Raises `UsageError`, `LocalFault`."""
        self._check_organiser()
        manifest = self._present()
        recipe = recipe_of(self._manifest, self._home.objects)
        shelf = Shelf(ObjectStore(self._home.objects), self._home.prepared, recipe)
        data = await asyncio.to_thread(
            appended_data, manifest, [Path(file) for file in files], shelf, source=source, weight=weight
        )
        self._check_idle()
        return self._petition(data, from_step, sum(shard.samples for shard in data.shards))

    async def roll_back(self, step: int) -> AmendResult:
        """Raises `UsageError` if the state of `step` is not kept here."""
        self._check_organiser()
        self._check_idle()
        header = self._node.replica.log.header(step)
        if header is None:
            raise UsageError(f"There is no step {step}; `idlewild log` lists them.")
        saved = self._files.open(step, header.state)
        if saved is None:
            raise UsageError(f"The model of step {step} is not kept here; `idlewild models` lists those that are.")
        saved.close()
        return self._petition(RollBack(step=step, state=header.state), None, 0)

    def _petition(self, what: Change, from_step: int | None, samples: int) -> AmendResult:
        replica = self._node.replica
        earliest = replica.head_step + 1
        if from_step is not None and from_step < earliest:
            raise UsageError(f"Step {from_step} has been made; name one from {earliest} on.")
        amendment = Amendment(
            run=replica.run,
            number=replica.amendments + 1,
            from_step=from_step or earliest,
            what=what,
            organiser=self._identity.public_key,
        )
        signed = sign_amendment(self._identity, amendment)
        self._petitions.add(amendment.number, signed)
        self._node.petition(signed)
        return AmendResult(number=amendment.number, from_step=amendment.from_step, samples=samples)

    def _present(self) -> Manifest:
        return amended(self._manifest, joined_data(self._node.replica))

    def _check_organiser(self) -> None:
        if PeerId.of_key(self._manifest.organiser) != self._identity.peer_id:
            raise LocalFault("Only the organiser can change a collaboration: do this in the home that hosts it.")

    def _check_idle(self) -> None:
        if self._node.replica.petitions:
            raise LocalFault("A change waits for its step already: try again when it is in the log.")

"""The model as a folder that `transformers` loads, with its card."""

from pathlib import Path

from core.engine.model_card import Making, model_card
from core.engine.session import Session
from core.errors import LocalFault
from core.identity.amendment import amended
from core.identity.ids import Digest
from core.ipc.messages import ExportResult
from core.paths import Home
from core.saying import say
from core.storage.checkpoints import CheckpointStore
from core.storage.scores import ScoreBook
from core.storage.state_file import HEAD_BYTES
from core.swarm.amending import joined_data
from core.swarm.node import Node
from core.training.api import Kept


async def export_model(session: Session | None, home: Home, folder: str, *, published: bool = False) -> ExportResult:
    """The present model, or the newest kept one that has been examined and found good. Raises `LocalFault`."""
    if session is None or session.node is None or session.trainer is None or session.keeper is None:
        raise LocalFault(say("There is no model yet: wait until training has started, or join a collaboration."))
    node = session.node
    async with node.replica.busy:
        if published:
            step, root, kept = _published(session.keeper.scores, node, home)
        else:
            position = node.replica.position
            if position is None:
                raise LocalFault(say("The model is being updated at this moment: try again in a few seconds."))
            step, root, kept = position.step, position.root, None
        await session.trainer.export(Path(folder), _card(session, node, step, root), kept)
    return ExportResult(folder=folder, step=step, state_digest=root.text)


def _published(scores: ScoreBook, node: Node, home: Home) -> tuple[int, Digest, Kept]:
    store = CheckpointStore(home.checkpoints)
    there = set(store.steps(node.replica.run))
    for examined in scores.all():
        if examined.is_good and examined.step in there:
            return examined.step, examined.state, Kept(store.path(node.replica.run, examined.step), HEAD_BYTES)
    raise LocalFault(
        say(
            "No kept model has been examined and found good yet: hold data out in the manifest, wait a few minutes, "
            "or export the present model."
        )
    )


def _card(session: Session, node: Node, step: int, root: Digest) -> str:
    assert session.manifest is not None
    assert session.log is not None
    assert session.keeper is not None
    header = node.replica.log.header(step)
    making = Making(header, session.log.volunteers(), session.keeper.scores.of(root))
    return model_card(amended(session.manifest, joined_data(node.replica)), making)

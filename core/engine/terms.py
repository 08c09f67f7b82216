"""What a manifest says of how steps are made."""

from core.averaging.assignment import PART_ELEMENTS
from core.identity.ids import PeerId, RunId
from core.identity.manifest import Manifest
from core.swarm.coordinator import Terms
from core.training.schedule import scalars


def terms_of(run: RunId, manifest: Manifest) -> Terms:
    return Terms(
        run=run,
        target_batch=manifest.target_batch,
        elements=manifest.elements,
        codec=manifest.codec,
        is_delayed=manifest.averaging == "delayed",
        part_elements=PART_ELEMENTS,
        organiser=PeerId.of_key(manifest.organiser),
        scalars=lambda step: scalars(manifest.optimizer, manifest.schedule, step),
    )

"""A collaboration of two small files, made as a host makes one."""

import json
import struct
from pathlib import Path

from core.collaboration.hosting import build_collaboration
from core.collaboration.manifest_file import Draft
from core.data.objects import ObjectStore
from core.identity.keys import Identity
from core.identity.manifest import SignedManifest, Task
from core.training.weights import InitialWeights

ORGANISER = Identity.from_seed(bytes(32))
MANIFEST = """
name = "N"
language = "en"
licence = "CC0"
data.files = ["*.txt"]
optimizer.learning_rate = 1e-3
schedule.total_steps = 10
task.sequence_tokens = 64
task.model.hidden_size = 32
tokenizer.train = { vocabulary = 200 }
"""


def weights(task: Task, seed: int) -> InitialWeights:
    """A safetensors file of the vocabulary's length, that tells seeds apart."""
    vocabulary = task.model["vocab_size"]
    header = {"e": {"dtype": "F32", "shape": [vocabulary, 2], "data_offsets": [0, 8 * vocabulary]}}
    text = json.dumps(header).encode()
    content = len(text).to_bytes(8, "little") + text + struct.pack("<ff", seed, vocabulary) * vocabulary
    return InitialWeights(task, content)


def build(home: Path, draft: Draft, **more: object) -> SignedManifest:
    return build_collaboration(
        draft,
        identity=ORGANISER,
        objects=ObjectStore(home / "objects"),
        prepared=home / "prepared",
        make_weights=weights,
        **more,  # type: ignore[arg-type]
    )

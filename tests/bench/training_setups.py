"""What `tests.bench.training` compares: a manifest for each task, its samples, and the same in plain PyTorch."""

from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from PIL import Image
from pyarrow import parquet
from trainer_doubles import Collaboration, collaboration, open_numbered

from core.collaboration.hosting import build_collaboration
from core.collaboration.manifest_file import read_draft
from core.data.objects import ObjectStore
from core.data.ranges import SampleRange
from core.identity.keys import Identity
from core.identity.manifest import AdamW, CausalLm, Manifest, Schedule
from core.identity.wire import from_json
from core.training.child import OpenSamples, open_samples
from core.training.layout import read_layout
from core.training.tasks.causal_lm.recipe import PackedBatch
from core.training.weights import make_initial_weights

LENGTH = 128
ALBERT = {
    "hidden_size": 256,
    "embedding_size": 128,
    "num_hidden_layers": 4,
    "num_attention_heads": 4,
    "intermediate_size": 1024,
    "max_position_embeddings": LENGTH,
}
GPT2 = {"model_type": "gpt2", "vocab_size": 50_257, "n_embd": 768, "n_layer": 12, "n_head": 12, "n_positions": LENGTH}
GPT2 |= {"resid_pdrop": 0.0, "embd_pdrop": 0.0, "attn_pdrop": 0.0}
SWAV = """
name = "Pictures"
language = "zxx"
licence = "none"
data.files = ["*.parquet"]
optimizer = { kind = "larc_sgd", learning_rate = 2.4 }
schedule.total_steps = 100
[task]
kind = "swav"
prototypes = 300
queue = 512
crops = [
    { count = 2, pixels = 64, least_area = 0.14, most_area = 1.0 },
    { count = 2, pixels = 32, least_area = 0.05, most_area = 0.14 },
]
"""
"""With ResNet-50, whose views are small so that a round takes seconds."""
PICTURES = 256


@dataclass(frozen=True)
class Setup:
    made: Collaboration
    opener: OpenSamples
    make_plain: Callable[[Any], None] = lambda model: None
    """Gives a model of plain PyTorch's parts in the place of this program's own."""


def albert(home: Path) -> Setup:
    return Setup(collaboration(home, vocabulary=32_000, sequence_tokens=LENGTH, model=ALBERT), open_numbered)


class NumberedTokens:
    def batch(self, samples: SampleRange) -> PackedBatch:
        chance = np.random.default_rng(samples.start)
        return PackedBatch(chance.integers(0, GPT2["vocab_size"], (len(samples), LENGTH + 1)))

    def join(self, joined: object) -> None:
        """There is no more where these come from."""


def open_tokens(manifest: Manifest, objects: Path, prepared: Path) -> NumberedTokens:
    return NumberedTokens()


def gpt2(home: Path) -> Setup:
    store, task = ObjectStore(home / "objects"), CausalLm(model=GPT2, sequence_tokens=LENGTH)
    weights = store.add_bytes(make_initial_weights(task, 1).content)
    manifest = Manifest(
        name="tokens",
        description="",
        language="",
        licence="",
        organiser=bytes(32),
        task=task,
        initial_weights=weights,
        elements=read_layout(store.path(weights)).elements,
        shards=(),
        seed=1,
        optimizer=AdamW(learning_rate=1e-3),
        schedule=Schedule(kind="constant", warmup_steps=0, total_steps=100),
        target_batch=16,
    )
    return Setup(Collaboration(manifest, home / "objects", home / "prepared"), open_tokens)


def picture(number: int) -> bytes:
    down, across = np.mgrid[0:120, 0:160] / 40
    waves = [np.sin(down * a + across * b) for a, b in np.random.default_rng(number).uniform(-3, 3, (3, 2))]
    written = BytesIO()
    Image.fromarray((128 + 100 * np.stack(waves, -1)).astype(np.uint8)).save(written, "JPEG")
    return written.getvalue()


def swav(home: Path) -> Setup:
    parquet.write_table(pa.table({"image": [picture(number) for number in range(PICTURES)]}), home / "p.parquet")
    (home / "manifest.toml").write_text(SWAV)
    signed = build_collaboration(
        read_draft(home / "manifest.toml"),
        identity=Identity.generate(),
        objects=ObjectStore(home / "objects"),
        prepared=home / "prepared",
        make_weights=make_initial_weights,
    )
    made = Collaboration(from_json(Manifest, signed.content), home / "objects", home / "prepared")
    return Setup(made, open_samples, with_torchs_norms)


def with_torchs_norms(model: Any) -> None:
    """Puts torch's own batch normalisation back, which keeps its statistics to itself."""
    from torch import nn  # the trainer process imports this file too, and torch with settings of its own

    from core.training.statistics import FollowedNorm

    for module in list(model.modules()):
        for name, child in module.named_children():
            if isinstance(child, FollowedNorm):
                kind = nn.BatchNorm1d if isinstance(module, nn.Sequential) and name == "1" else nn.BatchNorm2d
                setattr(module, name, kind(len(child.weight), eps=child.eps))


SETUPS: dict[str, Callable[[Path], Setup]] = {"albert": albert, "gpt2": gpt2, "swav": swav}

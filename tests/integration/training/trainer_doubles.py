"""A small collaboration without text: samples are made from their numbers. Imported by name in trainer processes."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from core.data.objects import ObjectStore
from core.data.ranges import SampleRange
from core.identity.amendment import Joined
from core.identity.manifest import AdamW, Lamb, Manifest, MlmSop, Schedule
from core.saying import Saying
from core.training.api import Progress, TrainerEvents
from core.training.layout import read_layout, read_weights
from core.training.manner import Manner
from core.training.process import TrainerProcess
from core.training.tasks.mlm_sop.batches import NOT_PREDICTED, Batch
from core.training.weights import make_initial_weights

SPECIAL = ("<pad>", "<unk>", "[CLS]", "[SEP]", "[MASK]")
MODEL = {
    "model_type": "albert",
    "hidden_size": 32,
    "embedding_size": 16,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 64,
    "max_position_embeddings": 32,
}


class NumberedSamples:
    """Sample `i` is random tokens drawn from a generator seeded with `i`."""

    def __init__(self, manifest: Manifest, vocabulary: int) -> None:
        self._length, self._vocabulary = manifest.task.sequence_tokens, vocabulary

    def batch(self, samples: SampleRange) -> Batch:
        rows = [self._row(number) for number in range(samples.start, samples.stop)]
        ids, second, labels = (np.stack([row[part] for row in rows]) for part in range(3))
        order = np.arange(samples.start, samples.stop) % 2
        return Batch(ids, np.ones_like(ids), second, labels, order)

    def join(self, joined: Sequence[Joined]) -> None:
        self.joined = joined

    def _row(self, number: int) -> tuple[Any, Any, Any]:
        chance = np.random.default_rng(number)
        ids = chance.integers(5, self._vocabulary, self._length)
        labels = np.full(self._length, NOT_PREDICTED)
        chosen = chance.choice(self._length, self._length // 8 + number % 3, replace=False)
        labels[chosen] = ids[chosen]
        ids[chosen] = 4
        return ids, (np.arange(self._length) > self._length // 2).astype(np.int64), labels


def open_numbered(manifest: Manifest, objects: Path, prepared: Path) -> NumberedSamples:
    return NumberedSamples(manifest, manifest.task.model["vocab_size"])


def tokenizer_file(vocabulary: int) -> bytes:
    """A Unigram tokenizer whose words have no meaning."""
    entries = [[word, 0.0] for word in SPECIAL] + [[f"w{number}", -9.0] for number in range(vocabulary - len(SPECIAL))]
    added = [
        {"id": i, "content": word, "special": True}
        | dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
        for i, word in enumerate(SPECIAL)
    ]
    return json.dumps(
        {"version": "1.0", "added_tokens": added, "model": {"type": "Unigram", "unk_id": 1, "vocab": entries}}
    ).encode()


@dataclass
class Events:
    """Records what the trainer tells, and lets a test wait for it."""

    progress: list[Progress] = field(default_factory=list)
    rejected: list[SampleRange] = field(default_factory=list)
    starved: int = 0
    void: list[str] = field(default_factory=list)
    lost: list[Saying] = field(default_factory=list)
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def callbacks(self) -> TrainerEvents:
        return TrainerEvents(
            on_progress=self._progressed,
            on_rejected=self._rejected,
            on_starved=self._starved,
            on_void=self._voided,
            on_lost=self._lost,
        )

    def _progressed(self, progress: Progress) -> None:
        self.progress.append(progress)
        self.changed.set()

    def _rejected(self, samples: SampleRange) -> None:
        self.rejected.append(samples)
        self.changed.set()

    def _voided(self, reason: str) -> None:
        self.void.append(reason)
        self.changed.set()

    def _starved(self) -> None:
        self.starved += 1
        self.changed.set()

    def _lost(self, reason: Saying) -> None:
        self.lost.append(reason)
        self.changed.set()

    @property
    def samples(self) -> int:
        return sum(len(progress.samples) for progress in self.progress)

    async def until_samples(self, samples: int) -> None:
        while self.samples < samples:
            assert not self.lost
            self.changed.clear()
            await self.changed.wait()

    async def until_lost(self) -> str:
        while not self.lost:
            self.changed.clear()
            await self.changed.wait()
        return str(self.lost[-1])


@dataclass
class Collaboration:
    manifest: Manifest
    objects: Path
    prepared: Path

    def trainer(self, events: Events, **choices: Any) -> TrainerProcess:
        """One whose gradients can be compared with a plain loop's, whatever the processor likes best."""
        fixed = {"threads": 1, "background_priority": False, "device": "cpu", "manner": Manner(precision="fp32")}
        choices = fixed | {"open_samples": open_numbered} | choices
        trainer = TrainerProcess(
            self.manifest, objects=self.objects, prepared=self.prepared, events=events.callbacks, **choices
        )
        self.put_initial_state(trainer)
        return trainer

    def put_initial_state(self, trainer: TrainerProcess) -> None:
        read_weights(self.weights, trainer.state[: trainer.elements])

    @property
    def weights(self) -> Path:
        return ObjectStore(self.objects).path(self.manifest.initial_weights)


def collaboration(
    home: Path,
    *,
    vocabulary: int = 64,
    sequence_tokens: int = 16,
    optimizer: Lamb | AdamW | None = None,
    model: dict[str, Any] | None = None,
    **changes: Any,
) -> Collaboration:
    """A manifest with a tokenizer and initial weights in `home`."""
    store = ObjectStore(home / "objects")
    model = {**MODEL, "vocab_size": vocabulary} | (model or {})
    task = MlmSop(model=model, sequence_tokens=sequence_tokens)
    weights = store.add_bytes(make_initial_weights(task, seed=1).content)
    manifest = Manifest(
        name="numbers",
        description="",
        language="",
        licence="",
        organiser=bytes(32),
        task=task,
        tokenizer=store.add_bytes(tokenizer_file(vocabulary)),
        initial_weights=weights,
        elements=read_layout(store.path(weights)).elements,
        shards=(),
        seed=1,
        optimizer=optimizer or Lamb(learning_rate=0.01),
        schedule=Schedule(kind="constant", warmup_steps=0, total_steps=100),
        target_batch=16,
        **changes,
    )
    return Collaboration(manifest, home / "objects", home / "prepared")

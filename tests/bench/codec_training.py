"""What codecs do to training: the same small ALBERT, samples and steps under each codec, in one process.

    python -m tests.bench.codec_training [--steps 500] [--codecs float32 int8 int4 int4-alone] [--data FOLDER]

Four contributors' gradients go through the real `Reduction`, `Feedback` and codecs, each peer reducing a quarter whose
cuts move from step to step, and the average through the real optimizer step. `-alone` is a codec without feedback.
Prints the loss (mean over the last steps, and on samples never trained on) relative to the first codec's. One thread;
about 2 minutes a codec. `--gradients FILE` keeps some of the gradients, for `tests.bench.averaging`.
"""

import argparse
import shutil
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import numpy as np
import torch

from core.averaging.assignment import Assignment, Layout, Owner, Weight
from core.averaging.codec import codec_named
from core.averaging.feedback import AverageFeedback, Feedback
from core.averaging.reduction import ClosedPart, Reduction
from core.collaboration.data_table import DataFile, DataFiles
from core.collaboration.hosting import build_collaboration
from core.collaboration.manifest_file import Draft, TokenizerTraining
from core.data.objects import ObjectStore
from core.data.ranges import SampleRange
from core.identity.ids import PeerId
from core.identity.keys import Identity
from core.identity.manifest import Lamb, Manifest, MlmSop, Schedule, Source
from core.identity.wire import from_json
from core.training.api import Vector
from core.training.tasks.mlm_sop.models import drafted
from core.training.weights import make_initial_weights
from tests.bench.lone_trainer import LoneTrainer

DATA = Path(__file__).parents[3] / "shared" / "data" / "bn_text"
FILES = ("news", "literature_pd")
TOKENS, VOCABULARY, HIDDEN = 32, 4_000, 128
PEERS = tuple(PeerId(bytes([number]) * 32) for number in range(1, 5))
HELD_OUT, LAST = 512, 50
EVERY = ("float32", "float16", "int8", "int4", "int8-alone", "int4-alone")


def collaboration(home: Path, data: Path, *, batch: int, steps: int, rate: float) -> Manifest:
    """Built with the organiser's own code; tokenizer and samples of another time are used again."""
    tokenizer = home / f"tokenizer-{VOCABULARY}.json"
    sizes = {
        "hidden_size": HIDDEN,
        "num_attention_heads": HIDDEN // 64,
        "intermediate_size": 4 * HIDDEN,
        "max_position_embeddings": TOKENS,
    }
    draft = Draft(
        name="Codecs",
        description="Codecs compared.",
        language="bn",
        licence="none",
        task=MlmSop(sequence_tokens=TOKENS, model=drafted(sizes, TOKENS)),
        tokenizer=tokenizer if tokenizer.exists() else TokenizerTraining(vocabulary=VOCABULARY),
        data=DataFiles(
            tuple(DataFile(data / f"{name}.jsonl.zst", "jsonl.zst") for name in FILES), sources=(Source(),), held_out=()
        ),
        optimizer=Lamb(learning_rate=rate),
        schedule=Schedule(kind="linear", warmup_steps=steps // 10, total_steps=2 * steps),
        clip_norm=1.0,
        target_batch=batch,
    )
    signed = build_collaboration(
        draft,
        identity=Identity.generate(),
        objects=ObjectStore(home / "objects"),
        prepared=home / "prepared",
        make_weights=make_initial_weights,
    )
    manifest = from_json(Manifest, signed.content)
    shutil.copyfile(ObjectStore(home / "objects").path(manifest.tokenizer), tokenizer)
    return manifest


@dataclass(frozen=True)
class Outcome:
    losses: list[float]
    held_out: float
    seconds: float


class Run:
    """Trains from the initial weights with one codec."""

    def __init__(self, manifest: Manifest, home: Path, name: str) -> None:
        self._manifest = manifest
        self._trainer = LoneTrainer(manifest, home)
        self._vectors = self._trainer.vectors
        codec, _, alone = name.partition("-")
        self._codec = codec_named(codec)
        self._gradients = [np.zeros(manifest.elements, np.float32) for _ in PEERS]
        self._feedback: list[tuple[Feedback, AverageFeedback]] | None = None
        if not alone:
            self._feedback = [(Feedback(self._codec, manifest.elements), AverageFeedback(self._codec)) for _ in PEERS]
        self._chance = np.random.default_rng(5)

    def step(self, step: int) -> float:
        """Mean loss of the step's samples."""
        share = self._manifest.target_batch // len(PEERS)
        loss_sum = 0.0
        for number, gradient in enumerate(self._gradients):
            start = (step - 1) * self._manifest.target_batch + number * share
            self._trainer.expect(SampleRange(start, start + share))
            loss_sum += self._trainer.accumulate(share)
            np.copyto(gradient, self._vectors.gradient)
        self._average(step, share)
        self._trainer.apply(step)
        return loss_sum / (share * len(PEERS))

    def _average(self, step: int, share: int) -> None:
        elements = self._manifest.elements
        cuts = (np.arange(1, 4) / 4 + self._chance.uniform(-0.01, 0.01, 3)) * elements
        layout = Layout(elements, starts=(0, *(int(cut) for cut in cuts)))
        assignment = Assignment(
            step=step,
            series=1,
            attempt=1,
            layout=layout,
            codec=self._codec.name,
            weights=tuple(Weight(peer, share) for peer in PEERS),
            owners=tuple(Owner(peer, *layout.run_of(span)) for span, peer in enumerate(PEERS)),
            predicted_s=1.0,
            grace_s=1.0,
        )
        reductions = [
            Reduction(peer, layout, self._codec, gradient, *(self._feedback[number] if self._feedback else ()))
            for number, (peer, gradient) in enumerate(zip(PEERS, self._gradients, strict=True))
        ]
        for peer, reduction in zip(PEERS, reductions, strict=True):
            reduction.take_on(assignment, assignment.parts_of(peer), 0.0)
        for owner, reducer in zip(PEERS, reductions, strict=True):
            for index in assignment.parts_of(owner):
                for peer, reduction in zip(PEERS, reductions, strict=True):
                    if peer != owner:
                        coded = reduction.own_part(index)
                        assert coded is not None
                        reducer.deliver(peer, index, coded, 0.0)
                closed = reducer.close_next()
                assert isinstance(closed, ClosedPart)
                self._codec.decode_into(closed.coded, self._vectors.average[slice(*layout.part(index))])
        for number, peer in enumerate(PEERS if self._feedback else ()):
            feedback, average_feedback = self._feedback[number]
            feedback.settle(self._gradients[number])
            average_feedback.settle(layout.part(index) for index in assignment.parts_of(peer))

    def gradients(self) -> list[Vector]:
        return [gradient / np.float32(self._manifest.target_batch // len(PEERS)) for gradient in self._gradients]

    def held_out(self) -> float:
        end = self._manifest.samples
        with torch.no_grad():
            return sum(self._loss_of(start) for start in range(end - HELD_OUT, end, 64)) / HELD_OUT

    def _loss_of(self, start: int) -> float:
        learner = self._trainer.learner
        given = learner.prepare(self._trainer.source, SampleRange(start, start + 64))
        return learner.learning.loss_sum(learner._model, given).item()

    def close(self) -> None:
        self._trainer.close()


def train(manifest: Manifest, home: Path, name: str, steps: int, kept: list[Vector] | None) -> Outcome:
    run, losses, begun = Run(manifest, home, name), [], time.perf_counter()
    for step in range(1, steps + 1):
        losses.append(run.step(step))
        if step % 50 == 0 or step == 5:
            seconds = time.perf_counter() - begun
            print(f"  {name:<12} step {step:4}: loss {np.mean(losses[-50:]):.4f}, {seconds:4.0f} s", flush=True)
        if kept is not None and step in (1, steps // 10, steps):
            kept.append(run.gradients()[0])
    outcome = Outcome(losses, run.held_out(), time.perf_counter() - begun)
    run.close()
    return outcome


def report(name: str, outcome: Outcome, first: Outcome) -> None:
    """A row; relative to `first`."""
    last, base = float(np.mean(outcome.losses[-LAST:])), float(np.mean(first.losses[-LAST:]))
    print(
        f"{name:<12} last {LAST}: {last:.4f} {last / base - 1:+.3%}, held out: {outcome.held_out:.4f} "
        f"{outcome.held_out / first.held_out - 1:+.3%}, {outcome.seconds:.0f} s",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--rate", type=float, default=0.01, help="LAMB's learning rate")
    parser.add_argument("--codecs", nargs="+", default=EVERY)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--home", type=Path, default=Path(gettempdir()) / "idlewild-codec-training")
    parser.add_argument("--gradients", type=Path, help="where to keep gradients of the first codec's run (.npy)")
    arguments: Any = parser.parse_args()
    torch.set_num_threads(1)
    manifest = collaboration(
        arguments.home, arguments.data, batch=arguments.batch, steps=arguments.steps, rate=arguments.rate
    )
    assert arguments.steps * arguments.batch + HELD_OUT <= manifest.samples, "held-out samples would be trained on"
    print(f"{manifest.elements:,} elements, {manifest.samples:,} samples, batch {manifest.target_batch}", flush=True)
    outcomes: dict[str, Outcome] = {}
    for name in arguments.codecs:
        kept: list[Vector] | None = [] if arguments.gradients and not outcomes else None
        outcomes[name] = train(manifest, arguments.home, name, arguments.steps, kept)
        if kept:
            np.save(arguments.gradients, np.stack(kept))
        report(name, outcomes[name], next(iter(outcomes.values())))
    print()
    for name, outcome in outcomes.items():
        report(name, outcome, next(iter(outcomes.values())))


if __name__ == "__main__":
    main()

"""Whether SwAV learns to see: a small residual network on CIFAR-10, probed on held-out pictures as it goes.

    python -m tests.bench.swav [--steps 600] [--probes 4] [--manifest FILE]

Trains `resources/recipes/swav-cifar10.toml` in this process, with the trainer's own parts (learner, step), on a
schedule that ends with the last step: some
ten minutes on two cores. A probe is a linear classifier, and one by nearest neighbours, on the network's features of
labelled pictures: trained on 10,000 of those that it learns from without labels, tested on 5,000 that it has never
seen. Beside it: the same for the network as it began (random features), its norms set by these pictures, or else it
would be judged by its norms. Exits 1 unless the loss fell, and the last probe is above the first and clearly above
random features.
"""

import argparse
import io
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np
import torch
from PIL import Image
from torch.nn import functional

from core.collaboration.hosting import build_collaboration
from core.collaboration.manifest_file import read_draft
from core.data.objects import ObjectStore
from core.data.pictures import read_pictures
from core.data.ranges import SampleRange
from core.identity.keys import Identity
from core.identity.manifest import Manifest
from core.identity.wire import from_json
from core.training.tasks.swav.views import standardised
from core.training.weights import make_initial_weights
from tests.bench.lone_trainer import LoneTrainer

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared" / "data" / "images"
READY = ROOT / "resources" / "recipes" / "swav-cifar10.toml"
LABELLED, HELD_OUT = 10_000, 5_000
NEIGHBOURS, SHARPNESS = 50, 0.1
Accuracies = tuple[float, float]
"""Linear, by neighbours."""


@dataclass(frozen=True)
class Labelled:
    pictures: torch.Tensor
    """[n, 3, p, p] float32, as the network takes them."""
    labels: torch.Tensor


def labelled(name: str, count: int) -> Labelled:
    rows = list(read_pictures(DATA / f"{name}.parquet", "parquet"))
    chosen = np.random.default_rng(7).permutation(len(rows))[:count]
    images = [np.asarray(Image.open(io.BytesIO(rows[row].content)).convert("RGB")) for row in chosen]
    values = torch.from_numpy(np.stack(images)).permute(0, 3, 1, 2).float().contiguous()
    return Labelled(standardised(values), torch.tensor([rows[row].label for row in chosen]))


def features(network: torch.nn.Module, given: Labelled) -> torch.Tensor:
    with torch.no_grad():
        parts = [network(part).pooler_output.flatten(1) for part in given.pictures.split(500)]
    return torch.cat(parts)


def linear_accuracy(known: torch.Tensor, labels: torch.Tensor, asked: torch.Tensor, answers: torch.Tensor) -> float:
    """Logistic regression with a little weight decay, to convergence."""
    mean, deviation = known.mean(0), known.std(0) + 1e-6
    known, asked = (known - mean) / deviation, (asked - mean) / deviation
    weights = torch.zeros(known.shape[1] + 1, 10, requires_grad=True)
    search = torch.optim.LBFGS([weights], max_iter=150, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        search.zero_grad()
        value = functional.cross_entropy(known @ weights[1:] + weights[0], labels) + 1e-3 * weights[1:].square().sum()
        value.backward()
        return value

    search.step(loss)
    return ((asked @ weights[1:] + weights[0]).argmax(1) == answers).float().mean().item()


def neighbour_accuracy(known: torch.Tensor, labels: torch.Tensor, asked: torch.Tensor, answers: torch.Tensor) -> float:
    """By the votes of the nearest, weighted by their cosine (Wu et al., 2018)."""
    nearest = (functional.normalize(asked) @ functional.normalize(known).T).topk(NEIGHBOURS)
    votes = torch.zeros(len(asked), 10).scatter_add_(1, labels[nearest.indices], (nearest.values / SHARPNESS).exp())
    return (votes.argmax(1) == answers).float().mean().item()


class Probe:
    def __init__(self) -> None:
        self._known, self._asked = labelled("cifar10_train", LABELLED), labelled("cifar10_test", HELD_OUT)

    def __call__(self, network: torch.nn.Module) -> Accuracies:
        known, asked = features(network, self._known), features(network, self._asked)
        given = known, self._known.labels, asked, self._asked.labels
        return linear_accuracy(*given), neighbour_accuracy(*given)


def collaboration(home: Path, arguments: argparse.Namespace) -> Manifest:
    (home / READY.name).write_bytes(arguments.manifest.read_bytes())
    (home / "cifar10_train.parquet").symlink_to(DATA / "cifar10_train.parquet")
    draft = read_draft(home / READY.name)
    signed = build_collaboration(
        draft,
        identity=Identity.generate(),
        objects=ObjectStore(home / "objects"),
        prepared=home / "prepared",
        make_weights=make_initial_weights,
        on_doubt=print,
    )
    manifest = from_json(Manifest, signed.content)
    schedule = msgspec.structs.replace(manifest.schedule, total_steps=arguments.steps)
    return msgspec.structs.replace(manifest, schedule=schedule)


def step_of(trainer: LoneTrainer, step: int) -> float:
    """Mean loss of the step's samples."""
    batch = trainer.manifest.target_batch
    if step == 1:
        trainer.expect(SampleRange(0, batch))
    trainer.expect(SampleRange(step * batch, (step + 1) * batch))  # one ahead, so that data is ready
    loss_sum = trainer.accumulate(batch)
    np.divide(trainer.vectors.gradient, batch, out=trainer.vectors.average)
    trainer.apply(step)
    return loss_sum / batch


def network_of(trainer: LoneTrainer, *, as_trained: bool) -> torch.nn.Module:
    """The backbone; its norms use their statistics, or else those of what passes."""
    return trainer.learner._model.resnet.train(not as_trained)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--manifest", type=Path, default=READY)
    parser.add_argument("--steps", type=int, default=600)
    parser.add_argument("--probes", type=int, default=4)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        manifest = collaboration(Path(home), arguments)
        trainer, probe = LoneTrainer(manifest, Path(home)), Probe()
        size = trainer.learner.micro_batch
        print(f"{manifest.elements:,} parameters, {manifest.samples:,} pictures, micro-batch {size}")
        chance = probe(network_of(trainer, as_trained=False))
        print(f"random features:             linear {chance[0]:.3f}   neighbours {chance[1]:.3f}", flush=True)
        losses: list[float] = []
        seen: list[Accuracies] = []
        for part in range(1, arguments.probes + 1):
            begun, since = time.perf_counter(), len(losses)
            network_of(trainer, as_trained=False)
            while len(losses) < arguments.steps * part // arguments.probes:
                losses.append(step_of(trainer, len(losses) + 1))
            seconds = time.perf_counter() - begun
            seen.append(probe(network_of(trainer, as_trained=True)))
            print(
                f"step {len(losses):5d}  {seconds:5.0f} s  loss {np.mean(losses[since:]):.3f}   "
                f"linear {seen[-1][0]:.3f}   neighbours {seen[-1][1]:.3f}   "
                f"({(len(losses) - since) * manifest.target_batch / seconds:.0f} samples/s)",
                flush=True,
            )
        trainer.close()
    return judged(losses, chance, seen)


def judged(losses: list[float], chance: Accuracies, seen: list[Accuracies]) -> int:
    fell = np.mean(losses[-20:]) < np.mean(losses[:20]) - 0.1
    rose = all(last > first for last, first in zip(seen[-1], seen[0], strict=True))
    above = seen[-1][0] > chance[0] + 0.05 and seen[-1][1] > chance[1]
    print(f"the loss {'fell' if fell else 'DID NOT FALL'}", end="; ")
    print(f"the probe {'rose' if rose else 'DID NOT RISE'}", end=" ")
    print(f"and is {'above' if above else 'NOT ABOVE'} random features")
    return 0 if fell and rose and above else 1


if __name__ == "__main__":
    sys.exit(main())

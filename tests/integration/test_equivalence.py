"""However many peers share the work, the result is that of one plain PyTorch loop over the same samples."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest
import torch
from processes import Crew, Engine, check_agreement, write_manifest
from safetensors.torch import load_file
from torch.nn import functional
from transformers import AlbertConfig, AlbertForPreTraining

from core.data.objects import ObjectStore
from core.data.ranges import SampleRange
from core.identity.ids import PeerId
from core.identity.manifest import AdamW, Lamb, Manifest
from core.identity.wire import from_json
from core.ipc.messages import Phase, Status
from core.paths import Home
from core.storage.database import Database
from core.storage.log_store import LogStore
from core.storage.runs import Runs
from core.training.child import open_samples
from core.training.tasks.mlm_sop.batches import Batch

STEPS = 20
TOLERANCE = 1e-5
"""Of the largest difference, relative to the largest parameter."""
SAMPLES = 160
"""Of a step: twenty micro-batches."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a home has recorded of its run."""

    home: Home
    manifest: Manifest
    steps: list[list[SampleRange]]
    """The samples of each step."""
    losses: list[float]
    contributors: list[set[PeerId]]

    @classmethod
    def read(cls, home: Home) -> "Recorded":
        with Database.open(home.database, read_only=True) as database:
            active = Runs(database).active()
            assert active is not None
            commits = LogStore(database, active.run).commits(0, 1000)
        return cls(
            home,
            from_json(Manifest, active.signed.content),
            [[piece for given in commit.contributions for piece in given.ranges] for commit in commits],
            [commit.header.loss for commit in commits],
            [{given.peer for given in commit.contributions} for commit in commits],
        )


class PlainLoop:
    """One process, one model, the whole batch at once. Everything but the batches is torch's or written here."""

    def __init__(self, recorded: Recorded, config: AlbertConfig) -> None:
        manifest = recorded.manifest
        self._manifest = manifest
        self._source = open_samples(manifest, recorded.home.objects, recorded.home.prepared)
        self.model = AlbertForPreTraining(config)
        weights = load_file(ObjectStore(recorded.home.objects).path(manifest.initial_weights))
        lacking = self.model.load_state_dict(weights, strict=False)
        assert not lacking.unexpected_keys
        assert all("decoder" in name or "position_ids" in name for name in lacking.missing_keys), "tied, or no weights"
        self.model.train()
        self._moments = {name: (torch.zeros_like(p), torch.zeros_like(p)) for name, p in self.model.named_parameters()}

    def step(self, number: int, samples: Iterable[SampleRange]) -> float:
        """The mean loss."""
        self.model.zero_grad()
        pieces = [self._source.batch(piece) for piece in samples]
        total = sum(len(piece) for piece in pieces)
        loss = torch.stack([self._loss_sum(piece) for piece in pieces]).sum() / total
        loss.backward()
        assert self._manifest.clip_norm is not None
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), self._manifest.clip_norm)
        rate = self._manifest.optimizer.learning_rate * min(1.0, number / self._manifest.schedule.warmup_steps)
        with torch.no_grad():
            for name, parameter in self.model.named_parameters():
                self._update(name, parameter, number, rate)
        return loss.item()

    def _loss_sum(self, batch: Batch) -> torch.Tensor:
        out = self.model(
            input_ids=torch.from_numpy(batch.input_ids),
            attention_mask=torch.from_numpy(batch.attention_mask),
            token_type_ids=torch.from_numpy(batch.token_type_ids),
        )
        labels = torch.from_numpy(batch.labels)
        tokens = functional.cross_entropy(out.prediction_logits.transpose(1, 2), labels, reduction="none")
        words = tokens.sum(1) / (labels != -100).sum(1)
        return words.sum() + functional.cross_entropy(out.sop_logits, torch.from_numpy(batch.order), reduction="sum")

    def _update(self, name: str, parameter: torch.Tensor, number: int, rate: float) -> None:
        optimizer, gradient = self._manifest.optimizer, parameter.grad
        assert gradient is not None
        first, second = self._moments[name]
        first.lerp_(gradient, 1 - optimizer.beta1)
        second.lerp_(gradient.square(), 1 - optimizer.beta2)
        corrected1, corrected2 = 1 - optimizer.beta1**number, 1 - optimizer.beta2**number
        is_plain = name.endswith("bias") or "LayerNorm" in name or "layer_norm" in name
        decay = 0.0 if is_plain else optimizer.weight_decay
        if isinstance(optimizer, AdamW):
            parameter.mul_(1 - rate * decay)
            parameter.addcdiv_(first / corrected1, (second / corrected2).sqrt() + optimizer.epsilon, value=-rate)
            return
        assert isinstance(optimizer, Lamb)
        update = first / (second.sqrt() + optimizer.epsilon) + decay * parameter
        ratio = min(parameter.norm().item(), optimizer.clamp) / max(update.norm().item(), 1e-30)
        trust = ratio if parameter.norm() > 0 and update.norm() > 0 else 1.0
        parameter.sub_(update, alpha=rate * math.sqrt(corrected2) / corrected1 * trust)


def run_of(crew: Crew, peers: int, optimizer: str) -> tuple[Engine, int]:
    """A collaboration of `peers` that stands still after 20 steps or a few more, and at which step it stands."""
    rate = {"lamb": 0.00176, "adamw": 0.001}[optimizer]
    manifest = write_manifest(
        crew.root / "manifest", target_batch=SAMPLES, optimizer=optimizer, learning_rate=rate, codec="float32"
    )
    host = crew.organise(manifest)
    volunteers = [crew.volunteer(f"peer{number}", is_paused=True) for number in range(peers)]
    for volunteer in volunteers:
        volunteer.until(lambda s: s.phase is Phase.PAUSED and knows(s, peers + 1), "is paused, and knows all others")
    for volunteer in volunteers:
        volunteer.resume()
    host.until_step(STEPS)
    for volunteer in volunteers:
        volunteer.pause()
    last = host.export(crew.root / "exported").step
    assert last >= STEPS
    return host, last


def knows(status: Status, peers: int) -> bool:
    return status.collaboration is not None and len(status.collaboration.peers) == peers


@pytest.mark.parametrize(("peers", "optimizer"), [(1, "lamb"), (2, "adamw"), (5, "lamb")])
def test_the_result_is_that_of_a_plain_loop(tmp_path: Path, peers: int, optimizer: str) -> None:
    with Crew(tmp_path) as crew:
        host, last = run_of(crew, peers, optimizer)
        check_agreement(crew.engines, least_steps=STEPS)
        recorded = Recorded.read(Home(host.home))
    assert len({peer for step in recorded.contributors for peer in step}) == peers, "all take part"
    assert sum(len(step) == peers for step in recorded.contributors[:last]) >= STEPS // 2, "and at the same steps"

    loop = PlainLoop(recorded, AlbertConfig.from_pretrained(tmp_path / "exported"))
    begin = torch.cat([p.detach().reshape(-1).clone() for p in loop.model.parameters()])
    for number, (samples, loss) in enumerate(zip(recorded.steps[:last], recorded.losses, strict=False), start=1):
        assert loop.step(number, samples) == pytest.approx(loss, rel=1e-5), f"loss of step {number}"

    shared = load_file(tmp_path / "exported" / "model.safetensors")
    plain = {name: parameter.detach() for name, parameter in loop.model.named_parameters()}
    assert shared.keys() == plain.keys()
    largest = max(p.abs().max().item() for p in plain.values())
    worst = max((shared[name] - plain[name]).abs().max().item() for name in plain)
    end = torch.cat([p.reshape(-1) for p in plain.values()])
    moved = (end - begin).abs().max().item()
    print(f"{peers} peers, {last} steps of {optimizer}: max|dθ|/max|θ| = {worst / largest:.1e}, moved {moved:.1e}")
    assert moved / largest > 100 * TOLERANCE, "training has changed something"
    assert worst / largest <= TOLERANCE

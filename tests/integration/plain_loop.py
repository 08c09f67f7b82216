"""One plain PyTorch loop over the samples that a home has recorded, to compare a collaboration with."""

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

import torch
from safetensors.torch import load_file
from torch.nn import functional
from transformers import AlbertConfig, AlbertForPreTraining

from core.data.objects import ObjectStore
from core.data.ranges import SampleRange
from core.identity.ids import PeerId, RunId
from core.identity.manifest import AdamW, Lamb, Manifest
from core.identity.wire import from_json
from core.paths import Home
from core.storage.database import Database
from core.storage.log_store import LogStore
from core.storage.runs import Runs
from core.training.api import Vector
from core.training.child import open_samples
from core.training.layout import read_layout
from core.training.schedule import rate_factor
from core.training.tasks.mlm_sop.batches import Batch

AT_ONCE = 32
"""Samples of a forward and backward pass."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a home has recorded of its run."""

    home: Home
    run: RunId
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
            commits = LogStore(database, active.run).commits(0, 1_000_000)
        return cls(
            home,
            active.run,
            from_json(Manifest, active.signed.content),
            [[piece for given in commit.contributions for piece in given.ranges] for commit in commits],
            [commit.header.loss for commit in commits],
            [{given.peer for given in commit.contributions} for commit in commits],
        )


class PlainLoop:
    """One process, one model, lease by lease. Everything but the batches is torch's or written here."""

    def __init__(
        self,
        recorded: Recorded,
        config: AlbertConfig,
        computing: Callable[[], AbstractContextManager[object]] = nullcontext,
    ) -> None:
        """`computing`: what is around a forward pass."""
        self._computing = computing
        manifest = recorded.manifest
        self._manifest = manifest
        self._source = open_samples(manifest, recorded.home.objects, recorded.home.prepared)
        self.model = AlbertForPreTraining(config)
        self._initial = ObjectStore(recorded.home.objects).path(manifest.initial_weights)
        lacking = self.model.load_state_dict(load_file(self._initial), strict=False)
        assert not lacking.unexpected_keys
        assert all("decoder" in name or "position_ids" in name for name in lacking.missing_keys), "tied, or no weights"
        self.model.train()
        self._moments = {name: (torch.zeros_like(p), torch.zeros_like(p)) for name, p in self.model.named_parameters()}

    def resume(self, state: Vector) -> None:
        """From a checkpoint: the parameters, then both moments."""
        parameters = dict(self.model.named_parameters())
        with torch.no_grad():
            for tensor in read_layout(self._initial).tensors:
                places = (parameters[tensor.name], *self._moments[tensor.name])
                for place, values in zip(places, state.reshape(3, -1), strict=True):
                    part = torch.from_numpy(values[tensor.offset : tensor.offset + tensor.size])
                    place.copy_(part.view(tensor.shape))

    def step(self, number: int, samples: Iterable[SampleRange]) -> float:
        """The mean loss."""
        self.model.zero_grad()
        pieces = [self._source.batch(piece) for whole in samples for piece in _cut(whole)]
        total, mean = sum(len(piece) for piece in pieces), 0.0
        for piece in pieces:
            with self._computing():
                loss = self._loss_sum(piece) / total
            loss.backward()
            mean += loss.item()
        assert self._manifest.clip_norm is not None
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), self._manifest.clip_norm)
        rate = self._manifest.optimizer.learning_rate * rate_factor(self._manifest.schedule, number)
        with torch.no_grad():
            for name, parameter in self.model.named_parameters():
                self._update(name, parameter, number, rate)
        return mean

    def _loss_sum(self, batch: Batch) -> torch.Tensor:
        body = self.model.albert(
            input_ids=torch.from_numpy(batch.input_ids),
            attention_mask=torch.from_numpy(batch.attention_mask),
            token_type_ids=torch.from_numpy(batch.token_type_ids),
        )
        labels = torch.from_numpy(batch.labels)
        counted = labels != -100  # what the others' words would be, nobody asks; they would take most of the time
        words = self.model.predictions(body.last_hidden_state[counted])
        lost = functional.cross_entropy(words, labels[counted], reduction="none")
        of_words = (lost / counted.sum(1).repeat_interleave(counted.sum(1))).sum()
        order = self.model.sop_classifier(body.pooler_output)
        return of_words + functional.cross_entropy(order, torch.from_numpy(batch.order), reduction="sum")

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


def _cut(samples: SampleRange) -> Iterator[SampleRange]:
    """What memory has room for at once."""
    rest: SampleRange | None = samples
    while rest is not None:
        piece, rest = rest.split(AT_ONCE)
        yield piece

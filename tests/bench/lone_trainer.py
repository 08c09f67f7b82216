"""The trainer's own parts in this process, without a network or another process around them."""

from pathlib import Path

import torch

from core.data.objects import ObjectStore
from core.data.ranges import SampleRange
from core.identity.manifest import Manifest
from core.training.buffers import Buffers
from core.training.child import open_samples
from core.training.device.cpu import Cpu
from core.training.feed import Feed
from core.training.gate import Gate
from core.training.layout import moments_of, read_layout, read_weights
from core.training.learner import Learner
from core.training.optimizers import apply_step
from core.training.schedule import scalars
from core.training.tasks import plug_of
from core.training.vectors import SharedVectors
from core.training.verdict import Fate


class Open:
    """A gate's signs that let everything pass, and nobody who hints at anything."""

    may_run = True
    duty = 1.0
    is_busy = False
    passes = 0
    freeze_waits = command_waits = stop_waits = False

    def wait(self) -> None:
        raise AssertionError("there is nothing to wait for")

    def rest(self, seconds: float) -> None:
        raise AssertionError("there is nothing to rest for")


class LoneTrainer:
    """Trains from the initial weights of a manifest whose objects are in `home`."""

    def __init__(self, manifest: Manifest, home: Path) -> None:
        weights = ObjectStore(home / "objects").path(manifest.initial_weights)
        self.manifest = manifest
        self._layout = read_layout(weights)
        self.vectors = SharedVectors.create(manifest.elements, moments_of(manifest.optimizer))
        read_weights(weights, self.vectors.state[: manifest.elements])
        self._state, self._gradient = torch.from_numpy(self.vectors.state), torch.from_numpy(self.vectors.gradient)
        parameters = self._state[: manifest.elements]
        self._buffers = Buffers(parameters, self._gradient, Cpu())
        self.learner = Learner(manifest, self._layout, self._buffers, Cpu(), Gate(Open(), Open()))
        self.learner.fit()
        self.source = open_samples(manifest, home / "objects", home / "prepared")
        self._feed = Feed(lambda samples: self.learner.prepare(self.source, samples), self.learner.micro_batch)

    def expect(self, samples: SampleRange) -> None:
        """They will be accumulated, after all that is expected already."""
        self._feed.add(samples)

    def accumulate(self, count: int) -> float:
        """The gradient is the sum over the next `count` of the expected samples, and the result their losses'."""
        self._buffers.clear()
        done, loss_sum = 0, 0.0
        while done < count:
            samples, given = self._feed.take()
            for verdict in self.learner.accumulate(samples, given):
                assert verdict.fate is Fate.DONE, verdict
                done, loss_sum = done + len(verdict.samples), loss_sum + verdict.loss_sum
        assert done == count, "a micro-batch is of one range"
        return loss_sum

    def apply(self, step: int) -> None:
        """The optimizer's step by the average."""
        manifest = self.manifest
        apply_step(
            manifest.optimizer,
            self._layout,
            self._state,
            torch.from_numpy(self.vectors.average),
            scalars(manifest.optimizer, manifest.schedule, step),
            manifest.clip_norm,
            plug_of(manifest.task).step_rules(manifest.task, step),
        )
        self.learner.follow(step)

    def close(self) -> None:
        self._feed.close()
        self.vectors.close()

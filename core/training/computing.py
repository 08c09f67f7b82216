"""What computes gradients: one device, or several that work as one."""

from typing import Any, Protocol

from core.data.ranges import SampleRange
from core.training.samples import Samples
from core.training.verdict import Verdict


class Computing(Protocol):
    """`prepare` may be called in any thread, the rest in one."""

    @property
    def device(self) -> str: ...

    @property
    def micro_batch(self) -> int:
        """Samples at a time; it may change whenever `accumulate` returns."""
        ...

    def prepare(self, source: Samples, samples: SampleRange) -> Any:
        """What `accumulate` needs beside the numbers of at most `micro_batch` samples."""
        ...

    def accumulate(self, samples: SampleRange, given: Any) -> list[Verdict]:
        """Adds the gradients of the samples' losses to the gradient: what became of whom, in order. Raises `NoRoom`
        where memory is too small for one."""
        ...

    def publish(self) -> bool:
        """Completes the gradient in shared memory: whether it is finite."""
        ...

    def clear(self) -> None:
        """Zeroes the gradient."""
        ...

    def load(self) -> None:
        """Takes over what the shared parameters say."""
        ...

    def adopt(self) -> None:
        """Takes over what the shared parameters and the shared gradient say."""
        ...

    def close(self) -> None:
        """Ends what else computes here; nothing may be asked any more."""
        ...

    def follow(self, step: int) -> None:
        """The parameters are those after `step`."""
        ...

    def beware(self) -> None:
        """A micro-batch made the gradient void: from now on none can."""
        ...

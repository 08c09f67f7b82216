"""What is done to a model's stages: compiled, or computed again in the backward pass instead of being kept.

Both are done to whole outermost stages, so that work still stops between them, and both replace `forward`, so that
hooks stay outside.
"""

import functools
import logging
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import nn
from torch.nn.modules.batchnorm import _NormBase
from torch.utils.checkpoint import checkpoint

logger = logging.getLogger(__name__)


def outermost(stages: Sequence[nn.Module]) -> list[nn.Module]:
    """Those that are not part of another."""
    inner = {id(part) for stage in stages for part in stage.modules() if part is not stage}
    return [stage for stage in dict.fromkeys(stages) if id(stage) not in inner]


class Stages:
    """Those of one model, as they are at first."""

    def __init__(self, stages: Sequence[nn.Module]) -> None:
        self._all = list(dict.fromkeys(stages))
        self._plain = [(stage, stage.forward) for stage in outermost(stages)]
        self._compiler: Callable[[Callable[..., Any]], Callable[..., Any]] | None = None
        self._is_refusal: Callable[[BaseException], bool] = lambda error: False
        self._keeps_inputs_alone = False

    @property
    def watched(self) -> list[nn.Module]:
        """Before and after which a hook may run: inside what is compiled there can be none."""
        return self._all if self._compiler is None else [stage for stage, _ in self._plain]

    def compile(self, backend: str = "inductor") -> None:
        """When they are first used, and for each kind of input anew."""
        from torch._dynamo.exc import TorchDynamoException  # takes a second to import, for those who compile

        # It looks at inputs' gradients where they have none, and is warned by itself.
        warnings.filterwarnings("ignore", message="The .grad attribute of a Tensor that is not a leaf")
        self._compiler = functools.partial(torch.compile, backend=backend)
        self._is_refusal = lambda error: isinstance(error, TorchDynamoException)
        self._dress()

    def gives_up_compiling(self, error: BaseException) -> bool:
        """Whether `error` is the compiler's: then all is as it was without it."""
        if self._compiler is None or not self._is_refusal(error):
            return False
        self._compiler = None
        self._dress()
        reason = " ".join(str(error).split())[:200]
        logger.info("going on without compiling, which failed with %s: %s", type(error).__name__, reason)
        return True

    def keep_inputs_alone(self) -> bool:
        """Of each stage, which takes a third more time and a fraction of the memory (Chen et al., 2016). Those with
        batch statistics are left as they are, since these would be updated twice. Whether it changed anything."""
        can_change = not self._keeps_inputs_alone and any(_may_run_twice(stage) for stage, _ in self._plain)
        if can_change:
            self._keeps_inputs_alone = True
            self._dress()
        return can_change

    def _dress(self) -> None:
        for stage, plain in self._plain:
            forward = plain if self._compiler is None else self._compiler(plain)
            if self._keeps_inputs_alone and _may_run_twice(stage):
                forward = functools.partial(checkpoint, forward, use_reentrant=False)
            stage.forward = forward


def _may_run_twice(stage: nn.Module) -> bool:
    return not any(isinstance(part, _NormBase) and part.track_running_stats for part in stage.modules())

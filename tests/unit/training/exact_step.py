"""Run as a program: makes optimizer steps on fixed values and prints what came out, for several thread counts."""

import hashlib
import sys

import numpy as np
import torch

from core.identity.manifest import AdamW, Lamb, LarcSgd, Optimizer, Schedule
from core.training.layout import Layout, layout_of, moments_of
from core.training.optimizers import apply_step
from core.training.rules import StepRules
from core.training.schedule import scalars

SHAPES = (("a.weight", (400, 401)), ("a.bias", (401,)), ("b.weight", (131_072,)), ("b.LayerNorm.weight", (3,)))
LAYOUT = layout_of(SHAPES)
RULED = layout_of(
    [*SHAPES, ("still.weight", (5, 7)), ("unit.weight", (1700, 79)), ("n.running_mean", (9,)), ("n.running_var", (9,))]
)
RULES = StepRules(still=frozenset(["still.weight"]), unit_rows=frozenset(["still.weight", "unit.weight"]))
"""For the last optimizer alone: the others' results are older."""
OPTIMIZERS = (
    Lamb(learning_rate=0.01, weight_decay=0.1, clamp=5.0),
    AdamW(learning_rate=0.01, weight_decay=0.1),
    LarcSgd(learning_rate=7.0, weight_decay=0.1),
)
SCHEDULE = Schedule(kind="cosine", warmup_steps=2, total_steps=9)


def values(key: int, layout: Layout) -> np.ndarray:
    """Integers over a power of two, so that no library function has a say in them."""
    integers = np.random.Generator(np.random.Philox(key)).integers(-(2**20), 2**20, layout.elements, dtype=np.int32)
    return (integers / 2.0**22).astype(np.float32)


def result(optimizer: Optimizer, steps: int = 3, clip_norm: float | None = 1.0) -> torch.Tensor:
    is_ruled = isinstance(optimizer, LarcSgd)
    layout, rules = (RULED, RULES) if is_ruled else (LAYOUT, StepRules())
    state = torch.zeros((1 + moments_of(optimizer)) * layout.elements)
    state[: layout.elements] = torch.from_numpy(values(0, layout))
    for step in range(1, steps + 1):
        average = torch.from_numpy(values(step, layout))
        apply_step(optimizer, layout, state, average, scalars(optimizer, SCHEDULE, step), clip_norm, rules)
    return state


if __name__ == "__main__":
    for threads in (1, 2):
        torch.set_num_threads(threads)
        digests = [hashlib.sha256(result(optimizer).numpy().tobytes()).hexdigest() for optimizer in OPTIMIZERS]
        print(torch.backends.cpu.get_cpu_capability(), threads, *digests)
    sys.exit()

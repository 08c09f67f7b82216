"""Run as a program: makes optimizer steps on fixed values and prints what came out, for several thread counts."""

import hashlib
import sys

import numpy as np
import torch

from core.identity.manifest import AdamW, Lamb, Schedule
from core.training.layout import layout_of
from core.training.optimizers import apply_step
from core.training.schedule import scalars

SHAPES = (("a.weight", (400, 401)), ("a.bias", (401,)), ("b.weight", (131_072,)), ("b.LayerNorm.weight", (3,)))
LAYOUT = layout_of(SHAPES)
OPTIMIZERS = (Lamb(learning_rate=0.01, weight_decay=0.1, clamp=5.0), AdamW(learning_rate=0.01, weight_decay=0.1))
SCHEDULE = Schedule(kind="cosine", warmup_steps=2, total_steps=9)


def values(key: int) -> np.ndarray:
    """Integers over a power of two, so that no library function has a say in them."""
    integers = np.random.Generator(np.random.Philox(key)).integers(-(2**20), 2**20, LAYOUT.elements, dtype=np.int32)
    return (integers / 2.0**22).astype(np.float32)


def result(optimizer: Lamb | AdamW, steps: int = 3, clip_norm: float | None = 1.0) -> torch.Tensor:
    state = torch.zeros(3 * LAYOUT.elements)
    state[: LAYOUT.elements] = torch.from_numpy(values(0))
    for step in range(1, steps + 1):
        average = torch.from_numpy(values(step))
        apply_step(optimizer, LAYOUT, state, average, scalars(optimizer, SCHEDULE, step), clip_norm)
    return state


if __name__ == "__main__":
    for threads in (1, 2):
        torch.set_num_threads(threads)
        digests = [hashlib.sha256(result(optimizer).numpy().tobytes()).hexdigest() for optimizer in OPTIMIZERS]
        print(torch.backends.cpu.get_cpu_capability(), threads, *digests)
    sys.exit()

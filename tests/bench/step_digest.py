"""Whether optimizer steps are the same to the bit: 200 steps on over a million values, digests compared.

    python -m tests.bench.step_digest [--steps 200] [--elements 1200000]

Each case is a process of its own, as torch and MKL choose their kernels once: instruction set (`ATEN_CPU_CAPABILITY`,
`MKL_CBWR`) × number of threads, and CUDA where there is a GPU. Exits 1 if any two digests differ.
"""

import argparse
import functools
import hashlib
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import torch

from core.identity.manifest import AdamW, Lamb, LarcSgd, Schedule
from core.training.layout import Layout, layout_of, moments_of
from core.training.optimizers import apply_step
from core.training.schedule import scalars

CAPABILITIES = {"default": "COMPATIBLE", "avx2": "AVX2", "avx512": "AVX512"}
"""Torch's names of instruction sets, and MKL's."""
THREADS = (1, 2)
OPTIMIZERS = {
    "lamb": Lamb(learning_rate=0.004, weight_decay=0.01),
    "adamw": AdamW(learning_rate=0.001, weight_decay=0.01),
    "larc_sgd": LarcSgd(learning_rate=2.4, weight_decay=0.01),
}
TOTAL_STEPS = 1000


def layout_for(elements: int) -> Layout:
    """A large matrix, an odd one, a bias, a layer norm, and a single value."""
    rest = elements // 5
    shapes = [("b.weight", (rest // 257, 257)), ("b.bias", (257,)), ("b.LayerNorm.weight", (131,)), ("c.bias", (1,))]
    small = layout_of(shapes).elements
    return layout_of([("a.weight", (elements - small,)), *shapes])


def integers(key: int, elements: int) -> np.ndarray:
    """Philox's raw words: no library function has a say in them."""
    raw = np.random.Philox(key).random_raw(-(-elements // 2)).view(np.uint32)[:elements]
    return raw.view(np.int32)


@functools.cache
def base(number: int, elements: int) -> np.ndarray:
    values = integers(number, elements)
    powers = -31 - (values & 15) * (1 + (values >> 4 & 7 == 0) * 6)
    return np.ldexp(values.astype(np.float64) * (values & 0x700 != 0), powers).astype(np.float32)


def gradient(step: int, elements: int) -> np.ndarray:
    """Of many sizes, down to subnormal numbers, with zeros in between: one of a few, turned round, as making them takes
    longer than a step."""
    return np.roll(base(1 + step % 4, elements), 1009 * step)


def digest(name: str, steps: int, elements: int, device: str = "cpu") -> str:
    """SHA-256 of parameters and moments after `steps`."""
    layout, optimizer = layout_for(elements), OPTIMIZERS[name]
    schedule = Schedule(kind="cosine", warmup_steps=10, total_steps=TOTAL_STEPS)
    state = torch.zeros((1 + moments_of(optimizer)) * elements)
    state[:elements] = torch.from_numpy(np.ldexp(integers(0, elements).astype(np.float64), -36).astype(np.float32))
    state = state.to(device)
    for step in range(1, steps + 1):
        average = torch.from_numpy(gradient(step, elements)).to(device)
        apply_step(optimizer, layout, state, average, scalars(optimizer, schedule, step), 1.0)
    result = state.cpu().numpy()
    assert np.isfinite(result).all()
    return hashlib.sha256(result.tobytes()).hexdigest()


def case(name: str, steps: int, elements: int, threads: int, device: str) -> None:
    """One process's work: prints which kernels torch uses, and the digest."""
    torch.set_num_threads(threads)
    print(torch.backends.cpu.get_cpu_capability(), digest(name, steps, elements, device))


def start(name: str, steps: int, elements: int, capability: str, threads: int, device: str) -> "subprocess.Popen[str]":
    root = Path(__file__).parents[2]
    what = [name, str(steps), str(elements), str(threads), device]
    return subprocess.Popen(
        [sys.executable, "-m", "tests.bench.step_digest", "--case", *what],
        cwd=root,
        env=os.environ
        | {"ATEN_CPU_CAPABILITY": capability, "MKL_CBWR": CAPABILITIES[capability], "PYTHONPATH": str(root)},
        stdout=subprocess.PIPE,
        text=True,
    )


def main() -> int:
    if sys.argv[1:2] == ["--case"]:
        name, steps, elements, threads, device = sys.argv[2:]
        case(name, int(steps), int(elements), int(threads), device)
        return 0
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--elements", type=int, default=1_200_000)
    parser.add_argument("--optimizers", nargs="+", choices=OPTIMIZERS, default=["lamb"])
    arguments = parser.parse_args()
    cases = [(capability, threads, "cpu") for capability in CAPABILITIES for threads in THREADS]
    if torch.cuda.is_available():
        cases.append(("avx2", 1, "cuda"))
    else:
        print("no CUDA here: CPUs alone are compared")
    same = True
    for name in arguments.optimizers:
        digests = set()
        for capability, threads, device in cases:
            begun = time.perf_counter()
            process = start(name, arguments.steps, arguments.elements, capability, threads, device)
            used, found = process.communicate()[0].split()
            digests.add(found)
            seconds = time.perf_counter() - begun
            print(f"{name:<6} {device:<5} {used:<8} {threads} threads {seconds:5.0f} s  {found}", flush=True)
        same = same and len(digests) == 1
    print("all the same" if same else "DIFFERENT")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())

"""Cost of averaging without a network: coding, hashing, adding and closing parts, GB of float32 per second on one core;
and what codecs lose.

    python -m tests.bench.averaging [--elements N] [--senders N] [--gradients FILE]

Errors are those of one coding, relative to the values' root mean square: on Gaussian values, on heavy tails (Student's
t with 3 degrees of freedom), and on real gradients, one per row of FILE (`tests.bench.codec_training --gradients`).
*zeroed*: the share of values that became nothing; that is what feedback is for.
Times of many parts together are processor time, those of single parts the shortest of several by the clock.
"""

import argparse
import hashlib
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from core.averaging.assignment import MAX_PART_ELEMENTS, PART_ELEMENTS, Assignment, Layout, Owner, Weight
from core.averaging.codec import CODECS, Codec
from core.averaging.feedback import Feedback
from core.averaging.part_book import PartBook
from core.averaging.reduction import ClosedPart, Reduction
from core.identity.ids import PeerId
from core.training.api import Vector


def best_s(work: Callable[[], object], repeats: int = 30) -> float:
    """Shortest of several runs, after one to warm up."""
    work()
    shortest = float("inf")
    for _ in range(repeats):
        begun = time.perf_counter()
        work()
        shortest = min(shortest, time.perf_counter() - begun)
    return shortest


def report(what: str, seconds: float, elements: int) -> None:
    print(f"{what:<44} {seconds * 1e3:8.3f} ms {4 * elements / seconds / 1e9:8.2f} GB/s")


def bench_speed(elements: int) -> None:
    """The event loop is held for as long as the slowest of them takes."""
    values = np.random.default_rng(1).standard_normal(elements, dtype=np.float32)
    out = np.empty_like(values)
    print(f"\none part of {elements:,} values; each: ms, GB/s of float32")
    print(f"{'codec':<10} {'bytes/value':>11} {'encode':>17} {'decode':>17} {'hash':>17}")
    for name, codec in CODECS.items():
        coded = bytes(codec.encode(values))
        times = (
            best_s(lambda codec=codec: codec.encode(values)),  # type: ignore[misc]
            best_s(lambda codec=codec, coded=coded: codec.decode_into(coded, out)),  # type: ignore[misc]
            best_s(lambda coded=coded: hashlib.sha256(coded).digest()),  # type: ignore[misc]
        )
        columns = " ".join(f"{seconds * 1e3:9.3f} {4 * elements / seconds / 1e9:7.2f}" for seconds in times)
        print(f"{name:<10} {len(coded) / elements:11.4f} {columns}")


def bench_errors(real: list[Vector]) -> None:
    chance = np.random.default_rng(1)
    cases = {
        "Gaussian": chance.standard_normal(1 << 20, dtype=np.float32),
        "heavy tails": chance.standard_t(3, 1 << 20).astype(np.float32),
        **{f"gradient {number}": gradient for number, gradient in enumerate(real, 1)},
    }
    print("\nerror / root mean square of the values")
    print(f"{'codec':<10} {'values':<12} {'RMS':>10} {'largest':>10} {'zeroed':>8} {'1e-20 x RMS':>12}")
    for name, codec in CODECS.items():
        for case, values in cases.items():
            rms, largest, zeroed = errors(codec, values)
            tiny, _, _ = errors(codec, values * np.float32(1e-20))
            print(f"{name:<10} {case:<12} {rms:10.2e} {largest:10.2e} {zeroed:8.2%} {tiny:12.2e}")


def errors(codec: Codec, values: Vector) -> tuple[float, float, float]:
    """Root mean square and largest error by the values' root mean square, and the share of values that became 0."""
    got = codec.decode(codec.encode(values), values.size)
    differences, size = got.astype(np.float64) - values, np.sqrt(np.mean(values.astype(np.float64) ** 2))
    zeroed = np.count_nonzero((got == 0) & (values != 0)) / np.count_nonzero(values)
    return np.sqrt(np.mean(differences**2)) / size, np.abs(differences).max() / size, zeroed


def bench_feedback(elements: int) -> None:
    gradient = np.random.default_rng(1).standard_normal(elements, dtype=np.float32)
    layout = Layout(elements)
    print()
    for name, codec in CODECS.items():
        feedback, longest_s = Feedback(codec, elements), 0.0
        for _ in range(2):  # in the second one something is owed
            for index in range(layout.parts):
                begun = time.thread_time()
                feedback.code(*layout.part(index), gradient, 7)
                longest_s = max(longest_s, time.thread_time() - begun)
            begun = time.thread_time()
            feedback.settle(gradient)
            seconds = time.thread_time() - begun
        report(f"{name} settle what is owed", max(seconds, 1e-9), elements)
        print(f"{'':<44} {longest_s * 1e3:8.3f} ms for the slowest part's code")


def reduce_all(codec_name: str, elements: int, senders: int) -> tuple[float, float]:
    """Seconds to add all deliveries, and to close and keep all parts, as the one reducer of `senders` + 1 peers."""
    codec, layout = CODECS[codec_name], Layout(elements)
    me, *others = (PeerId(bytes([number]) * 32) for number in range(senders + 1))
    assignment = Assignment(
        step=1,
        series=1,
        attempt=1,
        layout=layout,
        codec=codec_name,
        weights=tuple(Weight(peer, 32) for peer in (me, *others)),
        owners=(Owner(me, 0, layout.parts),),
        predicted_s=0.0,
        grace_s=60.0,
    )
    gradient = np.random.default_rng(1).standard_normal(elements, dtype=np.float32)
    parts = [bytes(codec.encode(gradient[slice(*layout.part(index))])) for index in range(layout.parts)]
    book = PartBook(1, layout, codec, np.ones(elements, np.float32))
    reduction = Reduction(me, layout, codec, gradient)
    reduction.take_on(assignment, range(layout.parts), 0.0)
    adding_s = closing_s = 0.0
    for index, coded in enumerate(parts):
        begun = time.thread_time()
        for peer in others:
            reduction.deliver(peer, index, coded, 0.0)
        added = time.thread_time()
        closed = reduction.close_next()
        assert isinstance(closed, ClosedPart)
        book.put(index, closed.coded)
        adding_s += added - begun
        closing_s += time.thread_time() - added
    assert book.is_complete
    return adding_s, closing_s


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--elements", type=int, default=18_000_000)
    parser.add_argument("--senders", type=int, default=4)
    parser.add_argument("--gradients", type=Path)
    arguments = parser.parse_args()
    for elements in (1 << 12, PART_ELEMENTS, MAX_PART_ELEMENTS):
        bench_speed(elements)
    bench_errors(list(np.load(arguments.gradients)) if arguments.gradients else [])
    bench_feedback(arguments.elements)
    print()
    for name in CODECS:
        adding_s, closing_s = reduce_all(name, arguments.elements, arguments.senders)
        report(f"{name} add, {arguments.senders} senders", adding_s, arguments.elements * arguments.senders)
        report(f"{name} close, code, hash, keep", closing_s, arguments.elements)
        parts = Layout(arguments.elements).parts
        print(f"{'':<44} {closing_s * 1e3 / parts:8.3f} ms per part, the longest the event loop is held")


if __name__ == "__main__":
    main()

"""Cost of averaging without a network: coding, hashing, adding and closing parts, GB of float32 per second on one core.

python -m tests.bench.averaging [--elements N] [--senders N]
"""

import argparse
import hashlib
import time
from collections.abc import Callable

import numpy as np

from core.averaging.assignment import PART_ELEMENTS, Assignment, Layout, Owner, Weight
from core.averaging.codec import CODECS
from core.averaging.part_book import PartBook
from core.averaging.reduction import ClosedPart, Reduction
from core.identity.ids import PeerId


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


def bench_codecs() -> None:
    values = np.random.default_rng(1).standard_normal(PART_ELEMENTS, dtype=np.float32)
    out = np.empty_like(values)
    for name, codec in CODECS.items():
        coded = bytes(codec.encode(values))
        report(f"{name} encode, one part", best_s(lambda codec=codec: codec.encode(values)), values.size)  # type: ignore[misc]
        report(
            f"{name} decode, one part",
            best_s(lambda codec=codec, coded=coded: codec.decode_into(coded, out)),  # type: ignore[misc]
            values.size,
        )
        report(f"{name} hash, one part", best_s(lambda coded=coded: hashlib.sha256(coded).digest()), values.size)  # type: ignore[misc]


def reduce_all(codec_name: str, elements: int, senders: int) -> tuple[float, float]:
    """Seconds to add all deliveries, and to close and keep all parts, as the one reducer of `senders` + 1 peers."""
    codec, layout = CODECS[codec_name], Layout(elements)
    me, *others = (PeerId(bytes([number]) * 32) for number in range(senders + 1))
    assignment = Assignment(
        step=1,
        attempt=1,
        layout=layout,
        codec=codec_name,
        weights=tuple(Weight(peer, 32) for peer in (me, *others)),
        owners=(Owner(me, 0, layout.parts),),
        deadline_s=60,
    )
    gradient = np.random.default_rng(1).standard_normal(elements, dtype=np.float32)
    parts = [bytes(codec.encode(gradient[slice(*layout.part(index))])) for index in range(layout.parts)]
    book = PartBook(1, layout, codec, np.ones(elements, np.float32))
    reduction = Reduction(me, layout, codec, gradient)
    reduction.take_on(assignment, range(layout.parts))
    adding_s = closing_s = 0.0
    for index, coded in enumerate(parts):
        begun = time.perf_counter()
        for peer in others:
            reduction.deliver(peer, index, coded)
        added = time.perf_counter()
        closed = reduction.close_next()
        assert isinstance(closed, ClosedPart)
        book.put(index, closed.coded)
        adding_s += added - begun
        closing_s += time.perf_counter() - added
    assert book.is_complete
    return adding_s, closing_s


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--elements", type=int, default=18_000_000)
    parser.add_argument("--senders", type=int, default=4)
    arguments = parser.parse_args()
    bench_codecs()
    for name in CODECS:
        adding_s, closing_s = reduce_all(name, arguments.elements, arguments.senders)
        report(f"{name} add, {arguments.senders} senders", adding_s, arguments.elements * arguments.senders)
        report(f"{name} close, code, hash, keep", closing_s, arguments.elements)
        parts = Layout(arguments.elements).parts
        print(f"{'':<44} {closing_s * 1e3 / parts:8.3f} ms per part, the longest the event loop is held")


if __name__ == "__main__":
    main()

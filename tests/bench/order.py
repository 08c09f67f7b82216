"""How long it takes to say which items samples are, and which shards come next.

    python -m tests.bench.order [--repeats 50]

Milliseconds: `lease` locates 4,096 samples, `micro` 16; `next` asks for the next shard, `all` for the order of all.
"""

import argparse
import time
from collections.abc import Callable

from core.data.order import Arrival, SampleOrder
from core.data.ranges import SampleRange

PER_SHARD = 500_000
START = 5_000_123
SAHAJBERT = (230_000, 770_000)


def orders() -> dict[str, SampleOrder]:
    mixed = [0] * 300 + [1] * 700
    arrivals = [Arrival(1_000_000 * n, (PER_SHARD,) * 20, (1,) * 20, SAHAJBERT) for n in range(1, 6)]
    samples = [PER_SHARD] * 1000
    return {
        "10 shards": SampleOrder(1, samples[:10]),
        "10,000 shards": SampleOrder(1, samples * 10),
        "1,000 shards of two sources": SampleOrder(1, samples, sources=mixed, weights=SAHAJBERT),
        "… and five times 20 more": SampleOrder(1, samples, sources=mixed, weights=SAHAJBERT, arrivals=arrivals),
    }


def milliseconds(repeats: int, work: Callable[[int], object]) -> float:
    work(0)
    began = time.perf_counter()
    for number in range(repeats):
        work(number)
    return (time.perf_counter() - began) / repeats * 1e3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=50)
    repeats = parser.parse_args().repeats
    print(f"{'':<30}{'lease':>9}{'micro':>9}{'next':>9}{'all':>9}")
    for name, order in orders().items():
        figures = (
            milliseconds(repeats, lambda n, o=order: o.locate(SampleRange(START + 4096 * n, START + 4096 * (n + 1)))),
            milliseconds(repeats, lambda n, o=order: o.locate(SampleRange(START + 16 * n, START + 16 * (n + 1)))),
            milliseconds(repeats, lambda n, o=order: next(o.upcoming(START + 4096 * n))),
            milliseconds(1, lambda n, o=order: list(o.upcoming(START))),
        )
        print(f"{name:<30}" + "".join(f"{figure:>9.2f}" for figure in figures))


if __name__ == "__main__":
    main()

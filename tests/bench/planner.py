"""How long plans take, and what they are worth against uniform spans.

    python -m tests.bench.planner [--peers 8 64 256] [--repeats 20] [--seed 1]

Lines are log-uniform, 1 to 30 Mbit/s up and 1 to 10 times that down, a third of the peers in client mode. `limited`
has limits between each peer and three others: an equal share of the sender's upload. Gathering takes as long as uniform
all-reduce, in `short` and `short, d` (delayed) a twentieth of that. Times are the smallest and the median of the
repeats, in milliseconds; `cost` is seconds of gathering and exchange per accepted sample, over those with uniform spans
and everybody in it.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from functools import partial

import numpy as np

from core.averaging.grouping import plan_groups
from core.averaging.planner import Allocation, Limits, Member, plan, uniform
from core.identity.ids import PeerId

ELEMENTS = 10_000_000
SIZE = {"elements": ELEMENTS, "coded_bytes_per_element": 1.0, "part_elements": 1 << 17}
MBIT = 125_000


def swarm(count: int, rng: np.random.Generator) -> list[Member]:
    ups = np.exp(rng.uniform(0, np.log(30), count)) * MBIT
    return [
        Member(
            peer=PeerId(rng.bytes(32)),
            samples=int(rng.integers(1, 64)),
            samples_per_s=float(rng.uniform(1, 20)),
            upload_bytes_per_s=float(up),
            download_bytes_per_s=float(up * rng.uniform(1, 10)),
            may_reduce=bool(rng.random() < 2 / 3),
        )
        for up in ups
    ]


def some_limits(members: list[Member], rng: np.random.Generator) -> Limits:
    limits = {}
    for a in members:
        for index in rng.choice(len(members), 3, replace=False):
            limits[a.peer, members[index].peer] = a.upload_bytes_per_s / len(members)
    return limits


def timed(repeats: int, work: Callable[[], object]) -> str:
    work()
    took_ms = []
    for _ in range(repeats):
        began = time.perf_counter()
        work()
        took_ms.append((time.perf_counter() - began) * 1e3)
    return f"{min(took_ms):7.1f} {statistics.median(took_ms):7.1f}"


def cost(members: list[Member], allocation: Allocation, gather_s: float, *, is_delayed: bool) -> float:
    inside = set(allocation.contributors)
    times_s = gather_s, allocation.predicted_s
    return (max(times_s) if is_delayed else sum(times_s)) / sum(m.samples for m in members if m.peer in inside)


def row(count: int, repeats: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    members = swarm(count, rng)
    limits = some_limits(members, rng)
    everyone = uniform(members, elements=ELEMENTS, coded_bytes_per_element=1.0)
    pace = sum(m.samples_per_s for m in members)
    batch = max(1, int(everyone.predicted_s * pace))
    for name, target, is_delayed, limited in (
        ("plain", batch, False, None),
        ("short", -(-batch // 20), False, None),
        ("delayed", batch, True, None),
        ("short, d", -(-batch // 20), True, None),
        ("limited", batch, False, limits),
    ):
        work = partial(plan, members, **SIZE, target_batch=target, is_delayed=is_delayed, limits=limited)
        made = work()
        times = timed(max(1, repeats // (8 if name == "limited" else 1)), work)
        gather_s = target / pace
        gain = cost(members, made, gather_s, is_delayed=is_delayed)
        gain /= cost(members, everyone, gather_s, is_delayed=is_delayed)
        print(
            f"{count:5} {name:8} {times} {len(made.contributors):5} {len(made.awaited):5} {len(made.spans):5}"
            f" {everyone.predicted_s:8.1f} {made.predicted_s:8.1f} {gain:6.2f}"
        )
    grouped = plan_groups(members, **SIZE, target_batch=batch)
    times = timed(max(1, repeats // 4), lambda: plan_groups(members, **SIZE, target_batch=batch))
    inside = sum(len(one.contributors) for one in grouped.allocations)
    awaited = sum(len(one.awaited) for one in grouped.allocations)
    print(
        f"{count:5} {len(grouped.groups):2} groups {times} {inside:5} {awaited:5} {len(grouped.roots):5}"
        f" {everyone.predicted_s:8.1f} {grouped.predicted_s:8.1f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peers", type=int, nargs="+", default=[8, 32, 64, 256, 1000])
    parser.add_argument("--repeats", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print("peers kind      min ms  med ms    in  wait spans  uniform  plan, s   cost")
    for count in options.peers:
        row(count, options.repeats, options.seed)


if __name__ == "__main__":
    main()

"""The hash table with thousands of members, in virtual time: real code, latency, deaths without a word.

    python -m tests.bench.dht_scale [--nodes 100 300 1000 3000 10000] [--minutes 10] [--churn 0.2] [--seed 1]

Members join over five minutes. Then for `--minutes` a share of them (`--churn` per ten minutes) dies without a word
while as many join, and every member looks up the record of some other that is alive. A lookup succeeds if it brings
that record. Messages are questions and their answers, both counted; upkeep is all but those lookups: probes,
refreshes, joining, announcing a record under two keys and a log head under a third, handing over, republishing.
Prints one row per size; nothing is asserted.
"""

import argparse
import asyncio
import gc
import math
import statistics
import time
from dataclasses import dataclass, field

from core.dht.contacts import position_of
from core.dht.values import PEER
from tests.sim import clock
from tests.sim.dht import Member, Net

JOIN_S = 300.0
SETTLE_S = 120.0
KNOWN_AFTER_S = 60.0
"""A newcomer can be looked up once it has had so long to announce itself."""
NEAREST_CHECKED = 200


@dataclass
class Outcome:
    nodes: int
    lookups: int = 0
    failed: int = 0
    hops: list[int] = field(default_factory=list)
    questions: list[int] = field(default_factory=list)
    took_s: list[float] = field(default_factory=list)
    deaths: int = 0
    all_questions: int = 0
    unanswered: int = 0
    kinds: dict[str, int] = field(default_factory=dict)
    overlap: float = 0.0
    table: float = 0.0
    stale: float = 0.0


async def play(nodes: int, minutes: float, churn: float, seed: int) -> Outcome:
    net = Net(seed)
    outcome = Outcome(nodes)
    loop = asyncio.get_running_loop()
    for _ in range(nodes):
        net.add()
        await asyncio.sleep(JOIN_S / nodes)
    await asyncio.sleep(SETTLE_S)
    net.asked.clear()
    net.unanswered = 0
    end_s = loop.time() + minutes * 60
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(churn_until(net, end_s, nodes * churn / 600, outcome))
        tasks.create_task(look_up_until(net, end_s, nodes / (minutes * 60), outcome))
    outcome.kinds = dict(net.asked)
    outcome.all_questions = net.asked.total()
    outcome.unanswered = net.unanswered
    outcome.overlap = nearest_known(net, outcome)
    await net.end()
    return outcome


async def churn_until(net: Net, end_s: float, per_s: float, outcome: Outcome) -> None:
    loop = asyncio.get_running_loop()
    while per_s and loop.time() < end_s:
        await asyncio.sleep(net.chance.expovariate(per_s))
        await net.kill(net.chance.choice(net.order))
        net.add()
        outcome.deaths += 1


async def look_up_until(net: Net, end_s: float, per_s: float, outcome: Outcome) -> None:
    loop = asyncio.get_running_loop()
    async with asyncio.TaskGroup() as tasks:
        while loop.time() < end_s - 30:
            await asyncio.sleep(net.chance.expovariate(per_s))
            seeker, sought = net.chance.choice(net.order), net.chance.choice(net.order)
            age_s = loop.time() - max(seeker.since_s, sought.since_s)
            if seeker is not sought and age_s >= KNOWN_AFTER_S:
                tasks.create_task(look_up(net, seeker, sought, outcome))


async def look_up(net: Net, seeker: Member, sought: Member, outcome: Outcome) -> None:
    loop = asyncio.get_running_loop()
    before_s = loop.time()
    found = await seeker.kademlia.find(PEER, sought.id)
    if seeker.id not in net.alive:
        return
    outcome.lookups += 1
    outcome.failed += sought.identity.public_key not in found.values
    outcome.hops.append(found.hops)
    outcome.questions.append(found.questions)
    outcome.took_s.append(loop.time() - before_s)


def nearest_known(net: Net, outcome: Outcome) -> float:
    """Which share of the 16 members that are truly nearest to a member stand in its table; and how tables look."""
    members = net.chance.sample(net.order, min(NEAREST_CHECKED, len(net.order)))
    shares = []
    for member in members:
        me = position_of(member.id.raw)
        others = [other for other in net.order if other is not member]
        true = sorted(others, key=lambda other: position_of(other.id.raw) ^ me)[:16]
        shares.append(sum(other.id in member.kademlia.table for other in true) / len(true))
    entries = [contact.peer for member in members for contact in member.kademlia.table.contacts()]
    outcome.table = len(entries) / len(members)
    outcome.stale = sum(peer not in net.alive for peer in entries) / len(entries)
    return statistics.mean(shares)


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--nodes", type=int, nargs="+", default=[100, 300, 1000, 3000, 10_000])
    options.add_argument("--minutes", type=float, default=10.0)
    options.add_argument("--churn", type=float, default=0.2)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    print(
        "nodes | deaths | lookups | succeeded | hops mean/max (log2 n) | questions per lookup | seconds p50/p99 "
        "| messages per node and minute: upkeep + lookups | unanswered | table, stale | 16 nearest known | CPU s"
    )
    for nodes in chosen.nodes:
        before_s = time.process_time()
        gc.collect()
        gc.set_threshold(300_000, 20, 50)  # most that is made is not garbage
        o = clock.run(play(nodes, chosen.minutes, chosen.churn, chosen.seed))
        in_lookups = sum(o.questions)
        per = 2 / nodes / chosen.minutes
        took = sorted(o.took_s)
        print(
            f"{nodes} | {o.deaths} | {o.lookups} | {100 * (1 - o.failed / o.lookups):.3f} % ({o.failed} failed) "
            f"| {statistics.mean(o.hops):.2f}/{max(o.hops)} ({math.log2(nodes):.1f}) "
            f"| {statistics.mean(o.questions):.1f} | {took[len(took) // 2]:.2f}/{took[int(len(took) * 0.99)]:.2f} "
            f"| {(o.all_questions - in_lookups) * per:.1f} + {in_lookups * per:.1f} "
            f"| {100 * o.unanswered / o.all_questions:.1f} % | {o.table:.0f}, {100 * o.stale:.1f} % "
            f"| {100 * o.overlap:.1f} % | {time.process_time() - before_s:.0f}",
            flush=True,
        )
        print("    " + ", ".join(f"{kind}: {count * per / 2:.1f}" for kind, count in o.kinds.items()), flush=True)


if __name__ == "__main__":
    main()

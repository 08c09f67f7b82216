"""Many seeds of `tests.sim.chaos`, over several processes.

python -m tests.sim.long --seeds 2000 --from 0 --jobs 2
"""

import argparse
import multiprocessing
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass

from tests.sim import chaos


@dataclass(frozen=True, slots=True)
class Report:
    """Of one seed."""

    seed: int
    steps: int = 0
    values: int = 0
    deaths: int = 0
    partitions: int = 0
    misfortunes: int = 0
    virtual_s: float = 0.0
    trace: str = ""
    failure: str = ""


def play_one(seed: int) -> Report:
    try:
        course = chaos.play(seed)
    except Exception as fault:  # noqa: BLE001  # whatever went wrong is the result
        text = f"seed {seed}: {type(fault).__name__}: {fault}; play it again: python -m tests.sim.chaos {seed}"
        return Report(seed, failure=text)
    tally = course.tally
    return Report(
        seed,
        tally.steps,
        tally.values,
        course.deaths,
        course.partitions,
        len(course.misfortunes),
        course.virtual_s,
        course.trace,
    )


def play_chunk(seeds: Iterable[int]) -> list[Report]:
    """Plays the seeds one after the other in this process."""
    return [play_one(seed) for seed in seeds]


def main() -> None:
    words = argparse.ArgumentParser(description="Plays many seeds and says what was violated.")
    words.add_argument("--seeds", type=int, default=2000)
    words.add_argument("--from", type=int, default=0, dest="first")
    words.add_argument("--jobs", type=int, default=2)
    told = words.parse_args()
    reports: list[Report] = []
    began_s = time.monotonic()
    with multiprocessing.get_context("spawn").Pool(told.jobs, maxtasksperchild=200) as pool:
        for report in pool.imap_unordered(play_one, range(told.first, told.first + told.seeds)):
            reports.append(report)
            if report.failure:
                print(report.failure[:400], flush=True)
            if len(reports) % 100 == 0:
                print(f"{len(reports)} seeds, {time.monotonic() - began_s:.0f} s", flush=True)
    failures = sum(bool(report.failure) for report in reports)
    print(
        f"{len(reports)} seeds, {sum(r.steps for r in reports)} steps, of which {sum(r.values for r in reports)} were "
        "computed anew, "
        f"{sum(r.misfortunes for r in reports)} misfortunes, {sum(r.deaths for r in reports)} deaths, "
        f"{sum(r.partitions for r in reports)} partitions healed, {sum(r.virtual_s for r in reports) / 3600:.1f} h of "
        f"virtual time, {failures} violations, {time.monotonic() - began_s:.0f} s"
    )
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

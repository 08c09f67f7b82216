"""What the best plan, and the plain one, could reach on given lines; and the switch to the plain one.

The bounds are written here a second time, from the paper's program alone, so that they check the planner.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy.optimize import linprog

from core.averaging import planner
from core.averaging.grouping import GroupedAllocation
from core.swarm import planning as plans


@dataclass(frozen=True, slots=True)
class Line:
    """One peer's, in Mbit/s, and what it is used for."""

    up: float
    down: float
    contributes: bool = True
    accepts_links: bool = True

    def slower(self, by: float) -> "Line":
        return replace(self, up=self.up / by, down=self.down / by)


def lines_of(spec: str) -> list[Line]:
    """`100x4`, `20/100x4`, `1000,200,50,20`; after a line `c` for client mode, `a` for an auxiliary: `50/200cx12`."""
    found: list[Line] = []
    for group in spec.split(","):
        rates, _, count = group.partition("x")
        kind = rates[-1] if rates[-1] in "ca" else ""
        up, _, down = rates.removesuffix(kind).partition("/")
        line = Line(float(up), float(down or up), contributes=kind != "a", accepts_links=kind != "c")
        found += [line] * int(count or 1)
    return found


def best_s(lines: Sequence[Line], vector_bytes: float) -> float:
    """The linear program's bound (design §7) if all contributors contribute: seconds from the first byte sent to the
    last average received by a contributor. Auxiliaries reduce and are not waited for.

    Variables: reducer j's share w_j of the vector, and the time. A contributor sends its shares of the others and
    returns its own to all other contributors; the same with what it receives.
    """
    senders = sum(line.contributes for line in lines)
    size = vector_bytes * 8e-6
    rows: list[list[float]] = []
    limits: list[float] = []
    for number, line in enumerate(lines):
        own = senders - 2 if line.contributes else senders
        for rate in (line.up, line.down):
            row = [0.0] * (len(lines) + 1)
            row[number] = size * own
            row[-1] = -rate
            rows.append(row)
            limits.append(-size if line.contributes else 0.0)
    shares = [(0.0, 1.0 if line.accepts_links else 0.0) for line in lines]
    solved = linprog(
        [0.0] * len(lines) + [1.0],
        A_ub=np.array(rows),
        b_ub=limits,
        A_eq=[[1.0] * len(lines) + [0.0]],
        b_eq=[1.0],
        bounds=[*shares, (0.0, None)],
        method="highs",
    )
    return float(solved.x[-1])


def uniform_s(lines: Sequence[Line], vector_bytes: float) -> float:
    """The bound for equal shares among the contributors that accept links (plain all-reduce; auxiliaries idle)."""
    reducers = [line for line in lines if line.accepts_links and line.contributes]
    return shared_s(lines, [1 / len(reducers) if line in reducers else 0.0 for line in lines], vector_bytes)


def shared_s(lines: Sequence[Line], shares: Sequence[float], vector_bytes: float) -> float:
    """The bound for given shares of the vector per peer."""
    senders = sum(line.contributes for line in lines)
    size, longest_s = vector_bytes * 8e-6, 0.0
    for line, share in zip(lines, shares, strict=True):
        amount = size * (1 + (senders - 2) * share if line.contributes else senders * share)
        longest_s = max(longest_s, amount / min(line.up, line.down))
    return longest_s


@contextmanager
def uniform_plans() -> Iterator[None]:
    """Meanwhile this process, as a coordinator, plans plain all-reduce: equal spans for the contributors that accept
    links, everybody in and everybody waited for."""
    chosen = plans.plan_groups

    def plan(members: Sequence[planner.Member], **terms: Any) -> GroupedAllocation:
        plain = [replace(member, may_reduce=member.may_reduce and member.samples > 0) for member in members]
        if not any(member.may_reduce for member in plain):
            return chosen(members, **terms)
        vector = {name: terms[name] for name in ("elements", "coded_bytes_per_element")}
        allocation = planner.uniform(plain, **vector)
        everybody = tuple(sorted(member.peer for member in members))
        return GroupedAllocation((everybody,), (allocation,), allocation.spans, allocation.predicted_s)

    plans.plan_groups = plan
    try:
        yield
    finally:
        plans.plan_groups = chosen

"""The program of `core.averaging.program` where less passes between some pairs than their lines would let.

There each share has its bounds; here a pair bounds the sum of two, and it takes a general solver (HiGHS, by scipy):
milliseconds instead of a tenth of one. It is given no more rows than say something: who does not reduce bounds τ
alone, and a pair of which neither reduces says nothing.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.averaging.program import Floats, Lines, Solution, solve

Pairs = Sequence[tuple[int, int, float]]
"""(i, j, bytes/s) for what i sends to j, another one."""
FIXED_POINT_STEPS = 50


def solve_limited(lines: Lines, pairs: Pairs, tolerance: float = 1e-9, near: Solution | None = None) -> Solution:
    """One case with pairwise limits. No solution if a limit is 0 and everything would have to pass it.

    The solver is linear, D τ f is not: what is drawn, D τ, is taken as known, and the τ that solves the program so is
    to be the one it was taken from, to a relative `tolerance`. Newton's method finds that, from the τ of `near` if it
    is given: what this returned for the same case with a larger tolerance."""
    draw = float(lines.draw)
    if near is not None and draw == 0:
        return near
    free = solve(lines)
    scale = float(free.seconds_per_byte)
    if not np.isfinite(scale) or scale <= 0 or not pairs:
        return free
    program = _Program(lines, pairs, scale)
    taken = scale if near is None or not np.isfinite(near.seconds_per_byte) else float(near.seconds_per_byte)
    for _ in range(FIXED_POINT_STEPS):
        result, growth = program.solve(draw * taken)
        tau = float(result.seconds_per_byte)
        if not np.isfinite(tau) or draw == 0 or abs(tau - taken) <= tolerance * tau:
            break
        slope = growth * draw
        taken = taken + (tau - taken) / (1 - slope) if 0 <= slope < 1 else tau
    return result


class _Program:
    """Unknowns: each reducer's share times their number, and τ / scale, so that all are near 1. Rows in units of their
    rates: how many times `scale` they need."""

    def __init__(self, lines: Lines, pairs: Pairs, scale: float) -> None:
        self._scale = scale
        self._reducers = np.flatnonzero(lines.reduces)
        self._peers = len(lines.up)
        count = len(self._reducers)
        sends, awaits = lines.sends.astype(np.float64), lines.awaits.astype(np.float64)
        self._up, down = lines.up[self._reducers] * scale, lines.down[self._reducers] * scale
        self._draws = 1.0 if awaits.sum() > 1 else 0.0
        own_up, own_down = sends[self._reducers], awaits[self._reducers]
        self._copies = awaits.sum() - own_up - own_down + lines.more_up
        self._arrivals = (sends.sum() - own_up - own_down + lines.more_down) / down
        self._own = np.concatenate([own_up / self._up, own_down / down])
        others = ~lines.reduces
        self._least_tau = max(np.max(others * sends / lines.up), np.max(others * awaits / lines.down)) / scale
        column = np.full(self._peers, -1)
        column[self._reducers] = np.arange(count)
        i, j = (np.array([pair[end] for pair in pairs]) for end in (0, 1))
        rates = np.array([rate for _, _, rate in pairs]) * scale
        given, passed_on = sends[i] * (column[j] >= 0), awaits[j] * (column[i] >= 0)
        says = (given > 0) | (passed_on > 0)
        self._pair_columns = np.stack([column[j], column[i]])[:, says]
        units = np.where(rates > 0, rates, 1.0)
        self._pair_values = np.stack([given / units, passed_on / units])[:, says]
        self._passes = (rates > 0)[says]

    def solve(self, drawn: float) -> tuple[Solution, float]:
        """With D τ = `drawn`; and how fast τ grows with it."""
        # The engine needs scipy only where a pair is limited, and importing it takes a quarter of a second and 40 MB.
        from scipy.optimize import linprog
        from scipy.sparse import csr_array

        count, pairs = len(self._reducers), len(self._passes)
        each, limited = np.arange(count), 2 * count + np.arange(pairs)
        rows = [each, each + count, limited, limited, np.arange(2 * count), limited]
        tau_column = np.full(2 * count + pairs, count)
        columns = [each, each, *np.maximum(self._pair_columns, 0), tau_column]
        copies = (self._copies + self._draws * drawn) / self._up
        shares = np.concatenate([copies, self._arrivals, *self._pair_values]) / count
        values = [shares, np.full(2 * count, -1.0), -self._passes.astype(np.float64)]
        found = linprog(
            np.append(np.zeros(count), 1.0),
            A_ub=csr_array(
                (np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))),
                shape=(2 * count + pairs, count + 1),
            ),
            b_ub=np.concatenate([-self._own, np.zeros(pairs)]),
            A_eq=np.append(np.full(count, 1.0 / count), 0.0)[None],
            b_eq=[1.0],
            bounds=np.column_stack([np.append(np.zeros(count), self._least_tau), np.full(count + 1, np.inf)]),
            method="highs-ds",
            options={"presolve": False},  # there is little to find, and it takes as long as the solution
        )
        shares = np.zeros(self._peers)
        if found.status != 0:
            return Solution(np.array(np.inf), shares), 0.0
        shares[self._reducers] = found.x[:count] / found.x[:count].sum()
        by_row: Floats = found.ineqlin.marginals[:count]
        growth = -float(by_row @ (found.x[:count] / count / self._up)) * self._draws * self._scale
        return Solution(np.array(found.x[count] * self._scale), shares), growth


def without_slivers(lines: Lines, pairs: Pairs, least_share: float, near: Solution | None = None) -> Solution:
    """The program's solution in which no reducer has less than `least_share`, unless there is only one. Those below go
    a half at a time, the smallest first, since what they leave may lift the others. `near`: as in `solve_limited`."""
    while True:
        solution = solve_limited(lines, pairs, near=near)
        shares, near = solution.shares, None
        reducers = np.flatnonzero(lines.reduces)
        slivers = reducers[shares[reducers] < least_share]
        if not len(slivers) or len(reducers) == 1 or not np.isfinite(solution.seconds_per_byte):
            return solution
        count = min(len(slivers), max(1, len(reducers) // 2))
        reduces = lines.reduces.copy()
        reduces[slivers[np.argsort(shares[slivers], kind="stable")[:count]]] = False
        lines = replace(lines, reduces=reduces)

import itertools
from collections.abc import Sequence

import numpy as np
import pytest
from scipy.optimize import linprog

from core.averaging import program
from core.averaging.limited import solve_limited
from core.averaging.program import Bools, Floats, Lines, solve

Mask = Sequence[int] | Bools | None
MBIT = 1e6 / 8


def lines(up: Sequence[float] | Floats, down: Sequence[float] | Floats, **who: Mask | float) -> Lines:
    """All do everything, but for the masks `sends`, `awaits`, `reduces`."""
    ups = np.asarray(up, dtype=np.float64)
    masks = {
        name: np.ones(len(ups), dtype=np.bool_) if who.get(name) is None else np.array(who[name], dtype=np.bool_)
        for name in ("sends", "awaits", "reduces")
    }
    return Lines(ups, np.asarray(down, dtype=np.float64), **masks, draw=np.array(who.get("draw", 0.0)))


def tau(case: Lines) -> float:
    return float(solve(case).seconds_per_byte)


def needed(case: Lines, shares: Floats) -> float:
    """τ that these shares need; what is drawn depends on it, so it is found by bisection where there is any."""
    sends, awaits = case.sends.astype(float), case.awaits.astype(float)
    up = sends * (1 - shares) + (awaits.sum() - awaits) * shares
    down = awaits * (1 - shares) + (sends.sum() - sends) * shares
    with np.errstate(divide="ignore"):
        room = case.up - float(case.draw) * shares * (awaits.sum() > 1)
        by_up = np.where(up > 1e-15, np.where(room > 0, up / room, np.inf), 0.0)
    return float(max(by_up.max(), (down / case.down).max()))


def random_case(rng: np.random.Generator, most: int = 7) -> Lines:
    while True:
        n = int(rng.integers(1, most))
        up, down = np.exp(rng.uniform(0, 4, (2, n)))
        case = lines(up, down, sends=rng.random(n) < 0.8, awaits=rng.random(n) < 0.85, reduces=rng.random(n) < 0.7)
        if case.sends.any() and case.awaits.any() and case.reduces.any():
            return case


BIG, SMALL = [1000 * MBIT] * 8, [200 * MBIT] * 16
MIXED = [200 * MBIT] * 4 + [100 * MBIT] * 8 + [50 * MBIT] * 4
HOME = ([50 * MBIT] * 16, [200 * MBIT] * 16)
SLOW = ([10 * MBIT, *BIG], [100 * MBIT, *BIG])
FOUR = [1000 * MBIT, 200 * MBIT, 50 * MBIT, 20 * MBIT]


def with_auxiliaries(clients: int, *, receive: int = 1) -> Lines:
    servers = [1000 * MBIT] * 2
    return lines(
        HOME[0] + servers,
        HOME[1] + servers,
        sends=[1] * 16 + [0] * 2,
        awaits=[1] * 16 + [receive] * 2,
        reduces=[0] * clients + [1] * (18 - clients),
    )


@pytest.mark.parametrize(
    ("case", "megabytes", "seconds", "digits"),
    [
        (lines(BIG, BIG), 72, 1.01, 2),
        (lines(SMALL, SMALL), 72, 5.40, 2),
        (lines(BIG + SMALL, BIG + SMALL), 72, 2.88, 2),
        (lines(BIG + SMALL, BIG + SMALL, reduces=[1] + [0] * 23), 72, 13.25, 2),
        (lines(MIXED, MIXED), 72, 11.52, 2),
        *(
            (lines(*HOME, reduces=[0] * clients + [1] * (16 - clients)), 72, seconds, 1)
            for clients, seconds in ((0, 21.6), (12, 51.8), (14, 92.2), (15, 172.8))
        ),
        *((with_auxiliaries(clients, receive=r), 72, 11.5, 1) for clients in (0, 12, 14, 15, 16) for r in (0, 1)),
        (lines(*SLOW), 72, 57.6, 1),
        (lines(*SLOW, sends=[0] + [1] * 8), 72, 5.76, 2),
        (lines(*SLOW, sends=[0] + [1] * 8, awaits=[0] + [1] * 8, reduces=[0] + [1] * 8), 72, 1.0, 1),
        (lines(*SLOW, sends=[0] + [1] * 8, awaits=[0] + [1] * 8, reduces=[0] + [1] * 8, draw=100 * MBIT), 72, 1.0, 1),
        *((lines([100 * MBIT] * n, [100 * MBIT] * n), 20, s, 2) for n, s in ((2, 1.60), (4, 2.40), (8, 2.80))),
        (lines([100 * MBIT] * 4, [100 * MBIT] * 4), 10, 1.20, 2),
        (lines([100 * MBIT] * 8, [100 * MBIT] * 8), 10, 1.40, 2),
        (lines([100 * MBIT] * 4, [100 * MBIT] * 4), 100, 12.0, 1),
        (lines([1000 * MBIT] * 4, [1000 * MBIT] * 4), 100, 1.20, 2),
        (lines([20 * MBIT] * 4, [100 * MBIT] * 4), 20, 12.0, 1),
        (lines([20 * MBIT] * 8, [100 * MBIT] * 8), 20, 14.0, 1),
        (lines(FOUR, FOUR), 20, 8.0, 1),
        (lines(FOUR * 2, FOUR * 2), 20, 8.0, 1),
    ],
)
def test_bounds_of_the_baselines(case: Lines, megabytes: float, seconds: float, digits: int) -> None:
    assert round(tau(case) * megabytes * 1e6, digits) == pytest.approx(seconds, abs=0.6 * 10**-digits)


@pytest.mark.parametrize("n", [2, 3, 8, 100])
def test_equal_lines_give_all_reduce(n: int) -> None:
    solution = solve(lines([5.0] * n, [5.0] * n))
    assert float(solution.seconds_per_byte) == pytest.approx(2 * (n - 1) / n / 5, rel=1e-14)
    assert solution.shares == pytest.approx(np.full(n, 1 / n), rel=1e-13)


def test_one_huge_peer_gives_a_parameter_server() -> None:
    n = 10
    solution = solve(lines([1e9] + [1.0] * n, [1e9] + [1.0] * n))
    assert float(solution.seconds_per_byte) == pytest.approx(1.0, rel=1e-6)
    assert solution.shares[0] > 1 - 1e-6


def test_alone_there_is_nothing_to_send() -> None:
    solution = solve(lines([3.0], [3.0]))
    assert (float(solution.seconds_per_byte), solution.shares.tolist()) == (0.0, [1.0])


def test_the_only_receiver_reduces_what_it_cannot_send() -> None:
    """Two contribute, one of them receives: what it sends to the other comes back."""
    case = lines([1.0, 9.0], [9.0, 9.0], awaits=[1, 0])
    solution = solve(case)
    assert needed(case, solution.shares) == pytest.approx(float(solution.seconds_per_byte))
    assert float(solution.seconds_per_byte) == pytest.approx(1 / 9)
    assert solution.shares[0] >= 1 - 1 / 9 - 1e-12


@pytest.mark.parametrize("seed", range(30))
def test_brute_force_over_shares(seed: int) -> None:
    """Up to three reducers: no grid point needs less, and the nearest one hardly more."""
    rng = np.random.default_rng(seed)
    case = random_case(rng, 4)
    steps, places = 30, np.flatnonzero(case.reduces)
    best = np.inf
    for counts in itertools.product(range(steps + 1), repeat=len(places)):
        if sum(counts) == steps:
            shares = np.zeros(len(case.up))
            shares[places] = np.array(counts) / steps
            best = min(best, needed(case, shares))
    found = tau(case)
    assert found <= best * (1 + 1e-12)
    # A share off by 1/30 changes what a line carries by at most three of them.
    assert found >= best - 3 / steps / float(min(case.up.min(), case.down.min()))


@pytest.mark.parametrize("seed", range(100))
def test_shares_keep_what_is_promised(seed: int) -> None:
    rng = np.random.default_rng(1000 + seed)
    case = random_case(rng, 30)
    late = ~case.awaits & (rng.random(len(case.up)) < 0.3)
    case = Lines(case.up, case.down, case.sends, case.awaits, case.reduces, np.array(float(case.down[late].sum()) / 9))
    solution = solve(case)
    if np.isinf(solution.seconds_per_byte):
        assert case.up[case.reduces].sum() <= float(case.draw)
        return
    assert solution.shares.min() >= 0
    assert not solution.shares[~case.reduces].any()
    assert solution.shares.sum() == pytest.approx(1, rel=1e-12)
    assert needed(case, solution.shares) <= float(solution.seconds_per_byte) * (1 + 1e-9)


class PapersProgram:
    """With a rate a_ij and g_ij for every pair (design §7), by HiGHS.

    `same_to_all`: a reducer returns its average to all receivers, itself included, at one rate, as spans have it."""

    def __init__(self, case: Lines, *, same_to_all: bool) -> None:
        self._n = len(case.up)
        self._x = 2 * self._n**2
        self._rows: list[Floats] = []
        self._bounds: list[float] = []
        self._lines(case)
        self._averages(case, same_to_all=same_to_all)
        is_open = np.stack([np.outer(case.sends, case.reduces), np.outer(case.reduces, case.awaits)]).ravel()
        self._most = [*np.where(is_open, np.inf, 0.0), np.inf]

    def _a(self, i: int, j: int) -> int:
        return i * self._n + j

    def _g(self, i: int, j: int) -> int:
        return self._n**2 + i * self._n + j

    def _at_most(self, bound: float, plus: Sequence[int], minus: Sequence[int] = ()) -> None:
        row = np.zeros(self._x + 1)
        row[list(plus)] += 1
        row[list(minus)] -= 1
        self._rows.append(row)
        self._bounds.append(bound)

    def _lines(self, case: Lines) -> None:
        for i in range(self._n):
            others = [j for j in range(self._n) if j != i]
            self._at_most(case.up[i], [self._a(i, j) for j in others] + [self._g(i, j) for j in others])
            self._at_most(case.down[i], [self._a(j, i) for j in others] + [self._g(j, i) for j in others])

    def _averages(self, case: Lines, *, same_to_all: bool) -> None:
        receivers = np.flatnonzero(case.awaits).tolist()
        for j in receivers:
            self._at_most(0, [self._x], [self._g(i, j) for i in range(self._n)])
        for i in np.flatnonzero(case.reduces).tolist():
            for j, k in itertools.product(receivers, np.flatnonzero(case.sends).tolist()):
                self._at_most(0, [self._g(i, j)], [self._a(k, i)])
            for j in receivers[1:] if same_to_all else ():
                self._at_most(0, [self._g(i, j)], [self._g(i, receivers[0])])
                self._at_most(0, [self._g(i, receivers[0])], [self._g(i, j)])

    def x(self) -> float:
        found = linprog(
            -np.eye(self._x + 1)[self._x],
            A_ub=np.array(self._rows),
            b_ub=self._bounds,
            bounds=[(0, most) for most in self._most],
            method="highs",
        )
        return np.inf if found.status == 3 else float(found.x[self._x])


def full_program(case: Lines, *, same_to_all: bool) -> float:
    return PapersProgram(case, same_to_all=same_to_all).x()


@pytest.mark.parametrize("seed", range(10))
def test_the_papers_program_of_all_pairs_says_the_same(seed: int) -> None:
    rng = np.random.default_rng(seed)
    for _ in range(20):
        case = random_case(rng)
        with np.errstate(divide="ignore"):
            x = float(1 / solve(case).seconds_per_byte)
        assert full_program(case, same_to_all=True) == pytest.approx(x, rel=1e-9)
        free = full_program(case, same_to_all=False)
        if case.sends.all():
            assert free == pytest.approx(x, rel=1e-9)
        else:
            assert free >= x * (1 - 1e-9)


def test_the_papers_program_lets_an_auxiliary_average_for_itself_alone() -> None:
    """Which spans cannot say: the weak peer 0 gets all gradients and returns nothing, which saves peer 1 a copy."""
    case = lines([0.01, 2.0, 9.0, 9.0], [99.0] * 4, sends=[0, 0, 1, 1], reduces=[1, 1, 0, 0])
    assert 1 / tau(case) == pytest.approx(2 / 3, rel=0.02)
    assert full_program(case, same_to_all=True) == pytest.approx(1 / tau(case), rel=1e-9)
    assert full_program(case, same_to_all=False) == pytest.approx(1.0, rel=0.02)


def test_faster_lines_never_take_longer() -> None:
    rng = np.random.default_rng(5)
    for _ in range(200):
        case = random_case(rng, 12)
        up, down = case.up * np.exp(rng.uniform(0, 1, (2, len(case.up))) * (rng.random((2, len(case.up))) < 0.3))
        faster = Lines(up, np.maximum(case.down, down), case.sends, case.awaits, case.reduces, case.draw)
        assert tau(faster) <= tau(case) * (1 + 1e-12)


def test_many_cases_at_once_are_as_one_by_one() -> None:
    rng = np.random.default_rng(6)
    n, cases = 9, 50
    up, down = np.exp(rng.uniform(0, 4, (2, n)))
    sends, awaits, reduces = rng.random((3, cases, n)) < 0.6
    draw = rng.uniform(0, 5, cases)
    together = solve(Lines(up, down, sends, awaits, reduces, draw))
    for k in range(cases):
        alone = solve(Lines(up, down, sends[k], awaits[k], reduces[k], draw[k]))
        assert together.seconds_per_byte[k] == alone.seconds_per_byte
        assert np.array_equal(together.shares[k], alone.shares)


@pytest.mark.parametrize("drawn", [0.0, 0.9])
def test_a_handful_of_steps_is_enough(drawn: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "STEPS", 12)
    rng = np.random.default_rng(7)
    for _ in range(50):
        case = random_case(rng, 200)
        draw = np.array(drawn * case.up[case.reduces].sum())
        assert np.isfinite(tau(Lines(case.up, case.down, case.sends, case.awaits, case.reduces, draw)))


@pytest.mark.parametrize("who", [{"reduces": [0, 0]}, {"sends": [0, 0]}, {"draw": 10.0}, {"draw": 1e9}])
def test_no_solution(who: dict[str, Mask | float]) -> None:
    solution = solve(lines([4.0, 6.0], [4.0, 6.0], **who))
    assert np.isinf(solution.seconds_per_byte)
    assert not solution.shares.any()


def test_one_reducer_may_serve_all_that_is_drawn() -> None:
    """2 of gradient and averages come to it or leave it for the one that is waited for, while 3 of 4 are drawn."""
    case = lines([9.0, 4.0, 9.0], [9.0] * 3, reduces=[0, 1, 0], draw=3.0)
    assert tau(case) == pytest.approx(2 / (4 - 3), rel=1e-12)


def test_what_is_drawn_slows_reducers_down() -> None:
    """Three equal reducers, each of a third: 2/3 of gradient and 2/3 of averages, and D/3 besides."""
    assert tau(lines([3.0] * 3, [99.0] * 3, draw=0.6)) == pytest.approx((4 / 3) / (3 - 0.2), rel=1e-12)


# --- pairwise limits


def test_equal_limits_of_all_pairs() -> None:
    n = 5
    pairs = [(i, j, 0.1) for i in range(n) for j in range(n) if i != j]
    solution = solve_limited(lines([9.0] * n, [9.0] * n), pairs)
    assert float(solution.seconds_per_byte) == pytest.approx((2 / n) / 0.1, rel=1e-9)


def test_a_closed_way_is_gone_round() -> None:
    """Peer 0 cannot send to peer 1, so 1 reduces nothing, and 0 returns nothing to it."""
    solution = solve_limited(lines([9.0] * 3, [9.0] * 3), [(0, 1, 0.0)])
    assert solution.shares == pytest.approx([0, 0, 1], abs=1e-9)
    assert np.isinf(solve_limited(lines([9.0] * 2, [9.0] * 2), [(0, 1, 0.0)]).seconds_per_byte)


@pytest.mark.parametrize("seed", range(40))
def test_limits_are_kept_and_cost_no_more_than_the_best_shares(seed: int) -> None:
    rng = np.random.default_rng(seed)
    case = random_case(rng)
    case = Lines(case.up, case.down, case.sends, case.awaits, case.reduces, np.array(rng.choice([0.0, 0.2])))
    n = len(case.up)
    all_pairs = [(i, j) for i in range(n) for j in range(n) if i != j]
    chosen = [pair for pair in all_pairs if rng.random() < 0.4]
    pairs = [(i, j, float(np.exp(rng.uniform(-2, 3)))) for i, j in chosen]
    solution, free = solve_limited(case, pairs), solve(case)
    if not np.isfinite(free.seconds_per_byte):
        return
    loose = solve_limited(case, [(i, j, 1e12) for i, j in chosen])
    assert float(loose.seconds_per_byte) == pytest.approx(float(free.seconds_per_byte), rel=1e-9, abs=1e-15)
    found = float(solution.seconds_per_byte)
    assert found >= float(free.seconds_per_byte) * (1 - 1e-9)

    def limited(shares: Floats) -> float:
        by_pair = [(case.sends[i] * shares[j] + case.awaits[j] * shares[i]) / rate for i, j, rate in pairs]
        return max([needed(case, shares), *by_pair])

    assert limited(solution.shares) == pytest.approx(found, rel=1e-7, abs=1e-12)
    for _ in range(50):  # no random shares nearby or anywhere do better
        other = rng.dirichlet(np.ones(n)) if rng.random() < 0.5 else solution.shares * np.exp(rng.normal(0, 0.1, n))
        other = np.where(case.reduces, other, 0)
        if other.sum() > 0:
            assert limited(other / other.sum()) >= found * (1 - 1e-7)

import itertools
from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import brentq

from core.averaging import choice
from core.averaging.choice import OVERDUE, Chosen, Offers, Terms, choose, everybody, lines_of
from core.averaging.limited import solve_limited
from core.averaging.program import Bools, Floats, solve

P = 1e6


def offers(up: list[float] | Floats, down: list[float] | Floats | None = None, **others: object) -> Offers:
    ups = np.asarray(up, dtype=np.float64)
    n = len(ups)
    values = {
        "samples": np.full(n, 10.0),
        "samples_per_s": np.ones(n),
        "may_reduce": np.ones(n, dtype=np.bool_),
        "receives": np.ones(n, dtype=np.bool_),
        "left_out": np.zeros(n),
    }
    given = {name: np.asarray(value, dtype=values[name].dtype) for name, value in others.items()}
    return Offers(ups, ups if down is None else np.asarray(down, dtype=np.float64), **{**values, **given})


def exchange_s(there: Offers, chosen: Chosen) -> Floats:
    return solve(lines_of(there, chosen)).seconds_per_byte * P


def times_s(there: Offers, terms: Terms, cases: Chosen) -> tuple[Floats, Floats]:
    """Until the next step's samples are gathered, if all that is gathered counts; and of the exchange."""
    took_s, gather_s = exchange_s(there, cases), terms.gather_s
    pace = there.samples_per_s * (there.samples > 0)
    in_time_s = np.maximum(took_s, gather_s) if terms.is_delayed else took_s
    late = there.receives & ~cases.awaits
    lost = np.where(late, (P / there.down - in_time_s[:, None]) / gather_s, 0.0)
    kept = (pace * (1 - np.clip(lost, 0, 1))).sum(axis=1) / pace.sum()
    with np.errstate(divide="ignore"):
        return gather_s / kept, took_s


def step_s(gather_s: Floats, took_s: Floats, *, is_delayed: bool) -> Floats:
    return np.maximum(gather_s, took_s) if is_delayed else gather_s + took_s


def cost(there: Offers, terms: Terms, cases: Chosen) -> Floats:
    """Seconds per accepted sample: what the module says it minimises, written down once more."""
    took = step_s(*times_s(there, terms, cases), is_delayed=terms.is_delayed)
    return took / (there.samples * cases.sends).sum(axis=1)


def all_choices(there: Offers) -> Chosen:
    """All sets of contributors and of awaited receivers with the two fastest downloads and the best reducer."""
    n = len(there.up)
    fastest = [i for i in np.argsort(-there.down, kind="stable") if there.receives[i]][:2]
    best = max(np.flatnonzero(there.may_reduce), key=lambda i: min(there.up[i], there.down[i]))
    always = {int(i) for i in (*fastest, best) if there.receives[i]}
    options: list[list[bool]] = [[False, True] if there.samples[i] else [False] for i in range(n)]
    options += [[True] if i in always else [False, True] if there.receives[i] else [False] for i in range(n)]
    rows = np.array([row for row in itertools.product(*options) if any(row[:n])])
    return Chosen(rows[:, :n], rows[:, n:])


def random_offers(rng: np.random.Generator) -> Offers:
    while True:
        n = int(rng.integers(2, 7))
        up, down = np.exp(rng.uniform(0, 4, (2, n))) * 1e5
        made = offers(
            up,
            [down, up, up * rng.uniform(1, 10, n)][rng.integers(3)],
            samples=(rng.random(n) < 0.85) * (rng.integers(1, 30, n) if rng.random() < 0.7 else 10),
            samples_per_s=np.exp(rng.uniform(0, 3, n)) if rng.random() < 0.7 else np.ones(n),
            may_reduce=rng.random(n) < 0.7,
            receives=rng.random(n) < 0.9,
        )
        if made.samples.any() and made.may_reduce.any() and made.receives.any() and exchange_s(made, everybody(made)):
            return made


def test_nearly_always_as_good_as_all_subsets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "NEARLY", 1.0)
    rng = np.random.default_rng(3)
    gaps = []
    dropped = 0
    for case in range(160):
        there = random_offers(rng)
        gather_s = float(exchange_s(there, everybody(there))) * np.exp(rng.uniform(-4, 2))
        terms = Terms(P, gather_s, is_delayed=case % 2 == 1)
        chosen, let_go, _ = choose(there, (), terms)
        best = cost(there, terms, all_choices(there)).min()
        gaps.append(float(cost(there, terms, chosen.one)[0]) / best - 1)
        dropped += not np.array_equal(chosen.sends, there.samples > 0)
        assert not let_go.any()
    assert min(gaps) > -1e-9  # there is nothing better than all subsets
    assert dropped > 40
    assert np.mean(np.array(gaps) < 1e-9) > 0.97
    assert np.mean(gaps) < 0.002
    assert max(gaps) < 0.1


def test_among_many_no_change_of_a_few_gains_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """Samples are not as samples/s: what is left out are those with few for what they cost."""
    monkeypatch.setattr(choice, "NEARLY", 1.0)
    rng = np.random.default_rng(8)
    gaps = []
    for case in range(8):
        n = 30
        there = offers(
            np.exp(rng.uniform(0, 2, n)) * 1e5,
            [1e7] * n,
            samples=np.exp(rng.uniform(0, 4, n)),
            samples_per_s=np.exp(rng.uniform(0, 4, n)),
        )
        terms = Terms(P, 0.1, is_delayed=case % 2 == 1)
        costs = []
        for few in (16, n):
            monkeypatch.setattr(choice, "FEW", few)
            chosen, _, _ = choose(there, (), terms)
            costs.append(float(cost(there, terms, chosen.one)[0]))
        gaps.append(costs[0] / costs[1] - 1)
    assert max(gaps) < 0.03


def test_steady_state_is_the_papers_but_for_one_term() -> None:
    """Nobody was left out before, and samples are as samples/s: then what is better than everybody here is so there."""
    rng = np.random.default_rng(6)
    dropped = 0
    for case in range(60):
        there = random_offers(rng)
        pace = there.samples_per_s * (there.samples > 0)
        gather_s = float(exchange_s(there, everybody(there))) * np.exp(rng.uniform(-4, 2))
        terms = Terms(P, gather_s, is_delayed=case % 2 == 1)
        there = replace(there, samples=pace * gather_s)
        chosen = choose(there, (), terms)[0].one.and_more(everybody(there).one)
        others = pace.sum() / (pace * chosen.sends).sum(axis=1)
        next_s, took_s = times_s(there, terms, chosen)
        paper_s = step_s(next_s * others, took_s, is_delayed=terms.is_delayed)
        if not terms.is_delayed:
            per_batch_s = cost(there, terms, chosen) * pace.sum() * gather_s
            assert per_batch_s == pytest.approx(paper_s + (others - 1) * took_s, rel=1e-9)
        assert paper_s[0] <= paper_s[1] * (1 + 1e-9)
        dropped += others[0] > 1
    assert dropped > 10


def test_nobody_is_left_out_for_next_to_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the one slower peer a sample would cost one percent less."""
    there = offers([1e6] * 4 + [0.55e6], may_reduce=[True] * 4 + [False], samples=[10] * 4 + [0.1])
    terms = Terms(P, 6, is_delayed=False)
    assert choose(there, (), terms)[0].sends.all()
    monkeypatch.setattr(choice, "NEARLY", 1.0)
    assert not choose(there, (), terms)[0].sends[-1]


@pytest.mark.parametrize("is_delayed", [False, True])
def test_order_of_peers_does_not_matter(is_delayed: bool) -> None:
    rng = np.random.default_rng(4)
    for _ in range(20):
        there = random_offers(rng)
        mixed = rng.permutation(len(there.up))
        terms = Terms(P, 1.0, is_delayed)
        chosen, _, _ = choose(there, (), terms)
        again, _, _ = choose(
            Offers(
                *(getattr(there, name)[mixed] for name in ("up", "down", "samples", "samples_per_s")),
                *(getattr(there, name)[mixed] for name in ("may_reduce", "receives", "left_out")),
            ),
            (),
            terms,
        )
        assert float(cost(there, terms, chosen.one)[0]) == pytest.approx(
            float(cost(there, terms, Chosen(*(_unmixed(mask, mixed) for mask in (again.sends, again.awaits))).one)[0])
        )


def _unmixed(mask: Bools, mixed: Floats) -> Bools:
    back = np.empty_like(mask)
    back[mixed] = mask
    return back


MBIT = 1e6 / 8
SLOW_UPLOADER = offers([10 * MBIT, *[1000 * MBIT] * 8], [100 * MBIT, *[1000 * MBIT] * 8])


VECTOR = 72e6


def is_slow_one_in(gather_s: float, *, is_delayed: bool = False, times: int = 1) -> bool:
    """`times`: how many steps' samples it has."""
    there = replace(SLOW_UPLOADER, samples=np.array([10.0 * times] + [10.0] * 8))
    chosen, _, _ = choose(there, (), Terms(VECTOR, gather_s, is_delayed))
    assert chosen.sends[1:].all()
    return bool(chosen.sends[0])


def crossover_s(*, is_delayed: bool = False, times: int = 1) -> float:
    """The gathering time from which on it is in."""
    low, high = 0.1, 10_000.0
    assert not is_slow_one_in(low, is_delayed=is_delayed, times=times)
    while high - low > 0.01:
        middle = (low + high) / 2
        is_in = is_slow_one_in(middle, is_delayed=is_delayed, times=times)
        low, high = (low, middle) if is_in else (middle, high)
    return high


@pytest.mark.parametrize(
    ("gather_s", "sends", "awaits"),
    [(0.001, 8, 8), (2, 8, 8), (60, 8, 8), (180, 8, 8), (480, 9, 9), (3600, 9, 9)],
)
def test_slow_uploader_among_fast_ones(gather_s: float, sends: int, awaits: int) -> None:
    """For seconds of gathering neither its gradient nor its download is worth the wait, for minutes both are."""
    chosen, _, _ = choose(SLOW_UPLOADER, (), Terms(VECTOR, gather_s, is_delayed=False))
    assert (chosen.sends.sum(), chosen.awaits.sum()) == (sends, awaits)
    if sends == 8:
        assert not chosen.sends[0]
        assert not chosen.awaits[0]


@pytest.mark.parametrize("times", [1, 2, 4])
def test_slow_uploader_is_in_from_where_its_samples_are_worth_the_wait(
    times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It uploads the vector in 57.6 s. Without it: 8 send and get 14 eighths of it, while it draws its 100 Mbit/s; it
    has the average 5.76 s after the start, and a ninth of the work rests from then until it does."""
    monkeypatch.setattr(choice, "NEARLY", 1.0)
    with_s, without_s, own_s = 57.6, 0.576 * 14 / 8 / (1 - 0.1 / 8), 5.76

    def gain_s(gather_s: float) -> float:
        next_s = gather_s / (1 - (own_s - without_s) / gather_s / 9)
        return (next_s + without_s) / 8 - (gather_s + with_s) / (8 + times)

    expected_s = brentq(gain_s, 6, 1000)
    assert crossover_s(times=times) == pytest.approx(expected_s, abs=0.02)
    assert expected_s == pytest.approx({1: 446.9, 2: 222.6, 4: 110.5}[times], abs=0.1)


def test_slow_uploader_in_delayed_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    """While 57.6 s over 9 peers' samples are more than the gathering over 8."""
    monkeypatch.setattr(choice, "NEARLY", 1.0)
    assert crossover_s(is_delayed=True) == pytest.approx(57.6 * 8 / 9, abs=0.02)
    chosen, _, _ = choose(SLOW_UPLOADER, (), Terms(VECTOR, 60, is_delayed=True))
    assert chosen.awaits.all()
    # It is 0.26 s late for the next step, a ninth of which rests so long; awaited, it holds up everybody.
    chosen, _, _ = choose(SLOW_UPLOADER, (), Terms(VECTOR, 5.5, is_delayed=True))
    assert not chosen.awaits[0]


def test_who_is_left_out_gathers_until_it_is_worth_the_wait() -> None:
    """A peer that takes part in every third step, or never while gathering is short."""
    for gather_s, expected in ((150.0, [False, False, True] * 3), (5.0, [False] * 9)):
        left_out, taken = 0, []
        for _ in range(9):
            taken.append(is_slow_one_in(gather_s, times=1 + left_out))
            left_out = 0 if taken[-1] or left_out == OVERDUE else left_out + 1
        assert taken == expected


@pytest.mark.parametrize("gather_s", [1e-6, 1e-3, 1.0, 30.0, 1e5])
@pytest.mark.parametrize("is_delayed", [False, True])
@pytest.mark.parametrize("down_for_up", [0.25, 1.0, 10.0])
def test_with_equal_lines_and_samples_everybody_takes_part(
    gather_s: float, is_delayed: bool, down_for_up: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choice, "NEARLY", 1.0)
    for n in (2, 3, 8, 20, 130):
        there = offers([1e6] * n, [1e6 * down_for_up] * n)
        chosen, _, _ = choose(there, (), Terms(P, gather_s, is_delayed))
        assert chosen.sends.all()
        assert chosen.awaits.all()


def test_before_anything_is_known_of_speed_everybody_contributes() -> None:
    there = offers([10.0, 1e9, 1e9], samples_per_s=[0, 0, 0], samples=[1, 1, 0])
    chosen, let_go, _ = choose(there, (), Terms(P, np.inf, is_delayed=False))
    assert chosen.sends.tolist() == [True, True, False]
    assert chosen.awaits.all()
    assert not let_go.any()


@pytest.mark.parametrize(("samples", "is_taken"), [(40, False), (4000, True)])
def test_left_out_for_long_is_in_or_let_go(samples: int, is_taken: bool) -> None:
    """57.6 s instead of 1 s are too many for a third of the samples, but not for nearly all of them."""
    for left_out in range(OVERDUE + 2):
        there = replace(
            SLOW_UPLOADER, samples=np.array([samples] + [10.0] * 8), left_out=np.array([left_out] + [0.0] * 8)
        )
        chosen, let_go, _ = choose(there, (), Terms(VECTOR, 2, is_delayed=False))
        assert chosen.sends[0] == is_taken
        assert let_go[0] == (not is_taken and left_out >= OVERDUE)
        assert not let_go[1:].any()


def test_limited_contributor_is_left_out_if_that_pays() -> None:
    """Peer 0 reaches the others through 1 % of what it has."""
    n = 6
    there = offers([1e6] * n, may_reduce=[False] + [True] * (n - 1))
    pairs = [(0, j, 1e3) for j in range(1, n)]
    quick = Terms(P, 10 / n, is_delayed=False)
    chosen, _, _ = choose(there, pairs, quick)
    assert chosen.sends.tolist() == [False] + [True] * (n - 1)
    limited_s = float(solve_limited(lines_of(there, everybody(there)), pairs).seconds_per_byte) * P
    assert limited_s == pytest.approx(P / 1e3 / (n - 1))
    chosen, _, _ = choose(there, pairs, Terms(P, 1e5, is_delayed=False))
    assert chosen.sends.all()

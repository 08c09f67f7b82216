"""Whose gradient a step takes, and whose download it waits for (the paper's c, and the same for receivers).

**What is minimised** is seconds per accepted sample. When a step is planned its samples have been gathered: n_i of them
are in peer i's gradient now. Leaving i out makes no gathering longer; it puts n_i samples off, makes them stale, and if
that goes on loses them. With G, how long gathering usually takes, and T, how long P bytes take to exchange, a step
takes G + T and accepts Σ n_i c_i samples. If the next step is gathered while this one is averaged (delayed mode), it
takes max(G, T). So c_i = 0 pays where it shortens the exchange by more than i's part of the samples times (G + T).

The paper minimises B / Σ s_i c_i + T: it waits until the contributors alone have gathered the target batch B. Where all
have s_i samples/s, S in sum, and nobody was left out before, n_i = s_i G with G = B / S, and with S_c = Σ s_i c_i

    B (G + T) / Σ n_i c_i  =  (S / S_c) (G + T)  =  B / S_c + T + (S / S_c − 1) T.

So this is the paper's objective and one term more: a step with fewer samples is one of more steps, each with an
exchange. The term is 0 if everybody contributes and small where G is long beside T; so a choice that is better than
everybody here is so by the paper's, but not the other way round. Where G is short, the paper's takes very few
contributors, since these could have computed the batch in next to no time; but most of it was computed by the others,
and is there. (Of n equal peers k take T in proportion to about n + k − 2: one alone nearly halves the exchange, and
throws away all but 1 / n of the work.) In delayed mode it is (S / S_c) max(G, T) instead of max(B / S_c, T): the same
while G ≥ T.

**Part-time peers** follow: who is left out keeps its gradient and adds to it, so that n_i grows by about s_i G each
step until taking it pays. Then it is taken every second, third or fourth step. A gradient left out `OVERDUE` times is
in now or let go; as the objective counts what is left out as lost, there is nothing more to weigh.

**A receiver that nobody waits for** costs the others nothing but what it draws (`core.averaging.program`), and itself
some training: it has the average P / d seconds after the start, later than the others by P / d − T (in delayed mode
later than the next freeze by P / d − max(G, T)), and of its samples/s the part counts that is left of the gathering
time then. These are samples of the next step, which others can compute instead: G is longer by that. It does not
reduce: its download is what is scarce.

**Where no samples/s are known** (the first step, and the first of a new coordinator) G is not: everybody contributes.
That is right for a long G and costs one long exchange if G is short; T alone would put off whoever is slow, on a guess.

**Search.** Which sets are best follows, up to ties, from the speed x that one wants to reach:

- to be waited for, a peer must download at x: d_i ≥ x (what it reduces it need not fetch; but as a reducer it gets at
  least as much from the others, unless it is the only contributor);
- to contribute, it must upload at x: u_i ≥ x;
- a reducer that contributes has less upload for the others: its bound on the share falls from u_i / (n_w − w_i) x to
  (u_i − x) / (n_w − w_i − 1) x, more for slow lines than for fast ones. Σ of the bounds must stay ≥ 1, so this is a
  knapsack: contributors are taken by samples per share lost, as many as fit. Where downloads bind, each contributor
  costs all reducers alike, which is added to the loss.

(In the order of samples per byte/s of upload, as a first thought has it, the peers with the *fastest* lines would be
the first to go.) So a few dozen speeds are tried, from the one at which everybody takes part upwards, then some more
around the best; each set is solved exactly. Among few peers, changing one at a time follows, while that helps. Of sets
nearly as good as the best the one with most peers is taken. Knapsacks by ratio can miss the best set by what one
contributor is worth. Against all subsets of up to 6 peers with random lines, paces and samples, 1,660 cases: the best
set found in 99.9 %, 19 % off at worst; with 40 to 256 peers, a search ten times as fine gains 1.3 % at most, 0.04 % on
average.
"""

from dataclasses import dataclass
from operator import attrgetter

import numpy as np

from core.averaging.limited import Pairs, solve_limited
from core.averaging.program import Bools, Floats, Lines, Solution, solve

OVERDUE = 3
"""Steps in a row after which a gradient is in or lost."""
SPEEDS = 32
SPEEDS_AROUND = 24
FEW = 16
"""Peers among whom choices are improved further, one change at a time."""
NEARLY = 1.02
"""To gain so little nobody is left out: rates are not known better than that."""
LIMITED_CASES = 4
"""How many choices are solved with pairwise limits, which takes milliseconds each."""
ROUGHLY = 1e-3
"""How exact that needs to be while choosing."""


@dataclass(frozen=True, slots=True)
class Offers:
    """What n peers could do, as arrays [n] in order of id."""

    up: Floats
    down: Floats
    samples: Floats
    """In each one's gradient now."""
    samples_per_s: Floats
    may_reduce: Bools
    receives: Bools
    left_out: Floats
    more_up: float = 0.0
    more_down: float = 0.0
    """As in `Lines`."""

    def part(self, mask: Bools) -> "Offers":
        return Offers(
            up=self.up[mask],
            down=self.down[mask],
            samples=self.samples[mask],
            samples_per_s=self.samples_per_s[mask],
            may_reduce=self.may_reduce[mask],
            receives=self.receives[mask],
            left_out=self.left_out[mask],
            more_up=self.more_up,
            more_down=self.more_down,
        )


@dataclass(frozen=True, slots=True)
class Terms:
    vector_bytes: float
    gather_s: float
    """G: how long a step's samples take if everybody works all the time; infinite if that is not known."""
    is_delayed: bool
    least_exchange_s: float = 0.0
    """Others take so long, so that being faster gains nothing."""

    def exchange_s(self, seconds_per_byte: Floats) -> Floats:
        return np.maximum(seconds_per_byte * self.vector_bytes, self.least_exchange_s)

    def step_s(self, gather_s: Floats | float, exchange_s: Floats) -> Floats:
        return np.asarray(np.maximum(gather_s, exchange_s) if self.is_delayed else gather_s + exchange_s)


@dataclass(frozen=True, slots=True)
class Chosen:
    """One choice [n], or K of them [K, n]."""

    sends: Bools
    awaits: Bools

    def at(self, index: int) -> "Chosen":
        return Chosen(self.sends[index], self.awaits[index])

    @property
    def one(self) -> "Chosen":
        return Chosen(self.sends[None], self.awaits[None])

    def and_more(self, others: "Chosen") -> "Chosen":
        return Chosen(np.concatenate([self.sends, others.sends]), np.concatenate([self.awaits, others.awaits]))


def lines_of(offers: Offers, chosen: Chosen) -> Lines:
    """The program's case(s): who is not waited for does not reduce, and draws its whole line."""
    late = offers.receives & ~chosen.awaits
    reduces = offers.may_reduce & ~late
    return Lines(
        up=offers.up,
        down=offers.down,
        sends=chosen.sends,
        awaits=chosen.awaits,
        reduces=reduces,
        draw=np.where(late, offers.down, 0.0).sum(axis=-1),
        more_up=offers.more_up,
        more_down=offers.more_down,
    )


def everybody(offers: Offers) -> Chosen:
    return Chosen(offers.samples > 0, offers.receives)


def choose(offers: Offers, pairs: Pairs, terms: Terms) -> tuple[Chosen, Bools, Solution | None]:
    """The choice, and who is let go [n]. Never without a contributor, nor without two awaited receivers if there are
    two, nor without a reducer. Where it was found by solving it with limits, roughly: that solution."""
    if not np.isfinite(terms.gather_s):
        return everybody(offers), np.zeros(len(offers.up), dtype=np.bool_), None
    search = _Search(offers, terms)
    search.run()
    best, solution = _with_limits(search, pairs) if pairs else (search.best(), None)
    return best, (offers.samples > 0) & (offers.left_out >= OVERDUE) & ~best.sends, solution


class _Search:
    def __init__(self, offers: Offers, terms: Terms) -> None:
        self.offers = offers
        self._terms = terms
        self._can_send = offers.samples > 0
        self._always = self._always_awaited()
        paces = np.where(self._can_send, offers.samples_per_s, 0.0)
        self._part_of_pace = paces / paces.sum()
        self.cases = everybody(offers).one
        self.costs = self._solved_costs(self.cases)
        """[K] seconds per sample of each case."""

    def _always_awaited(self) -> Bools:
        offers = self.offers
        always = np.zeros(len(offers.up), dtype=np.bool_)
        always[np.argsort(-np.where(offers.receives, offers.down, -1.0), kind="stable")[:2]] = True
        always[np.argmax(np.where(offers.may_reduce, np.minimum(offers.up, offers.down), -1.0))] = True
        return always & offers.receives

    def costs_of(self, cases: Chosen, seconds_per_byte: Floats) -> Floats:
        """[...] seconds per accepted sample, infinite where a case has no solution."""
        exchange_s = self._terms.exchange_s(seconds_per_byte)
        pace = (self._part_of_pace * self._worth(cases.awaits, exchange_s)).sum(axis=-1)
        gather_s = self._terms.gather_s / np.where(pace > 0, pace, 1e-30)
        accepted = (cases.sends * self.offers.samples).sum(axis=-1)
        return np.asarray(self._terms.step_s(gather_s, exchange_s) / accepted)

    def _worth(self, awaits: Bools, exchange_s: Floats) -> Floats:
        """[..., n] part of its samples/s that each peer keeps in the next step."""
        usual_s = self._terms.gather_s
        in_time_s = np.maximum(exchange_s, usual_s) if self._terms.is_delayed else exchange_s
        own_s = self._terms.vector_bytes / self.offers.down
        late_s = np.where(awaits | ~self.offers.receives, 0.0, own_s - in_time_s[..., None])
        return np.asarray(np.clip(1 - late_s / usual_s, 0.0, 1.0))

    def best(self) -> Chosen:
        """With the most peers of those nearly as good as the best; of equally many, the best."""
        peers = self.cases.sends.sum(axis=-1) + self.cases.awaits.sum(axis=-1)
        near = self.costs <= self.costs.min() * NEARLY
        return self.cases.at(int(np.lexsort((self.costs, -peers, ~near))[0]))

    def _solved_costs(self, cases: Chosen) -> Floats:
        return self.costs_of(cases, solve(lines_of(self.offers, cases)).seconds_per_byte)

    def _try(self, cases: Chosen) -> None:
        self.cases = self.cases.and_more(cases)
        self.costs = np.concatenate([self.costs, self._solved_costs(cases)])

    def run(self) -> None:
        """Fills `cases`: everybody, then what fits each of some speeds, then what is around the best."""
        speeds = self._speeds()
        if len(speeds):
            self._try(self._sets_for(speeds))
            place = max(int(np.argmin(self.costs)) - 1, 0)
            around = speeds[max(place - 1, 0)], speeds[min(place + 1, len(speeds) - 1)]
            self._try(self._sets_for(np.geomspace(*around, SPEEDS_AROUND)))
        if len(self.offers.up) <= FEW:
            self._try(self._lone_contributors())
            while self._improve():
                pass

    def _speeds(self) -> Floats:
        """Ascending from what everybody can keep, to where those who upload so fast have too few samples to be better
        even if the exchange were as fast as that."""
        tau = float(solve(lines_of(self.offers, everybody(self.offers))).seconds_per_byte)
        by_up = np.argsort(np.where(self._can_send, -self.offers.up, 0.0), kind="stable")[: self._can_send.sum()]
        ups = self.offers.up[by_up]
        least = self._terms.step_s(self._terms.gather_s, self._terms.exchange_s(1 / ups))
        better = least < self.costs[0] * np.cumsum(self.offers.samples[by_up])
        fastest = min(float(ups[np.argmax(better)]), float(np.sort(self.offers.down[self._always])[-2:][0]))
        if not better.any() or tau <= 0 or 1 / tau >= fastest:
            return np.zeros(0)
        edges = np.unique(np.concatenate([self.offers.up, self.offers.down]))
        edges = edges[(edges > 1 / tau) & (edges <= fastest)]
        return np.unique(
            np.concatenate([np.geomspace(1 / tau, fastest, SPEEDS), edges[: SPEEDS * (len(edges) <= SPEEDS)]])
        )

    def _lone_contributors(self) -> Chosen:
        """Each of them with those who download fastest, one more each time: steps that one peer computes alone have
        exceptions of their own (it receives what it need not send), which speeds do not lead to."""
        offers = self.offers
        one = np.eye(len(offers.up), dtype=np.bool_)[self._can_send]
        slowest = np.unique(offers.down[offers.receives])
        keeping_up = offers.receives & ((offers.down >= slowest[:, None]) | self._always)
        sends = np.repeat(one, len(slowest), axis=0)
        return Chosen(sends, np.tile(keeping_up, (len(one), 1)) | (sends & offers.receives))

    def _improve(self) -> bool:
        """Tries all that differ from the best in one peer's role: whether one is better."""
        best, before = self.cases.at(int(np.argmin(self.costs))), self.costs.min()
        one = np.eye(len(self.offers.up), dtype=np.bool_)
        sends = best.sends ^ one[self._can_send]
        awaits = best.awaits ^ one[self.offers.receives & ~self._always]
        sends = sends[sends.any(axis=-1)]
        self._try(
            Chosen(
                np.concatenate([sends, np.broadcast_to(best.sends, awaits.shape)]),
                np.concatenate([np.broadcast_to(best.awaits, sends.shape), awaits]),
            )
        )
        return bool(self.costs.min() < before * (1 - 1e-12))

    def _sets_for(self, speeds: Floats) -> Chosen:
        """For each of K speeds the receivers that keep up, and the most valuable contributors with which it is kept."""
        offers, x = self.offers, speeds[:, None]
        awaits = offers.receives & ((offers.down >= x) | self._always)
        fit = self._can_send & (offers.up >= x)
        none = Chosen(np.zeros_like(fit), awaits)
        bounds = _ShareBounds(lines_of(offers, none), x)
        loss = bounds.loss(fit.sum(axis=-1, keepdims=True))
        order = np.argsort(np.where(fit, -offers.samples / (loss + 1e-12), np.inf), axis=-1, kind="stable")
        rank = np.argsort(order, axis=-1, kind="stable")
        most = fit.sum(axis=-1, keepdims=True)
        low, high = np.ones_like(most), np.maximum(most, 1)
        for _ in range(int(high.max()).bit_length()):
            middle = (low + high + 1) // 2
            enough = bounds.total(rank < middle, middle) >= 1
            low, high = np.where(enough, middle, low), np.where(enough, high, np.maximum(middle - 1, low))
        return Chosen(self._can_send & (rank < low) | self._fastest_if_none(fit), awaits)

    def _fastest_if_none(self, fit: Bools) -> Bools:
        lonely = ~fit.any(axis=-1, keepdims=True)
        fastest = np.argmax(np.where(self._can_send, self.offers.up, -1.0))
        return np.asarray(lonely & (np.arange(fit.shape[-1]) == fastest))


class _ShareBounds:
    """Upper bounds of shares at given speeds x [K, 1], with who is awaited fixed: the program's hi at τ = 1 / x."""

    def __init__(self, lines: Lines, x: Floats) -> None:
        self._reduces, self._awaits = lines.reduces, lines.awaits.astype(np.float64)
        self._up, self._down = lines.up / x, lines.down / x
        drawn = np.asarray(lines.draw)[..., None] / x
        self._copies = self._awaits.sum(axis=-1, keepdims=True) - self._awaits + drawn + lines.more_up
        self._more_down = lines.more_down
        self._idle_up = _share(self._up, self._copies)
        self._busy_up = _share(self._up - 1, self._copies - 1)

    def loss(self, senders: Floats) -> Floats:
        """[K, n] what the sum of bounds loses if one of them contributes, being among `senders` [K, 1] of them."""
        by_down = _share(self._down - self._awaits, senders - 1 - self._awaits + self._more_down)
        loss = np.where(self._reduces, np.minimum(self._idle_up, by_down) - np.minimum(self._busy_up, by_down), 0.0)
        bound_by_down = np.where(self._reduces & (by_down < self._busy_up), by_down, 0.0)
        return np.asarray(np.maximum(loss, 0) + bound_by_down.sum(axis=-1, keepdims=True) / senders.clip(1))

    def total(self, sends: Bools, senders: Floats) -> Floats:
        """[K, 1]"""
        by_up = np.where(sends, self._busy_up, self._idle_up)
        by_down = _share(self._down - self._awaits, senders - sends - self._awaits + self._more_down)
        return np.asarray(np.where(self._reduces, np.minimum(by_up, by_down), 0.0).sum(axis=-1, keepdims=True))


def _share(room: Floats, copies: Floats) -> Floats:
    bounded = copies > 0
    return np.asarray(np.where(bounded, np.clip(room / np.where(bounded, copies, 1.0), 0.0, 1.0), 1.0))


def _with_limits(search: _Search, pairs: Pairs) -> tuple[Chosen, Solution]:
    """Limits only make it slower: cases are solved with them in the order of what they would be without, until none
    can be better any more. Then contributors that are limited are left out, the most limited first: one, two, four and
    so on, while it helps."""
    cases, hopes = search.cases, search.costs
    both = np.concatenate([cases.sends, cases.awaits], axis=-1)
    distinct = np.unique(both, axis=0, return_index=True)[1]
    first, *others = sorted(distinct, key=lambda index: (hopes[index], index))[:LIMITED_CASES]
    best = _Limited.of(search, pairs, cases.at(int(first)))
    for index in others:
        if hopes[index] >= best.cost:
            break
        best = min(best, _Limited.of(search, pairs, cases.at(int(index))), key=attrgetter("cost"))
    sends = best.chosen.sends
    in_order = [i for i in dict.fromkeys(i for i, _, _ in sorted(pairs, key=lambda p: (p[2], p))) if sends[i]]
    count = 1
    while count <= len(in_order) and count < best.chosen.sends.sum():
        sends = best.chosen.sends.copy()
        sends[in_order[:count]] = False
        other = _Limited.of(search, pairs, Chosen(sends, best.chosen.awaits))
        if other.cost >= best.cost:
            break
        best = other
        count *= 2
    return best.chosen, best.solution


@dataclass(frozen=True, slots=True)
class _Limited:
    """A choice, solved roughly with the limits between pairs."""

    chosen: Chosen
    solution: Solution
    cost: float

    @classmethod
    def of(cls, search: _Search, pairs: Pairs, chosen: Chosen) -> "_Limited":
        solution = solve_limited(lines_of(search.offers, chosen), pairs, ROUGHLY)
        return cls(chosen, solution, float(search.costs_of(chosen, solution.seconds_per_byte)))

"""The linear program of one exchange: how much each reducer should take, and how long it lasts (design §7).

Source: DeDLOC, section 3.2 (Diskin et al., NeurIPS 2021). Its program has rates a_ij (i sends parts of its gradient
to reducer j) and g_ij (reducer i returns averages to j). What a layout of spans can execute is less than that: every
contributor sends the whole of span j to its reducer, who returns the whole of it to every receiver, itself included.
So there is one unknown per reducer, the share f_j of the vector that it takes, and one for time: τ, seconds per byte
of vector (T = τ · P for a vector of P bytes; the paper's x is 1/τ). With n_s contributors (c_i = 1), n_w receivers that
are waited for (w_i = 1), upload u_i and download d_i of peer i:

    minimise τ  subject to  Σ_j f_j = 1,  f_j ≥ 0,  f_j = 0 where j may not reduce,
    upload      c_i (1 − f_i) + (n_w − w_i) f_i + D τ f_i ≤ u_i τ
    download    w_i (1 − f_i) + (n_s − c_i) f_i           ≤ d_i τ
    pairs       c_i f_j + w_j f_i                         ≤ t_ij τ          for each limited pair i → j

The first term is what i sends (gets) as a contributor (receiver): the vector without its own span. The second is what
it does for the others as a reducer. D is what receivers that nobody waits for draw: they are always fetching, so they
take the whole of their lines, Σ d over them, from the reducers in proportion to the shares.

The paper's program with all its a_ij and g_ij gives the same τ wherever everybody contributes. Otherwise it can give
less: it lets a reducer that does not contribute collect gradients for itself alone, which spares another one a copy.
With "each reducer returns to all at one rate", which spans imply, it is the same program as this one.

Without pairs, for a given τ each constraint speaks of one f_i alone. With m_i = n_w − w_i − c_i and
k_i = n_s − c_i − w_i it says lo_i(τ) ≤ f_i ≤ hi_i(τ), where

    hi_i = min(1, (u_i τ − c_i) / (m_i + D τ), (d_i τ − w_i) / k_i)     lo_i = max(0, (c_i − u_i τ) / −m_i, …)

The lower bounds exist only where m_i or k_i is −1: the only receiver contributes, or the only contributor receives;
what it does not send to others it must reduce itself. τ is enough when all hi_i ≥ lo_i and Σ hi_i ≥ 1 (Σ lo_i ≤ 1 then
holds, since at most one lo_i is not 0). All these functions are concave and grow with τ, so Newton's method from a τ
that is too small never passes the solution, and where they are piecewise linear (D = 0) it ends *at* the solution
after finitely many steps, in practice three to eight, with no tolerance to choose. Each is O(n), and the arrays may
have leading axes: many choices of c and w at once. With pairs, shares depend on each other: `core.averaging.limited`.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

STEPS = 200
"""Newton's steps before a case counts as one without solution. Far more than any that has one takes."""
UNBOUND = 2.0  # any share above 1
EXACT = 4 * float(np.finfo(np.float64).eps)


@dataclass(frozen=True, slots=True)
class Lines:
    """n peers in order, and K cases of who does what: [K, n] or, for one case, [n]."""

    up: Floats
    """[n] bytes/s, positive and finite."""
    down: Floats
    sends: Bools
    """[..., n] c_i; somebody must."""
    awaits: Bools
    """[..., n] w_i: receives, and the others wait for it."""
    reduces: Bools
    """[..., n]; where nobody does there is no solution."""
    draw: Floats
    """[...] D, bytes/s. Not counted where nobody or only one is waited for."""
    more_up: float = 0.0
    more_down: float = 0.0
    """What a reducer sends (gets) besides, in units of its share: what a second level costs."""


@dataclass(frozen=True, slots=True)
class Solution:
    seconds_per_byte: Floats
    """[...] τ; infinite where there is no solution."""
    shares: Floats
    """[..., n] f, of sum 1; zeros where there is no solution."""


def solve(lines: Lines) -> Solution:
    """The program without pairwise limits, exactly. If something else than the reducers is what takes so long, all
    shares are less than they could be by the same proportion."""
    bounds = _Bounds(lines)
    solvable = bounds.solvable()
    tau = np.where(solvable, bounds.first_tau(), 1.0)  # any number, so that the others raise no warnings
    for _ in range(STEPS):
        step = bounds.newton_step(tau)
        moving = solvable & (step > EXACT * tau)
        if not moving.any():
            break
        tau = np.where(moving, tau + step, tau)
    else:
        solvable &= ~moving
    high, low, _, _ = bounds.at(tau)
    room = high - low
    width = room.sum(axis=-1, keepdims=True)
    shares = low + room * ((1 - low.sum(axis=-1, keepdims=True)) / np.where(width > 0, width, 1))
    shares = np.maximum(shares, 0.0)  # a sender just fast enough has a bound of 0, give or take a rounding
    return Solution(np.where(solvable, tau, np.inf), np.where(solvable[..., None], shares, 0.0))


class _Bounds:
    """lo and hi as functions of τ, for K cases at once."""

    def __init__(self, lines: Lines) -> None:
        self._up, self._down = lines.up, lines.down
        self._sends, self._awaits = lines.sends.astype(np.float64), lines.awaits.astype(np.float64)
        receivers = self._awaits.sum(axis=-1, keepdims=True)
        self._copies = receivers - self._awaits - self._sends + lines.more_up
        self._arrivals = self._sends.sum(axis=-1, keepdims=True) - self._sends - self._awaits + lines.more_down
        self._draw = np.where(receivers > 1, np.asarray(lines.draw, dtype=np.float64)[..., None], 0.0)
        self._reduces = np.broadcast_to(lines.reduces, self._sends.shape)
        self._least_up = self._reduces & (self._copies < 0)
        self._least_down = self._reduces & (self._arrivals < 0)
        self._has_least = bool(self._least_up.any() or self._least_down.any())
        self._bounded_up = self._reduces & ((self._copies > 0) | ((self._copies == 0) & (self._draw > 0)))
        self._bounded_down = self._reduces & (self._arrivals > 0)

    def first_tau(self) -> Floats:
        """[...] no solution is less, and from here on no hi is negative."""
        up = np.where(self._least_up, 0.0, self._sends / self._up)
        down = np.where(self._least_down, 0.0, self._awaits / self._down)
        return np.asarray(np.maximum(up, down).max(axis=-1))

    def solvable(self) -> Bools:
        """[...] not so where nobody reduces, or where those who are not waited for draw more than there is."""
        upload = np.where(self._reduces, self._up, 0.0).sum(axis=-1)
        somebody = self._reduces.any(axis=-1) & self._sends.any(axis=-1)
        return np.asarray(somebody & (upload > self._draw[..., 0]))

    def at(self, tau: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """hi, lo and how fast they change with τ, each [..., n]."""
        t = tau[..., None]
        high = self._reduces.astype(np.float64)
        slope = np.zeros_like(high)
        weight = np.where(self._bounded_up, self._copies + self._draw * t, 1.0)
        by_up = np.where(self._bounded_up, (self._up * t - self._sends) / weight, UNBOUND)
        tight = by_up < high
        high = np.where(tight, by_up, high)
        slope = np.where(tight, (self._up - self._draw * by_up) / weight, slope)
        weight = np.where(self._bounded_down, self._arrivals, 1.0)
        by_down = np.where(self._bounded_down, (self._down * t - self._awaits) / weight, UNBOUND)
        tight = by_down < high
        high = np.where(tight, by_down, high)
        slope = np.where(tight, self._down / weight, slope)
        low, fall = np.zeros_like(high), np.zeros_like(high)
        if self._has_least:
            low, fall = self._lower(t)
        return high, low, slope, fall

    def _lower(self, t: Floats) -> tuple[Floats, Floats]:
        low, fall = np.zeros(self._sends.shape), np.zeros(self._sends.shape)
        for is_least, rate, own, others in (
            (self._least_up, self._up, self._sends, self._copies),
            (self._least_down, self._down, self._awaits, self._arrivals),
        ):
            per_share = np.where(is_least, -others, 1.0)
            bound = np.where(is_least, (own - rate * t) / per_share, 0.0)
            fall = np.where(bound > low, -rate / per_share, fall)
            low = np.maximum(low, bound)
        return low, fall

    def newton_step(self, tau: Floats) -> Floats:
        """[...] to the zero of the tangents of Σ hi − 1 and, where there are lower bounds, of all hi − lo."""
        high, low, slope, fall = self.at(tau)
        lacking, growth = 1.0 - high.sum(axis=-1), slope.sum(axis=-1)
        # A sum of n terms is known to n roundings: less than that is nothing.
        short = lacking > EXACT * high.shape[-1]
        step = np.where(short, lacking / np.where(growth > 0, growth, np.inf), 0.0)
        if self._has_least:
            gap, closing = low - high, slope - fall
            steps = np.where(gap > EXACT, gap / np.where(closing > 0, closing, np.inf), 0.0)
            step = np.maximum(step, steps.max(axis=-1))
        return np.asarray(step)

"""Who of a step's members is dead, cut off or too slow, as its coordinator finds out. Nothing is sent from here."""

from collections import defaultdict
from collections.abc import Collection, Iterable

from core.identity.ids import PeerId


class Liveness:
    """Of one step. `gone`: the member's stream has ended. `silent`: it did not say that it lives when asked.
    `unreachable`: it lives, but this coordinator or most members cannot get through to it, or it is too slow.
    `emptied`: it lives, and what it was to give is lost."""

    def __init__(self, me: PeerId) -> None:
        self._me = me
        self.gone: set[PeerId] = set()
        self.silent: set[PeerId] = set()
        self.unreachable: set[PeerId] = set()
        self.emptied: set[PeerId] = set()
        self._doubted: set[PeerId] = set()
        self._alive: set[PeerId] = set()
        """Doubted once, and answered."""
        self._missed_by: dict[PeerId, set[PeerId]] = defaultdict(set)
        """Who closed its latest part without whom."""
        self._complaints: dict[PeerId, set[PeerId]] = defaultdict(set)
        self._borne: set[PeerId] = set()
        """Overdue once, and given more time."""

    @property
    def dead(self) -> set[PeerId]:
        return self.gone | self.silent

    @property
    def giving_nothing(self) -> set[PeerId]:
        """Those whose gradients can be had from them no more."""
        return self.dead | self.emptied

    @property
    def bad(self) -> set[PeerId]:
        """Those who close nothing any more."""
        return self.gone | self.silent | self.unreachable

    def note_closed(self, closer: PeerId, missing: Collection[PeerId]) -> None:
        """`closer` has closed a part without `missing`."""
        for peer in self._missed_by.keys() - set(missing):
            self._missed_by[peer].discard(closer)
        for peer in missing:
            self._missed_by[peer].add(closer)

    def doubt(self, peer: PeerId, reducers: Collection[PeerId]) -> bool:
        """Whether it is to be asked if it lives: when at least half of the `reducers` that take something from it
        closed their latest parts without it. Each is asked once."""
        others = set(reducers) - self.bad - {peer}
        is_missed = 2 * len(self._missed_by[peer] & others) >= len(others) > 0
        if not is_missed or peer == self._me or peer in self.dead | self._alive | self._doubted:
            return False
        self._doubted.add(peer)
        return True

    def take_doubted(self) -> set[PeerId]:
        doubted, self._doubted = self._doubted, set()
        return doubted

    def complain(self, member: PeerId, reducer: PeerId, partners: Collection[PeerId]) -> bool:
        """`member` cannot get through to `reducer`, whose `partners` all give something to it. Whether the reducer
        counts as unreachable now."""
        self._complaints[reducer].add(member)
        others = set(partners) - self.dead
        if member != self._me and 2 * len(self._complaints[reducer] & others) <= len(others):
            return False
        self.unreachable.add(reducer)
        return True

    def judge(
        self, doubted: Iterable[PeerId], overdue: Collection[PeerId], answered: Collection[PeerId]
    ) -> tuple[list[PeerId], list[PeerId]]:
        """After a survey: who is silent, and of those whose parts are `overdue` who is to be given more time. Whoever
        had that already counts as unreachable."""
        silent, borne = [], []
        for peer in sorted(set(doubted) - self.gone):
            if peer not in answered:
                silent.append(peer)
                continue
            self._alive.add(peer)
            if peer in overdue and peer in self._borne:
                self.unreachable.add(peer)
            elif peer in overdue:
                borne.append(peer)
        self.silent.update(silent)
        self._borne.update(borne)
        return silent, borne

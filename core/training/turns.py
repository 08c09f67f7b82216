"""Work and rest by turns of a fraction of a second, so that a device computes a given part of the time. No torch."""

PERIOD_S = 0.3
"""Of one turn, where the pieces of work are short enough: a fan or a card's clock follows only what lasts seconds."""
_WORKED_MAX_S = 2.0
"""More than that was no work: the process stood still meanwhile, with the whole computer or alone."""


class Turns:
    """What was worked and not rested for yet. Times are of any one clock."""

    def __init__(self) -> None:
        self._worked_s = 0.0
        self._since_s = 0.0
        self._is_at_work = False

    def begin(self, now_s: float, duty: float) -> None:
        """Work begins. Whatever else was waited for since the last work was rest too."""
        if not self._is_at_work:
            self._pay(now_s - self._since_s, duty)
        self._since_s, self._is_at_work = now_s, True

    def end(self, now_s: float) -> None:
        """Work ends."""
        self._note(now_s)
        self._is_at_work = False

    def owed_s(self, now_s: float, duty: float) -> float:
        """How long to rest now, in the middle of work; 0.0 while the turn's work is not done."""
        self._note(now_s)
        if duty >= 1.0:
            self._worked_s = 0.0
            return 0.0
        return 0.0 if self._worked_s < duty * PERIOD_S else self._worked_s * (1.0 / duty - 1.0)

    def _note(self, now_s: float) -> None:
        if self._is_at_work:
            self._worked_s = min(_WORKED_MAX_S, self._worked_s + now_s - self._since_s)
            self._since_s = now_s

    def _pay(self, rested_s: float, duty: float) -> None:
        paid_s = rested_s / (1.0 / duty - 1.0) if duty < 1.0 else self._worked_s
        self._worked_s = max(0.0, self._worked_s - paid_s)

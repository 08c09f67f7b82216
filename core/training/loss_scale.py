"""The factor that keeps float16 gradients from vanishing, found by trying (Micikevicius et al., 2018, section 3.2)."""

_START = 2.0**16
_LEAST, _MOST = 1.0, 2.0**24
_STEP_DOWN = 4.0
_STEP_UP = 2.0
_GOOD_IN_A_ROW = 500
"""Micro-batches without an overflow after which a larger one is tried. It costs one of them to learn that it is not."""


class LossScale:
    """A power of two, so that taking it out again is exact."""

    def __init__(self) -> None:
        self.value = _START
        self._good = 0

    def note_good(self) -> None:
        self._good += 1
        if self._good >= _GOOD_IN_A_ROW:
            self.value, self._good = min(self.value * _STEP_UP, _MOST), 0

    def note_overflow(self) -> bool:
        """Whether it could be lowered, so that trying again makes sense."""
        lower, self._good = max(self.value / _STEP_DOWN, _LEAST), 0
        is_lower, self.value = lower < self.value, lower
        return is_lower

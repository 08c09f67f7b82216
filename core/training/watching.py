"""Whether a process that should work does: judged by signs of life, with patience for what looks like death."""

from dataclasses import dataclass

SILENT_S = 10.0
"""Without a heartbeat for so long it does not live. Others may need all of the processor for a while, and it stands
back."""
_HUNG_S = 60.0
_COMPILING_S = 300.0
"""Likewise where the first micro-batch of a kind is compiled, which takes a minute or two."""
_TIMES = 20
_ASLEEP_S = 5.0


@dataclass(frozen=True, slots=True)
class Signs:
    """Seen at one moment."""

    beats: int
    """0 where there was none yet."""
    passes: int
    is_busy: bool
    """Whether `passes` should grow."""
    is_suspended: bool


def hangs_after_s(micro_batch_s: float | None, *, may_compile: bool) -> float:
    """Work without a pass for longer than this has come to a halt in some kernel or driver."""
    return (_COMPILING_S if may_compile or micro_batch_s is None else _HUNG_S) + _TIMES * (micro_batch_s or 0.0)


class Vigil:
    """Over one process. Where nobody looked for a while, as when the whole computer slept, all times begin anew."""

    def __init__(self) -> None:
        self._looked_s: float | None = None
        self._seen = Signs(0, 0, is_busy=False, is_suspended=False)
        self._beat_s = self._passed_s = self._awake_s = 0.0

    def look(self, seen: Signs, now_s: float, hung_s: float) -> float:
        """Seconds since the last sign of life; 0.0 while all is well. `hung_s`: as `hangs_after_s`."""
        is_new = self._looked_s is None or now_s - self._looked_s > _ASLEEP_S
        if is_new or seen.beats != self._seen.beats or seen.beats == 0:
            self._beat_s = now_s
        if is_new or seen.passes != self._seen.passes or not seen.is_busy:
            self._passed_s = now_s
        if is_new or not seen.is_suspended:
            self._awake_s = self._looked_s if self._looked_s is not None and not is_new else now_s
        self._looked_s, self._seen = now_s, seen
        return self._judged(now_s, hung_s)

    def _judged(self, now_s: float, hung_s: float) -> float:
        if self._seen.is_suspended:
            return now_s - self._awake_s
        if (silent_s := now_s - self._beat_s) > SILENT_S:
            return silent_s
        return hung if (hung := now_s - self._passed_s) > hung_s else 0.0

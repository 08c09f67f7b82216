"""Hours, days and months of local time, as texts that sort by time."""

import time
from collections.abc import Mapping

import msgspec

LENGTHS: Mapping[str, int] = {"hour": 13, "day": 10, "month": 7}
"""Of the start of each unit: the beginning of `YYYY-MM-DDTHH`."""
_LAST_SECOND = 32_503_680_000
"""Year 3000: where C libraries stop to know local time."""


def local_hour(time_s: float) -> str:
    """`YYYY-MM-DDTHH` of a Unix time by this machine's time zone; a time that no calendar has is brought to its edge.
    The two hours that the end of summer time gives one name are one."""
    return time.strftime("%Y-%m-%dT%H", time.localtime(min(max(time_s, 0), _LAST_SECOND)))


def left_of_hour_s(time_s: float) -> float:
    """Seconds until the next local hour begins; some zones' do not begin when those of UTC do."""
    then = time.localtime(time_s)
    return 3_600.0 - then.tm_min * 60 - min(then.tm_sec, 59) - time_s % 1


class _Timed(msgspec.Struct):
    """What migrations read of a commit's header, whatever else later programs put there."""

    time_s: int


def hour_of(header: bytes) -> str | None:
    """Of the packed header of a commit; None where it cannot be read."""
    try:
        return local_hour(msgspec.msgpack.decode(header, type=_Timed).time_s)
    except msgspec.DecodeError:
        return None

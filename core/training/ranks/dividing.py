"""Who of a team does what. Pure."""

from collections import Counter
from collections.abc import Sequence

from core.data.ranges import SampleRange


def divided(samples: SampleRange, sizes: Sequence[int]) -> list[SampleRange | None]:
    """`samples` in proportion to what each rank takes at once, in the ranks' order; None where nothing is left for one.
    Nobody gets more than its size unless there are more samples than all take together; what is too little for all
    goes to the first."""
    total, done, parts = sum(sizes), 0, list[SampleRange | None]()
    start = samples.start
    for size in sizes:
        done += size
        stop = samples.start - (-len(samples) * done // total)
        parts.append(SampleRange(start, stop) if stop > start else None)
        start = stop
    return parts


def together(names: Sequence[str]) -> str:
    """Of devices that work as one: `cuda:0 + cuda:1`, `2 × cpu`."""
    return " + ".join(f"{count} × {name}" if count > 1 else name for name, count in Counter(names).items())

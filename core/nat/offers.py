"""What peers of open collaborations tell everybody in their network, so that others there can join without a link.

Nothing of it is believed further than that somebody says it: whoever joins asks for the manifest, whose hash is the run
id. Of collaborations that are not open nothing is told but the label of `core.nat.lan`, which means something to their
own peers alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.identity.ids import PeerId, RunId

NAME_BYTES = 120
"""In UTF-8. One text of DNS holds 255 bytes, and a manifest's name has 100 characters at most."""
_RUN, _ORGANISER, _NAME = b"id", b"by", b"name"


@dataclass(frozen=True, slots=True)
class Offer:
    """An open collaboration that a peer takes part in."""

    run: RunId
    organiser: PeerId
    name: str


def texts_of(offer: Offer) -> dict[bytes, bytes]:
    """As they stand beside a peer's own in its announcement."""
    return {
        _RUN: offer.run.text.encode(),
        _ORGANISER: offer.organiser.text.encode(),
        _NAME: cut(plain(offer.name), NAME_BYTES).encode(),
    }


def read_offer(texts: Mapping[bytes, bytes | None]) -> Offer | None:
    """None where there is none, or it is not one."""
    run, organiser, name = (texts.get(key) or b"" for key in (_RUN, _ORGANISER, _NAME))
    try:
        offered = RunId.parse(run.decode("ascii")), PeerId.parse(organiser.decode("ascii"))
    except ValueError:
        return None
    shown = plain(name[:NAME_BYTES].decode(errors="ignore"))
    return Offer(*offered, shown or offered[0].short)


def plain(text: str) -> str:
    """On one line, without what steers a terminal or turns the direction of writing."""
    return " ".join("".join(one if one.isprintable() else " " for one in text).split())


def cut(text: str, limit_bytes: int) -> str:
    """The beginning of it, whole characters."""
    return text.encode()[:limit_bytes].decode(errors="ignore")


def commonest(names: Sequence[str]) -> str:
    """What most call it; of equally many the first."""
    return max(names, key=names.count)

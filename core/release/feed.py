"""Whether there is a newer version of the program: what feeds say, and what of it may be believed.

A feed is a web folder with one sealed `Release` for each platform. Whoever keeps one can keep back what is new, so all
are asked; but none can make this program go back.
"""

from dataclasses import dataclass

from core.data.web import Web
from core.release.documents import Release, this_platform
from core.release.origin import Origin
from core.release.seal import LONGEST_BYTES, ReleaseFault, opened
from core.release.web import read_document
from core.saying import say
from core.version import PROTOCOL, version_key


class Backwards(ReleaseFault):
    """Something older is offered in the place of what is here, or of what was seen."""


@dataclass(frozen=True, slots=True)
class Offer:
    release: Release
    sealed: bytes
    """As it was signed."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What an offer is measured by."""

    version: str
    """That runs."""
    sequence: int = 0
    """The highest seen."""
    platform: str = this_platform()
    protocol: int = PROTOCOL


async def newest(web: Web, origin: Origin, standing: Standing) -> Offer | None:
    """The newest release that any feed has; None where this version is that. Raises `ReleaseFault` where no feed says
    anything that counts, with what was wrong of the first."""
    offers, faults = [], []
    for feed in origin.feeds:
        try:
            sealed = await read_document(web, feed, standing.platform, LONGEST_BYTES)
            release = opened(Release, sealed, origin.keys)
            judge(release, standing)
        except ReleaseFault as fault:
            faults.append(fault)
        else:
            offers.append(Offer(release, sealed))
    if not offers and faults:
        raise faults[0]
    best = max(offers, key=lambda offer: offer.release.sequence, default=None)
    return best if best is not None and best.release.version != standing.version else None


def judge(release: Release, standing: Standing) -> None:
    """Raises `ReleaseFault` if `release` must not follow what is here."""
    if release.platform != standing.platform:
        raise ReleaseFault(
            say(
                "The web server offers a version for {offered} instead of {here}: it is not used. Try again later; if "
                "it stays so, tell those who make Idlewild.",
                offered=release.platform,
                here=standing.platform,
            )
        )
    if release.sequence < standing.sequence:
        raise Backwards(
            say(
                "The web server offers version {version}, although a newer release has been seen: it is not used. Try "
                "again later.",
                version=release.version,
            )
        )
    if version_key(release.version) < version_key(standing.version) or release.protocol < standing.protocol:
        raise Backwards(
            say(
                "The web server offers version {version}, which is older than this one: it is not used. Try again "
                "later.",
                version=release.version,
            )
        )

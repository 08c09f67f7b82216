"""What a member tells its coordinator of what it offers, corrected when that changes."""

from collections.abc import Callable, Iterable

from core.identity.amendment import SignedAmendment
from core.identity.ids import Digest
from core.swarm import messages as say
from core.swarm.membership import MemberTraits
from core.transport.rates import Rates

RATE_CHANGE = 0.1
"""Rates that differ by less from what the coordinator was told are not worth a message."""


class Offering:
    """Of one standing."""

    def __init__(self, traits: MemberTraits, tell: Callable[[say.MemberMessage], None]) -> None:
        self.traits = traits
        self._say = tell
        self._told = Rates()
        self._petitioned: set[Digest] = set()

    def told_at_first(self) -> Rates:
        """The rates for the first message of a standing."""
        self._told = self.traits.rates()
        return self._told

    def change(self, traits: MemberTraits) -> None:
        self.traits = traits
        self._tell(traits.rates())

    def correct_rates(self) -> None:
        """After a step the line's rates are known better."""
        rates, told = self.traits.rates(), self._told
        if _differs(rates.upload_bytes_per_s, told.upload_bytes_per_s) or _differs(
            rates.download_bytes_per_s, told.download_bytes_per_s
        ):
            self._tell(rates)

    def petition(self, petitions: Iterable[SignedAmendment]) -> None:
        """Asks for the organiser's amendments, each once in a standing."""
        for petition in petitions:
            if petition.digest not in self._petitioned:
                self._petitioned.add(petition.digest)
                self._say(say.Petition(amendment=petition))

    def _tell(self, rates: Rates) -> None:
        self._told = rates
        self._say(
            say.Offer(
                contributes=self.traits.contributes,
                may_reduce=self.traits.may_reduce,
                upload_bytes_per_s=rates.upload_bytes_per_s,
                download_bytes_per_s=rates.download_bytes_per_s,
            )
        )


def _differs(rate: float, told: float) -> bool:
    return abs(rate - told) > RATE_CHANGE * told

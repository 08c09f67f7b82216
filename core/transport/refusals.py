"""Why a peer is not let in. The reason travels as English text; who hears a usual one can say it in other languages."""

from core.saying import Saying, quote, say

OTHER_RUN = say("this peer takes part in another run")
NOT_GENUINE = say("the peer record is not genuine")
NOT_INVITED = say("this run takes part by invitation only, and the invitation is not valid")
NOT_LISTED = say("this peer is not on the run's list")

_USUAL = {str(one): one for one in (OTHER_RUN, NOT_GENUINE, NOT_INVITED, NOT_LISTED)}


def understood(reason: str) -> Saying:
    """What the refusing peer has said: its words as they are, where they are none of the above."""
    return _USUAL.get(reason.strip().rstrip(".")) or quote(reason)

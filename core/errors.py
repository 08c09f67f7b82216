"""Whose fault it is decides what happens.

    IdlewildError
    ├── PeerFault                 the other side's: drop that peer or that request, log the reason, go on
    │   ├── LinkLost              the link or stream ended
    │   ├── PeerTimeout           it did not answer in time
    │   ├── ProtocolViolation     it sent what the protocol does not allow
    │   └── Refused               it declined, and said why
    └── LocalFault                this machine's or its user's: shown as one sentence with the remedy
        └── UsageError            wrong words on the command line or in a file; exit status 2 instead of 1

Anything else is a bug and is not caught.
"""

from core.saying import Saying, quote


class IdlewildError(Exception):
    """Root of all errors this program raises on purpose."""


def reason_of(error: OSError) -> str:
    """What the system says of it, as part of a sentence; `str` would name the number and the file too."""
    return error.strerror or str(error)


class PeerFault(IdlewildError):
    """Another peer failed or misbehaved; never shown to the user as a failure of their machine."""


class LinkLost(PeerFault):
    """The link or stream ended before the exchange was complete."""


class PeerTimeout(PeerFault):
    """The peer did not answer within the time that the exchange allows."""


class ProtocolViolation(PeerFault):
    """The peer sent a malformed, oversized or forbidden message; its link is closed with this reason."""


class Refused(PeerFault):
    """The peer understood and declined; the text is its reason."""


class LocalFault(IdlewildError):
    """Something the person at this machine can mend.

    `str(fault)` is one sentence that says what is wrong and what to do, fit to be shown as it is; `saying` is the same
    for other languages. Made of a text, it is English everywhere: that is for what only a command line can meet.
    """

    exit_status = 1

    def __init__(self, saying: Saying | str) -> None:
        self.saying = saying if isinstance(saying, Saying) else quote(saying)
        super().__init__(self.saying)


class UsageError(LocalFault):
    """A command, link, setting or manifest that is written wrongly."""

    exit_status = 2

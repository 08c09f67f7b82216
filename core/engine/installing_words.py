"""What is said while the parts that compute are fetched."""

from core.ipc.installed import EngineRuntime, RuntimeState
from core.saying import Saying, say


def said(told: EngineRuntime) -> Saying:
    match told.state:
        case RuntimeState.FETCHING:
            return say(
                "Fetching the parts of Idlewild that compute: {done_bytes} of {size_bytes}.",
                done_bytes=told.done_bytes,
                size_bytes=told.size_bytes,
            )
        case RuntimeState.UNPACKING:
            return say(
                "Unpacking the parts of Idlewild that compute: {done_bytes} of {unpacked_bytes}.",
                done_bytes=told.done_bytes,
                unpacked_bytes=told.unpacked_bytes,
            )
        case RuntimeState.TESTING:
            return say("Testing the parts of Idlewild that compute.")
        case RuntimeState.READY:
            return say("The parts of Idlewild that compute are here.")
    return say(
        "The parts of Idlewild that compute come next: {size_bytes}, which take {unpacked_bytes} on the disk.",
        size_bytes=told.size_bytes,
        unpacked_bytes=told.unpacked_bytes,
    )


def waits_for_leave(size_bytes: int) -> Saying:
    return say(
        "The parts of Idlewild that compute ({size_bytes}) are not here yet: they wait for leave, since the network "
        "charges by volume.",
        size_bytes=size_bytes,
    )


def fraction(told: EngineRuntime) -> float | None:
    """Of what is done now, 0 to 1; None where nobody can tell."""
    whole = {RuntimeState.FETCHING: told.size_bytes, RuntimeState.UNPACKING: told.unpacked_bytes}.get(told.state, 0)
    return told.done_bytes / whole if whole else None

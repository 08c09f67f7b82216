"""What the engine says of the program's own parts: those that compute, and a newer version of the whole."""

from enum import StrEnum

import msgspec

from core.saying import NOTHING, Saying


class RuntimeState(StrEnum):
    """Of what computes: torch and what it needs, which the installed program fetches for the computer's hardware."""

    READY = "ready"
    MISSING = "missing"  # fetched as soon as it is needed
    WAITS = "waits"  # for leave, since the network charges by volume
    FETCHING = "fetching"
    UNPACKING = "unpacking"
    TESTING = "testing"
    FAILED = "failed"  # saying says why


class UpdateState(StrEnum):
    """Of this program."""

    NONE = "none"  # nobody to ask: it runs from its sources, or was built without a feed
    CURRENT = "current"
    AVAILABLE = "available"  # and not fetched yet
    FETCHING = "fetching"
    READY = "ready"  # is used from the next start on
    APPLYING = "applying"  # as soon as the step under way has ended
    FAILED = "failed"  # saying says why; what runs goes on


class EngineRuntime(msgspec.Struct, kw_only=True):
    """The parts of the engine that compute."""

    state: RuntimeState = RuntimeState.READY
    device: str = ""
    """What it is for: `cpu`, `cuda`, `rocm`, `xpu` or `mps`; empty from sources, where it is whatever torch finds."""
    size_bytes: int = 0
    """To be fetched in all."""
    done_bytes: int = 0
    """Of `size_bytes`; while it is unpacked, of `unpacked_bytes`."""
    unpacked_bytes: int = 0
    """That it takes on the disk."""
    saying: Saying = NOTHING
    """What is the case, or went wrong, and what to do about it; in words."""


class Update(msgspec.Struct, kw_only=True):
    """A newer version of the program."""

    state: UpdateState = UpdateState.NONE
    newer: str = ""
    """Its version; empty while there is none."""
    size_bytes: int = 0
    """To be fetched: what is not on this computer already."""
    done_bytes: int = 0
    notes: str = ""
    """Web page that says what is new."""
    is_needed: bool = False
    """Others speak a newer protocol, so that this version cannot take part with them."""
    saying: Saying = NOTHING
    """As in `EngineRuntime`; also that the last update was taken back, and why."""

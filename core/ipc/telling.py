"""What a subscriber hears: the whole status, or only that the engine is still there."""

from core.ipc.messages import Status

LONGEST_EVERY_S = 3_600.0


class Telling:
    """One subscriber's wish. Whoever is not looked at (an icon in a tray) needs words and not figures: it wants a
    status at once when it says something else, and otherwise no more than every `every_s` seconds; 0: each."""

    def __init__(self, every_s: float = 0.0) -> None:
        self._every_s = every_s
        self._told: tuple[object, ...] = ()
        self._told_s = 0.0

    def wants(self, status: Status, now_s: float) -> bool:
        """Whether this one; if so, it counts as told. `now_s` is any clock that goes forward."""
        says = _what_it_says(status)
        if says == self._told and now_s - self._told_s < self._every_s:
            return False
        self._told, self._told_s = says, now_s
        return True


def _what_it_says(status: Status) -> tuple[object, ...]:
    """All but figures. Sayings say the same as the sentences, in other languages."""
    mine, network = status.collaboration, status.network
    return (
        status.phase,
        status.reason,
        status.sentence,
        status.action,
        status.has_consent,
        status.paused_until_s,
        status.device,
        status.notices,
        (mine.run, mine.name, mine.role) if mine else None,
        (network.code, network.state) if network else None,
        status.runtime.state,
        (status.update.state, status.update.newer, status.update.is_needed),
    )

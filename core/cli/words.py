"""Numbers and other people's texts as they are shown in a terminal."""

from collections.abc import Callable

from core.ipc.installed import Update, UpdateState
from core.ipc.messages import Collaboration, Network, Phase, Status
from core.saying import in_english

_UPDATE_LINES: dict[UpdateState, Callable[[Update], str]] = {
    UpdateState.CURRENT: lambda _: "This is the newest version.",
    UpdateState.AVAILABLE: lambda it: (
        f"Version {it.newer} is available; {in_english('_bytes', it.size_bytes)} to fetch."
    ),
    UpdateState.FETCHING: lambda it: f"Version {it.newer} is being fetched.",
    UpdateState.READY: lambda it: f"Version {it.newer} is ready, and used from the next start on.",
    UpdateState.APPLYING: lambda it: f"Version {it.newer} starts as soon as the step under way has ended.",
}


def printable(text: str) -> str:
    """`text` without control characters: names come from other peers and must not steer the terminal."""
    return "".join(character if character.isprintable() else " " for character in text)


def duration(seconds: float) -> str:
    """Rounded to minutes from one minute on: `45 s`, `12 min`, `3 h 07 min`."""
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02d} min"


def loss(value: float | None) -> str:
    return "unknown" if value is None else f"{value:.4f}"


def peers(count: int) -> str:
    return "1 peer" if count == 1 else f"{count} peers"


def step_of(collaboration: Collaboration, until_step: int | None) -> str:
    """`step 12`, or `step 12 of 100` where the engine was told when to end."""
    goal = "" if until_step is None else f" of {until_step}"
    return f"step {collaboration.step}{goal}"


def figures(collaboration: Collaboration) -> str:
    """Loss, speeds and people in one line."""
    return " · ".join(
        [
            f"loss {loss(collaboration.loss)}",
            f"{collaboration.samples_per_s:.1f} samples/s (mine {collaboration.my_samples_per_s:.1f})",
            peers(len(collaboration.peers)),
        ]
    )


def network_line(network: Network) -> str:
    """Code, sentence and, where there is something to do, what."""
    action = "" if network.action == "Nothing to do." else f" {network.action}"
    return f"{network.sentence}{action} [{network.code}]"


def status_lines(status: Status) -> list[str]:
    """What `idlewild status` prints."""
    rows = [("State", f"{status.phase.value}: {status.sentence}")]
    if status.progress is not None:
        rows.append(("Progress", f"{status.progress:.0%}"))
    if status.collaboration is not None:
        rows += _collaboration_rows(status.collaboration)
    rows += [
        ("Device", status.device or "none"),
        ("Listens on", status.listen or "nothing"),
        *([("Network", network_line(status.network))] if status.network is not None else []),
        ("This peer", f"{status.peer}, up {duration(status.uptime_s)}"),
        ("Home", status.home),
    ]
    if status.update.state not in (UpdateState.NONE, UpdateState.CURRENT):
        rows.append(("Update", update_line(status.update)))
    rows += [("Note", notice) for notice in status.notices]
    return [f"{name:<14}{printable(text)}" for name, text in rows]


def _collaboration_rows(collaboration: Collaboration) -> list[tuple[str, str]]:
    hosted = ", hosted here" if collaboration.is_host else ""
    rows = [
        ("Collaboration", f"{collaboration.name} ({collaboration.run[:7]}{hosted})"),
        ("Step", f"{collaboration.step}, and {collaboration.step_samples} of {collaboration.target_batch} samples"),
        ("Figures", figures(collaboration)),
        ("Samples", f"{collaboration.total_samples} by all, {collaboration.my_samples} by this peer"),
    ]
    if collaboration.role:
        rows.append(("Role", f"{collaboration.role}: {collaboration.role_sentence}"))
    if collaboration.invitation:
        rows.append(("Invitation", collaboration.invitation))
    return rows


def is_working(status: Status) -> bool:
    """Whether figures of the step change by themselves."""
    return status.phase in (Phase.TRAINING, Phase.AVERAGING, Phase.SERVING)


def update_line(update: Update) -> str:
    """How it stands with newer versions."""
    if update.state is UpdateState.FAILED:
        return str(update.saying)
    line = _UPDATE_LINES[update.state](update)
    return f"{line} {update.saying}" if update.state is UpdateState.AVAILABLE and update.saying else line

"""What is said while the engine itself does not say it: how the app and the engine stand, and what to do about it."""

from app.qt import QCoreApplication
from app.situation import Link, Situation

translate = QCoreApplication.translate


def link_headline(link: Link) -> str:
    return {
        Link.STARTING: translate("words", "Starting"),
        Link.READY: translate("words", "Starting"),
        Link.LOST: translate("words", "Reconnecting"),
        Link.SILENT: translate("words", "The engine does not answer"),
        Link.STOPPED: translate("words", "Stopped"),
        Link.FAILED: translate("words", "The engine does not run"),
    }[link]


def link_sentence(situation: Situation) -> str:
    """Empty where the engine speaks for itself."""
    usual = {
        Link.STARTING: translate("words", "The engine is starting."),
        Link.READY: "",
        Link.LOST: translate("words", "The engine does not answer at the moment; trying again."),
        Link.SILENT: translate(
            "words", "The engine runs but says nothing. What is shown is the last that is known of it."
        ),
        Link.STOPPED: translate("words", "The engine was stopped; nothing is computed."),
        Link.FAILED: "",
    }[situation.link]
    return situation.trouble or usual


def link_action(situation: Situation) -> str:
    """The one thing to do about it, or that there is nothing to do."""
    if situation.link is Link.SILENT:
        if situation.is_engine_ours:
            return translate("words", "Nothing to do: if it stays silent for a minute, it is started again.")
        return translate("words", "If it stays silent, end it where you started it, and start it again.")
    return {
        Link.STARTING: translate("words", "Nothing to do: this takes a moment."),
        Link.READY: "",
        Link.LOST: translate("words", "Nothing to do: it is tried again and again."),
        Link.STOPPED: translate("words", "Start it again whenever you like."),
        Link.FAILED: translate("words", "Do what the sentence says, then try again."),
    }[situation.link]

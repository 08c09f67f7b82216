"""What to do about each reason: one sentence, the same in window, tray and command line."""

from core.ipc.messages import Reason
from core.saying import NOTHING, Saying, say

ACTIONS: dict[Reason, Saying] = {
    Reason.NONE: NOTHING,
    Reason.NEEDS_CONSENT: say("Open the window and say what this computer may be used for."),
    Reason.NO_COLLABORATION: say("Join a collaboration by its link, or start your own."),
    Reason.PREPARING: say("Nothing to do: this takes a moment."),
    Reason.FETCHING: say("Nothing to do: what is fetched once stays here."),
    Reason.INSTALLING: say("Nothing to do: it is fetched once, and goes on by itself where it was interrupted."),
    Reason.METERED_INSTALL: say("Allow the download here, or connect to a network without a volume charge."),
    Reason.CATCHING_UP: say("Nothing to do: training goes on as soon as it has caught up."),
    Reason.NOBODY_REACHABLE: say("Look at the connection check; Idlewild goes on trying by itself."),
    Reason.PAUSED_BY_USER: say("Resume whenever you like."),
    Reason.IN_USE: say("Nothing to do: it goes on when you are away. The settings say how long that takes."),
    Reason.FULL_SCREEN: say("Nothing to do: it goes on when the full screen is left."),
    Reason.IN_CALL: say("Nothing to do: it goes on when the call is over."),
    Reason.PROGRAM_RUNS: say("Close the program, or take it off the list in the settings."),
    Reason.ON_BATTERY: say("Plug the computer in, or allow training on battery in the settings."),
    Reason.ENERGY_SAVER: say("Turn the energy saver off, or allow training beside it in the settings."),
    Reason.LID_CLOSED: say("Open the lid, or allow training with the lid closed in the settings."),
    Reason.COMPUTER_BUSY: say("Nothing to do: it goes on when the other programs need less."),
    Reason.GPU_BUSY: say("Nothing to do: it goes on when the graphics card is free."),
    Reason.LOW_MEMORY: say("Close a program that needs much memory; training goes on when there is room."),
    Reason.TOO_HOT: say("Let air to the computer's fans, or allow more heat in the settings."),
    Reason.METERED: say("Connect to a network without a volume charge, or allow this one in the settings."),
    Reason.DATA_BUDGET: say("Wait for the next month, or raise the month's limit in the settings."),
    Reason.OUT_OF_HOURS: say("Nothing to do: it goes on at the hour that the schedule says."),
    Reason.NOT_ALLOWED: say("Allow training on this computer's processor or graphics card in the settings."),
    Reason.FINISHING_STEP: say("Nothing to do, or resume to go on after the step."),
    Reason.TRAINER_RESTARTING: say("Nothing to do: it is started by itself."),
    Reason.TRAINER_STUCK: say("Nothing to do: it is started anew if it does not come back."),
    Reason.DISK_FULL: say("Make room on the disk, or allow the data less in the settings."),
    Reason.NO_DATA: say("Nothing to do: it is asked for again and again."),
    Reason.REFUSED: say("Ask the organiser to let this computer in."),
    Reason.FAULT: say("Do what the sentence says, then try again."),
}
"""Complete: a test looks."""

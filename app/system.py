"""What this program asks of the desktop that it runs on, beyond windows."""

from dataclasses import dataclass

from app.autostart.choosing import system_autostart
from app.autostart.kinds import Autostart
from app.links.choosing import system_links
from app.links.kinds import LinkOpener
from app.own_command import own_command
from core.paths import Home


@dataclass(frozen=True, slots=True)
class System:
    autostart: Autostart
    links: LinkOpener

    def forget_this_program(self) -> None:
        """For uninstalling. Raises `SystemFault`."""
        self.autostart.forget()
        self.links.unregister()


def this_system(home: Home) -> System:
    """Which folders are made for it is noted in `home`."""
    return System(
        system_autostart(own_command(home, "--hidden"), home.make_folder), system_links(own_command(home), home)
    )

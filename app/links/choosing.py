"""The way in which this system learns who opens links."""

import sys
from collections.abc import Sequence

from app.links.before import Before
from app.links.kinds import LinkOpener
from app.links.xdg import XdgLinkOpener
from core.paths import Home


class BundleLinks:
    """macOS reads `CFBundleURLTypes` of the application's Info.plist when the bundle is installed; a program has no
    part in it."""

    def is_registered(self) -> bool:
        return True

    def register(self) -> None:
        return

    def unregister(self) -> None:
        return


def system_links(command: Sequence[str], home: Home) -> LinkOpener:
    """`home` remembers how things were before."""
    if sys.platform == "win32":
        from app.links.windows import WindowsLinkOpener
        from app.registry import UserRegistry

        return WindowsLinkOpener(command, UserRegistry())
    if sys.platform == "darwin":
        return BundleLinks()
    return XdgLinkOpener(command, make=home.make_folder, before=Before(home.desktop_file))

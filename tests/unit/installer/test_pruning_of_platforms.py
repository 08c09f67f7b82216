"""No system loses the plugin that its windows are drawn with."""

import pruning
import pytest

PLATFORMS = "PySide6/Qt/plugins/platforms/"


@pytest.mark.parametrize(
    "plugin",
    [
        f"{PLATFORMS}libqxcb.so",
        f"{PLATFORMS}libqwayland.so",
        f"{PLATFORMS}libqoffscreen.so",
        f"{PLATFORMS}libqcocoa.dylib",
        f"{PLATFORMS}libqoffscreen.dylib",
        "PySide6/plugins/platforms/qwindows.dll",
        "PySide6/plugins/platforms/qoffscreen.dll",
    ],
)
def test_windows_can_be_drawn_everywhere(plugin: str) -> None:
    assert not pruning.is_unused(plugin)


def test_what_no_desktop_has_goes() -> None:
    assert pruning.is_unused(f"{PLATFORMS}libqvnc.so")

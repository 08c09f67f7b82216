"""Info.plist of Idlewild.app, beyond what PyInstaller writes by itself.

python installer/macos/info.py VERSION Idlewild.app/Contents/Info.plist
"""

import plistlib
import sys
from pathlib import Path
from typing import Any

IDENTIFIER = "org.idlewild.app"
"""Also the label of the launch agent (app/autostart/macos.py)."""
OLDEST_SYSTEM = "13.0"
"""What Qt and the wheels of torch are built for."""


def info(version: str) -> dict[str, Any]:
    return {
        "CFBundleName": "Idlewild",
        "CFBundleDisplayName": "Idlewild",
        "CFBundleIdentifier": IDENTIFIER,
        "CFBundleShortVersionString": version,
        "CFBundleVersion": version,
        "LSMinimumSystemVersion": OLDEST_SYSTEM,
        "LSApplicationCategoryType": "public.app-category.education",
        # An ordinary application with a place in the Dock: the window's menus are at the top of the screen, which an
        # agent (LSUIElement) does not have, and the Dock leads back to a window that was closed.
        "LSUIElement": False,
        # One app for each home is looked after by the app itself; the command line runs beside it.
        "LSMultipleInstancesProhibited": False,
        "NSHighResolutionCapable": True,
        "NSSupportsAutomaticGraphicsSwitching": True,
        # Both appearances are drawn by the program.
        "NSRequiresAquaSystemAppearance": False,
        "NSLocalNetworkUsageDescription": "Idlewild looks for others in your home network who train the same model.",
        "NSBonjourServices": ["_idlewild._udp"],
        "NSHumanReadableCopyright": "Apache License 2.0",
        "CFBundleURLTypes": [
            {
                "CFBundleURLName": f"{IDENTIFIER}.invitation",
                "CFBundleTypeRole": "Viewer",
                "CFBundleURLSchemes": ["idlewild"],
            }
        ],
    }


def add_info(version: str, file: Path) -> None:
    """What is in the file and not ours, such as the name of the executable and of the icon, stays."""
    file.write_bytes(plistlib.dumps(plistlib.loads(file.read_bytes()) | info(version)))


if __name__ == "__main__":
    add_info(sys.argv[1], Path(sys.argv[2]))

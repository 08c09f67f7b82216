"""The few colours that are not the system's own, light and dark (WCAG AA: text ≥ 4.5 : 1, marks ≥ 3 : 1)."""

from dataclasses import dataclass

from app.qt import QApplication, QColor, QPalette, QStyleFactory, Qt

Role = QPalette.ColorRole
Group = QPalette.ColorGroup


@dataclass(frozen=True, slots=True)
class Tints:
    """Hexadecimal sRGB. `window` and `surface` are backgrounds, the rest is drawn on either of them."""

    window: str
    surface: str
    sunken: str
    """Tracks of bars; a background too faint to carry text."""
    line: str
    field: str
    """In which one types. As Fusion outlines fields and buttons with a darker window, which is not seen on a dark
    surface, they differ from that by themselves."""
    button: str
    text: str
    muted: str
    disabled: str
    accent: str
    on_accent: str
    """Text on `accent`."""
    accent_soft: str
    """A mark beside `accent` that means less: raw values behind their mean, other days."""
    warning: str
    failure: str


LIGHT = Tints(
    window="#f4f6f4",
    surface="#ffffff",
    sunken="#e3e8e4",
    line="#d3dad5",
    field="#ffffff",
    button="#ffffff",
    text="#1b221e",
    muted="#55615a",
    disabled="#8c968f",
    accent="#19764a",
    on_accent="#ffffff",
    accent_soft="#7fae95",
    warning="#855400",
    failure="#b3261e",
)
DARK = Tints(
    window="#191d1b",
    surface="#232826",
    sunken="#343b37",
    line="#3a423d",
    field="#171b19",
    button="#2c332f",
    text="#e7ece8",
    muted="#a8b3ac",
    disabled="#747f78",
    accent="#5cc890",
    on_accent="#0b2016",
    accent_soft="#4f8a6b",
    warning="#e5b454",
    failure="#ff8a80",
)


def tints(palette: QPalette) -> Tints:
    """The variant that belongs on this palette's window colour."""
    return DARK if palette.color(Role.Window).lightness() < 128 else LIGHT


def palette(tints: Tints) -> QPalette:
    """A complete palette for the Fusion style, whose own does not reach AA for muted and selected text."""
    made = QPalette()
    colours = {
        Role.Window: tints.window,
        Role.WindowText: tints.text,
        Role.Base: tints.field,
        Role.AlternateBase: tints.window,
        Role.Text: tints.text,
        Role.Button: tints.button,
        Role.ButtonText: tints.text,
        Role.BrightText: tints.on_accent,
        Role.ToolTipBase: tints.surface,
        Role.ToolTipText: tints.text,
        Role.PlaceholderText: tints.muted,
        Role.Highlight: tints.accent,
        Role.HighlightedText: tints.on_accent,
        Role.Accent: tints.accent,
        Role.Link: tints.accent,
        Role.LinkVisited: tints.muted,
        Role.Light: tints.surface,
        Role.Midlight: tints.line,
        Role.Mid: tints.line,
        Role.Dark: tints.disabled,
        Role.Shadow: tints.muted,
    }
    for role, colour in colours.items():
        made.setColor(role, QColor(colour))
    for role in (Role.WindowText, Role.Text, Role.ButtonText, Role.PlaceholderText):
        made.setColor(Group.Disabled, role, QColor(tints.disabled))
    return made


def follow_system(application: QApplication) -> None:
    """Takes the system's light or dark scheme now and whenever it changes.

    Native styles (macOS, Windows 11) bring their own palette. Elsewhere, and on the older Windows style, which knows no
    dark scheme, the look is Fusion with the palette above.
    """
    if application.style().objectName().lower() in {"macos", "windows11"}:
        return
    application.setStyle(QStyleFactory.create("Fusion"))
    hints = application.styleHints()

    def repaint(scheme: Qt.ColorScheme) -> None:
        application.setPalette(palette(DARK if scheme == Qt.ColorScheme.Dark else LIGHT))

    repaint(hints.colorScheme())
    hints.colorSchemeChanged.connect(repaint)

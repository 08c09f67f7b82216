import re
import xml.etree.ElementTree as ET
from itertools import product

import pytest

from app import colours
from app.colours import DARK, LIGHT, Role
from app.icons import FOLDER, mood_icon, picture
from app.pages.help.checklist import Mark, Verdict, verdict_words
from app.qt import QColor, QImage, QPainter, QRectF
from app.situation import Mood
from app.widgets.year import draw_mark


def luminance(colour: str) -> float:
    def linear(channel: float) -> float:
        return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4

    rgb = QColor(colour)
    return 0.2126 * linear(rgb.redF()) + 0.7152 * linear(rgb.greenF()) + 0.0722 * linear(rgb.blueF())


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("tints", [LIGHT, DARK])
def test_text_reaches_aa(tints):
    inks = (tints.text, tints.muted, tints.accent, tints.warning, tints.failure)
    for ink, ground in product(inks, (tints.window, tints.surface)):
        assert contrast(ink, ground) >= 4.5, (ink, ground)
    assert contrast(tints.on_accent, tints.accent) >= 4.5
    assert contrast(tints.on_accent, QColor(tints.accent).darker(115).name()) >= 4.5


@pytest.mark.parametrize("tints", [LIGHT, DARK])
def test_marks_are_seen_on_their_ground(tints):
    assert contrast(tints.accent, tints.sunken) >= 3
    assert contrast(tints.accent, tints.surface) >= 3
    assert contrast(tints.disabled, tints.surface) >= 3


@pytest.mark.parametrize("tints", [LIGHT, DARK])
def test_what_stands_in_controls_reaches_aa(tints):
    """Whatever of the palette is text, on whatever it stands on."""
    palette = colours.palette(tints)
    pairs = [
        (Role.WindowText, Role.Window),
        (Role.Text, Role.Base),
        (Role.Text, Role.AlternateBase),
        (Role.ButtonText, Role.Button),
        (Role.HighlightedText, Role.Highlight),
        (Role.ToolTipText, Role.ToolTipBase),
        (Role.PlaceholderText, Role.Base),
        (Role.PlaceholderText, Role.Window),
        (Role.Link, Role.Base),
    ]
    for ink, ground in pairs:
        assert contrast(palette.color(ink).name(), palette.color(ground).name()) >= 4.5, (ink, ground)


@pytest.mark.parametrize("tints", [LIGHT, DARK])
def test_the_ring_around_what_has_the_keyboard_is_seen(tints):
    for ground in (tints.window, tints.surface):
        assert contrast(tints.accent, ground) >= 3
    assert contrast(tints.on_accent, tints.accent) >= 3


@pytest.mark.parametrize("tints", [LIGHT, DARK])
def test_levels_of_the_calendar_differ_in_size_too(qt, tints):
    """Weak marks are no nearer to their ground than strong ones are, and each level is larger than the one before."""
    sides = []
    for level in range(5):
        image = QImage(40, 40, QImage.Format.Format_RGB32)
        image.fill(QColor(tints.surface))
        painter = QPainter(image)
        draw_mark(painter, QRectF(0, 0, 40, 40), level, tints)
        painter.end()
        row = [image.pixelColor(x, 20).name() for x in range(40)]
        sides.append(sum(colour != tints.surface for colour in row))
    assert sides == sorted(set(sides))
    assert contrast(tints.accent, tints.accent_soft) >= 1.5


@pytest.mark.parametrize("verdict", list(Verdict))
def test_verdicts_differ_in_sign_and_words(verdict):
    others = [other for other in Verdict if other is not verdict]
    assert all(Mark.SIGNS[verdict][0] != Mark.SIGNS[other][0] for other in others)
    assert all(verdict_words(verdict) != verdict_words(other) for other in others)


@pytest.mark.parametrize("mood", list(Mood))
def test_tray_icons_are_seen_on_light_and_dark_panels(mood):
    source = (FOLDER / f"{mood.value}.svg").read_text()
    ground = re.search(r'fill="(#[0-9a-f]{6})"', source)
    assert ground is not None
    for panel in ("#ffffff", "#202020"):
        assert contrast(ground[1], panel) >= 3, panel


def test_tray_icons_differ_in_shape_and_not_in_colour_alone(qt):
    shapes = set()
    for mood in Mood:
        image = picture(mood.value, 16).toImage()
        shapes.add(tuple(image.pixelColor(x, y).lightness() > 170 for x, y in product(range(16), range(16))))
        assert not mood_icon(mood).isNull()
    assert len(shapes) == len(Mood)


def test_what_needs_the_user_and_what_the_user_paused_differ_in_outline_too(qt):
    outlines = {}
    for mood in Mood:
        image = picture(mood.value, 16).toImage()
        outlines[mood] = tuple(image.pixelColor(x, y).alpha() > 128 for x, y in product(range(16), range(16)))
    assert outlines[Mood.FAILED] != outlines[Mood.PAUSED] != outlines[Mood.TRAINING] != outlines[Mood.FAILED]


def test_icon_files_are_valid_xml():
    assert {path.stem for path in FOLDER.glob("*.svg")} == {mood.value for mood in Mood} | {"idlewild"}
    for path in FOLDER.glob("*.svg"):
        ET.parse(path)


@pytest.mark.parametrize("tints", [LIGHT, DARK])
def test_the_variant_follows_the_palette(tints):
    palette = colours.palette(tints)
    assert colours.tints(palette) is tints
    assert palette.color(Role.Highlight).name() == tints.accent

"""The engine's own settings, and the owner's preferences under the keys of their page."""

from typing import Any

import msgspec
import pytest

from core.errors import UsageError
from core.ipc.bounds import bounds_of
from core.ipc.preferences import DEFAULTS, kinds
from core.storage import settings as page
from core.storage.database import Database
from core.storage.settings import PAGE, Settings


def put(database: Database, key: str, text: str) -> None:
    database.run("INSERT INTO settings VALUES (?, ?)", (key, text))


def test_settings_have_sound_defaults_and_no_key_stands_twice(database: Database) -> None:
    settings = Settings(database)
    assert len({setting.key for setting in PAGE} | set(kinds())) == len(PAGE) + len(kinds())
    for setting in PAGE:
        assert setting.text.endswith(".")
        assert settings.get(setting) == setting.default
        settings.set(setting, setting.default)
        assert settings.get(setting) == setting.default
    assert settings.preferences() == DEFAULTS


def test_settings_are_kept_and_reset(database: Database) -> None:
    settings = Settings(database)
    settings.set(page.PAUSED_UNTIL_S, 12.5)
    settings.set(page.LISTEN_PORT, 40)
    assert settings.get(page.PAUSED_UNTIL_S) == 12.5
    assert settings.get(page.LISTEN_PORT) == 40
    settings.reset(page.LISTEN_PORT)
    assert settings.get(page.LISTEN_PORT) == 0
    settings.set(page.PAUSED_UNTIL_S, None)
    assert settings.get(page.PAUSED_UNTIL_S) is None


@pytest.mark.parametrize(
    ("setting", "value"),
    [(page.LISTEN_PORT, -1), (page.LISTEN_PORT, "40"), (page.PAUSED_BY_USER, 1), (page.COMPILING, None)],
)
def test_wrong_settings_are_refused(database: Database, setting: Any, value: object) -> None:
    settings = Settings(database)
    with pytest.raises(UsageError, match=setting.key):
        settings.set(setting, value)
    assert settings.get(setting) == setting.default


@pytest.mark.parametrize("text", ["", "{", "null", '"x"', "1e999", "-1"])
def test_kept_value_that_cannot_be_one_is_ignored(database: Database, text: str) -> None:
    put(database, page.LISTEN_PORT.key, text)
    put(database, "cpu_cores", text)
    assert Settings(database).get(page.LISTEN_PORT) == 0
    assert Settings(database).preferences() == DEFAULTS


def test_preferences_are_kept_and_reset(database: Database) -> None:
    settings = Settings(database)
    after = settings.change({"cpu_busy_limit_percent": 40, "hours": [1] * 7, "programs": ["blender"]})
    assert (after.cpu_busy_limit_percent, after.hours, after.programs) == (40, (1,) * 7, ("blender",))
    assert Settings(database).preferences() == settings.preferences() == after
    settings.change({"cpu_busy_limit_percent": None, "data_limit_bytes": 0})
    again = Settings(database).preferences()
    assert (again.cpu_busy_limit_percent, again.data_limit_bytes, again.programs) == (25, 0, ("blender",))
    settings.change({"data_limit_bytes": None})
    assert Settings(database).preferences().data_limit_bytes is None


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("cpu_busy_limit_percent", 0, "a whole number from 1 to 100"),
        ("cpu_busy_limit_percent", "40", "a whole number from 1 to 100"),
        ("cpu_cores", 2.5, "a whole number from 0 to 1024"),
        ("cpu_when", "sometimes", "one of always, away, never"),
        ("pause_on_battery", 1, "true or false"),
        ("hours", [1] * 6, "a list of 7"),
        ("watts", -1, "a number from 0 to 10000"),
        ("programs", ["x" * 300], "at most 200 characters"),
        ("cpu_threads", 2, "lists them"),
    ],
)
def test_a_wrong_preference_names_the_bounds_and_changes_nothing(
    database: Database, key: str, value: object, said: str
) -> None:
    settings = Settings(database)
    with pytest.raises(UsageError, match=said) as caught:
        settings.change({"gpu_when": "never", key: value})
    assert key in str(caught.value)
    assert len(str(caught.value)) < 300
    assert Settings(database).preferences() == settings.preferences() == DEFAULTS


def test_every_preference_s_bounds_can_be_said() -> None:
    assert all(bounds_of(key) for key in kinds())


def test_a_home_from_before_keeps_what_it_had_set(database: Database) -> None:
    for key, text in {
        "cpu_threads": "3",
        "pause_on_battery": "false",
        "cpu_busy_limit_percent": "60",
        "upload_limit_bytes_per_s": "125000",
        "data_limit_bytes": "0",
    }.items():
        put(database, key, text)
    settings = Settings(database)
    kept = settings.preferences()
    assert (kept.cpu_cores, kept.pause_on_battery, kept.cpu_busy_limit_percent) == (3, False, 60)
    assert (kept.upload_limit_bytes_per_s, kept.data_limit_bytes) == (125_000, 0)
    settings.change({"cpu_cores": None})
    assert Settings(database).preferences().cpu_cores == 0
    assert msgspec.to_builtins(Settings(database).preferences())["pause_on_battery"] is False

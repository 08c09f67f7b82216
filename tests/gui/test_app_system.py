"""Start at login, and who opens links: in a home folder made for the test, and with a registry made of a dict."""

import plistlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app import desktop_entry
from app.autostart.macos import LaunchAgent
from app.autostart.windows import APPROVED, NAME, RUN, WindowsAutostart
from app.autostart.xdg import XdgAutostart
from app.links.before import Before
from app.links.windows import KEY, WindowsLinkOpener
from app.links.xdg import KIND, XdgLinkOpener, chosen, with_choice, without_choice
from app.own_command import command_line, own_command
from app.system import System
from app.system_fault import SystemFault
from core.paths import Home

COMMAND = ["/opt/Idle wild/bin/python", "-m", "app", "--hidden", "--home", '/home/ada/100% "mine"/$x`y\\z']


class DictRegistry:
    """`app.registry.Registry` without Windows."""

    def __init__(self):
        self.values = {}

    def text(self, key, name):
        value = self.values.get((key, name))
        return value if isinstance(value, str) else None

    def data(self, key, name):
        value = self.values.get((key, name))
        return value if isinstance(value, bytes) else None

    def set_text(self, key, name, text):
        self.values[key, name] = text

    def forget(self, key, name):
        self.values.pop((key, name), None)

    def forget_tree(self, key):
        self.values = {
            place: value
            for place, value in self.values.items()
            if place[0] != key and not place[0].startswith(f"{key}\\")
        }


@pytest.fixture
def environment(tmp_path):
    (tmp_path / "system").mkdir()
    return {"HOME": str(tmp_path / "ada"), "XDG_DATA_DIRS": str(tmp_path / "system")}


def files(environment):
    return sorted(path for path in Path(environment["HOME"]).rglob("*") if path.is_file())


def words_of(line):
    """What a desktop makes of `Exec`: string escapes first, then quoting, then field codes."""
    words = re.findall(r'"((?:\\.|[^"\\])*)"', line.replace("\\\\", "\\"))
    return [re.sub(r"\\(.)", r"\1", word).replace("%%", "%") for word in words]


# --- Linux -----------------------------------------------------------------------------------------------------------


def test_autostart_is_off_until_it_is_turned_on_and_any_number_of_times(environment):
    autostart = XdgAutostart(COMMAND, environment)
    assert not autostart.is_on()
    autostart.turn_off()
    for _ in range(2):
        autostart.turn_on()
        assert autostart.is_on()
    assert files(environment) == [Path(environment["HOME"]) / ".config/autostart/idlewild.desktop"]
    for _ in range(2):
        autostart.turn_off()
        assert not autostart.is_on()
    assert files(environment) == []


def test_the_command_survives_the_quoting(environment):
    autostart = XdgAutostart(COMMAND, environment)
    autostart.turn_on()
    assert words_of(desktop_entry.values_of(autostart.path)["Exec"]) == COMMAND
    line = desktop_entry.exec_line(COMMAND, link=True)
    assert words_of(line) == COMMAND
    assert line.endswith(" %u")


@pytest.mark.skipif(shutil.which("gio") is None, reason="gio starts desktop entries as GNOME does")
def test_a_desktop_starts_what_was_meant(environment, tmp_path):
    told = tmp_path / "told"
    script = f"import sys; open({str(told)!r}, 'w').write(repr(sys.argv[1:]))"
    words = [sys.executable, "-c", script, *COMMAND[3:]]
    autostart = XdgAutostart(words, environment)
    autostart.turn_on()
    subprocess.run(["gio", "launch", str(autostart.path)], check=True, timeout=30)
    for _ in range(600):
        if told.exists() and told.read_text().endswith("]"):
            break
        subprocess.run(["sleep", "0.05"], check=True)
    assert told.read_text() == repr(COMMAND[3:])


def test_the_folder_of_settings_may_be_elsewhere(environment, tmp_path):
    environment["XDG_CONFIG_HOME"] = str(tmp_path / "settings")
    XdgAutostart(COMMAND, environment).turn_on()
    assert (tmp_path / "settings/autostart/idlewild.desktop").exists()
    environment["XDG_CONFIG_HOME"] = "relative"
    assert XdgAutostart(COMMAND, environment).path.is_relative_to(tmp_path / "ada" / ".config")


def test_a_file_of_somebody_else_stays_as_it_is(environment):
    autostart = XdgAutostart(COMMAND, environment)
    autostart.path.parent.mkdir(parents=True)
    foreign = "[Desktop Entry]\nType=Application\nName=Idlewild\nExec=/home/ada/mine.sh\n"
    autostart.path.write_text(foreign)
    assert not autostart.is_on()
    with pytest.raises(SystemFault, match="left alone"):
        autostart.turn_on()
    autostart.turn_off()
    assert autostart.path.read_text() == foreign


@pytest.mark.parametrize("line", ["Hidden=true", "X-GNOME-Autostart-enabled=false"])
def test_what_the_desktops_settings_turned_off_is_off_and_can_be_turned_on_here(environment, line):
    autostart = XdgAutostart(COMMAND, environment)
    autostart.turn_on()
    autostart.path.write_text(autostart.path.read_text() + line + "\n")
    assert not autostart.is_on()
    autostart.turn_on()
    assert autostart.is_on()


def test_a_folder_that_cannot_be_written_is_said(environment):
    folder = Path(environment["HOME"]) / ".config"
    folder.parent.mkdir(parents=True)
    folder.write_text("a file where a folder should be")
    with pytest.raises(SystemFault, match="cannot be"):
        XdgAutostart(COMMAND, environment).turn_on()


MIMEAPPS = (
    "# mine\n[Added Associations]\nimage/png=gimp.desktop;\n\n[Default Applications]\ntext/html=firefox.desktop\n"
)


def test_links_are_registered_and_everything_is_taken_back(environment):
    opener = XdgLinkOpener(COMMAND, environment)
    opener.choices.parent.mkdir(parents=True)
    opener.choices.write_text(MIMEAPPS)
    for _ in range(2):
        opener.register()
        assert opener.is_registered()
    values = desktop_entry.values_of(opener.path)
    assert values["MimeType"] == f"{KIND};"
    assert values["Exec"].endswith(" %u")
    assert opener.icon.read_text().startswith("<svg")
    assert set(MIMEAPPS.splitlines()) < set(opener.choices.read_text().splitlines())
    for _ in range(2):
        opener.unregister()
        assert not opener.is_registered()
    assert files(environment) == [opener.choices]
    assert opener.choices.read_text() == MIMEAPPS


@pytest.mark.skipif(shutil.which("gio") is None, reason="gio reads these files as GNOME does")
def test_the_desktop_finds_who_opens_links(environment):
    XdgLinkOpener([sys.executable, "-m", "app"], environment).register()
    said = subprocess.run(
        ["gio", "mime", KIND],
        env={**environment, "LC_ALL": "C"},
        capture_output=True,
        text=True,
        check=True,
        timeout=30,
    ).stdout
    assert "idlewild.desktop" in said.splitlines()[0]


def test_the_users_own_choice_of_another_program_is_kept(environment):
    opener = XdgLinkOpener(COMMAND, environment)
    opener.choices.parent.mkdir(parents=True)
    theirs = f"[Default Applications]\n{KIND}=other.desktop\n"
    opener.choices.write_text(theirs)
    opener.register()
    assert not opener.is_registered()
    opener.unregister()
    assert opener.choices.read_text() == theirs


def test_what_a_package_installed_for_all_is_not_written_again(environment):
    installed = Path(environment["XDG_DATA_DIRS"]) / "applications" / "idlewild.desktop"
    installed.parent.mkdir()
    installed.write_text("[Desktop Entry]\n")
    opener = XdgLinkOpener(COMMAND, environment)
    opener.register()
    assert not opener.path.exists()
    assert opener.is_registered()


@pytest.mark.parametrize("text", ["", "[Default Applications]\n", MIMEAPPS, "[Added Associations]\na/b=c.desktop\n"])
def test_the_list_of_choices_is_edited_line_by_line(text):
    made = with_choice(text)
    assert chosen(made) == "idlewild.desktop"
    assert chosen(without_choice(made)) == ""
    assert [line for line in text.splitlines() if line not in made.splitlines()] == []


# --- Windows and macOS, at their interfaces --------------------------------------------------------------------------


def test_the_run_key_of_windows():
    registry = DictRegistry()
    autostart = WindowsAutostart([r"C:\Program Files\Idlewild\idlewild.exe", "--hidden"], registry)
    assert not autostart.is_on()
    autostart.turn_on()
    autostart.turn_on()
    assert autostart.is_on()
    assert registry.values == {(RUN, NAME): r'"C:\Program Files\Idlewild\idlewild.exe" --hidden'}
    registry.values[APPROVED, NAME] = bytes([3, 0, 0, 0])  # turned off in the Task Manager
    assert not autostart.is_on()
    autostart.turn_on()
    assert autostart.is_on()
    autostart.turn_off()
    autostart.turn_off()
    assert registry.values == {}


def test_the_links_of_windows():
    registry = DictRegistry()
    opener = WindowsLinkOpener([r"C:\Program Files\Idlewild\idlewild.exe"], registry)
    opener.register()
    assert opener.is_registered()
    command = registry.values[rf"{KEY}\shell\open\command", ""]
    assert command == r'"C:\Program Files\Idlewild\idlewild.exe" "%1"'
    assert registry.values[KEY, "URL Protocol"] == ""
    opener.unregister()
    assert registry.values == {}
    registry.values[KEY, ""] = "URL:somebody else's"
    opener.register()
    opener.unregister()
    assert registry.values == {(KEY, ""): "URL:somebody else's"}


def test_the_launch_agent_of_macos(tmp_path):
    agent = LaunchAgent(["/Applications/Idlewild.app/Contents/MacOS/idlewild", "--hidden"], tmp_path)
    assert not agent.is_on()
    agent.turn_on()
    agent.turn_on()
    assert agent.is_on()
    written = plistlib.loads(agent.path.read_bytes())
    assert written["RunAtLoad"] is True
    assert written["ProgramArguments"][1] == "--hidden"
    agent.turn_off()
    agent.turn_off()
    assert not agent.path.exists()


@pytest.mark.parametrize("content", [b"no plist", plistlib.dumps({"Label": "org.idlewild.app"}), plistlib.dumps([1])])
def test_a_launch_agent_of_somebody_else_stays_as_it_is(tmp_path, content):
    agent = LaunchAgent(["idlewild"], tmp_path)
    agent.path.parent.mkdir(parents=True)
    agent.path.write_bytes(content)
    assert not agent.is_on()
    agent.turn_off()
    with pytest.raises(SystemFault, match="left alone"):
        agent.turn_on()
    assert agent.path.read_bytes() == content


# --- the command, and uninstalling -----------------------------------------------------------------------------------


def test_the_command_starts_this_program_from_any_folder(tmp_path):
    words = own_command(Home(tmp_path / "ho me"), "--hidden", environment={})
    assert words[-3:] == ["--hidden", "--home", str(tmp_path / "ho me")]
    done = subprocess.run([*words, "--version"], check=False, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert own_command(Home(tmp_path), environment={"APPIMAGE": "/x/Idlewild.AppImage"})[0] == "/x/Idlewild.AppImage"


def test_what_was_installed_is_started_and_not_one_of_its_versions():
    image, launcher = {"APPIMAGE": "/x/Idlewild.AppImage"}, {"IDLEWILD_LAUNCHER": "/opt/idlewild/idlewild"}
    assert command_line(Home(Path("/h")), "remove", environment=image) == [*image.values(), "remove", "--home", "/h"]
    assert own_command(Home(Path("/h")), environment={**image, **launcher})[0] == "/opt/idlewild/idlewild"
    assert command_line(Home(Path("/h")), "remove", environment={})[1:4] == ["-m", "core.cli", "remove"]


def test_of_two_programs_the_desktop_is_told_of_the_one_without_a_console(tmp_path):
    for name in ("idlewild.exe", "idlewild-app.exe"):
        (tmp_path / name).touch()
    home = Home(Path("/h"))
    for name in ("idlewild.exe", "idlewild-app.exe"):
        environment = {"IDLEWILD_LAUNCHER": str(tmp_path / name)}
        assert own_command(home, environment=environment)[0] == str(tmp_path / "idlewild-app.exe")
        assert command_line(home, "remove", environment=environment)[0] == str(tmp_path / name)


def system_of(command, environment, home):
    links = XdgLinkOpener(command, environment, home.make_folder, Before(home.desktop_file))
    return System(XdgAutostart(command, environment, home.make_folder), links)


@pytest.fixture
def own_home(tmp_path):
    made = Home(tmp_path / "home")
    made.make()
    return made


@pytest.mark.parametrize(
    "choices",
    [
        None,
        b"",
        b"[Default Applications]\n",
        b"[Added Associations]\r\na/b=c.desktop",
        MIMEAPPS.encode() + b"\xff=x.desktop\n",
    ],
)
def test_uninstalling_leaves_everything_as_it_was(environment, own_home, choices):
    path = Path(environment["HOME"]) / ".config/mimeapps.list"
    if choices is not None:
        path.parent.mkdir(parents=True)
        path.write_bytes(choices)
    before = files(environment)
    for _ in range(2):
        system = system_of(COMMAND, environment, own_home)
        system.autostart.turn_on()
        system.links.register()
    assert len(files(environment)) == 4
    for _ in range(2):
        system.forget_this_program()
    assert files(environment) == before
    assert choices is None or path.read_bytes() == choices
    assert Path(environment["HOME"]) / ".config/autostart" in own_home.made_folders()
    assert (path.parent in own_home.made_folders()) == (choices is None)
    assert not own_home.desktop_file.exists()


def test_choices_that_came_later_stay(environment, own_home):
    system = system_of(COMMAND, environment, own_home)
    system.links.register()
    choices = system.links.choices
    choices.write_text(choices.read_text() + "text/html=firefox.desktop\n")
    system.forget_this_program()
    assert choices.read_text() == "[Default Applications]\ntext/html=firefox.desktop\n"


def test_what_belongs_to_another_home_stays(environment, own_home):
    usual = [*COMMAND[:3]]
    for mine, other in ((COMMAND, usual), (usual, COMMAND), (COMMAND, [*usual, "--home", "/other"])):
        system = system_of(mine, environment, own_home)
        system.autostart.turn_on()
        system.links.register()
        system_of(other, environment, own_home).forget_this_program()
        assert system.autostart.is_on()
        assert system.links.is_registered()
        system.forget_this_program()
        assert not system.autostart.is_on()
        assert not system.links.is_registered()


def test_what_belongs_to_another_home_stays_on_other_systems(tmp_path):
    usual, other = ["idlewild", "--hidden"], ["idlewild", "--hidden", "--home", r"C:\my peers\two"]
    for mine, theirs in ((usual, other), (other, usual)):
        registry = DictRegistry()
        WindowsAutostart(mine, registry).turn_on()
        WindowsLinkOpener(mine, registry).register()
        LaunchAgent(mine, tmp_path).turn_on()
        told = dict(registry.values)
        WindowsAutostart(theirs, registry).forget()
        WindowsLinkOpener(theirs, registry).unregister()
        LaunchAgent(theirs, tmp_path).forget()
        assert registry.values == told
        assert LaunchAgent(mine, tmp_path).is_on()
        WindowsAutostart(mine, registry).forget()
        WindowsLinkOpener(mine, registry).unregister()
        LaunchAgent(mine, tmp_path).forget()
        assert registry.values == {}
        assert not LaunchAgent(mine, tmp_path).is_on()

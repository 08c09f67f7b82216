"""What can be looked at of the packages for other systems, and agrees with what the program itself does there."""

import ast
import importlib.util
import plistlib
import re
import shutil
import subprocess
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

from core.version import VERSION

ROOT = Path(__file__).resolve().parents[3]
INSTALLER = ROOT / "installer"
SCRIPT = INSTALLER / "windows" / "idlewild.iss"
WORKFLOW = ROOT / ".github" / "workflows" / "packages.yml"


def constants(file: str) -> dict[str, str]:
    """What a module of the app calls things, read without Qt."""
    found: dict[str, str] = {}
    for node in ast.parse((ROOT / file).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            value = node.value
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                found[node.targets[0].id] = value.value
    return found


# --- Windows ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def sections() -> dict[str, list[str]]:
    """Lines of each section without comments and directives."""
    found: dict[str, list[str]] = {}
    name = ""
    for line in SCRIPT.read_text(encoding="utf-8").splitlines():
        if match := re.fullmatch(r"\[(\w+)\]", line):
            name = match[1]
            assert name not in found
            found[name] = []
        elif name and line.strip() and not line.startswith((";", "#")):
            found[name].append(line)
    return found


def values(line: str) -> dict[str, str]:
    """Fields of a line as they are meant; in quotes, two quotes are one."""
    fields = re.findall(r'(\w+): (?:"((?:[^"]|"")*)"|([^;]*))', line)
    return {key: quoted.replace('""', '"') if quoted or not bare else bare.strip() for key, quoted, bare in fields}


def test_the_installer_asks_no_administrator_and_writes_into_the_users_folders(sections: dict[str, list[str]]) -> None:
    setup = dict(line.split("=", 1) for line in sections["Setup"])
    assert setup["PrivilegesRequired"] == "lowest"
    assert setup["DefaultDirName"] == r"{localappdata}\Programs\Idlewild"
    assert re.fullmatch(r"\{\{[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}\}", setup["AppId"])
    assert (SCRIPT.parent / setup["LicenseFile"].replace("\\", "/")).resolve() == ROOT / "LICENSE"
    assert setup["SignTool"] == "idlewild"
    assert {values(line)["Root"] for line in sections["Registry"]} == {"HKCU"}
    assert all(values(line)["DestDir"].startswith("{app}") for line in sections["Files"])
    assert values(sections["Icons"][0])["Name"].startswith("{userprograms}")


def test_registry_says_what_the_program_looks_for(sections: dict[str, list[str]]) -> None:
    links, login = constants("app/links/windows.py"), constants("app/autostart/windows.py")
    written = {(one["Subkey"], one.get("ValueName", "")): one for one in map(values, sections["Registry"])}
    key = r"Software\Classes\idlewild"
    assert written[key, ""]["ValueData"] == links["_TITLE"]
    assert written[key, ""]["Flags"] == "uninsdeletekey"
    assert written[key, "URL Protocol"]["ValueData"] == ""
    opens = written[key + r"\shell\open\command", ""]["ValueData"]
    assert opens == r'"{app}\idlewild-app.exe" "%1"'
    starts = written[login["RUN"], login["NAME"]]
    assert starts["ValueData"] == r'"{app}\idlewild-app.exe" --hidden'
    assert starts["Tasks"] == "autostart"
    assert "unchecked" in sections["Tasks"][0]
    assert f"LinkTitle = '{links['_TITLE']}';" in SCRIPT.read_text(encoding="utf-8")


def test_what_runs_ends_before_files_are_replaced_and_is_removed_before_they_go() -> None:
    code = re.sub(r"//.*", "", SCRIPT.read_text(encoding="utf-8").partition("[Code]")[2])
    parts = re.split(r"\n(?=function |procedure )", code)
    body = {match[1]: part for part in parts if (match := re.match(r"(?:function|procedure) (\w+)", part))}
    assert "EndWhatRuns()" in body["PrepareToInstall"]
    assert body["EndWhatRuns"].index("Obeyed('--end')") < body["EndWhatRuns"].index("Obeyed('quit')")
    removes = body["CurUninstallStepChanged"]
    assert removes.index("usUninstall") < removes.index("EndWhatRuns()") < removes.index("'remove --yes'")
    assert "' --keep-history'" in removes
    assert "KeepsHistory := True" in body["InitializeUninstall"]
    assert "'IDLEWILD_LAUNCHED', '1'" in body["Obeyed"]
    for block in (block for block in body.values() if "external" not in block):
        begun = len(re.findall(r"\bbegin\b", block))
        assert begun == len(re.findall(r"\bend;", block)) > 0


def test_the_words_that_the_installer_says_are_words_of_the_program() -> None:
    code = SCRIPT.read_text(encoding="utf-8")
    main = (ROOT / "app" / "__main__.py").read_text(encoding="utf-8")
    for option in ("--end", "--hidden"):
        assert f'"{option}"' in main
        assert f'"{option}"' in (INSTALLER / "entry.py").read_text(encoding="utf-8")
        assert option in code
    words = (ROOT / "core" / "cli" / "removal_words.py").read_text(encoding="utf-8")
    assert '"--keep-history"' in words
    assert '"--yes"' in words


def test_build_script_of_windows_is_balanced_and_names_what_is_there() -> None:
    text = (INSTALLER / "windows" / "build.ps1").read_text(encoding="utf-8")
    for left, right in ("{}", "()", "[]"):
        assert text.count(left) == text.count(right)
    assert "installer\\system_icons.py" in text
    assert "'idlewild.iss'" in text


# --- macOS -----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def info() -> ModuleType:
    spec = importlib.util.spec_from_file_location("macos_info", INSTALLER / "macos" / "info.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_application_opens_links_and_finds_the_home_network(info: Any, tmp_path: Path) -> None:
    file = tmp_path / "Info.plist"
    file.write_bytes(plistlib.dumps({"CFBundleExecutable": "idlewild", "CFBundleShortVersionString": "0.0.0"}))
    info.add_info(VERSION, file)
    read = plistlib.loads(file.read_bytes())
    assert read["CFBundleExecutable"] == "idlewild"
    assert read["CFBundleShortVersionString"] == VERSION
    assert read["CFBundleURLTypes"][0]["CFBundleURLSchemes"] == [constants("app/links/kinds.py")["SCHEME"]]
    assert read["CFBundleIdentifier"] == constants("app/autostart/macos.py")["LABEL"]
    assert constants("core/nat/lan.py")["SERVICE"] == f"{read['NSBonjourServices'][0]}.local."
    assert read["LSUIElement"] is False


def test_the_hardened_runtime_allows_what_is_needed_and_no_more() -> None:
    allowed = plistlib.loads((INSTALLER / "macos" / "entitlements.plist").read_bytes())
    assert allowed == {
        "com.apple.security.cs.disable-library-validation": True,
        "com.apple.security.cs.allow-unsigned-executable-memory": True,
    }


def test_build_script_of_macos_is_understood_by_the_shell() -> None:
    script = INSTALLER / "macos" / "build.sh"
    assert script.stat().st_mode & 0o100
    subprocess.run(["bash", "-n", str(script)], check=True)
    if shutil.which("shellcheck"):
        subprocess.run(["shellcheck", str(script)], check=True)


def test_what_is_inside_is_signed_before_what_is_around_it() -> None:
    text = (INSTALLER / "macos" / "build.sh").read_text(encoding="utf-8")
    body = text[text.index("sign_all() {") : text.index("notarise() {")]
    order = ["'*.dylib'", "-type d -name '*.framework'", '"$contents/MacOS"', '"$app"\n', "codesign --verify"]
    places = [body.index(word) for word in order]
    assert places == sorted(places)
    assert "codesign --force --deep" not in text
    done = r"^add_documents$.*^sign_all$.*stapler staple \"\$app\".*make_image"
    assert re.search(done, text, re.DOTALL | re.MULTILINE)


# --- the workflow ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def workflow() -> dict[Any, Any]:
    read: dict[Any, Any] = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))
    return read


def scripts(job: dict[str, Any]) -> str:
    return "\n".join(step.get("run", "") for step in job["steps"])


def test_all_three_systems_are_built_and_tried(workflow: dict[Any, Any]) -> None:
    jobs = workflow["jobs"]
    assert {job["runs-on"].partition("-")[0] for job in jobs.values()} == {"ubuntu", "windows", "macos"}
    for job in jobs.values():
        run = scripts(job)
        assert re.search(r"build\.(py|ps1|sh)", run)
        assert "--version-is" in run
        assert "--train" in run
        assert any("upload-artifact" in step.get("uses", "") for step in job["steps"])
        assert job["timeout-minutes"]
    assert workflow["permissions"] == {"contents": "read"}


def test_the_workflow_calls_what_is_there(workflow: dict[Any, Any]) -> None:
    text = WORKFLOW.read_text(encoding="utf-8")
    for name in re.findall(r"installer[/\\]([\w/\\]+\.(?:py|sh|ps1))", text):
        path = INSTALLER / name.replace("\\", "/")
        assert path.exists() or name == "build.py", name
    assert workflow["env"]["PYTHON"] == "3.11"


def test_nothing_that_somebody_types_is_a_part_of_a_script(workflow: dict[Any, Any]) -> None:
    """Inputs and secrets come by the environment: in a script they would be run."""
    for job in workflow["jobs"].values():
        assert "${{" not in scripts(job)

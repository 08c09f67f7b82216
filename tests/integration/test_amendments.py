"""An organiser changes a collaboration under way: real engines, real trainers, the command line."""

import json
from pathlib import Path
from typing import Any

from processes import Crew, Engine, check_agreement, idlewild, nonsense, write_manifest
from transformers import AutoModelForPreTraining

from core.identity.ids import PeerId
from core.ipc.messages import LogEntry
from core.paths import Home
from core.storage.database import Database
from core.storage.log_store import LogStore
from core.storage.runs import Runs


def test_data_joins_models_are_examined_and_the_run_goes_back(tmp_path: Path) -> None:
    manifest = manifest_with_held_out(tmp_path / "manifest")
    with Crew(tmp_path) as crew:
        host, peer = crew.organise(manifest), crew.volunteer("peer")
        host.until_step(4)
        append(host, tmp_path)
        host.until_step(host.step() + 4)
        host.terminate()  # its state is saved at the end, and examined when it is back
        assert host.wait() == 0
        kept = models(host)[0]["step"]
        host.start()
        host.until_step(kept + 3)
        go_back(host, kept)
        host.until_step(host.step() + 3)
        check_agreement([host, peer], least_steps=kept + 5)
        peer.pause()  # models are examined in the time that is left over
        check_published(host, tmp_path / "published")
    entries = [entry for entry in log_of(host) if entry.amendment]
    assert [entry.samples for entry in entries] == [0, 0]
    assert "join the data" in entries[0].amendment
    assert entries[1].amendment == f"back to the model of step {kept}"


def manifest_with_held_out(folder: Path) -> Path:
    manifest = write_manifest(folder, target_batch=32)
    (folder / "kept-apart.txt").write_text(nonsense(seed=9, documents=60), "utf-8")
    files = 'files = ["nonsense.txt"]'
    text = manifest.read_text("utf-8").replace(files, files + '\nheld_out = ["kept-apart.txt"]')
    manifest.write_text(text, "utf-8")
    return manifest


def append(host: Engine, folder: Path) -> None:
    more = folder / "more.txt"
    more.write_text(nonsense(seed=8, documents=100), "utf-8")
    assert idlewild("amend", "append", folder / "none.txt", "--home", host.home).returncode == 2
    appended = idlewild("amend", "append", more, "--json", "--home", host.home)
    assert appended.returncode == 0, appended.stderr
    told = json.loads(appended.stdout)
    assert told["number"] == 1
    assert told["samples"] > 20
    host.until(lambda _: amendments(host) == 1, "has the data in its log")
    again = idlewild("amend", "append", more, "--home", host.home)
    assert again.returncode == 2
    assert "in the collaboration already" in again.stderr


def go_back(host: Engine, step: int) -> None:
    gone = min(set(range(1, step)) - {model["step"] for model in models(host)})
    refused = idlewild("amend", "rollback", gone, "--home", host.home)
    assert refused.returncode == 2
    assert "is not kept here" in refused.stderr
    back = idlewild("amend", "rollback", step, "--home", host.home)
    assert back.returncode == 0, back.stderr
    host.until(lambda _: amendments(host) == 2, "has gone back")


def check_published(host: Engine, folder: Path) -> None:
    host.until(lambda _: any(model["is_published"] for model in models(host)), "has examined a model", timeout_s=180)
    good = next(model for model in models(host) if model["is_published"])
    assert {"loss", "masked_accuracy"} <= good["scores"].keys()
    exported = idlewild("export", folder, "--published", "--home", host.home)
    assert exported.returncode == 0, exported.stderr
    card = (folder / "README.md").read_text("utf-8")
    assert f"| held out: loss | {good['scores']['loss']:.4f} |" in card
    assert "one volunteer" in card
    AutoModelForPreTraining.from_pretrained(folder)


def models(host: Engine) -> list[dict[str, Any]]:
    listed = idlewild("models", "--json", "--home", host.home)
    assert listed.returncode == 0, listed.stderr
    found: list[dict[str, Any]] = json.loads(listed.stdout)
    return found


def log_of(host: Engine) -> list[LogEntry]:
    with Database.open(Home(host.home).database, read_only=True) as database:
        active = Runs(database).active()
        assert active is not None
        return LogStore(database, active.run).entries(0, 10_000, PeerId(bytes(32)))


def amendments(host: Engine) -> int:
    return sum(bool(entry.amendment) for entry in log_of(host))

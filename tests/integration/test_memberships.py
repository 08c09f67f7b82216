"""One volunteer in two collaborations: the model is tried, shares are set, one is left and joined again, all by a real
engine; and a bundle for whoever is asked for help holds nothing of it that is secret."""

import json
import zipfile
from pathlib import Path

import psutil
import pytest
from processes import Crew, Engine, free_address, idlewild, trainers_of, until, write_manifest

from core.errors import LocalFault
from core.ipc.messages import Method, Phase, Reason, Status
from core.ipc.records import Bundle, HistoryRow, Membership, TryAnswer
from core.paths import Home


def second_host(crew: Crew) -> Engine:
    """Of a collaboration that continues texts."""
    folder = crew.root / "prose"
    path = write_manifest(folder, kind="causal_lm", target_batch=24)
    text = path.read_text("utf-8").split("[task.model]")[0].replace('name = "Nonsense"', 'name = "Prose"')
    text = text.replace("sequence_tokens = 512", "sequence_tokens = 64").replace(
        "clip_norm = 1.0\nseed = 3", "seed = 4"
    )
    text += """[task.model]
model_type = "gpt2"
n_embd = 32
n_layer = 1
n_head = 2
[tokenizer]
train = { vocabulary = 500, kind = "bpe" }
[data]
files = ["nonsense.txt"]
[optimizer]
kind = "adamw"
learning_rate = 0.003
[schedule]
kind = "constant"
warmup_steps = 4
total_steps = 100000
"""
    path.write_text(text, "utf-8")
    home = crew.root / "prose-host"
    host = Engine("prose-host", home, ["host", path, "--home", home, "--listen", free_address()])
    crew.add(host)
    return host.start()


def named(engine: Engine) -> dict[str, Membership]:
    return {one.name: one for one in engine.ask(list[Membership], Method.COLLABORATIONS)}


def trains(name: str, above: int = 0):
    def holds(status: Status) -> bool:
        about = status.collaboration
        is_it = about is not None and about.name == name and about.step > above
        return bool(is_it and status.phase in (Phase.TRAINING, Phase.AVERAGING))

    return holds


def try_both_ways(volunteer: Engine) -> None:
    told = idlewild("try", "Bada ___ kilo.", "--count", 3, "--json", "--home", volunteer.home)
    assert told.returncode == 0, told.stderr
    answer = json.loads(told.stdout)
    assert (answer["kind"], len(answer["candidates"])) == ("fill_mask", 3)
    children = trainers_of(psutil.Process(volunteer.pid))
    again = volunteer.ask(TryAnswer, Method.TRY_MODEL, text="Bada ___ kilo. Then some.")
    assert again.step >= answer["step"] > 0
    assert trainers_of(psutil.Process(volunteer.pid)) == children, "the process was there already"
    trainer = volunteer.trainer()
    for child in children:
        if child != trainer:
            child.kill()
    until(lambda: trainers_of(psutil.Process(volunteer.pid)) == [trainer], "it is dead", 20)
    told = idlewild("try", "Bada ___ kilo.", "--count", 1, "--json", "--home", volunteer.home)
    assert len(json.loads(told.stdout)["candidates"]) == 1, "there is another process"
    for text, words in (("No gap.", "write ___"), ("___", "around it"), ("a\x00 ___", "control characters")):
        with pytest.raises(LocalFault, match=words):
            volunteer.ask(TryAnswer, Method.TRY_MODEL, text=text)


@pytest.mark.timeout(400)
def test_in_two_collaborations(tmp_path: Path) -> None:
    with Crew(tmp_path) as crew:
        crew.organise(write_manifest(tmp_path / "words"))
        other = second_host(crew)
        volunteer = crew.volunteer("volunteer")
        volunteer.until(trains("Nonsense", 1), "trains Nonsense")
        try_both_ways(volunteer)
        link = until(lambda: other.stdout.partition("\n")[0] if "\n" in other.stdout else "", "its link", 60)
        volunteer.ask(Status, Method.JOIN, link=link)
        volunteer.until(trains("Prose", 1), "trains Prose")
        assert [(one.name, one.share, one.is_active) for one in named(volunteer).values()] == [
            ("Nonsense", 100, False),
            ("Prose", 100, True),
        ]
        said = json.loads(idlewild("try", "Bada kilo ", "--json", "--home", volunteer.home).stdout)
        assert (said["kind"], len(said["candidates"])) == ("complete", 1)

        # Set aside, it gives its place away at once.
        done = idlewild("share", "prose", 0, "--json", "--home", volunteer.home)
        assert [one["share"] for one in json.loads(done.stdout)] == [100, 0]
        volunteer.until(trains("Nonsense"), "trains Nonsense again")
        left(volunteer)
        bundle(volunteer, tmp_path, [link, crew.link, str(tmp_path)])


def left(volunteer: Engine) -> None:
    prose, words = named(volunteer)["Prose"], named(volunteer)["Nonsense"]
    states = Home(volunteer.home).checkpoints / prose.run
    assert states.is_dir()
    before = [day for day in volunteer.ask(list[HistoryRow], Method.HISTORY) if day.name == "Prose"]
    assert before
    done = idlewild("leave", prose.run[:8], "--home", volunteer.home)
    assert done.returncode == 0, done.stderr
    assert "Prose" not in done.stdout
    assert not states.exists()
    assert [day for day in volunteer.ask(list[HistoryRow], Method.HISTORY) if day.name == "Prose"] == before
    assert "is called" in idlewild("leave", "prose", "--home", volunteer.home).stderr
    volunteer.ask(list[Membership], Method.LEAVE, run=words.run)
    volunteer.until(lambda s: s.reason is Reason.NO_COLLABORATION, "nothing to do")
    assert named(volunteer) == {}


def bundle(volunteer: Engine, folder: Path, secrets: list[str]) -> None:
    made = volunteer.ask(Bundle, Method.DIAGNOSTICS, file=str(folder / "help.zip"))
    with zipfile.ZipFile(made.file) as archive:
        members = {name: archive.read(name).decode() for name in archive.namelist()}
    assert json.loads(members["status.json"])["reason"] == "no_collaboration"
    for secret in secrets:
        assert not [name for name, text in members.items() if secret in text]


@pytest.mark.timeout(200)
def test_own_collaborations_are_left_only_with_yes_and_come_back(tmp_path: Path) -> None:
    with Crew(tmp_path) as crew:
        host = crew.organise(write_manifest(tmp_path / "words"), "--train")
        link = crew.link
        host.until_step(2)
        refused = idlewild("leave", "nonsense", "--home", host.home)
        assert (refused.returncode, "--yes" in refused.stderr) == (2, True)
        done = idlewild("leave", "nonsense", "--yes", "--json", "--home", host.home)
        assert json.loads(done.stdout) == []
        host.until(lambda s: s.reason is Reason.NO_COLLABORATION, "it is left")
        step = max(int(path.stem[5:]) for path in Home(host.home).checkpoints.rglob("*.state"))
        host.ask(Status, Method.JOIN, link=link)
        status = host.until_step(step + 1)
        assert status.collaboration is not None
        assert status.collaboration.is_host

"""Several peers of one machine, each a process with a home of its own, train one model over QUIC on loopback."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from processes import ENVIRONMENT, ROOT, Crew, Engine, check_agreement, write_manifest

from core.ipc.messages import ExportResult, LogEntry, Phase

TARGET = 512
"""Samples of a step, which makes it last some tenths of a second."""
BEFORE = 10
"""Steps before the late peer starts."""
LATE_STEPS = 3
"""Within so many steps of its having data a late peer contributes."""

FIXED_LOSS = """
import sys
from pathlib import Path
import torch
from transformers import AutoModelForPreTraining, AutoTokenizer
from core.data.ranges import SampleRange
from core.identity.manifest import Manifest
from core.identity.wire import from_json
from core.training.building import bind
from core.training.child import open_samples
from core.training.layout import read_layout, read_weights
from core.training.tasks.mlm_sop import learning as mlm_sop
from core.data.objects import ObjectStore
from core.paths import Home
from core.storage.database import Database
from core.storage.runs import Runs
import numpy as np

home, folder = Home(Path(sys.argv[1])), Path(sys.argv[2])
with Database.open(home.database, read_only=True) as database:
    manifest = from_json(Manifest, Runs(database).active().signed.content)
source = open_samples(manifest, home.objects, home.prepared)
batch = source.batch(SampleRange(1000, 1032))
layout = read_layout(folder / "model.safetensors")
vector = np.empty(manifest.elements, np.float32)
read_weights(folder / "model.safetensors", vector)
ours = mlm_sop.MlmSopLearning(manifest.task).build()
bind(ours, layout, torch.from_numpy(vector))
theirs = AutoModelForPreTraining.from_pretrained(folder).train()
given = mlm_sop.inputs(batch, torch.device("cpu"))
with torch.no_grad():
    mine = mlm_sop.loss_sum(ours, given).item() / len(batch)
    out = theirs(
        input_ids=torch.from_numpy(batch.input_ids),
        attention_mask=torch.from_numpy(batch.attention_mask),
        token_type_ids=torch.from_numpy(batch.token_type_ids),
    )
    labels = torch.from_numpy(batch.labels)
    losses = torch.nn.functional.cross_entropy(out.prediction_logits.transpose(1, 2), labels, reduction="none")
    per_sample = losses.sum(1) / (labels != -100).sum(1)
    order = torch.nn.functional.cross_entropy(out.sop_logits, torch.from_numpy(batch.order), reduction="none")
    other = (per_sample + order).mean().item()
words = AutoTokenizer.from_pretrained(folder)
assert words.mask_token_id is not None
print(mine, other, len(words))
"""


def test_five_peers_train_one_model(tmp_path: Path) -> None:
    """Four from the beginning and one that comes late; their logs, their credit and the exported model."""
    with Crew(tmp_path) as crew:
        host = crew.organise(write_manifest(tmp_path / "manifest", target_batch=TARGET))
        four = [crew.volunteer(f"peer{number}", is_paused=True) for number in range(4)]
        for peer in four:
            peer.until(lambda status: status.phase is Phase.PAUSED, "pauses as it did before")
        for peer in four:
            peer.resume()
        host.until_step(BEFORE)
        late = crew.volunteer("late")
        late.until(lambda s: s.phase is Phase.TRAINING, "has its data")
        ready = host.step()
        late.until(lambda s: s.collaboration and s.collaboration.my_samples, "contributes")
        goal = host.step() + 10
        host.until_step(goal)
        exported = late.export(tmp_path / "exported")
        assert exported.step >= goal

        entries = check_agreement(crew.engines, least_steps=goal)
        check_everybody_gave([*four, late], entries)
        assert all(entry.samples >= TARGET for entry in entries), "nobody's samples are left out or come a step later"
        assert host.peer not in entries[-1].contributors, "a host trains only when asked"
        check_late(host, late, ready, entries)
        losses = [entry.loss for entry in entries]
        assert sum(losses[-10:]) / 10 < sum(losses[:10]) / 10 - 0.3
    # Everybody has ended in order; what they wrote down must say the same.
    check_agreement(crew.engines, least_steps=goal)
    check_export(late, exported, tmp_path / "exported")


def test_computing_goes_on_while_gradients_are_averaged(tmp_path: Path) -> None:
    """Delayed averaging with real trainers: everybody's samples count, each once, and the model learns."""
    with Crew(tmp_path) as crew:
        manifest = write_manifest(tmp_path / "manifest", target_batch=256, averaging="delayed")
        host = crew.organise(manifest)
        peers = [crew.volunteer(f"peer{number}", is_paused=True) for number in range(3)]
        for peer in peers:
            peer.until(lambda status: status.phase is Phase.PAUSED, "pauses as it did before")
        for peer in peers:
            peer.resume()
        host.until_step(8)
        peers[0].kill()
        goal = host.step() + 12
        host.until_step(goal)
        entries = check_agreement([host, *peers[1:]], least_steps=goal)
        assert {peer for entry in entries for peer in entry.contributors} == {peer.peer for peer in peers}
        losses = [entry.loss for entry in entries]
        assert sum(losses[-5:]) / 5 < sum(losses[:5]) / 5 - 0.2
    check_agreement([host, *peers[1:]], least_steps=goal)


def check_everybody_gave(peers: list[Engine], entries: list[LogEntry]) -> None:
    names = {peer for entry in entries for peer in entry.contributors}
    assert names == {peer.peer for peer in peers}
    assert sum(len(entry.contributors) > 1 for entry in entries) > len(entries) // 2, "they work at the same steps"


def check_late(host: Engine, late: Engine, ready: int, entries: list[LogEntry]) -> None:
    """By the coordinator's log: the late peer came in after some step, and contributed soon after it had its data."""
    short = late.peer[:7]
    attends = host.log_text.index(f"{short} attends")
    steps_before = re.findall(r"coordinator: step (\d+): loss", host.log_text[:attends])
    joined = int(steps_before[-1])
    first = next(entry.step for entry in entries if late.peer in entry.contributors)
    print(f"the late peer came in at step {joined}, had its data at {ready} and contributed to step {first}")
    assert BEFORE <= joined <= ready
    assert first - ready <= LATE_STEPS


def check_export(engine: Engine, result: ExportResult, folder: Path) -> None:
    """That `transformers` loads it and computes the loss that the trainer's own code computes. Better after the end:
    it would share two cores with five trainers."""
    command = [sys.executable, "-c", FIXED_LOSS, str(engine.home), str(folder)]
    environment = ENVIRONMENT | {"PATH": "", "HF_HUB_OFFLINE": "1", "HOME": str(engine.home)}
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    ours, theirs, vocabulary = map(float, done.stdout.split())
    print(f"loss of step {result.step} on a fixed batch: {ours:.7f} by the trainer, {theirs:.7f} by transformers")
    assert theirs == pytest.approx(ours, rel=1e-5)
    assert 1.0 < ours < 10.0
    assert vocabulary <= 500
    digest = next(entry.state_digest for entry in engine.log() if entry.step == result.step)
    assert digest.startswith(result.state_digest), "the export says which state it is"


def test_a_run_of_so_many_steps_ends_by_itself(tmp_path: Path) -> None:
    """`--until-step` ends with status 0 once that step is in the log, and a second start has nothing more to do."""
    with Crew(tmp_path) as crew:
        crew.organise(write_manifest(tmp_path / "manifest"))
        peer = crew.volunteer("peer", "--until-step", 10)
        assert peer.wait(timeout_s=120.0) == 0
        peer.check_nothing_left()
        assert len(peer.log()) >= 10
        assert len(crew.host.log()) >= 10
        before = len(peer.log())
        spent = [(row.training_s, row.energy_wh, row.sent_bytes, row.received_bytes) for row in peer.history()]
        assert spent
        assert all(min(amounts) > 0 for amounts in spent), "what an orderly end leaves in the history"
        peer.start()
        assert peer.wait(timeout_s=120.0) == 0, "the step is in the log already"
        assert len(peer.log()) >= before
    check_agreement(crew.engines, least_steps=10)

"""SwAV in the real trainer process, from an organiser's file to an export."""

import asyncio
import hashlib
from io import BytesIO
from pathlib import Path

import numpy as np
import psutil
import pyarrow as pa
import pytest
import torch
from PIL import Image
from pyarrow import parquet
from trainer_doubles import Collaboration, Events
from transformers import ResNetModel

from core.collaboration.hosting import build_collaboration
from core.collaboration.manifest_file import read_draft
from core.data.objects import ObjectStore
from core.data.ranges import RangeSet, SampleRange
from core.identity.keys import Identity
from core.identity.manifest import Manifest
from core.identity.wire import from_json
from core.saying import Saying
from core.training.child import open_samples
from core.training.layout import read_layout
from core.training.optimizers import apply_step
from core.training.schedule import scalars
from core.training.tasks import plug_of
from core.training.weights import make_initial_weights

PICTURES, BATCH, STEPS = 48, 32, 12
MANIFEST = """
name = "Pictures"
language = "zxx"
licence = "CC0"
target_batch = 32
data.files = ["*.parquet"]
optimizer = { kind = "larc_sgd", learning_rate = 4.0 }
schedule = { kind = "cosine", warmup_steps = 2, total_steps = 100 }
[task]
kind = "swav"
prototypes = 12
projection_hidden = 32
projection = 16
epsilon = 0.05
queue = 64
queue_from_step = 4
freeze_prototypes_steps = 2
crops = [
    { count = 2, pixels = 24, least_area = 0.5, most_area = 1.0 },
    { count = 2, pixels = 16, least_area = 0.2, most_area = 0.5 },
]
[task.model]
embedding_size = 16
hidden_sizes = [16, 32]
depths = [1, 1]
layer_type = "basic"
"""


def picture(number: int) -> bytes:
    """One of four kinds of stripes in a colour of chance."""
    chance, turn = np.random.default_rng(number), number % 4
    down, across = np.mgrid[0:32, 0:32]
    stripes = np.sin([down, across, down + across, down - across][turn] * 0.9)
    values = 128 + stripes[..., None] * chance.uniform(40, 120, 3)
    written = BytesIO()
    Image.fromarray(values.astype(np.uint8)).save(written, "JPEG")
    return written.getvalue()


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Collaboration:
    home = tmp_path_factory.mktemp("home")
    contents = [picture(number) for number in range(PICTURES)]
    contents[5], contents[20] = contents[5][:300], b"<html>"
    parquet.write_table(pa.table({"image": contents}), home / "stripes.parquet")
    (home / "manifest.toml").write_text(MANIFEST)
    doubts: list[Saying] = []
    signed = build_collaboration(
        read_draft(home / "manifest.toml"),
        identity=Identity.from_seed(bytes(32)),
        objects=ObjectStore(home / "objects"),
        prepared=home / "prepared",
        make_weights=make_initial_weights,
        on_doubt=doubts.append,
    )
    (doubt,) = map(str, doubts)
    assert doubt == "stripes.parquet: 2 of 48 pictures cannot be decoded and are passed over, in the rows 5, 20."
    manifest = from_json(Manifest, signed.content)
    assert manifest.samples == PICTURES - 1, "whether a picture decodes does not decide how many samples there are"
    return Collaboration(manifest, home / "objects", home / "prepared")


def test_from_pictures_to_an_export(run: Collaboration, tmp_path: Path) -> None:
    async def story() -> None:
        events = Events()
        trainer = run.trainer(events, open_samples=open_samples, background_priority=True)
        try:
            await trainer.start()
            assert trainer.micro_batch == 64
            assert trainer.state.size == 2 * trainer.elements
            await steps_are_exact_and_the_loss_falls(run, trainer, events)
            await pausing_and_freezing(trainer, events)
            await trainer.export(tmp_path / "model")
            await trainer.stop()
            assert events.lost == []
        finally:
            trainer.close()

    asyncio.run(story())
    network, report = ResNetModel.from_pretrained(tmp_path / "model", output_loading_info=True)
    assert not any(report.values()), report
    assert torch.isfinite(network.eval()(torch.zeros(1, 3, 24, 24)).pooler_output).all()


async def steps_are_exact_and_the_loss_falls(run, trainer, events):
    layout = read_layout(run.weights)
    place = {tensor.name: slice(tensor.offset, tensor.offset + tensor.size) for tensor in layout.tensors}
    prototypes, variance = place["prototypes.weight"], place["resnet.embedder.embedder.normalization.running_var"]
    first, losses = trainer.state.copy(), []
    for step in range(1, STEPS + 1):
        before = len(events.progress)
        trainer.assign(SampleRange((step - 1) * BATCH, step * BATCH))
        await events.until_samples(step * BATCH)
        assert await trainer.freeze() == []
        losses.append(sum(progress.loss_sum for progress in events.progress[before:]) / BATCH)
        trainer.average[:] = trainer.gradient / BATCH
        expected, average = (torch.from_numpy(vector.copy()) for vector in (trainer.state, trainer.average))
        values = scalars(run.manifest.optimizer, run.manifest.schedule, step)
        rules = plug_of(run.manifest.task).step_rules(run.manifest.task, step)
        apply_step(run.manifest.optimizer, layout, expected, average, values, None, rules)
        await trainer.apply(step, values, clear=True)
        assert hashlib.sha256(trainer.state).digest() == hashlib.sha256(expected.numpy()).digest()
        stood_still = (trainer.state[prototypes] == first[prototypes]).all()
        assert stood_still == (step <= 2)
        assert np.allclose(np.linalg.norm(trainer.state[prototypes].reshape(12, -1), axis=1), 1, atol=1e-6)
    assert np.mean(losses[-3:]) < losses[0] - 0.05
    assert (np.abs(trainer.state[variance] - 1) > 0.05).all(), "it has followed"


async def pausing_and_freezing(trainer, events):
    """What was reported as done and what comes back make up the lease; paused, nothing is done."""
    child, before = psutil.Process(trainer.pid), len(events.progress)
    trainer.assign(SampleRange(0, 100_000))
    await events.until_samples(events.samples + 1)
    trainer.set_may_run(False)
    await asyncio.sleep(1.0)
    used = sum(child.cpu_times()[:2])
    await asyncio.sleep(0.5)
    assert sum(child.cpu_times()[:2]) - used <= 0.1
    undone = RangeSet(await trainer.freeze())
    done = RangeSet(progress.samples for progress in events.progress[before:])
    assert RangeSet([*done, *undone]) == RangeSet([SampleRange(0, 100_000)])
    trainer.set_may_run(True)
    await trainer.clear()

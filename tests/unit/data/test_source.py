import asyncio
import random
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import psutil
import pytest

from core.data.child import Undecodable, prepare_in_child
from core.data.objects import ObjectStore
from core.data.prepared import cache_folder, prepare_shard
from core.data.ranges import SampleRange
from core.data.source import OtherSamples, SampleSource, is_prepared, prepare
from core.data.tokenizer import TextTokenizer, train_tokenizer
from core.errors import LocalFault
from core.identity.ids import Digest
from core.identity.manifest import AdamW, Manifest, MlmSop, Schedule, Shard
from core.saying import say
from core.training.tasks import recipe_of
from core.training.tasks.mlm_sop.batches import NOT_PREDICTED

TOKENS = 64


def text(seed: int) -> bytes:
    chance = random.Random(seed)
    words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
    sentences = (" ".join(chance.choices(words, k=chance.randint(3, 9))) + "." for _ in range(300))
    return "\n".join(sentences).encode()


def collaboration(home: Path, shards: int = 3, **changes: Any) -> Manifest:
    """A manifest whose objects lie in `home / "objects"`, counted with caches in `home / "counted"`."""
    store = ObjectStore(home / "objects")
    tokenizer = store.add_bytes(train_tokenizer(text(0).decode().split("\n"), 200))
    loaded = TextTokenizer.open(store.path(tokenizer))
    manifest = Manifest(
        name="Test",
        description="-",
        language="en",
        licence="CC0",
        organiser=bytes(32),
        task=MlmSop(model={"model_type": "albert", "vocab_size": loaded.vocabulary}, sequence_tokens=TOKENS),
        tokenizer=tokenizer,
        initial_weights=Digest(bytes(32)),
        elements=1,
        shards=(),
        seed=5,
        optimizer=AdamW(learning_rate=1e-3),
        schedule=Schedule(kind="constant", warmup_steps=0, total_steps=10),
        target_batch=8,
    )
    recipe = recipe_of(manifest, store.folder)
    made = []
    for number in range(shards):
        digest = store.add_bytes(text(number))
        folder = cache_folder(home / "counted", digest, "text", recipe)
        samples = prepare_shard(store.path(digest), "text", recipe, folder).samples
        size_bytes = store.size_bytes(digest)
        made.append(
            Shard(
                object=digest,
                bytes=size_bytes,
                format="text",
                samples=samples,
                name=f"{number}.txt",
                pieces=Digest(bytes(32)),
            )
        )
    manifest = msgspec.structs.replace(manifest, shards=tuple(made))
    return msgspec.structs.replace(manifest, **changes)


def opened(home: Path, manifest: Manifest, prepared: str = "prepared") -> SampleSource:
    return SampleSource(manifest, recipe_of(manifest, home / "objects"), home / prepared)


def prepare_here(home: Path, manifest: Manifest) -> None:
    prepare(manifest, recipe_of(manifest, home / "objects"), home / "objects", home / "prepared")


def test_prepared_in_a_child_it_gives_the_same_batches(tmp_path: Path) -> None:
    manifest = collaboration(tmp_path)
    with pytest.raises(LocalFault, match="not prepared"):
        opened(tmp_path, manifest).batch(SampleRange(0, 1))
    seen: list[tuple[str, float]] = []
    asyncio.run(
        prepare_in_child(
            manifest, recipe_of, tmp_path / "objects", tmp_path / "prepared", lambda *report: seen.append(report)
        )
    )
    assert seen[-1][1] == 1.0
    assert [part for _, part in seen] == sorted(part for _, part in seen)
    assert any("1.txt" in what for what, _ in seen)
    samples = SampleRange(manifest.samples - 5, manifest.samples + 5)
    here, there = (opened(tmp_path, manifest, name).batch(samples) for name in ("prepared", "counted"))
    for name in ("input_ids", "attention_mask", "token_type_ids", "labels", "order"):
        assert (getattr(here, name) == getattr(there, name)).all()


def test_where_all_is_prepared_no_process_is_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    manifest = collaboration(tmp_path)
    folders = (tmp_path / "objects", tmp_path / "prepared")
    assert not is_prepared(manifest, recipe_of(manifest, folders[0]), folders[1])
    prepare_here(tmp_path, manifest)
    monkeypatch.setattr("core.data.child.get_context", lambda _: pytest.fail("a process was wanted"))
    asyncio.run(prepare_in_child(manifest, recipe_of, *folders))
    with pytest.raises(pytest.fail.Exception):
        asyncio.run(prepare_in_child(manifest, recipe_of, folders[0], tmp_path / "elsewhere"))


def test_a_pass_is_the_whole_text(tmp_path: Path) -> None:
    manifest = collaboration(tmp_path)
    batch = opened(tmp_path, manifest, "counted").batch(SampleRange(0, manifest.samples))
    assert len(batch) == manifest.samples
    original = np.where(batch.labels == NOT_PREDICTED, batch.input_ids, batch.labels)
    tokenizer = TextTokenizer.open(ObjectStore(tmp_path / "objects").path(manifest.tokenizer))
    lines = [line for number in range(3) for line in text(number).decode().split("\n")]
    expected = sorted(token for ids in tokenizer.encode(lines) for token in ids)
    made = sorted(original[(batch.attention_mask == 1) & ~np.isin(original, tokenizer.special)].tolist())
    assert 0.99 * len(expected) < len(made) <= len(expected)


def test_another_count_is_a_clear_fault(tmp_path: Path) -> None:
    manifest = collaboration(tmp_path)
    first, *others = manifest.shards
    wrong = msgspec.structs.replace(first, samples=first.samples + 1)
    manifest = msgspec.structs.replace(manifest, shards=(wrong, *others))
    with pytest.raises(OtherSamples, match=r"update Idlewild"):
        opened(tmp_path, manifest, "counted").batch(SampleRange(0, manifest.samples))
    with pytest.raises(OtherSamples, match=r"0\.txt"):
        asyncio.run(prepare_in_child(manifest, recipe_of, tmp_path / "objects", tmp_path / "prepared"))


def test_a_tokenizer_larger_than_the_model(tmp_path: Path) -> None:
    manifest = collaboration(tmp_path)
    task = msgspec.structs.replace(manifest.task, model=manifest.task.model | {"vocab_size": 10})
    with pytest.raises(LocalFault, match="tell its organiser"):
        opened(tmp_path, msgspec.structs.replace(manifest, task=task), "counted")


def test_missing_and_broken_objects(tmp_path: Path) -> None:
    manifest = collaboration(tmp_path)
    store = ObjectStore(tmp_path / "objects")
    store.path(manifest.shards[1].object).write_bytes(b"\xff")
    with pytest.raises(LocalFault, match="cannot be used"):
        prepare_here(tmp_path, manifest)
    store.remove(manifest.shards[1].object)
    with pytest.raises(LocalFault, match="missing"):
        prepare_here(tmp_path, manifest)
    store.remove(manifest.tokenizer)
    with pytest.raises(LocalFault, match="missing"):
        prepare_here(tmp_path, manifest)


def test_a_shard_that_cannot_be_read_is_told_as_such_by_the_child(tmp_path: Path) -> None:
    manifest = collaboration(tmp_path)
    path = ObjectStore(tmp_path / "objects").path(manifest.shards[1].object)
    path.write_bytes(b"\xff")
    with pytest.raises(Undecodable) as caught:
        asyncio.run(prepare_in_child(manifest, recipe_of, tmp_path / "objects", tmp_path / "prepared"))
    assert caught.value.saying == say(
        "The data file {path} cannot be used: {what}.", path=str(path), what=say("line {number} is not UTF-8", number=1)
    )


def test_cancelled_preparation_leaves_whole_shards_and_no_process(tmp_path: Path) -> None:
    manifest = collaboration(tmp_path, shards=12)
    before, children = set(psutil.Process().children()), list[psutil.Process]()

    async def cancel_early() -> None:
        async with asyncio.TaskGroup() as group:

            def on_progress(what: str, part: float) -> None:
                if part > 0.2 and not children:
                    young = set(psutil.Process().children()) - before
                    children.extend(child for child in young if "spawn_main" in str(child.cmdline()))
                    for child in children:
                        child.suspend()  # it will not end by itself
                    task.cancel()

            task = group.create_task(
                prepare_in_child(manifest, recipe_of, tmp_path / "objects", tmp_path / "prepared", on_progress)
            )

    asyncio.run(cancel_early())
    assert len(children) == 1
    assert not children[0].is_running()
    prepare_here(tmp_path, manifest)
    assert len(list((tmp_path / "prepared").iterdir())) == 12
    opened(tmp_path, manifest).batch(SampleRange(0, manifest.samples))

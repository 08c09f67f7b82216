from pathlib import Path

import msgspec
import pytest
from small_hosting import build

from core.collaboration.appending import appended_data
from core.collaboration.manifest_file import Draft
from core.collaboration.shards import Shelf
from core.collaboration.signing import open_manifest
from core.data.objects import ObjectStore
from core.errors import UsageError
from core.identity.manifest import PARTS_PER_UNIT, Manifest, Source
from core.training.tasks import recipe_of


@pytest.fixture
def hosted(tmp_path: Path, draft: Draft) -> tuple[Manifest, Shelf]:
    signed = build(tmp_path, draft)
    manifest = open_manifest(signed, signed.run)
    return manifest, Shelf(
        ObjectStore(tmp_path / "objects"), tmp_path / "prepared", recipe_of(manifest, tmp_path / "objects")
    )


@pytest.fixture
def more(tmp_path: Path) -> Path:
    path = tmp_path / "more.txt"
    path.write_text("\n".join(f"More text with number {n} comes late to the lazy dog." for n in range(90)))
    return path


def test_a_file_joins_the_only_source(hosted: tuple[Manifest, Shelf], more: Path) -> None:
    manifest, shelf = hosted
    data = appended_data(manifest, [more], shelf)
    (shard,) = data.shards
    assert (shard.name, shard.source) == ("more.txt", 0)
    assert shard.samples > 5
    assert data.sources == manifest.sources
    assert shelf.objects.has(shard.object)


def test_a_new_source_has_a_weight_and_old_ones_may_get_another(hosted: tuple[Manifest, Shelf], more: Path) -> None:
    manifest, shelf = hosted
    new = appended_data(manifest, [more], shelf, source="letters", weight=0.25)
    assert new.sources == (*manifest.sources, Source(name="letters", weight=PARTS_PER_UNIT // 4))
    assert new.shards[0].source == 1
    again = appended_data(manifest, [more], shelf, source="data", weight=3.0)
    assert again.sources[0].weight == 3 * PARTS_PER_UNIT
    assert manifest.sources[0].weight == PARTS_PER_UNIT


@pytest.mark.parametrize(
    ("files", "words", "says"),
    [
        ([], {}, "nothing to append"),
        (["none.txt"], {}, "no file .*none.txt"),
        (["more.csv"], {}, "ends in none of"),
        (["a.txt"], {}, "in the collaboration already, as a.txt"),
        (["more.txt"], {"source": "letters"}, "with --weight"),
        (["more.txt"], {"source": "letters", "weight": 1e-5}, "less than 1/1024"),
    ],
)
def test_what_cannot_be_appended_is_named(
    hosted: tuple[Manifest, Shelf], more: Path, files: list[str], words: dict, says: str
) -> None:
    (more.parent / "more.csv").write_text("x")
    with pytest.raises(UsageError, match=says):
        appended_data(hosted[0], [more.parent / name for name in files], hosted[1], **words)


def test_of_several_sources_one_must_be_named(hosted: tuple[Manifest, Shelf], more: Path) -> None:
    manifest, shelf = hosted
    two = msgspec.structs.replace(manifest, sources=(*manifest.sources, Source(name="b")))
    with pytest.raises(UsageError, match="which one with --source, of data, b"):
        appended_data(two, [more], shelf)

from pathlib import Path

import pytest
from small_hosting import MANIFEST

from core.collaboration.manifest_file import Draft, read_draft


@pytest.fixture
def draft(tmp_path: Path) -> Draft:
    for name, word in (("a.txt", "quick"), ("b.txt", "slow")):
        sentences = (f"The {word} fox number {n} jumps over the lazy dog." for n in range(150))
        (tmp_path / name).write_text("\n".join(sentences))
    (tmp_path / "manifest.toml").write_text(MANIFEST)
    return read_draft(tmp_path / "manifest.toml")

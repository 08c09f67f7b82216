"""A trainer that cannot import what computes says so, so that the engine can put something else in its place."""

import asyncio
import sys
from pathlib import Path

import pytest
import trainer_doubles as doubles
from trainer_doubles import Events

from core.training.api import TrainerBroken


@pytest.mark.parametrize("content", ["import nowhere", "half a fi", "\0" * 10])
@pytest.mark.parametrize("module", ["torch", "transformers"])
def test_what_cannot_be_imported_is_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str, content: str
) -> None:
    """The child imports from where its parent does (`sys.path`)."""
    (tmp_path / "runtime").mkdir()
    (tmp_path / f"runtime/{module}.py").write_text(content)
    run = doubles.collaboration(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path / "runtime"), *sys.path])

    async def main() -> None:
        trainer = run.trainer(Events())
        try:
            with pytest.raises(TrainerBroken, match=r"it failed with (ModuleNotFound|Syntax|Value)Error"):
                await trainer.start()
        finally:
            trainer.close()

    asyncio.run(asyncio.wait_for(main(), 60))

"""The kinds of tasks this program knows."""

from pathlib import Path

from core.data.objects import ObjectStore
from core.data.recipe import Recipe
from core.data.tokenizer import TextTokenizer
from core.errors import LocalFault
from core.identity.manifest import CausalLm, Manifest, MlmSop, Swav, Task
from core.saying import say
from core.training.tasks.api import Plug
from core.training.tasks.causal_lm.plug import CausalLmPlug
from core.training.tasks.mlm_sop.plug import MlmSopPlug
from core.training.tasks.swav.plug import SwavPlug

_PLUGS: dict[type[Task], Plug] = {MlmSop: MlmSopPlug(), CausalLm: CausalLmPlug(), Swav: SwavPlug()}


def plug_of(task: Task | type[Task]) -> Plug:
    return _PLUGS[task if isinstance(task, type) else type(task)]


def recipe_of(manifest: Manifest, objects: Path) -> Recipe:
    """How `manifest` makes samples; `objects` is the folder of its objects. Raises `LocalFault`."""
    return plug_of(manifest.task).recipe(manifest, tokenizer_of(manifest, objects))


def tokenizer_of(manifest: Manifest, objects: Path) -> TextTokenizer | None:
    """Raises `LocalFault` if it is not here, or cannot be used."""
    if manifest.tokenizer is None:
        return None
    path = ObjectStore(objects).path(manifest.tokenizer)
    if not path.is_file():
        raise LocalFault(say("The file {path} is missing: start again to fetch it.", path=str(path)))
    return TextTokenizer.open(path)

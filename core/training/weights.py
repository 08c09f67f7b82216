"""Initial weights of a new collaboration. They travel as bytes, so only their maker's random numbers matter."""

from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection

from core.errors import LocalFault, UsageError
from core.identity.manifest import Task
from core.identity.wire import pack, unpack
from core.importing import import_for_good
from core.saying import Saying, say
from core.training.layout import pack_weights
from core.training.surroundings import settle_in
from core.training.tasks import plug_of


@dataclass(frozen=True, slots=True)
class InitialWeights:
    task: Task
    """With the whole configuration of its model, which leaves nothing to any library's defaults."""
    content: bytes
    """A safetensors file (see `core.training.layout`) with the model's usual random initialisation."""


def make_initial_weights_in_child(task: Task, seed: int) -> InitialWeights:
    """As `make_initial_weights`, in a process of its own, so that the caller's never imports torch.

    Blocks for several seconds: call it in a thread (that lives until it returns). Raises `UsageError` if the model is
    unknown, `LocalFault` if the process fails.
    """
    context = get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_send_weights, args=(theirs, pack(task), seed), daemon=True)
    with ours:
        process.start()
        theirs.close()
        try:
            if fault := ours.recv_bytes():
                raise UsageError(unpack(Saying, fault))
            return InitialWeights(unpack(Task, ours.recv_bytes()), ours.recv_bytes())  # type: ignore[arg-type]
        except EOFError as error:
            raise LocalFault(
                say("Initial weights could not be made; is there enough free memory for the model?")
            ) from error
        finally:
            process.join()
            process.close()


def make_initial_weights(task: Task, seed: int) -> InitialWeights:
    """Imports torch. Raises `UsageError` if the model is unknown."""
    import torch  # the engine imports this module for its first function

    from core.training.building import bind, layout  # as above

    learning = plug_of(task).learning(task)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        built = learning.build(initialised=True)
    where, made = layout(built), dict(built.named_parameters())
    parameters = torch.cat([made[tensor.name].detach().reshape(-1) for tensor in where.tensors])
    bind(built, where, parameters)
    return InitialWeights(learning.written_out(), pack_weights(where, parameters.numpy()))


def _send_weights(pipe: Connection, packed: bytes, seed: int) -> None:
    """Sends what is wrong, or nothing of that, the task and the weights."""
    settle_in()
    import_for_good("core.training.building")
    with pipe:
        try:
            made = make_initial_weights(unpack(Task, packed), seed)  # type: ignore[arg-type]
        except UsageError as fault:
            pipe.send_bytes(pack(fault.saying))
            return
        for content in (b"", pack(made.task), made.content):
            pipe.send_bytes(content)

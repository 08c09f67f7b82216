"""Initial weights of a new collaboration. They travel as bytes, so only their maker's random numbers matter."""

import os
import signal
from multiprocessing import get_context
from multiprocessing.connection import Connection

from core.background import die_with_parent
from core.errors import LocalFault
from core.identity.manifest import Task
from core.training.architectures import AlbertModel, model_of
from core.training.layout import pack_weights


def make_initial_weights_in_child(task: Task, vocabulary: int, seed: int) -> bytes:
    """As `make_initial_weights`, in a process of its own, so that the caller's never imports torch.

    Blocks for several seconds: call it in a thread (that lives until it returns). Raises `UsageError` at once if the
    task or its model is unknown, `LocalFault` if the process fails.
    """
    model = model_of(task, vocabulary)
    context = get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_send_weights, args=(theirs, model, seed), daemon=True)
    with ours:
        process.start()
        theirs.close()
        try:
            return ours.recv_bytes()
        except EOFError as error:
            raise LocalFault("Initial weights could not be made; is there enough free memory for the model?") from error
        finally:
            process.join()
            process.close()


def make_initial_weights(task: Task, vocabulary: int, seed: int) -> bytes:
    """A safetensors file (see `core.training.layout`) with the model's usual random initialisation. Imports torch.

    Raises `UsageError` if the task or its model is unknown.
    """
    return _weights(model_of(task, vocabulary), seed)


def _weights(model: AlbertModel, seed: int) -> bytes:
    import torch  # the engine imports this module for its first function

    from core.training.model import bind, build, layout  # as above

    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        built = build(model, initialised=True)
    tensors = [parameter.detach() for _, parameter in built.named_parameters()]
    parameters = torch.cat([tensor.reshape(-1) for tensor in tensors])
    where = layout(built)
    bind(built, where, parameters)
    return pack_weights(where, parameters.numpy())


def _send_weights(pipe: Connection, model: AlbertModel, seed: int) -> None:
    die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the engine decides what it means
    os.environ |= {"HF_HUB_OFFLINE": "1", "HF_HUB_DISABLE_TELEMETRY": "1"}
    with pipe:
        pipe.send_bytes(_weights(model, seed))

"""From nothing to a `transformers` model whose tensors are views of flat vectors."""

from collections.abc import Callable

import torch
from torch import nn
from transformers import PreTrainedModel
from transformers.initialization import no_init_weights

from core.errors import UsageError
from core.saying import say
from core.training.layout import Layout, is_statistic, layout_of


def built(make: Callable[[], nn.Module], *, initialised: bool) -> nn.Module:
    """What `make` makes, in training mode on the CPU. Unless `initialised`, its parameters' memory is not even
    touched."""
    if initialised:
        model = make()
    else:
        with no_init_weights():
            model = make()
    if isinstance(model, PreTrainedModel):
        model.tie_weights()
    model.train()
    return model


def layout(model: nn.Module) -> Layout:
    """Order of a new collaboration's flat vector: the model's own, tied tensors once; statistics last, as they would
    spoil their neighbours' gradients where a codec gives each block one scale."""
    shapes = [(name, parameter.shape) for name, parameter in model.named_parameters()]
    return layout_of(sorted(shapes, key=lambda shape: is_statistic(shape[0])))


def bind(model: nn.Module, where: Layout, parameters: torch.Tensor, gradient: torch.Tensor | None = None) -> None:
    """Makes every parameter's `.data`, and its `.grad`, a view of `parameters` and `gradient` (both [P] float32 on
    the device that the model shall run on), so that backward passes accumulate in place. They stay the caller's.

    Raises `UsageError` if `where` does not name exactly the model's tensors.
    """
    own = dict(model.named_parameters())
    expected = {tensor.name: tensor.shape for tensor in where.tensors}
    if expected != {name: tuple(parameter.shape) for name, parameter in own.items()}:
        raise UsageError(say("The initial weights do not fit the model: their tensors differ in name or shape."))
    for tensor in where.tensors:
        span = slice(tensor.offset, tensor.offset + tensor.size)
        parameter = own[tensor.name]
        parameter.data = parameters[span].view(tensor.shape)
        parameter.grad = None if gradient is None else gradient[span].view(tensor.shape)
    for module in model.modules():
        for name, buffer in module.named_buffers(recurse=False):
            setattr(module, name, buffer.to(parameters.device))

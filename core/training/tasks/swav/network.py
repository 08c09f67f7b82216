"""A residual network with SwAV's head: a projection onto the unit sphere, and prototypes there."""

from collections.abc import Sequence

import torch
from torch import nn
from torch.nn import functional
from transformers.models.resnet.configuration_resnet import ResNetConfig
from transformers.models.resnet.modeling_resnet import ResNetModel

from core.identity.manifest import Swav
from core.training.statistics import follow_norms, noting
from core.training.tasks.swav.codes import Codes
from core.training.tasks.swav.models import ResNet, keys_of


class SwavNetwork(nn.Module):
    """Its tensors' names begin with `resnet`, `projection` and `prototypes`."""

    def __init__(self, shape: ResNet, task: Swav) -> None:
        super().__init__()
        keys = keys_of(shape)
        keys.pop("model_type")
        features, hidden, length = shape.hidden_sizes[-1], task.projection_hidden, task.projection
        self.resnet = ResNetModel(ResNetConfig(**keys))
        self.projection = nn.Sequential(
            nn.Linear(features, hidden), nn.BatchNorm1d(hidden), nn.ReLU(), nn.Linear(hidden, length)
        )
        self.prototypes = nn.Linear(length, task.prototypes, bias=False)
        self.codes = Codes(task.epsilon, task.sinkhorn_iterations)
        with torch.no_grad():
            self.prototypes.weight.copy_(functional.normalize(self.prototypes.weight, dim=1))
        follow_norms(self)

    def forward(self, sizes: Sequence[torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor]:
        """Unit vectors [N, D] and their scores [N, K] of all views, those of the first size first. Each size passes by
        itself; of the network's norms the statistics are noted for the first alone, as whole pictures are like that."""
        with noting(self.resnet):
            features = [self._features(sizes[0])]
        features += [self._features(views) for views in sizes[1:]]
        with noting(self.projection):
            projected = self.projection(torch.cat(features))
        # In full precision whatever surrounds it: scores are divided by a few hundredths.
        with torch.autocast(projected.device.type, enabled=False):
            vectors = functional.normalize(projected.float(), dim=1)
            return vectors, self.prototypes(vectors)

    def _features(self, views: torch.Tensor) -> torch.Tensor:
        pooled: torch.Tensor = self.resnet(views).pooler_output
        return pooled.flatten(1)

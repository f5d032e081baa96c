"""What the API answers and sends."""

from .generated import models as _models
from .generated.models import *  # noqa: F403

__all__ = []
__all__ += _models.__all__

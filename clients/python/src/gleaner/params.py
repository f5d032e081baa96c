"""What requests hold."""

from .generated import params as _params
from .generated.params import *  # noqa: F403

__all__ = []
__all__ += _params.__all__

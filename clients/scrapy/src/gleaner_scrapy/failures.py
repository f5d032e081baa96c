"""Which errors Scrapy's retry middleware tries again."""

from __future__ import annotations

import gleaner

#: The page, the network or the service failed: another time may be better.
_PASSING_CODES = frozenset({"ALL_TIERS_FAILED", "CANCELLED", "RESOURCE_LIMIT_EXCEEDED"})
_PASSING = (gleaner.RateLimitError, gleaner.ServerError, gleaner.ConnectionError, gleaner.TimeoutError)


class DownloadFailed(OSError):
    """A page that did not come. Scrapy's retry middleware repeats what is an OSError; `error` says why."""

    def __init__(self, error: gleaner.GleanerError) -> None:
        super().__init__(str(error))
        self.error = error


def failure_of(error: gleaner.GleanerError) -> Exception:
    """What is raised: `DownloadFailed` where another try may help. Else the error itself, which is no OSError."""
    if isinstance(error, _PASSING) or error.code in _PASSING_CODES:
        return DownloadFailed(error)
    return error

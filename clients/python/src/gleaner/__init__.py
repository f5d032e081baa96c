"""A client of Gleaner.

>>> from gleaner import Gleaner
>>> with Gleaner("sk_live_…", base_url="https://scrape.example.com") as gleaner:
...     page = gleaner.scrape("https://example.com/", formats=["markdown"])
"""

from . import errors as errors, models as models, params as params
from ._async.client import AsyncGleaner as AsyncGleaner
from ._sync.client import Gleaner as Gleaner
from .errors import (
    AuthenticationError as AuthenticationError,
    ConflictError as ConflictError,
    ConnectionError as ConnectionError,
    GleanerError as GleanerError,
    InsufficientCreditsError as InsufficientCreditsError,
    InvalidRequestError as InvalidRequestError,
    Issue as Issue,
    NotFoundError as NotFoundError,
    PermissionError as PermissionError,
    RateLimitError as RateLimitError,
    SchemaError as SchemaError,
    ScrapeError as ScrapeError,
    ServerError as ServerError,
    TimeoutError as TimeoutError,
    UnreadableReplyError as UnreadableReplyError,
    WebhookError as WebhookError,
)
from .events import StreamEvent as StreamEvent
from .jobs_end import CompletedJob as CompletedJob
from .progress import Progress as Progress
from .request import OMIT as OMIT, RequestOptions as RequestOptions
from .typed_data import Extracted as Extracted, Scraped as Scraped
from .version import VERSION as __version__
from .webhooks import read_event as read_event, verify_webhook as verify_webhook

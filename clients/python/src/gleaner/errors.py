"""What this client raises. Every error says what to do; none shows a credential."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING, Any, Dict, List, NamedTuple, Optional, Type

from .generated.errors import KIND_BY_CODE, REMEDIES

if TYPE_CHECKING:
    from .generated.models import Billing


class Issue(NamedTuple):
    """One fault of a request."""

    path: str
    """Where it is, with dots: `advanced.cookies`; empty for the whole request."""
    message: str
    """What is wrong there, and what would be right."""


class GleanerError(Exception):
    """Whatever this client raises."""

    def __init__(
        self,
        message: str,
        *,
        status: Optional[int] = None,
        code: Optional[str] = None,
        details: Optional[Dict[str, Any]] = None,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
        billing: Optional["Billing"] = None,
        job_id: Optional[str] = None,
        body: Any = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        #: HTTP status; of a job that failed, the one that its code stands for.
        self.status = status
        #: Of the table of errors; another word where something in between answered.
        self.code = code
        #: What a program can use of it.
        self.details = details or {}
        #: Finds the request in the operator's logs.
        self.request_id = request_id
        #: Seconds after which the request may be repeated.
        self.retry_after = retry_after
        #: The attempts of a scrape that failed.
        self.billing = billing
        #: The job that failed, or that goes on.
        self.job_id = job_id
        #: The reply as it came, where it could not be read.
        self.body = body
        #: False: the request surely did not reach the service.
        self.was_sent = True

    @property
    def issues(self) -> List[Issue]:
        """What is wrong, field by field; of a request that is not as it must be."""
        issues = self.details.get("issues")
        if not isinstance(issues, list):
            return []
        return [Issue(str(one.get("path", "")), str(one.get("message", ""))) for one in issues if isinstance(one, dict)]

    @property
    def field(self) -> Optional[str]:
        """The first field that is wrong, with dots: `advanced.cookies`."""
        return next((issue.path for issue in self.issues if issue.path), None)

    @property
    def remedy(self) -> Optional[str]:
        """What can be done about errors of this code."""
        return REMEDIES.get(self.code or "")

    def __reduce__(self) -> Any:
        # Programs send errors from process to process.
        return _rebuild, (type(self), self.args, self.__dict__)


def _first_of(issues: List[Issue]) -> str:
    first = issues[0] if issues else Issue("", "it is not valid")
    return f"The data of the page does not fit the schema. {first.path or 'data'}: {first.message}"


def _rebuild(kind: Type[GleanerError], args: Any, state: Dict[str, Any]) -> GleanerError:
    error = kind(*args)
    error.__dict__.update(state)
    return error


class AuthenticationError(GleanerError):
    """There is no valid credential."""


class PermissionError(GleanerError, builtins.PermissionError):
    """The credential may not do this."""


class NotFoundError(GleanerError):
    """It is not there for this account, or no more."""


class InvalidRequestError(GleanerError):
    """The request has to be mended; `issues` says where."""


class ConflictError(GleanerError):
    """It contradicts what there is."""


class RateLimitError(GleanerError):
    """Too much at once, or too many: wait `retry_after` seconds, where it is given."""


class InsufficientCreditsError(GleanerError):
    """The balance, a spend limit or the request's own budget does not pay for it."""


class ScrapeError(GleanerError):
    """The page failed, not the request: it was not delivered, or cannot be read."""


class SchemaError(ScrapeError):
    """The page was delivered, and charged, but its data is not as `schema` wants it. `result` has what came."""

    def __init__(self, issues: Any, result: Any = None) -> None:
        message = issues if isinstance(issues, str) else _first_of(issues)
        facts: Dict[str, Any] = {} if isinstance(issues, str) else {"issues": [one._asdict() for one in issues]}
        super().__init__(message, details=facts, job_id=getattr(result, "job_id", None))
        self.result = result


class ServerError(GleanerError):
    """A fault of the service; the request may be repeated."""


class ConnectionError(GleanerError, builtins.ConnectionError):
    """No answer came."""


class TimeoutError(GleanerError, builtins.TimeoutError):
    """The time that was given is over. What the service has begun goes on: `job_id` names it where it is known."""


class UnreadableReplyError(GleanerError):
    """The service did what was asked, and answered in a form that this version cannot read; `body` has it."""


class WebhookError(GleanerError):
    """A webhook that the service did not send, or not now, or that was changed on its way."""


#: Codes that the table does not have: of a newer service, of OAuth, or of something in between.
_KIND_BY_STATUS: Dict[int, Type[GleanerError]] = {
    401: AuthenticationError,
    402: InsufficientCreditsError,
    403: PermissionError,
    404: NotFoundError,
    408: TimeoutError,
    409: ConflictError,
    410: NotFoundError,
    415: ScrapeError,
    429: RateLimitError,
}


def kind_of(code: Optional[str], status: int) -> Type[GleanerError]:
    """The class of an error, by its code or else by its status."""
    named = KIND_BY_CODE.get(code or "")
    if named is not None:
        kind: Type[GleanerError] = globals()[named]
        return kind
    return _KIND_BY_STATUS.get(status, ServerError if status >= 500 else InvalidRequestError)

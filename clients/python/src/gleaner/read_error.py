"""What the API, or something in front of it, says about a request that failed."""

from __future__ import annotations

import json
import re
import time
from email.utils import parsedate_to_datetime
from typing import Any, Dict, Mapping, Optional

from .errors import GleanerError, kind_of
from .generated.models import Billing
from .model import read_as

_MOST_TEXT = 300


def read_error(status: int, headers: Mapping[str, str], content: bytes) -> GleanerError:
    text = content.decode("utf-8", "replace")
    body = _parse(text)
    code = body.get("error")
    details = body.get("details")
    return kind_of(code if isinstance(code, str) else None, status)(
        _message_of(status, body, text),
        status=status,
        code=code if isinstance(code, str) else None,
        details=details if isinstance(details, dict) else None,
        billing=billing_of(body.get("billing")),
        request_id=body.get("request_id") or headers.get("X-Request-Id"),
        retry_after=_seconds_of(headers.get("Retry-After")),
    )


def billing_of(value: Any) -> Optional[Billing]:
    """The attempts of a scrape that failed, where they can be read: what matters of an error is the error."""
    if not isinstance(value, dict):
        return None
    try:
        billing: Billing = read_as(Billing, value)
        return billing
    except ValueError:
        return None


def _parse(text: str) -> Dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _message_of(status: int, body: Dict[str, Any], text: str) -> str:
    told = body.get("message") or body.get("error_description") or body.get("error")
    if told:
        return str(told)
    if 300 <= status < 400:
        return (
            f"The server answered {status}, which leads elsewhere; "
            "set base_url to the address of the service itself."
        )
    start = re.sub(r"<[^>]*>|\s+", " ", text).strip()[:_MOST_TEXT]
    return f"The server answered {status}: {start}" if start else f"The server answered {status} without a word."


def _seconds_of(header: Optional[str]) -> Optional[float]:
    """Seconds, or a date."""
    if header is None:
        return None
    if re.fullmatch(r"\d+(\.\d+)?", header.strip()):
        return float(header)
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except (TypeError, ValueError):
        return None

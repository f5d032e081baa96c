"""From Scrapy's request to the fields of a scrape."""

from __future__ import annotations

import re
from typing import Any, Dict, Mapping

from scrapy.exceptions import NotSupported
from scrapy.http import Request

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")

#: What a spider says to the target on purpose. What else Scrapy sends is how it is known for a program, and not passed on.
_PASSED_ON = re.compile(r"(authorization|referer|origin|x-(?!forwarded|real-ip|service-|request-id).+)")

#: Seconds that a scrape may take.
_LEAST, _MOST = 1, 300


def scrape_of_request(request: Request, options: Mapping[str, Any]) -> Dict[str, Any]:
    """Every field but the address. What the options say goes before what the request says."""
    if request.method not in METHODS:
        raise NotSupported(f"Gleaner takes {', '.join(METHODS)}, and no {request.method}.")
    given = dict(options)
    advanced = dict(given.pop("advanced", None) or {})
    headers = _headers_of(request)
    cookies = request.headers.get("Cookie")
    if headers:
        advanced["session_headers"] = {**headers, **(advanced.get("session_headers") or {})}
    has_login = "session_id" in given or "session_id" in advanced or "cookies" in given or "cookies" in advanced
    if cookies and not has_login:
        given["cookies"] = cookies.decode("latin-1")
    if request.method != "GET":
        # What answers a form sets cookies and leads elsewhere: Scrapy has to see both.
        advanced.setdefault("follow_redirects", False)
    formats = list(given.pop("formats", None) or [])
    seconds = request.meta.get("download_timeout")
    return {
        "method": request.method,
        **({"timeout": min(max(int(seconds), _LEAST), _MOST)} if seconds else {}),
        **_body_of(request),
        **given,
        # The body of Scrapy's response.
        "formats": formats if "raw" in formats else [*formats, "raw"],
        **({"advanced": advanced} if advanced else {}),
    }


def _headers_of(request: Request) -> Dict[str, str]:
    named = {name.decode("latin-1").lower(): values for name, values in request.headers.items()}
    return {
        name: b", ".join(values).decode("latin-1") for name, values in named.items() if _PASSED_ON.fullmatch(name)
    }


def _body_of(request: Request) -> Dict[str, Any]:
    kind = (request.headers.get("Content-Type") or b"").decode("latin-1").split(";")[0].strip().lower()
    if not request.body:
        return {"content_type": kind or "text/plain"} if request.method == "POST" else {}
    try:
        return {"body": request.body.decode("utf-8"), **({"content_type": kind} if kind else {})}
    except UnicodeDecodeError:
        raise NotSupported("A body has to be text in UTF-8: files cannot be sent through Gleaner.") from None

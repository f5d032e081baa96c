"""From a scraped page to Scrapy's response."""

from __future__ import annotations

import base64
from typing import Any, Dict, List

from gleaner.models import ScrapeResult
from scrapy.http import Headers, Request, Response, TextResponse
from scrapy.responsetypes import responsetypes

#: Of the transfer, which is over.
_OF_TRANSFER = frozenset("connection content-encoding content-length keep-alive transfer-encoding".split())


def response_of_page(request: Request, page: ScrapeResult) -> Response:
    """Status, headers, cookies, address and body are the page's. What it cost stands in `meta["gleaner_result"]` and, as
    text, in `flags`."""
    content: Any = page.content
    raw = content.raw or ""
    is_file = page.raw_encoding == "base64"
    body = base64.b64decode(raw) if is_file else raw.encode("utf-8", "surrogatepass")
    headers = Headers(_headers_of(page))
    url = page.final_url or request.url
    request.meta["gleaner_result"] = page
    if page.redirect_chain:
        request.meta["redirect_urls"] = [step.url for step in page.redirect_chain]
    if page.response_time_ms is not None:
        request.meta["download_latency"] = page.response_time_ms / 1000
    facts: Dict[str, Any] = {"status": page.status_code, "headers": headers, "body": body, "flags": _flags_of(page)}
    if is_file:
        return responsetypes.from_headers(headers)(url, **facts)
    kind = responsetypes.from_args(headers=headers, url=url, body=body[:5000])
    # Whatever the page was written in, its text has come as UTF-8.
    return (kind if issubclass(kind, TextResponse) else TextResponse)(url, **facts, encoding="utf-8")


def _headers_of(page: ScrapeResult) -> Dict[str, List[str]]:
    given = {name: value for name, value in (page.headers or {}).items() if name.lower() not in _OF_TRANSFER}
    # Cookies come one a line.
    return {name: value.split("\n") if name.lower() == "set-cookie" else [value] for name, value in given.items()}


def _flags_of(page: ScrapeResult) -> List[str]:
    billing = page.billing
    return [
        "gleaner",
        f"job={page.job_id}",
        f"credits={billing.total_credits:g}",
        f"tier={billing.tier_used}",
        *(["cached"] if page.cached else []),
    ]

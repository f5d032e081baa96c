# Written by `npm run docs` from the OpenAPI document. Do not edit.
"""Calls of `searches`."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, AsyncIterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._async.group import AsyncGroup
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions


class AsyncSearchesApi(AsyncGroup):
    async def create(
        self,
        query: str,
        *,
        num_results: Optional[int] = OMIT,
        page: Optional[int] = OMIT,
        domain: Optional[str] = OMIT,
        country: Optional[str] = OMIT,
        language: Optional[str] = OMIT,
        time_range: Optional[Literal["hour", "day", "week", "month", "year"]] = OMIT,
        safe_search: Optional[bool] = OMIT,
        external_id: Optional[str] = OMIT,
        metadata: Optional[Dict[str, Any]] = OMIT,
        scrape_results: Optional[bool] = OMIT,
        formats: Optional[List[p.FormatName]] = OMIT,
        extraction_schema: Optional[p.ExtractionSchema] = OMIT,
        mode: Optional[Literal["auto", "html", "js", "pdf", "ocr"]] = OMIT,
        advanced: Optional[p.SearchRequestAdvanced] = OMIT,
        cost_controls: Optional[p.CostControls] = OMIT,
        timeout: Optional[int] = OMIT,
        cache: Optional[bool] = OMIT,
        cache_ttl: Optional[int] = OMIT,
        force_refresh: Optional[bool] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Search:
        """Search for pages, and scrape them if you like.

        The operator chooses the engine: the built-in index over the pages that your account has scraped in
        the last 24 hours, a SearXNG, or Brave. Where it is the index, `warnings` says so, and the search
        costs nothing. A search by another engine costs the same when it finds nothing, and nothing when
        the engine fails; the fee is held before the work begins. With `scrape_results` each result becomes
        a job, charged at its tier; up to 5 are waited for, with more the reply is 202, and `GET
        /search/{search_id}` shows when they are done. The balance must cover the search and the price of
        the first tier for `num_results` pages.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        A key that a tool got by OAuth may call it.

        Takes an `Idempotency-Key`.

        `POST /search`

        Args:
            query: Words; "in quotes" as they stand, -without, this OR that, site:example.com.
            num_results: Most results of the reply. Default: 10.
            page: Which page of the results; the first is 1. Default: 1.
            domain: Only pages of this domain and its subdomains.
            country: Country that results are for, such as `DE`.
            language: Language that results are for, such as `de`.
            time_range: How old a page may be.
            safe_search: Leave out adult results. Default: as the engine has it.
            external_id: Your own id for this work, at most 255 characters. It need not be unique. Replies,
                events, webhooks and lists repeat it.
            metadata: A JSON object of your own, at most 4 KB. It is handed back wherever `external_id` is.
            scrape_results: Scrape each result, as POST /scrape would. Default: false.
            formats: Of the content of each result; by default markdown.
            extraction_schema: A JSON Schema, or names and types, as of a scrape: read from each result.
            mode: How each result is read, as of a scrape. Default: `auto`.
            advanced: As of a scrape, without what signs in: results are of strangers' hosts.
            cost_controls: Of each page that is scraped.
            timeout: Seconds for everything, waiting included. Default: 90, with `sync: false` 300.
            cache: Take pages from your cache where it has them; they cost nothing.
            cache_ttl: How old a cached page may be, in seconds. Default: 3,600.
            force_refresh: Fetch each result anew even when a cached page would do.
        """
        reply: m.Search = await self._transport.call(o.CREATE_SEARCH, request_options, body={"query": query, "num_results": num_results, "page": page, "domain": domain, "country": country, "language": language, "time_range": time_range, "safe_search": safe_search, "external_id": external_id, "metadata": metadata, "scrape_results": scrape_results, "formats": formats, "extraction_schema": extraction_schema, "mode": mode, "advanced": advanced, "cost_controls": cost_controls, "timeout": timeout, "cache": cache, "cache_ttl": cache_ttl, "force_refresh": force_refresh})
        return reply

    async def get(
        self,
        search_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Search:
        """Read a search again, and how far the scraping of its results is.

        Searches are kept for 24 hours; then the answer is 410 for 30 days.

        Takes 1 rate-limit token.

        A key that a tool got by OAuth may call it.

        `GET /search/{search_id}`
        """
        reply: m.Search = await self._transport.call(o.GET_SEARCH, request_options, path=[("search_id", search_id)])
        return reply

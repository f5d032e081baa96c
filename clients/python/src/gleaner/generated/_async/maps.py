# Written by `npm run docs` from the OpenAPI document. Do not edit.
"""Calls of `maps`."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, AsyncIterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._async.group import AsyncGroup
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions


class AsyncMapsApi(AsyncGroup):
    async def create(
        self,
        url: p.HttpUrl,
        *,
        max_pages: Optional[int] = OMIT,
        max_depth: Optional[int] = OMIT,
        include_patterns: Optional[p.PathPatterns] = OMIT,
        exclude_patterns: Optional[p.PathPatterns] = OMIT,
        search: Optional[str] = OMIT,
        sitemap: Optional[p.SitemapMode] = OMIT,
        sitemap_path: Optional[p.SitemapPath] = OMIT,
        include_metadata: Optional[bool] = OMIT,
        include_subdomains: Optional[bool] = OMIT,
        respect_robots: Optional[bool] = OMIT,
        timeout: Optional[int] = OMIT,
        external_id: Optional[str] = OMIT,
        metadata: Optional[Dict[str, Any]] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.SiteMap:
        """Find out which addresses a site has.

        Reads robots.txt, sitemaps (index files, gzip and text too) and the links of the start page; pages
        are neither rendered nor scraped. Costs the same for any number of addresses, and nothing when it
        fails; the fee is held before the work begins. With a test key the sample site is mapped, free of
        charge. A caller who closes the connection ends the map, unless the request had an
        `Idempotency-Key`. The reply is kept for 24 hours.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        A key that a tool got by OAuth may call it.

        Takes an `Idempotency-Key`.

        `POST /map`

        Args:
            url: Where the site begins.
            max_pages: Most addresses of the reply. Default: 500.
            max_depth: How many links away from the start page an address may be found. 0: the start page
                and what sitemaps name. Default: 1 where there is a sitemap, else 2. Beyond 1 further pages
                are
                read, a bounded number of them; `warnings` tells when there were more.
            include_patterns: Globs on the path, of which one must match.
            exclude_patterns: Globs on the path, of which none may match.
            search: Keep the addresses that have to do with these words, the most relevant first. Path,
                title, link text and description count.
            sitemap: `include`: sitemaps beside links; `skip`: links only; `only`: sitemaps only.
            sitemap_path: Path of a sitemap that stands at no usual place and in no robots.txt.
            include_metadata: Read titles and descriptions from the pages themselves: a bounded number, the
                first ones. Default: false.
            include_subdomains: Whether addresses of subdomains belong to the site. Default: false.
            respect_robots: Leave out what robots.txt disallows, and read none of it. Default: true.
            timeout: Seconds from the start of the work. What was found by then is the reply, and
            `warnings`
                says that it was cut. Default: 60.
            external_id: Your own id for this work, at most 255 characters. It need not be unique. Replies,
                events, webhooks and lists repeat it.
            metadata: A JSON object of your own, at most 4 KB. It is handed back wherever `external_id` is.
        """
        reply: m.SiteMap = await self._transport.call(o.CREATE_MAP, request_options, body={"url": url, "max_pages": max_pages, "max_depth": max_depth, "include_patterns": include_patterns, "exclude_patterns": exclude_patterns, "search": search, "sitemap": sitemap, "sitemap_path": sitemap_path, "include_metadata": include_metadata, "include_subdomains": include_subdomains, "respect_robots": respect_robots, "timeout": timeout, "external_id": external_id, "metadata": metadata})
        return reply

    async def get(
        self,
        map_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> Union[m.SiteMap, m.MapUnderWay]:
        """Read a map again, for 24 hours.

        Takes 1 rate-limit token.

        A key that a tool got by OAuth may call it.

        `GET /map/{map_id}`
        """
        reply: Union[m.SiteMap, m.MapUnderWay] = await self._transport.call(o.GET_MAP, request_options, path=[("map_id", map_id)])
        return reply

# Written by `npm run docs` from the asynchronous client. Do not edit.
"""Calls of `crawls`."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, Iterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._sync.group import Group
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions


class CrawlsApi(Group):
    def create(
        self,
        url: p.HttpUrl,
        *,
        max_pages: Optional[int] = OMIT,
        max_depth: Optional[int] = OMIT,
        include_patterns: Optional[p.PathPatterns] = OMIT,
        exclude_patterns: Optional[p.PathPatterns] = OMIT,
        sitemap: Optional[p.SitemapMode] = OMIT,
        sitemap_path: Optional[p.SitemapPath] = OMIT,
        include_subdomains: Optional[bool] = OMIT,
        respect_robots: Optional[bool] = OMIT,
        max_concurrency: Optional[int] = OMIT,
        delay: Optional[float] = OMIT,
        mode: Optional[Literal["auto", "html", "js", "pdf", "ocr"]] = OMIT,
        formats: Optional[List[p.FormatName]] = OMIT,
        force_refresh: Optional[bool] = OMIT,
        include_raw_html: Optional[bool] = OMIT,
        timeout: Optional[int] = OMIT,
        extraction_schema: Optional[p.ExtractionSchema] = OMIT,
        extraction_prompt: Optional[str] = OMIT,
        extraction_model: Optional[p.LlmModel] = OMIT,
        extraction_provider: Optional[p.LlmProviderName] = OMIT,
        cache: Optional[bool] = OMIT,
        cache_ttl: Optional[int] = OMIT,
        location: Optional[p.CrawlEstimateRequestLocation] = OMIT,
        session_id: Optional[str] = OMIT,
        evidence: Optional[bool] = OMIT,
        max_response_bytes: Optional[int] = OMIT,
        advanced: Optional[p.CrawlEstimateRequestAdvanced] = OMIT,
        cost_controls: Optional[p.CostControls] = OMIT,
        external_id: Optional[str] = OMIT,
        metadata: Optional[Dict[str, Any]] = OMIT,
        extraction_profile: Optional[Literal["auto", "product", "article", "job_posting", "faq", "recipe", "event", "ecommerce_homepage", "directory_listing"]] = OMIT,
        template: Optional[Union[str, p.InlineTemplate]] = OMIT,
        pdf_format: Optional[Literal["markdown", "text"]] = OMIT,
        webhook_url: Optional[p.WebhookUrl] = OMIT,
        webhook_headers: Optional[p.WebhookHeaders] = OMIT,
        webhook_pages: Optional[bool] = OMIT,
        sync: Optional[Literal[False]] = OMIT,
        extract_rules: Optional[p.TemplateFields] = OMIT,
        language: Optional[str] = OMIT,
        render_js: Optional[Union[bool, Literal["auto"]]] = OMIT,
        screenshot: Optional[bool] = OMIT,
        generate_pdf: Optional[bool] = OMIT,
        include_selectors: Optional[List[str]] = OMIT,
        exclude_selectors: Optional[List[str]] = OMIT,
        markdown: Optional[bool] = OMIT,
        wait_for: Optional[Union[str, int]] = OMIT,
        wait_for_selector: Optional[Union[str, int]] = OMIT,
        wait_time: Optional[int] = OMIT,
        wait_until: Optional[Literal["domcontentloaded", "networkidle", "load"]] = OMIT,
        wait_condition: Optional[Literal["domcontentloaded", "networkidle", "load"]] = OMIT,
        enable_scroll: Optional[bool] = OMIT,
        viewport: Optional[p.CrawlEstimateRequestViewport] = OMIT,
        full_page: Optional[bool] = OMIT,
        follow_redirects: Optional[bool] = OMIT,
        proxy_session: Optional[str] = OMIT,
        user_agent: Optional[str] = OMIT,
        accept_language: Optional[str] = OMIT,
        prefer_markdown: Optional[bool] = OMIT,
        mobile: Optional[bool] = OMIT,
        block_resources: Optional[List[str]] = OMIT,
        ocr_language: Optional[str] = OMIT,
        use_proxy: Optional[bool] = OMIT,
        use_own_proxy: Optional[bool] = OMIT,
        proxy_country: Optional[str] = OMIT,
        cookies: Optional[Union[p.Cookies, str]] = OMIT,
        headers: Optional[p.RequestHeaders] = OMIT,
        country: Optional[str] = OMIT,
        max_credits: Optional[float] = OMIT,
        max_cost: Optional[float] = OMIT,
        max_tier: Optional[Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]] = OMIT,
        force_tier: Optional[Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]] = OMIT,
        tier: Optional[Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]] = OMIT,
        prefer_cost: Optional[bool] = OMIT,
        prefer_speed: Optional[bool] = OMIT,
        fail_fast: Optional[bool] = OMIT,
        time_budget: Optional[float] = OMIT,
        promote_schema_org: Optional[bool] = OMIT,
        filter_content: Optional[bool] = OMIT,
        use_session: Optional[bool] = OMIT,
        asp: Optional[bool] = OMIT,
        min_tier: Any = OMIT,
        viewport_width: Optional[float] = OMIT,
        viewport_height: Optional[float] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.CrawlAccepted:
        """Scrape a site: its start page, and the pages that are found from there.

        Pages are found by links, sitemaps and feeds. Each is scraped once, as a job of its own, with the
        fields of a scrape that stand here. `max_pages` is exact: pages that fail are not counted, and
        nothing is charged for them.

        Nothing is held for the whole crawl: each page takes its own hold when it is admitted. The balance
        must cover the first tier of the start page. When the balance or a spend limit ends in the middle,
        or too many of your webhooks wait, the crawl waits (`paused_reason`), and goes on by itself, for 24
        hours.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        A key that a tool got by OAuth may call it.

        Takes an `Idempotency-Key`.

        `POST /crawl`

        Args:
            url: Where the crawl begins.
            max_pages: Most pages that are scraped. Exact: pages that failed do not count; a page of status
                404 does. Default: 50.
            max_depth: Most links from the start page; 0: the start page only. Pages of a sitemap are at
                depth 1. Default: 3.
            include_patterns: Globs on the path, of which one must match: `/blog/*` (one level), `/blog/**`
                (all below), `*.html`, `/{en,de}/**`.
            exclude_patterns: Globs on the path; a page that matches one is left out.
            sitemap: `include`: sitemaps and feeds beside links; `skip`: links only; `only`: sitemaps and
                feeds only.
            sitemap_path: Path of a sitemap that stands at no usual place.
            include_subdomains: Whether pages of subdomains belong to the site. Default: false.
            respect_robots: Obey robots.txt, and what pages say to robots. Default: true.
            max_concurrency: Requests to the site at once; 10 by default.
            delay: Least time between the starts of two requests to the site, in seconds. A longer
                `Crawl-delay` of robots.txt goes first.
            mode: How the page is read: as HTML, rendered (js), as a PDF, or by OCR. Default: "auto".
            formats: Formats of the content. `markdown`: The content as Markdown. `text`: The content as
                plain text. `html`: The whole page as HTML, without scripts, styles, comments and tracking.
                `json`: The structured data of the page, or the fields of an `extraction_schema`.
                `json_v2`: The
                page as a tree of sections. `rag`: Chunks of the content with token counts. `links`: The
                links
                of the page. `images`: The images of the page. `tables`: The tables of the page as rows and
                columns, spans resolved. `content`: Markdown with lists of images and links. `raw`: The
                body as
                it came: text, or base64 of a file. `bytes`: The bytes of the body, files and images too:
                base64, above 1 MB a link. `change_tracking`: What has changed since you last scraped the
                page
                with this format. `summary`: A few sentences by a language model of your own (`POST
                /llm-keys`).
                With `formats`, the reply’s `content` is an object by format; without them it is the
                Markdown,
                and `structured_content` lists the structured data.
            force_refresh: Fetch the page anew even when a cached page would do. Default: false.
            include_raw_html: Add `raw_html` to the reply. Default: false.
            timeout: Seconds for everything, waiting included. Default: 90, with `sync: false` 300.
            extraction_schema: A JSON Schema, or names and types such as `{"title": "string", "products":
                [{"name": "string"}]}`; at most 64 KB. `filtered_content` holds what the data of the page
                says
                for its properties, converted to their types.
            extraction_prompt: What a language model is to extract, in plain words. It is asked through a
                key of your own (`POST /llm-keys`), and answers in the form of `extraction_schema` where
                there
                is one: `extraction_result`.
            extraction_model: The provider’s id of a model, in place of the one that is stored with the
            key.
            extraction_provider: Which of your keys at providers is used. Default: the one that was used
                last.
            cache: Answer from your cache when it has the page; that costs nothing. Default: false.
            cache_ttl: How old a cached page may be, in seconds. Default: 3600.
            location: Where the page is asked from.
            session_id: The login session that the page is fetched with; its domain must fit `url`. A UUID.
            evidence: Add to `metadata.evidence` where each extracted field comes from.
            max_response_bytes: A longer HTML or text body is cut at this length before it is read, and
                `content_truncated` says so. 0: no cut, up to 50 MB.
            advanced: How every page is fetched, as for a scrape.
            cost_controls: As for a scrape, of every page; but `max_credits` is for the whole crawl, and
                exact.
            external_id: Your own id for this work, at most 255 characters. It need not be unique. Replies,
                events, webhooks and lists repeat it.
            metadata: A JSON object of your own, at most 4 KB. It is handed back wherever `external_id` is.
            extraction_profile: A ready-made extraction schema; `auto` takes the one that fits the page,
            and
                `metadata.extraction_profile` names it. An `extraction_schema` that is sent goes first.
            template: A template of yours by its name or id, or a standard one, named like an
                `extraction_profile`, or selectors that are stored nowhere: `{"fields": {"price":
                ".price"}}`.
                `filtered_content` holds what its selectors find, and `metadata.template` names it.
            pdf_format: With mode `pdf`: the format, where `formats` names none.
            webhook_url: Receives the end of the crawl (`crawl.completed`); https.
            webhook_pages: Whether `webhook_url` also receives the end of each page (`job.completed`,
                `job.failed`). Default: false.
            sync: Has no effect: a crawl is never waited for.
        """
        reply: m.CrawlAccepted = self._transport.call(o.CREATE_CRAWL, request_options, body={"url": url, "max_pages": max_pages, "max_depth": max_depth, "include_patterns": include_patterns, "exclude_patterns": exclude_patterns, "sitemap": sitemap, "sitemap_path": sitemap_path, "include_subdomains": include_subdomains, "respect_robots": respect_robots, "max_concurrency": max_concurrency, "delay": delay, "mode": mode, "formats": formats, "force_refresh": force_refresh, "include_raw_html": include_raw_html, "timeout": timeout, "extraction_schema": extraction_schema, "extraction_prompt": extraction_prompt, "extraction_model": extraction_model, "extraction_provider": extraction_provider, "cache": cache, "cache_ttl": cache_ttl, "location": location, "session_id": session_id, "evidence": evidence, "max_response_bytes": max_response_bytes, "advanced": advanced, "cost_controls": cost_controls, "external_id": external_id, "metadata": metadata, "extraction_profile": extraction_profile, "template": template, "extract_rules": extract_rules, "pdf_format": pdf_format, "language": language, "render_js": render_js, "screenshot": screenshot, "generate_pdf": generate_pdf, "include_selectors": include_selectors, "exclude_selectors": exclude_selectors, "markdown": markdown, "wait_for": wait_for, "wait_for_selector": wait_for_selector, "wait_time": wait_time, "wait_until": wait_until, "wait_condition": wait_condition, "enable_scroll": enable_scroll, "viewport": viewport, "full_page": full_page, "follow_redirects": follow_redirects, "proxy_session": proxy_session, "user_agent": user_agent, "accept_language": accept_language, "prefer_markdown": prefer_markdown, "mobile": mobile, "block_resources": block_resources, "ocr_language": ocr_language, "use_proxy": use_proxy, "use_own_proxy": use_own_proxy, "proxy_country": proxy_country, "cookies": cookies, "headers": headers, "country": country, "max_credits": max_credits, "max_cost": max_cost, "max_tier": max_tier, "force_tier": force_tier, "tier": tier, "prefer_cost": prefer_cost, "prefer_speed": prefer_speed, "fail_fast": fail_fast, "time_budget": time_budget, "promote_schema_org": promote_schema_org, "filter_content": filter_content, "use_session": use_session, "asp": asp, "min_tier": min_tier, "viewport_width": viewport_width, "viewport_height": viewport_height, "webhook_url": webhook_url, "webhook_headers": webhook_headers, "webhook_pages": webhook_pages, "sync": sync})
        return reply

    def list(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        external_id: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.CrawlList:
        """List your crawls of the last 31 days, the newest first.

        Takes 1 rate-limit token.

        A key that a tool got by OAuth may call it.

        `GET /crawls`

        Args:
            limit: Most entries of the reply.
            offset: Entries that are passed over: those of the pages before.
            external_id: Only what was sent with this `external_id`.
        """
        reply: m.CrawlList = self._transport.call(o.LIST_CRAWLS, request_options, query={"limit": limit, "offset": offset, "external_id": external_id})
        return reply

    def all(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        external_id: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> Iterator[m.CrawlListEntry]:
        """Every entry of `list`, page by page as they are asked for."""
        return self._every(o.LIST_CRAWLS, request_options, query={"limit": limit, "offset": offset, "external_id": external_id}, by="offset", entries="crawls")

    @overload
    def get(
        self,
        crawl_id: str,
        *,
        include_results: Optional[bool] = OMIT,
        page_results: Optional[bool] = OMIT,
        format: Literal["jsonl"],
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> httpx.Response: ...

    @overload
    def get(
        self,
        crawl_id: str,
        *,
        include_results: Optional[bool] = OMIT,
        page_results: Optional[bool] = OMIT,
        format: Optional[Literal["json"]] = OMIT,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Crawl: ...

    def get(
        self,
        crawl_id: str,
        *,
        include_results: Optional[bool] = OMIT,
        page_results: Optional[bool] = OMIT,
        format: Optional[Literal["json", "jsonl"]] = OMIT,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> Union[m.Crawl, httpx.Response]:
        """Read how far a crawl is, and its pages.

        Once the crawl has ended, or with `include_results=true`, the pages follow in the order in which
        they were taken on, `limit` of them from `offset` on, each with its result once it has one; with
        `Accept: application/x-ndjson` or `format=jsonl` each line is a page, and all of them come. Results
        are kept for 24 hours, the rest for 31 days.

        Takes 1 rate-limit token.

        A key that a tool got by OAuth may call it.

        `GET /crawl/{crawl_id}`

        Args:
            include_results: Whether the pages are shown, with their results; by default once the crawl has
                ended.
            page_results: Whether the pages that are shown carry their results; without them all pages come
                at once.
            format: `jsonl`: one page a line, as for `Accept: application/x-ndjson`.
            limit: Pages that are shown: 100 by default, all of them as JSON lines.
            offset: Entries that are passed over: those of the pages before.
        """
        reply: Union[m.Crawl, httpx.Response] = self._transport.call(o.GET_CRAWL, request_options, path=[("crawl_id", crawl_id)], query={"include_results": include_results, "page_results": page_results, "format": format, "limit": limit, "offset": offset})
        return reply

    def cancel(
        self,
        crawl_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Crawl:
        """Cancel the pages of a crawl that no worker has begun with.

        What was scraped is kept. Holds of cancelled pages are released; pages at work end as usual and are
        charged. Cancelling a crawl that has ended changes nothing.

        Takes 2 rate-limit tokens.

        A key that a tool got by OAuth may call it.

        `DELETE /crawl/{crawl_id}`
        """
        reply: m.Crawl = self._transport.call(o.CANCEL_CRAWL, request_options, path=[("crawl_id", crawl_id)])
        return reply

    def pause(
        self,
        crawl_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Crawl:
        """Pause a crawl: no page is begun until it is resumed.

        Pages at work end as usual. A paused crawl ends after 24 hours, as any. Pausing a crawl that has
        ended changes nothing.

        Takes 2 rate-limit tokens.

        A key that a tool got by OAuth may call it.

        `POST /crawl/{crawl_id}/pause`
        """
        reply: m.Crawl = self._transport.call(o.PAUSE_CRAWL, request_options, path=[("crawl_id", crawl_id)])
        return reply

    def resume(
        self,
        crawl_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Crawl:
        """Let a paused crawl go on.

        Resuming a crawl that is not paused changes nothing.

        Takes 2 rate-limit tokens.

        A key that a tool got by OAuth may call it.

        `POST /crawl/{crawl_id}/resume`
        """
        reply: m.Crawl = self._transport.call(o.RESUME_CRAWL, request_options, path=[("crawl_id", crawl_id)])
        return reply

    def stream(
        self,
        crawl_id: str,
        *,
        last_event_id: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> Iterator[StreamEvent[Union[m.BatchProgressEvent, m.CrawlCompleteEvent]]]:
        """Follow a crawl by server-sent events.

        As for a batch (`GET /batch/{batch_id}/stream`): `progress` after every page that has ended,
        `complete` last. `total` grows as pages are found.

        Takes 1 rate-limit token.

        A key that a tool got by OAuth may call it.

        `GET /crawl/{crawl_id}/stream`

        Args:
            last_event_id: For clients that cannot send `Last-Event-ID`, which goes first.
        """
        return self._follow(o.STREAM_CRAWL, request_options, path=[("crawl_id", crawl_id)], query={"last_event_id": last_event_id}, events={"progress": m.BatchProgressEvent, "complete": m.CrawlCompleteEvent})

    def estimate(
        self,
        url: p.HttpUrl,
        *,
        max_pages: Optional[int] = OMIT,
        max_depth: Optional[int] = OMIT,
        include_patterns: Optional[p.PathPatterns] = OMIT,
        exclude_patterns: Optional[p.PathPatterns] = OMIT,
        sitemap: Optional[p.SitemapMode] = OMIT,
        sitemap_path: Optional[p.SitemapPath] = OMIT,
        include_subdomains: Optional[bool] = OMIT,
        respect_robots: Optional[bool] = OMIT,
        max_concurrency: Optional[int] = OMIT,
        delay: Optional[float] = OMIT,
        mode: Optional[Literal["auto", "html", "js", "pdf", "ocr"]] = OMIT,
        formats: Optional[List[p.FormatName]] = OMIT,
        force_refresh: Optional[bool] = OMIT,
        include_raw_html: Optional[bool] = OMIT,
        timeout: Optional[int] = OMIT,
        extraction_schema: Optional[p.ExtractionSchema] = OMIT,
        extraction_prompt: Optional[str] = OMIT,
        extraction_model: Optional[p.LlmModel] = OMIT,
        extraction_provider: Optional[p.LlmProviderName] = OMIT,
        cache: Optional[bool] = OMIT,
        cache_ttl: Optional[int] = OMIT,
        location: Optional[p.CrawlEstimateRequestLocation] = OMIT,
        session_id: Optional[str] = OMIT,
        evidence: Optional[bool] = OMIT,
        max_response_bytes: Optional[int] = OMIT,
        advanced: Optional[p.CrawlEstimateRequestAdvanced] = OMIT,
        cost_controls: Optional[p.CostControls] = OMIT,
        external_id: Optional[str] = OMIT,
        metadata: Optional[Dict[str, Any]] = OMIT,
        extraction_profile: Optional[Literal["auto", "product", "article", "job_posting", "faq", "recipe", "event", "ecommerce_homepage", "directory_listing"]] = OMIT,
        template: Optional[Union[str, p.InlineTemplate]] = OMIT,
        pdf_format: Optional[Literal["markdown", "text"]] = OMIT,
        webhook_url: Optional[p.WebhookUrl] = OMIT,
        webhook_headers: Optional[p.WebhookHeaders] = OMIT,
        webhook_pages: Optional[bool] = OMIT,
        sync: Optional[Literal[False]] = OMIT,
        extract_rules: Optional[p.TemplateFields] = OMIT,
        language: Optional[str] = OMIT,
        render_js: Optional[Union[bool, Literal["auto"]]] = OMIT,
        screenshot: Optional[bool] = OMIT,
        generate_pdf: Optional[bool] = OMIT,
        include_selectors: Optional[List[str]] = OMIT,
        exclude_selectors: Optional[List[str]] = OMIT,
        markdown: Optional[bool] = OMIT,
        wait_for: Optional[Union[str, int]] = OMIT,
        wait_for_selector: Optional[Union[str, int]] = OMIT,
        wait_time: Optional[int] = OMIT,
        wait_until: Optional[Literal["domcontentloaded", "networkidle", "load"]] = OMIT,
        wait_condition: Optional[Literal["domcontentloaded", "networkidle", "load"]] = OMIT,
        enable_scroll: Optional[bool] = OMIT,
        viewport: Optional[p.CrawlEstimateRequestViewport] = OMIT,
        full_page: Optional[bool] = OMIT,
        follow_redirects: Optional[bool] = OMIT,
        proxy_session: Optional[str] = OMIT,
        user_agent: Optional[str] = OMIT,
        accept_language: Optional[str] = OMIT,
        prefer_markdown: Optional[bool] = OMIT,
        mobile: Optional[bool] = OMIT,
        block_resources: Optional[List[str]] = OMIT,
        ocr_language: Optional[str] = OMIT,
        use_proxy: Optional[bool] = OMIT,
        use_own_proxy: Optional[bool] = OMIT,
        proxy_country: Optional[str] = OMIT,
        cookies: Optional[Union[p.Cookies, str]] = OMIT,
        headers: Optional[p.RequestHeaders] = OMIT,
        country: Optional[str] = OMIT,
        max_credits: Optional[float] = OMIT,
        max_cost: Optional[float] = OMIT,
        max_tier: Optional[Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]] = OMIT,
        force_tier: Optional[Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]] = OMIT,
        tier: Optional[Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]] = OMIT,
        prefer_cost: Optional[bool] = OMIT,
        prefer_speed: Optional[bool] = OMIT,
        fail_fast: Optional[bool] = OMIT,
        time_budget: Optional[float] = OMIT,
        promote_schema_org: Optional[bool] = OMIT,
        filter_content: Optional[bool] = OMIT,
        use_session: Optional[bool] = OMIT,
        asp: Optional[bool] = OMIT,
        min_tier: Any = OMIT,
        viewport_width: Optional[float] = OMIT,
        viewport_height: Optional[float] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.CrawlEstimate:
        """What a crawl would probably scrape and cost, without scraping anything.

        Takes the body of `POST /crawl`. robots.txt, the sitemaps and the links of the start page are read;
        nothing is charged. What only further links lead to is not counted: `max_pages` of the reply allows
        for it.

        Takes 5 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        A key that a tool got by OAuth may call it.

        `POST /crawl/estimate`

        Args:
            url: Where the crawl begins.
            max_pages: Most pages that are scraped. Exact: pages that failed do not count; a page of status
                404 does. Default: 50.
            max_depth: Most links from the start page; 0: the start page only. Pages of a sitemap are at
                depth 1. Default: 3.
            include_patterns: Globs on the path, of which one must match: `/blog/*` (one level), `/blog/**`
                (all below), `*.html`, `/{en,de}/**`.
            exclude_patterns: Globs on the path; a page that matches one is left out.
            sitemap: `include`: sitemaps and feeds beside links; `skip`: links only; `only`: sitemaps and
                feeds only.
            sitemap_path: Path of a sitemap that stands at no usual place.
            include_subdomains: Whether pages of subdomains belong to the site. Default: false.
            respect_robots: Obey robots.txt, and what pages say to robots. Default: true.
            max_concurrency: Requests to the site at once; 10 by default.
            delay: Least time between the starts of two requests to the site, in seconds. A longer
                `Crawl-delay` of robots.txt goes first.
            mode: How the page is read: as HTML, rendered (js), as a PDF, or by OCR. Default: "auto".
            formats: Formats of the content. `markdown`: The content as Markdown. `text`: The content as
                plain text. `html`: The whole page as HTML, without scripts, styles, comments and tracking.
                `json`: The structured data of the page, or the fields of an `extraction_schema`.
                `json_v2`: The
                page as a tree of sections. `rag`: Chunks of the content with token counts. `links`: The
                links
                of the page. `images`: The images of the page. `tables`: The tables of the page as rows and
                columns, spans resolved. `content`: Markdown with lists of images and links. `raw`: The
                body as
                it came: text, or base64 of a file. `bytes`: The bytes of the body, files and images too:
                base64, above 1 MB a link. `change_tracking`: What has changed since you last scraped the
                page
                with this format. `summary`: A few sentences by a language model of your own (`POST
                /llm-keys`).
                With `formats`, the reply’s `content` is an object by format; without them it is the
                Markdown,
                and `structured_content` lists the structured data.
            force_refresh: Fetch the page anew even when a cached page would do. Default: false.
            include_raw_html: Add `raw_html` to the reply. Default: false.
            timeout: Seconds for everything, waiting included. Default: 90, with `sync: false` 300.
            extraction_schema: A JSON Schema, or names and types such as `{"title": "string", "products":
                [{"name": "string"}]}`; at most 64 KB. `filtered_content` holds what the data of the page
                says
                for its properties, converted to their types.
            extraction_prompt: What a language model is to extract, in plain words. It is asked through a
                key of your own (`POST /llm-keys`), and answers in the form of `extraction_schema` where
                there
                is one: `extraction_result`.
            extraction_model: The provider’s id of a model, in place of the one that is stored with the
            key.
            extraction_provider: Which of your keys at providers is used. Default: the one that was used
                last.
            cache: Answer from your cache when it has the page; that costs nothing. Default: false.
            cache_ttl: How old a cached page may be, in seconds. Default: 3600.
            location: Where the page is asked from.
            session_id: The login session that the page is fetched with; its domain must fit `url`. A UUID.
            evidence: Add to `metadata.evidence` where each extracted field comes from.
            max_response_bytes: A longer HTML or text body is cut at this length before it is read, and
                `content_truncated` says so. 0: no cut, up to 50 MB.
            advanced: How every page is fetched, as for a scrape.
            cost_controls: As for a scrape, of every page; but `max_credits` is for the whole crawl, and
                exact.
            external_id: Your own id for this work, at most 255 characters. It need not be unique. Replies,
                events, webhooks and lists repeat it.
            metadata: A JSON object of your own, at most 4 KB. It is handed back wherever `external_id` is.
            extraction_profile: A ready-made extraction schema; `auto` takes the one that fits the page,
            and
                `metadata.extraction_profile` names it. An `extraction_schema` that is sent goes first.
            template: A template of yours by its name or id, or a standard one, named like an
                `extraction_profile`, or selectors that are stored nowhere: `{"fields": {"price":
                ".price"}}`.
                `filtered_content` holds what its selectors find, and `metadata.template` names it.
            pdf_format: With mode `pdf`: the format, where `formats` names none.
            webhook_url: Receives the end of the crawl (`crawl.completed`); https.
            webhook_pages: Whether `webhook_url` also receives the end of each page (`job.completed`,
                `job.failed`). Default: false.
            sync: Has no effect: a crawl is never waited for.
        """
        reply: m.CrawlEstimate = self._transport.call(o.POST_CRAWL_ESTIMATE, request_options, body={"url": url, "max_pages": max_pages, "max_depth": max_depth, "include_patterns": include_patterns, "exclude_patterns": exclude_patterns, "sitemap": sitemap, "sitemap_path": sitemap_path, "include_subdomains": include_subdomains, "respect_robots": respect_robots, "max_concurrency": max_concurrency, "delay": delay, "mode": mode, "formats": formats, "force_refresh": force_refresh, "include_raw_html": include_raw_html, "timeout": timeout, "extraction_schema": extraction_schema, "extraction_prompt": extraction_prompt, "extraction_model": extraction_model, "extraction_provider": extraction_provider, "cache": cache, "cache_ttl": cache_ttl, "location": location, "session_id": session_id, "evidence": evidence, "max_response_bytes": max_response_bytes, "advanced": advanced, "cost_controls": cost_controls, "external_id": external_id, "metadata": metadata, "extraction_profile": extraction_profile, "template": template, "extract_rules": extract_rules, "pdf_format": pdf_format, "language": language, "render_js": render_js, "screenshot": screenshot, "generate_pdf": generate_pdf, "include_selectors": include_selectors, "exclude_selectors": exclude_selectors, "markdown": markdown, "wait_for": wait_for, "wait_for_selector": wait_for_selector, "wait_time": wait_time, "wait_until": wait_until, "wait_condition": wait_condition, "enable_scroll": enable_scroll, "viewport": viewport, "full_page": full_page, "follow_redirects": follow_redirects, "proxy_session": proxy_session, "user_agent": user_agent, "accept_language": accept_language, "prefer_markdown": prefer_markdown, "mobile": mobile, "block_resources": block_resources, "ocr_language": ocr_language, "use_proxy": use_proxy, "use_own_proxy": use_own_proxy, "proxy_country": proxy_country, "cookies": cookies, "headers": headers, "country": country, "max_credits": max_credits, "max_cost": max_cost, "max_tier": max_tier, "force_tier": force_tier, "tier": tier, "prefer_cost": prefer_cost, "prefer_speed": prefer_speed, "fail_fast": fail_fast, "time_budget": time_budget, "promote_schema_org": promote_schema_org, "filter_content": filter_content, "use_session": use_session, "asp": asp, "min_tier": min_tier, "viewport_width": viewport_width, "viewport_height": viewport_height, "webhook_url": webhook_url, "webhook_headers": webhook_headers, "webhook_pages": webhook_pages, "sync": sync})
        return reply

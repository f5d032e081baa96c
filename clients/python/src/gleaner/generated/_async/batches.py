# Written by `npm run docs` from the OpenAPI document. Do not edit.
"""Calls of `batches`."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, AsyncIterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._async.group import AsyncGroup
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions


class AsyncBatchesApi(AsyncGroup):
    async def create(
        self,
        urls: Optional[List[p.BatchEntry]] = OMIT,
        *,
        file: Optional[File] = OMIT,
        webhook_url: Optional[p.WebhookUrl] = OMIT,
        webhook_headers: Optional[p.WebhookHeaders] = OMIT,
        sync: Optional[Literal[False]] = OMIT,
        on_invalid: Optional[p.OnInvalid] = OMIT,
        concurrency: Optional[p.BatchConcurrency] = OMIT,
        external_id: Optional[str] = OMIT,
        metadata: Optional[Dict[str, Any]] = OMIT,
        mode: Optional[Literal["auto", "html", "js", "pdf", "ocr"]] = OMIT,
        formats: Optional[List[p.FormatName]] = OMIT,
        advanced: Optional[p.AdvancedOptions] = OMIT,
        cost_controls: Optional[p.CostControls] = OMIT,
        force_refresh: Optional[bool] = OMIT,
        include_raw_html: Optional[bool] = OMIT,
        timeout: Optional[int] = OMIT,
        extraction_schema: Optional[p.ExtractionSchema] = OMIT,
        extraction_prompt: Optional[str] = OMIT,
        extraction_model: Optional[p.LlmModel] = OMIT,
        extraction_provider: Optional[p.LlmProviderName] = OMIT,
        method: Optional[Literal["GET", "POST", "PUT", "PATCH", "DELETE"]] = OMIT,
        body: Optional[str] = OMIT,
        content_type: Optional[Literal["application/json", "application/x-www-form-urlencoded", "text/plain", "application/graphql"]] = OMIT,
        cache: Optional[bool] = OMIT,
        cache_ttl: Optional[int] = OMIT,
        location: Optional[p.BatchRequestLocation] = OMIT,
        session_id: Optional[str] = OMIT,
        evidence: Optional[bool] = OMIT,
        max_response_bytes: Optional[int] = OMIT,
        extraction_profile: Optional[Literal["auto", "product", "article", "job_posting", "faq", "recipe", "event", "ecommerce_homepage", "directory_listing"]] = OMIT,
        template: Optional[Union[str, p.InlineTemplate]] = OMIT,
        pdf_format: Optional[Literal["markdown", "text"]] = OMIT,
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
        viewport: Optional[p.BatchRequestViewport] = OMIT,
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
    ) -> m.BatchAccepted:
        """Scrape up to 1,000 URLs with one request.

        Each entry of `urls` becomes a job of its own. What stands beside `urls` holds for each entry that
        does not say otherwise; `advanced` and `cost_controls` are joined field by field. One bad entry
        refuses the whole batch, unless `on_invalid` is `skip`: `details.issues` names the faults and
        `details.bad_indexes` the entries. The balance must cover the first tier of every URL; nothing is
        held before an item is admitted, and an item that cannot be paid then fails with
        `INSUFFICIENT_BALANCE`. What stands beside `urls` is stored for each item, and may come to 16 MB
        that way.

        The entries may come as CSV instead, with `Content-Type: text/csv`, or as the part `file` of a
        `multipart/form-data`. The first line names the columns: `url`, and any field of an entry
        (`external_id`, `formats`, `max_tier`, `advanced.wait_for`); `metadata.sku` is a value of
        `metadata`. What stands beside `urls` is sent in the query (`?on_invalid=skip&formats=markdown`),
        or as JSON in the part `options`. Objects are JSON in their cell, lists JSON or words with commas.
        Faults are named by line and column, `details.bad_lines` has the lines. The CSV of a batch’s
        results may be sent again as it is.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        A key that a tool got by OAuth may call it.

        Takes an `Idempotency-Key`.

        `POST /batch`

        Args:
            urls: Addresses, or objects with `url` and any field of a scrape.
            webhook_url: Receives the end of each item, and of the batch; https.
            sync: Has no effect: a batch is never waited for.
            external_id: Your own id for this work, at most 255 characters. It need not be unique. Replies,
                events, webhooks and lists repeat it.
            metadata: A JSON object of your own, at most 4 KB. It is handed back wherever `external_id` is.
            mode: How the page is read: as HTML, rendered (js), as a PDF, or by OCR.
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
            advanced: How the page is fetched and read.
            cost_controls: Which tiers are tried, and what they may cost.
            force_refresh: Fetch the page anew even when a cached page would do.
            include_raw_html: Add `raw_html` to the reply.
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
            method: Method of the request to the target. With another one than GET a request that may have
                been sent is never sent again.
            body: Body of the request to the target, sent as it is: up to 1 MB, 10 MB from the spend tier
                `high_volume` on.
            content_type: Content type of `body`.
            cache: Answer from your cache when it has the page; that costs nothing.
            cache_ttl: How old a cached page may be, in seconds.
            location: Where the page is asked from.
            session_id: The login session that the page is fetched with; its domain must fit `url`. A UUID.
            evidence: Add to `metadata.evidence` where each extracted field comes from.
            max_response_bytes: A longer HTML or text body is cut at this length before it is read, and
                `content_truncated` says so. 0: no cut, up to 50 MB.
            extraction_profile: A ready-made extraction schema; `auto` takes the one that fits the page,
            and
                `metadata.extraction_profile` names it. An `extraction_schema` that is sent goes first.
            template: A template of yours by its name or id, or a standard one, named like an
                `extraction_profile`, or selectors that are stored nowhere: `{"fields": {"price":
                ".price"}}`.
                `filtered_content` holds what its selectors find, and `metadata.template` names it.
            pdf_format: With mode `pdf`: the format, where `formats` names none.
        """
        reply: m.BatchAccepted = await self._transport.call(o.CREATE_BATCH, request_options, body={"urls": urls, "webhook_url": webhook_url, "webhook_headers": webhook_headers, "sync": sync, "on_invalid": on_invalid, "concurrency": concurrency, "external_id": external_id, "metadata": metadata, "mode": mode, "formats": formats, "advanced": advanced, "cost_controls": cost_controls, "force_refresh": force_refresh, "include_raw_html": include_raw_html, "timeout": timeout, "extraction_schema": extraction_schema, "extraction_prompt": extraction_prompt, "extraction_model": extraction_model, "extraction_provider": extraction_provider, "method": method, "body": body, "content_type": content_type, "cache": cache, "cache_ttl": cache_ttl, "location": location, "session_id": session_id, "evidence": evidence, "max_response_bytes": max_response_bytes, "extraction_profile": extraction_profile, "template": template, "extract_rules": extract_rules, "pdf_format": pdf_format, "language": language, "render_js": render_js, "screenshot": screenshot, "generate_pdf": generate_pdf, "include_selectors": include_selectors, "exclude_selectors": exclude_selectors, "markdown": markdown, "wait_for": wait_for, "wait_for_selector": wait_for_selector, "wait_time": wait_time, "wait_until": wait_until, "wait_condition": wait_condition, "enable_scroll": enable_scroll, "viewport": viewport, "full_page": full_page, "follow_redirects": follow_redirects, "proxy_session": proxy_session, "user_agent": user_agent, "accept_language": accept_language, "prefer_markdown": prefer_markdown, "mobile": mobile, "block_resources": block_resources, "ocr_language": ocr_language, "use_proxy": use_proxy, "use_own_proxy": use_own_proxy, "proxy_country": proxy_country, "cookies": cookies, "headers": headers, "country": country, "max_credits": max_credits, "max_cost": max_cost, "max_tier": max_tier, "force_tier": force_tier, "tier": tier, "prefer_cost": prefer_cost, "prefer_speed": prefer_speed, "fail_fast": fail_fast, "time_budget": time_budget, "promote_schema_org": promote_schema_org, "filter_content": filter_content, "use_session": use_session, "asp": asp, "min_tier": min_tier, "viewport_width": viewport_width, "viewport_height": viewport_height}, file=file)
        return reply

    async def list(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        status: Optional[Literal["pending", "processing", "completed", "partially_failed", "failed", "cancelled"]] = OMIT,
        external_id: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.BatchList:
        """List your batches of the last 31 days, the newest first.

        Takes 1 rate-limit token.

        A key that a tool got by OAuth may call it.

        `GET /batches`

        Args:
            limit: Most entries of the reply.
            offset: Entries that are passed over: those of the pages before.
            status: Only batches of this status.
            external_id: Only what was sent with this `external_id`.
        """
        reply: m.BatchList = await self._transport.call(o.LIST_BATCHES, request_options, query={"limit": limit, "offset": offset, "status": status, "external_id": external_id})
        return reply

    def all(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        status: Optional[Literal["pending", "processing", "completed", "partially_failed", "failed", "cancelled"]] = OMIT,
        external_id: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> AsyncIterator[m.BatchListEntry]:
        """Every entry of `list`, page by page as they are asked for."""
        return self._every(o.LIST_BATCHES, request_options, query={"limit": limit, "offset": offset, "status": status, "external_id": external_id}, by="offset", entries="batches")

    async def get(
        self,
        batch_id: str,
        *,
        include_results: Optional[bool] = OMIT,
        include_items: Optional[bool] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Batch:
        """Read how far a batch is, and the state of each of its items.

        Once the batch has ended, items carry their results as well, in the order of the request, up to 4
        MB in all and none above 1 MB; `GET /batch/{batch_id}/results` and `GET /jobs/{job_id}` have the
        others. Results are kept for 24 hours, the rest for 31 days.

        Takes 1 rate-limit token.

        A key that a tool got by OAuth may call it.

        `GET /batch/{batch_id}`

        Args:
            include_results: Whether items carry their results, up to 4 MB in all and none above 1 MB.
                Default: once the batch has ended.
            include_items: Whether `items` are shown, or the list is empty; by default they are.
        """
        reply: m.Batch = await self._transport.call(o.GET_BATCH, request_options, path=[("batch_id", batch_id)], query={"include_results": include_results, "include_items": include_items})
        return reply

    async def cancel(
        self,
        batch_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Batch:
        """Cancel the items of a batch that no worker has begun with.

        Their holds are released; items at work end as usual and are charged. Deliveries to `webhook_url`
        that are still to come are cancelled. Cancelling a batch that has ended changes nothing.

        Takes 2 rate-limit tokens.

        A key that a tool got by OAuth may call it.

        `DELETE /batch/{batch_id}`
        """
        reply: m.Batch = await self._transport.call(o.CANCEL_BATCH, request_options, path=[("batch_id", batch_id)])
        return reply

    async def retry(
        self,
        batch_id: str,
        *,
        statuses: Optional[List[Literal["failed", "cancelled", "succeeded"]]] = OMIT,
        webhook_url: Optional[p.WebhookUrl] = OMIT,
        webhook_headers: Optional[p.WebhookHeaders] = OMIT,
        sync: Optional[Literal[False]] = OMIT,
        on_invalid: Optional[p.OnInvalid] = OMIT,
        concurrency: Optional[p.BatchConcurrency] = OMIT,
        external_id: Optional[str] = OMIT,
        metadata: Optional[Dict[str, Any]] = OMIT,
        mode: Optional[Literal["auto", "html", "js", "pdf", "ocr"]] = OMIT,
        formats: Optional[List[p.FormatName]] = OMIT,
        advanced: Optional[p.AdvancedOptions] = OMIT,
        cost_controls: Optional[p.CostControls] = OMIT,
        force_refresh: Optional[bool] = OMIT,
        include_raw_html: Optional[bool] = OMIT,
        timeout: Optional[int] = OMIT,
        extraction_schema: Optional[p.ExtractionSchema] = OMIT,
        extraction_prompt: Optional[str] = OMIT,
        extraction_model: Optional[p.LlmModel] = OMIT,
        extraction_provider: Optional[p.LlmProviderName] = OMIT,
        method: Optional[Literal["GET", "POST", "PUT", "PATCH", "DELETE"]] = OMIT,
        body: Optional[str] = OMIT,
        content_type: Optional[Literal["application/json", "application/x-www-form-urlencoded", "text/plain", "application/graphql"]] = OMIT,
        cache: Optional[bool] = OMIT,
        cache_ttl: Optional[int] = OMIT,
        location: Optional[p.BatchRetryLocation] = OMIT,
        session_id: Optional[str] = OMIT,
        evidence: Optional[bool] = OMIT,
        max_response_bytes: Optional[int] = OMIT,
        extraction_profile: Optional[Literal["auto", "product", "article", "job_posting", "faq", "recipe", "event", "ecommerce_homepage", "directory_listing"]] = OMIT,
        template: Optional[Union[str, p.InlineTemplate]] = OMIT,
        pdf_format: Optional[Literal["markdown", "text"]] = OMIT,
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
        viewport: Optional[p.BatchRetryViewport] = OMIT,
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
    ) -> m.BatchAccepted:
        """Scrape the items of a batch that have failed again, as a new batch.

        Once the batch has ended. The fields of the body replace those that the items were asked with, as
        of `POST /jobs/{job_id}/retry`. An item whose secrets ended with it is a bad entry, unless they are
        sent anew. It is accepted and charged as any batch; with an `Idempotency-Key` once.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        A key that a tool got by OAuth may call it.

        Takes an `Idempotency-Key`.

        `POST /batch/{batch_id}/retry`

        Args:
            statuses: Items of the batch that are scraped again. Default: ["failed"].
            webhook_url: Receives the end of each item, and of the new batch; https. Default: that of the
                batch.
            sync: Has no effect: a batch is never waited for.
            external_id: Your own id for this work, at most 255 characters. It need not be unique. Replies,
                events, webhooks and lists repeat it.
            metadata: A JSON object of your own, at most 4 KB. It is handed back wherever `external_id` is.
            mode: How the page is read: as HTML, rendered (js), as a PDF, or by OCR.
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
            advanced: How the page is fetched and read.
            cost_controls: Which tiers are tried, and what they may cost.
            force_refresh: Fetch the page anew even when a cached page would do.
            include_raw_html: Add `raw_html` to the reply.
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
            method: Method of the request to the target. With another one than GET a request that may have
                been sent is never sent again.
            body: Body of the request to the target, sent as it is: up to 1 MB, 10 MB from the spend tier
                `high_volume` on.
            content_type: Content type of `body`.
            cache: Answer from your cache when it has the page; that costs nothing.
            cache_ttl: How old a cached page may be, in seconds.
            location: Where the page is asked from.
            session_id: The login session that the page is fetched with; its domain must fit `url`. A UUID.
            evidence: Add to `metadata.evidence` where each extracted field comes from.
            max_response_bytes: A longer HTML or text body is cut at this length before it is read, and
                `content_truncated` says so. 0: no cut, up to 50 MB.
            extraction_profile: A ready-made extraction schema; `auto` takes the one that fits the page,
            and
                `metadata.extraction_profile` names it. An `extraction_schema` that is sent goes first.
            template: A template of yours by its name or id, or a standard one, named like an
                `extraction_profile`, or selectors that are stored nowhere: `{"fields": {"price":
                ".price"}}`.
                `filtered_content` holds what its selectors find, and `metadata.template` names it.
            pdf_format: With mode `pdf`: the format, where `formats` names none.
        """
        reply: m.BatchAccepted = await self._transport.call(o.RETRY_BATCH, request_options, path=[("batch_id", batch_id)], body={"statuses": statuses, "webhook_url": webhook_url, "webhook_headers": webhook_headers, "sync": sync, "on_invalid": on_invalid, "concurrency": concurrency, "external_id": external_id, "metadata": metadata, "mode": mode, "formats": formats, "advanced": advanced, "cost_controls": cost_controls, "force_refresh": force_refresh, "include_raw_html": include_raw_html, "timeout": timeout, "extraction_schema": extraction_schema, "extraction_prompt": extraction_prompt, "extraction_model": extraction_model, "extraction_provider": extraction_provider, "method": method, "body": body, "content_type": content_type, "cache": cache, "cache_ttl": cache_ttl, "location": location, "session_id": session_id, "evidence": evidence, "max_response_bytes": max_response_bytes, "extraction_profile": extraction_profile, "template": template, "extract_rules": extract_rules, "pdf_format": pdf_format, "language": language, "render_js": render_js, "screenshot": screenshot, "generate_pdf": generate_pdf, "include_selectors": include_selectors, "exclude_selectors": exclude_selectors, "markdown": markdown, "wait_for": wait_for, "wait_for_selector": wait_for_selector, "wait_time": wait_time, "wait_until": wait_until, "wait_condition": wait_condition, "enable_scroll": enable_scroll, "viewport": viewport, "full_page": full_page, "follow_redirects": follow_redirects, "proxy_session": proxy_session, "user_agent": user_agent, "accept_language": accept_language, "prefer_markdown": prefer_markdown, "mobile": mobile, "block_resources": block_resources, "ocr_language": ocr_language, "use_proxy": use_proxy, "use_own_proxy": use_own_proxy, "proxy_country": proxy_country, "cookies": cookies, "headers": headers, "country": country, "max_credits": max_credits, "max_cost": max_cost, "max_tier": max_tier, "force_tier": force_tier, "tier": tier, "prefer_cost": prefer_cost, "prefer_speed": prefer_speed, "fail_fast": fail_fast, "time_budget": time_budget, "promote_schema_org": promote_schema_org, "filter_content": filter_content, "use_session": use_session, "asp": asp, "min_tier": min_tier, "viewport_width": viewport_width, "viewport_height": viewport_height})
        return reply

    @overload
    async def list_results(
        self,
        batch_id: str,
        *,
        format: Literal["jsonl", "csv"],
        status: Optional[Literal["pending", "running", "succeeded", "failed", "cancelled"]] = OMIT,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> httpx.Response: ...

    @overload
    async def list_results(
        self,
        batch_id: str,
        *,
        format: Optional[Literal["json"]] = OMIT,
        status: Optional[Literal["pending", "running", "succeeded", "failed", "cancelled"]] = OMIT,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.BatchResults: ...

    async def list_results(
        self,
        batch_id: str,
        *,
        format: Optional[Literal["json", "jsonl", "csv"]] = OMIT,
        status: Optional[Literal["pending", "running", "succeeded", "failed", "cancelled"]] = OMIT,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> Union[m.BatchResults, httpx.Response]:
        """Read the jobs of a batch with their results, page by page or as JSON lines.

        In the order of the request. With `Accept: application/x-ndjson` or `format=jsonl` each line is a
        job, and all of them come. Jobs that have not ended come without a result. With `status` the list,
        `limit` and `offset` are of items of that status.

        Takes 1 rate-limit token.

        A key that a tool got by OAuth may call it.

        `GET /batch/{batch_id}/results`

        Args:
            format: `jsonl`: one job a line, as for `Accept: application/x-ndjson`. `csv`: one item a line
                without its content, as for `Accept: text/csv`.
            status: Only items of this status.
            limit: Most entries of the reply. Default: 20; all of them as JSON lines.
            offset: Entries that are passed over: those of the pages before.
        """
        reply: Union[m.BatchResults, httpx.Response] = await self._transport.call(o.GET_BATCH_RESULTS, request_options, path=[("batch_id", batch_id)], query={"format": format, "status": status, "limit": limit, "offset": offset})
        return reply

    def stream(
        self,
        batch_id: str,
        *,
        last_event_id: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> AsyncIterator[StreamEvent[Union[m.BatchProgressEvent, m.BatchCompleteEvent]]]:
        """Follow a batch by server-sent events.

        `progress` comes after every item that has ended, `complete` last; then the stream ends. The `id`
        of an event is its place in the batch's log. A client that comes back with `Last-Event-ID` gets
        every event after that one; without it the stream begins at the start of the log, also after the
        batch has ended. 204: there is nothing after that id. 400: this stream never gave that id.
        Cancelled items are counted in `complete` alone.

        A comment line comes every 15 seconds. A stream takes no slot; an account may have 1,000 open at
        each server (429 `CONCURRENCY_LIMITED`). It ends within seconds when its key is revoked, and after
        30 seconds in which the client takes nothing. Over HTTP/1.1 browsers open six connections to a
        host; HTTP/2 has no such bound.

        A browser's `EventSource` sends no headers: it gives the key as `?api_key=`, and
        `?organization_id=` in place of `X-Organization-Id`. The service does not log such a key; proxies
        in front of it may.

        Takes 1 rate-limit token.

        A key that a tool got by OAuth may call it.

        `GET /batch/{batch_id}/stream`

        Args:
            last_event_id: For clients that cannot send `Last-Event-ID`, which goes first.
        """
        return self._follow(o.STREAM_BATCH, request_options, path=[("batch_id", batch_id)], query={"last_event_id": last_event_id}, events={"progress": m.BatchProgressEvent, "complete": m.BatchCompleteEvent})

    async def analytics(
        self,
        *,
        days: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.BatchAnalytics:
        """Sum up the batches of the last days.

        Of batches that were created in the last `days` days, today included, in UTC, by the day of their
        creation. Unfinished batches count, those of test keys do not.

        Takes 1 rate-limit token.

        A key that a tool got by OAuth may call it.

        `GET /batches/analytics`

        Args:
            days: How many days are summed up, today included, in UTC.
        """
        reply: m.BatchAnalytics = await self._transport.call(o.GET_BATCH_ANALYTICS, request_options, query={"days": days})
        return reply

    async def webhook_log(
        self,
        batch_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.WebhookLog:
        """Read every attempt to deliver events to a batch's `webhook_url`.

        Takes 1 rate-limit token.

        A key that a tool got by OAuth may call it.

        `GET /batch/{batch_id}/webhook-log`
        """
        reply: m.WebhookLog = await self._transport.call(o.GET_WEBHOOK_LOG, request_options, path=[("batch_id", batch_id)])
        return reply

    async def retry_webhook(
        self,
        batch_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.WebhookLog:
        """Deliver again what a batch's `webhook_url` has not received.

        Once the batch has ended: what was not delivered is sent again, three times at most, and the log
        begins anew. 400 while deliveries are `pending`, when all were `delivered`, and without a
        `webhook_url`.

        Takes 2 rate-limit tokens.

        A key that a tool got by OAuth may call it.

        `POST /batch/{batch_id}/webhook-retry`
        """
        reply: m.WebhookLog = await self._transport.call(o.RETRY_WEBHOOK, request_options, path=[("batch_id", batch_id)])
        return reply

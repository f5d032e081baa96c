# Written by `npm run docs` from the asynchronous client. Do not edit.
"""Calls of `jobs`."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, Iterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._sync.group import Group
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions


class JobsApi(Group):
    def create(
        self,
        url: p.HttpUrl,
        *,
        mode: Optional[Literal["auto", "html", "js", "pdf", "ocr"]] = OMIT,
        sync: Optional[bool] = OMIT,
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
        location: Optional[p.ScrapeRequestLocation] = OMIT,
        session_id: Optional[str] = OMIT,
        evidence: Optional[bool] = OMIT,
        max_response_bytes: Optional[int] = OMIT,
        webhook_url: Optional[p.WebhookUrl] = OMIT,
        external_id: Optional[str] = OMIT,
        metadata: Optional[Dict[str, Any]] = OMIT,
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
        viewport: Optional[p.ScrapeRequestViewport] = OMIT,
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
    ) -> Union[m.ScrapeResult, m.JobAccepted]:
        """Fetch one page and return it in the asked formats.

        The cheapest tier is tried first. A tier that is blocked, runs out of time or gets a page that is
        empty without JavaScript hands over to the next one. Only the attempt that delivered is charged;
        `billing` lists all of them. With `sync: false`, or when the wait is over before the page is there,
        the answer is 202 with a `job_id`.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        A key that a tool got by OAuth may call it.

        Takes an `Idempotency-Key`.

        `POST /scrape`

        Args:
            url: The page. It may hold a login for HTTP Basic, `https://user:password@example.com/`
                (percent-encode `@`, `/` and `:` in it): the login is sent to that scheme, host and port
                only,
                and shown as `***`.
            mode: How the page is read: as HTML, rendered (js), as a PDF, or by OCR. Default: "auto".
            sync: Wait for the page. `false` answers 202 with a `job_id` at once. Default: true.
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
            method: Method of the request to the target. With another one than GET a request that may have
                been sent is never sent again. Default: "GET".
            body: Body of the request to the target, sent as it is: up to 1 MB, 10 MB from the spend tier
                `high_volume` on.
            content_type: Content type of `body`.
            cache: Answer from your cache when it has the page; that costs nothing. Default: false.
            cache_ttl: How old a cached page may be, in seconds. Default: 3600.
            location: Where the page is asked from.
            session_id: The login session that the page is fetched with; its domain must fit `url`. A UUID.
            evidence: Add to `metadata.evidence` where each extracted field comes from.
            max_response_bytes: A longer HTML or text body is cut at this length before it is read, and
                `content_truncated` says so. 0: no cut, up to 50 MB.
            webhook_url: Receives the end of the job as a signed POST, whether the request waits for it or
                not; https.
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
        """
        reply: Union[m.ScrapeResult, m.JobAccepted] = self._transport.call(o.POST_SCRAPE, request_options, body={"url": url, "mode": mode, "sync": sync, "formats": formats, "advanced": advanced, "cost_controls": cost_controls, "force_refresh": force_refresh, "include_raw_html": include_raw_html, "timeout": timeout, "extraction_schema": extraction_schema, "extraction_prompt": extraction_prompt, "extraction_model": extraction_model, "extraction_provider": extraction_provider, "method": method, "body": body, "content_type": content_type, "cache": cache, "cache_ttl": cache_ttl, "location": location, "session_id": session_id, "evidence": evidence, "max_response_bytes": max_response_bytes, "webhook_url": webhook_url, "external_id": external_id, "metadata": metadata, "extraction_profile": extraction_profile, "template": template, "extract_rules": extract_rules, "pdf_format": pdf_format, "language": language, "render_js": render_js, "screenshot": screenshot, "generate_pdf": generate_pdf, "include_selectors": include_selectors, "exclude_selectors": exclude_selectors, "markdown": markdown, "wait_for": wait_for, "wait_for_selector": wait_for_selector, "wait_time": wait_time, "wait_until": wait_until, "wait_condition": wait_condition, "enable_scroll": enable_scroll, "viewport": viewport, "full_page": full_page, "follow_redirects": follow_redirects, "proxy_session": proxy_session, "user_agent": user_agent, "accept_language": accept_language, "prefer_markdown": prefer_markdown, "mobile": mobile, "block_resources": block_resources, "ocr_language": ocr_language, "use_proxy": use_proxy, "use_own_proxy": use_own_proxy, "proxy_country": proxy_country, "cookies": cookies, "headers": headers, "country": country, "max_credits": max_credits, "max_cost": max_cost, "max_tier": max_tier, "force_tier": force_tier, "tier": tier, "prefer_cost": prefer_cost, "prefer_speed": prefer_speed, "fail_fast": fail_fast, "time_budget": time_budget, "promote_schema_org": promote_schema_org, "filter_content": filter_content, "use_session": use_session, "asp": asp, "min_tier": min_tier, "viewport_width": viewport_width, "viewport_height": viewport_height})
        return reply

    def list(
        self,
        *,
        status: Optional[Literal["pending", "running", "completed", "failed"]] = OMIT,
        domain: Optional[str] = OMIT,
        tier: Optional[Literal["1", "2", "3", "4", "5", "3.5"]] = OMIT,
        key_id: Optional[str] = OMIT,
        batch_id: Optional[str] = OMIT,
        crawl_id: Optional[str] = OMIT,
        url: Optional[str] = OMIT,
        created_after: Optional[str] = OMIT,
        created_before: Optional[str] = OMIT,
        external_id: Optional[str] = OMIT,
        limit: Optional[int] = OMIT,
        cursor: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.JobList:
        """List your jobs of the last 31 days, the newest first.

        Scrapes, items of batches and pages of crawls, by any of the filters together. `next_cursor` goes
        on from where a page ended, whatever has been added meanwhile.

        Takes 1 rate-limit token.

        A key that a tool got by OAuth may call it.

        `GET /jobs`

        Args:
            status: Only jobs of this status.
            domain: Only pages of this host, as it stands in their addresses; an address there will do.
            tier: Only jobs that this tier has ended with, or works on.
            key_id: Only jobs of this key of yours. A UUID.
            batch_id: Only items of this batch.
            crawl_id: Only pages of this crawl. A UUID.
            url: Only jobs whose address holds this text, in either case.
            created_after: A day in UTC, or a time; included.
            created_before: A day in UTC, or a time; not included.
            external_id: Only what was sent with this `external_id`.
            limit: Most entries of the reply.
            cursor: `next_cursor` of the reply before. A UUID.
        """
        reply: m.JobList = self._transport.call(o.LIST_JOBS, request_options, query={"status": status, "domain": domain, "tier": tier, "key_id": key_id, "batch_id": batch_id, "crawl_id": crawl_id, "url": url, "created_after": created_after, "created_before": created_before, "external_id": external_id, "limit": limit, "cursor": cursor})
        return reply

    def all(
        self,
        *,
        status: Optional[Literal["pending", "running", "completed", "failed"]] = OMIT,
        domain: Optional[str] = OMIT,
        tier: Optional[Literal["1", "2", "3", "4", "5", "3.5"]] = OMIT,
        key_id: Optional[str] = OMIT,
        batch_id: Optional[str] = OMIT,
        crawl_id: Optional[str] = OMIT,
        url: Optional[str] = OMIT,
        created_after: Optional[str] = OMIT,
        created_before: Optional[str] = OMIT,
        external_id: Optional[str] = OMIT,
        limit: Optional[int] = OMIT,
        cursor: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> Iterator[m.JobListEntry]:
        """Every entry of `list`, page by page as they are asked for."""
        return self._every(o.LIST_JOBS, request_options, query={"status": status, "domain": domain, "tier": tier, "key_id": key_id, "batch_id": batch_id, "crawl_id": crawl_id, "url": url, "created_after": created_after, "created_before": created_before, "external_id": external_id, "limit": limit, "cursor": cursor}, by="cursor", entries="jobs")

    def get(
        self,
        job_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Job:
        """Read a job and, once it is completed, its result.

        Results are kept for 24 hours. Items of batches and pages of crawls are jobs as well.

        Takes 1 rate-limit token.

        A key that a tool got by OAuth may call it.

        `GET /jobs/{job_id}`
        """
        reply: m.Job = self._transport.call(o.GET_JOB, request_options, path=[("job_id", job_id)])
        return reply

    def request(
        self,
        job_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.AskedJob:
        """Read what a job was asked with.

        Its request as `POST /scrape` takes it, to ask for the same once more, or to look why it came to
        what it did. What a request kept secret is never shown.

        Takes 1 rate-limit token.

        A key that a tool got by OAuth may call it.

        `GET /jobs/{job_id}/request`
        """
        reply: m.AskedJob = self._transport.call(o.GET_JOB_REQUEST, request_options, path=[("job_id", job_id)])
        return reply

    def cancel(
        self,
        job_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Job:
        """Cancel a job that has not ended.

        It ends as `failed` with `CANCELLED`, nothing is charged, and a worker that is at it stops. A job
        that has ended stays as it is. Items of batches and crawls are cancelled with these: 409.

        Takes 2 rate-limit tokens.

        A key that a tool got by OAuth may call it.

        `DELETE /jobs/{job_id}`
        """
        reply: m.Job = self._transport.call(o.CANCEL_JOB, request_options, path=[("job_id", job_id)])
        return reply

    def retry(
        self,
        job_id: str,
        *,
        url: Optional[p.HttpUrl] = OMIT,
        sync: Optional[bool] = OMIT,
        webhook_url: Optional[p.WebhookUrl] = OMIT,
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
        location: Optional[p.JobChangesLocation] = OMIT,
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
        viewport: Optional[p.JobChangesViewport] = OMIT,
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
    ) -> Union[m.ScrapeResult, m.JobAccepted]:
        """Scrape again what a job was asked for, with changes.

        A new job of the same request, in which the fields of the body replace those of before; `advanced`
        and `cost_controls` are joined field by field. It is answered and charged as `POST /scrape` is.
        What a request kept secret (a body, cookies, headers, actions, a login in the address) ended with
        its job, and has to be sent anew.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        A key that a tool got by OAuth may call it.

        Takes an `Idempotency-Key`.

        `POST /jobs/{job_id}/retry`

        Args:
            url: Another page. Default: that of the job.
            sync: Whether the page is waited for; default: as the job was.
            webhook_url: Receives the end of the new job; https.
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
        reply: Union[m.ScrapeResult, m.JobAccepted] = self._transport.call(o.RETRY_JOB, request_options, path=[("job_id", job_id)], body={"url": url, "sync": sync, "webhook_url": webhook_url, "external_id": external_id, "metadata": metadata, "mode": mode, "formats": formats, "advanced": advanced, "cost_controls": cost_controls, "force_refresh": force_refresh, "include_raw_html": include_raw_html, "timeout": timeout, "extraction_schema": extraction_schema, "extraction_prompt": extraction_prompt, "extraction_model": extraction_model, "extraction_provider": extraction_provider, "method": method, "body": body, "content_type": content_type, "cache": cache, "cache_ttl": cache_ttl, "location": location, "session_id": session_id, "evidence": evidence, "max_response_bytes": max_response_bytes, "extraction_profile": extraction_profile, "template": template, "extract_rules": extract_rules, "pdf_format": pdf_format, "language": language, "render_js": render_js, "screenshot": screenshot, "generate_pdf": generate_pdf, "include_selectors": include_selectors, "exclude_selectors": exclude_selectors, "markdown": markdown, "wait_for": wait_for, "wait_for_selector": wait_for_selector, "wait_time": wait_time, "wait_until": wait_until, "wait_condition": wait_condition, "enable_scroll": enable_scroll, "viewport": viewport, "full_page": full_page, "follow_redirects": follow_redirects, "proxy_session": proxy_session, "user_agent": user_agent, "accept_language": accept_language, "prefer_markdown": prefer_markdown, "mobile": mobile, "block_resources": block_resources, "ocr_language": ocr_language, "use_proxy": use_proxy, "use_own_proxy": use_own_proxy, "proxy_country": proxy_country, "cookies": cookies, "headers": headers, "country": country, "max_credits": max_credits, "max_cost": max_cost, "max_tier": max_tier, "force_tier": force_tier, "tier": tier, "prefer_cost": prefer_cost, "prefer_speed": prefer_speed, "fail_fast": fail_fast, "time_budget": time_budget, "promote_schema_org": promote_schema_org, "filter_content": filter_content, "use_session": use_session, "asp": asp, "min_tier": min_tier, "viewport_width": viewport_width, "viewport_height": viewport_height})
        return reply

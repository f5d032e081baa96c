# Written by `npm run docs` from the asynchronous client. Do not edit.
"""Calls of `extracts`."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, Iterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._sync.group import Group
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions


class ExtractsApi(Group):
    def create(
        self,
        *,
        content: Optional[str] = OMIT,
        url: Optional[p.HttpUrl] = OMIT,
        job_id: Optional[str] = OMIT,
        batch_id: Optional[str] = OMIT,
        crawl_id: Optional[str] = OMIT,
        monitor_id: Optional[str] = OMIT,
        from_: Optional[Union[str, DateTime]] = OMIT,
        to: Optional[Union[str, DateTime]] = OMIT,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        content_type: Optional[Literal["html", "text", "markdown", "pdf"]] = OMIT,
        source_url: Optional[p.HttpUrl] = OMIT,
        extraction_schema: Optional[p.ExtractionSchema] = OMIT,
        extraction_profile: Optional[Literal["auto", "product", "article", "job_posting", "faq", "recipe", "event", "ecommerce_homepage", "directory_listing"]] = OMIT,
        template: Optional[Union[str, p.InlineTemplate]] = OMIT,
        extraction_prompt: Optional[str] = OMIT,
        extraction_model: Optional[p.LlmModel] = OMIT,
        extraction_provider: Optional[p.LlmProviderName] = OMIT,
        formats: Optional[List[Literal["markdown", "text", "html", "json", "json_v2", "rag", "links", "images", "tables", "content", "raw", "bytes"]]] = OMIT,
        evidence: Optional[bool] = OMIT,
        cache: Optional[Literal["auto", "skip", "only"]] = OMIT,
        cache_ttl: Optional[int] = OMIT,
        timeout: Optional[int] = OMIT,
        advanced: Optional[p.AdvancedOptions] = OMIT,
        cost_controls: Optional[p.CostControls] = OMIT,
        mode: Optional[Literal["auto", "html", "js", "pdf", "ocr"]] = OMIT,
        location: Optional[p.ExtractRequestLocation] = OMIT,
        session_id: Optional[str] = OMIT,
        extraction_template: Optional[Literal["auto", "product", "article", "job_posting", "faq", "recipe", "event", "ecommerce_homepage", "directory_listing"]] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> Union[m.GetExtractReply200, m.GetExtractReply202]:
        """Extract fields from a page that you send, or that is fetched.

        With `extraction_schema`, `extraction_profile` or neither, no model is asked. `extraction_prompt`
        is answered by a model of yours, through a key of `/llm-keys`. For a `url` the price of the scrape
        is added; nothing is charged for what fails. When no model answers, the extraction fails with
        `EXTRACTION_FAILED`. One that takes longer than its wait is answered 202 and goes on as a job. What
        is sent is sealed while it is at work, and deleted when it has ended.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        A key that a tool got by OAuth may call it.

        Takes an `Idempotency-Key`.

        `POST /extract`

        Args:
            content: The page itself, up to 5 MB: HTML, text, Markdown, or a PDF as base64. Send either
            this
                or `url`.
            url: A page that is fetched as by `POST /scrape`; the price of its tier and options is added.
            job_id: A page that is in your archive (`PUT /archive`): it is read anew, and not fetched. A
                UUID.
            batch_id: All archived pages of a batch. They are read as a batch of their own: the answer is
                202.
            crawl_id: All archived pages of a crawl, likewise. A UUID.
            monitor_id: The versions of a page that a monitor has kept: the answer is what each says, over
                time. With `url` where it watches several pages. A UUID.
            from_: With monitor_id: no version from before. ISO 8601.
            to: With monitor_id: no version from after. ISO 8601.
            limit: With batch_id, crawl_id or monitor_id: how many pages or versions are read. Default:
                1000.
            offset: With batch_id, crawl_id or monitor_id: how many are passed over. Default: 0.
            content_type: What content is; html by default, and pdf where it begins as the base64 of one.
            source_url: Where `content` is from: links are resolved against it. It is never fetched.
            extraction_schema: A JSON Schema, or names and types such as `{"title": "string", "products":
                [{"name": "string"}]}`; at most 64 KB. `filtered_content` holds what the data of the page
                says
                for its properties, converted to their types.
            extraction_profile: A ready-made schema; `extraction_schema` goes first. Without either: what
                the page is about, as one object.
            template: Name or id of a template of yours (`/templates`), or one that is stored nowhere:
                `{"fields": {"price": ".price"}}`; in place of a schema.
            extraction_prompt: What a language model is to extract, in plain words. It is asked through a
                key of your own (`POST /llm-keys`), and answers in the form of `extraction_schema` where
                there
                is one: `extraction_result`.
            extraction_model: The provider’s id of a model, in place of the one that is stored with the
            key.
            extraction_provider: Which of your keys at providers is used. Default: the one that was used
                last.
            formats: Formats of the reply. Default: ["json"].
            evidence: Add the passage of the page, or the source, that each field was taken from. Default:
                false.
            cache: `auto`: the same extraction again is answered from your cache, free of charge; `only`:
                from the cache or 404; `skip`: never from the cache. Default: "auto".
            cache_ttl: How old a cached extraction may be, in seconds. Default: 3600.
            timeout: Seconds for everything, waiting included. Default: 110.
            advanced: How the page is fetched and read.
            cost_controls: Which tiers are tried, and what they may cost.
            mode: How the page is read: as HTML, rendered (js), as a PDF, or by OCR. Default: "auto".
            location: Where the page is asked from.
            session_id: The login session that the page is fetched with; its domain must fit `url`. A UUID.
        """
        reply: Union[m.GetExtractReply200, m.GetExtractReply202] = self._transport.call(o.POST_EXTRACT, request_options, body={"content": content, "url": url, "job_id": job_id, "batch_id": batch_id, "crawl_id": crawl_id, "monitor_id": monitor_id, "from": from_, "to": to, "limit": limit, "offset": offset, "content_type": content_type, "source_url": source_url, "extraction_schema": extraction_schema, "extraction_profile": extraction_profile, "extraction_template": extraction_template, "template": template, "extraction_prompt": extraction_prompt, "extraction_model": extraction_model, "extraction_provider": extraction_provider, "formats": formats, "evidence": evidence, "cache": cache, "cache_ttl": cache_ttl, "timeout": timeout, "advanced": advanced, "cost_controls": cost_controls, "mode": mode, "location": location, "session_id": session_id})
        return reply

    def get(
        self,
        extract_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> Union[m.GetExtractReply200, m.GetExtractReply202]:
        """Read an extraction again, or what the versions of a monitored page say so far.

        Of one page: what `POST /extract` answers when it is over, errors too, and 202 until then. By the
        id of a job of an extraction, as long as its result is kept.

        Takes 1 rate-limit token.

        A key that a tool got by OAuth may call it.

        `GET /extract/{extract_id}`
        """
        reply: Union[m.GetExtractReply200, m.GetExtractReply202] = self._transport.call(o.GET_EXTRACT, request_options, path=[("extract_id", extract_id)])
        return reply

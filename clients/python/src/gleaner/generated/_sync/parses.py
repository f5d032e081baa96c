# Written by `npm run docs` from the asynchronous client. Do not edit.
"""Calls of `parses`."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, Iterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._sync.group import Group
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions


class ParsesApi(Group):
    def create(
        self,
        content: Optional[str] = OMIT,
        *,
        file: Optional[File] = OMIT,
        encoding: Optional[Literal["text", "base64"]] = OMIT,
        content_type: Optional[str] = OMIT,
        filename: Optional[str] = OMIT,
        source_url: Optional[p.HttpUrl] = OMIT,
        mode: Optional[Literal["auto", "pdf", "ocr"]] = OMIT,
        formats: Optional[List[Literal["markdown", "text", "html", "json", "json_v2", "rag", "links", "images", "tables", "content", "raw", "bytes", "summary"]]] = OMIT,
        advanced: Optional[p.ParseRequestAdvanced] = OMIT,
        extraction_schema: Optional[p.ExtractionSchema] = OMIT,
        extraction_profile: Optional[Literal["auto", "product", "article", "job_posting", "faq", "recipe", "event", "ecommerce_homepage", "directory_listing"]] = OMIT,
        template: Optional[Union[str, p.InlineTemplate]] = OMIT,
        extraction_prompt: Optional[str] = OMIT,
        extraction_model: Optional[p.LlmModel] = OMIT,
        extraction_provider: Optional[p.LlmProviderName] = OMIT,
        evidence: Optional[bool] = OMIT,
        include_raw_html: Optional[bool] = OMIT,
        sync: Optional[bool] = OMIT,
        timeout: Optional[int] = OMIT,
        webhook_url: Optional[p.WebhookUrl] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> Union[m.ScrapeResult, m.JobAccepted]:
        """Read a file or page that you send: HTML, PDF, Office documents, images, data.

        Send JSON with `content`; or the file as `multipart/form-data`, in the part `file` beside a part
        `options` that holds the other fields as JSON; or the file itself with its `Content-Type`, and
        `formats` (names with commas between them), `source_url`, `filename` and `mode` in the query. A
        JSON file is sent in one of the first two ways. Nothing is fetched. The reply is that of a scrape,
        as are its job and its webhook. What is sent is sealed while it is at work, and deleted when it has
        ended.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        A key that a tool got by OAuth may call it.

        Takes an `Idempotency-Key`.

        `POST /parse`

        Args:
            content: The page or file, up to 10 MB; of an upload it is the file itself.
            encoding: How `content` is written: HTML or another text as it is, files as base64. Default:
                "text".
            content_type: What it is, as a server would declare it. Default: HTML for a text; else its
            bytes
                and its name say it.
            filename: Tells the type of a file whose bytes do not.
            source_url: Where it is from: links are resolved against it. It is never fetched.
            mode: `ocr` reads the text of an image. Default: "auto".
            formats: As of a scrape.
            advanced: How it is read, as of a scrape. Default: {}.
            extraction_schema: A JSON Schema, or names and types such as `{"title": "string", "products":
                [{"name": "string"}]}`; at most 64 KB. `filtered_content` holds what the data of the page
                says
                for its properties, converted to their types.
            extraction_profile: A ready-made extraction schema; `auto` takes the one that fits the page,
            and
                `metadata.extraction_profile` names it. An `extraction_schema` that is sent goes first.
            template: A template of yours by its name or id, or a standard one, named like an
                `extraction_profile`, or selectors that are stored nowhere: `{"fields": {"price":
                ".price"}}`.
                `filtered_content` holds what its selectors find, and `metadata.template` names it.
            extraction_prompt: What a language model is to extract, in plain words. It is asked through a
                key of your own (`POST /llm-keys`), and answers in the form of `extraction_schema` where
                there
                is one: `extraction_result`.
            extraction_model: The provider’s id of a model, in place of the one that is stored with the
            key.
            extraction_provider: Which of your keys at providers is used. Default: the one that was used
                last.
            evidence: Add to `metadata.evidence` where each extracted field comes from.
            include_raw_html: Add `raw_html` to the reply. Default: false.
            sync: Wait for it. `false` answers 202 with a `job_id` at once. Default: true.
            timeout: Seconds for everything, waiting included. Default: 90, with `sync: false` 300.
            webhook_url: Receives the end of the job as a signed POST, whether the request waits for it or
                not; https.
        """
        reply: Union[m.ScrapeResult, m.JobAccepted] = self._transport.call(o.POST_PARSE, request_options, body={"content": content, "encoding": encoding, "content_type": content_type, "filename": filename, "source_url": source_url, "mode": mode, "formats": formats, "advanced": advanced, "extraction_schema": extraction_schema, "extraction_profile": extraction_profile, "template": template, "extraction_prompt": extraction_prompt, "extraction_model": extraction_model, "extraction_provider": extraction_provider, "evidence": evidence, "include_raw_html": include_raw_html, "sync": sync, "timeout": timeout, "webhook_url": webhook_url}, file=file)
        return reply

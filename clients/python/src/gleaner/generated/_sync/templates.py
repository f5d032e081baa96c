# Written by `npm run docs` from the asynchronous client. Do not edit.
"""Calls of `templates`."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, Iterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._sync.group import Group
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions


class TemplatesApi(Group):
    def create(
        self,
        name: str,
        *,
        description: Optional[str] = OMIT,
        fields: Optional[p.TemplateFields] = OMIT,
        list: Optional[p.TemplateCreateList] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Template:
        """Store selectors under a name, to be used as template in scrapes and batches.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        In an organization: for admins and the owner.

        Takes an `Idempotency-Key`.

        `POST /templates`

        Args:
            name: What you call it: one line of at most 100 characters.
            description: Up to 1,000 characters, for you.
            fields: Fields of the page.
            list: What the page repeats, such as the products of a list: one object for each.
        """
        reply: m.Template = self._transport.call(o.CREATE_TEMPLATE, request_options, body={"name": name, "description": description, "fields": fields, "list": list})
        return reply

    def list(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Templates:
        """List the account's templates.

        Takes 1 rate-limit token.

        A key that a tool got by OAuth may call it.

        `GET /templates`

        Args:
            limit: Most entries of the reply.
            offset: Entries that are passed over: those of the pages before.
        """
        reply: m.Templates = self._transport.call(o.LIST_TEMPLATES, request_options, query={"limit": limit, "offset": offset})
        return reply

    def all(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> Iterator[m.Template]:
        """Every entry of `list`, page by page as they are asked for."""
        return self._every(o.LIST_TEMPLATES, request_options, query={"limit": limit, "offset": offset}, by="offset", entries="templates")

    def get(
        self,
        template_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Template:
        """Read one of your templates.

        Takes 1 rate-limit token.

        A key that a tool got by OAuth may call it.

        `GET /templates/{template_id}`
        """
        reply: m.Template = self._transport.call(o.GET_TEMPLATE, request_options, path=[("template_id", template_id)])
        return reply

    def update(
        self,
        template_id: str,
        *,
        name: Optional[str] = OMIT,
        description: Optional[str] = OMIT,
        fields: Optional[p.TemplateFields] = OMIT,
        list: Optional[p.TemplateUpdateList] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Template:
        """Change the named fields of a template. Jobs that were accepted before keep what it was.

        Takes 2 rate-limit tokens.

        In an organization: for admins and the owner.

        `PATCH /templates/{template_id}`

        Args:
            name: What you call it: one line of at most 100 characters.
            description: Up to 1,000 characters, for you; null: none.
            fields: Fields of the page; with them, or `list`, both are replaced.
            list: What the page repeats, such as the products of a list: one object for each.
        """
        reply: m.Template = self._transport.call(o.UPDATE_TEMPLATE, request_options, path=[("template_id", template_id)], body={"name": name, "description": description, "fields": fields, "list": list})
        return reply

    def delete(
        self,
        template_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a template. Jobs that were accepted before keep it.

        Takes 2 rate-limit tokens.

        In an organization: for admins and the owner.

        `DELETE /templates/{template_id}`
        """
        self._transport.call(o.DELETE_TEMPLATE, request_options, path=[("template_id", template_id)])

    def test(
        self,
        template_id: str,
        *,
        content: Optional[str] = OMIT,
        url: Optional[p.HttpUrl] = OMIT,
        source_url: Optional[p.HttpUrl] = OMIT,
        mode: Optional[Literal["auto", "html", "js", "pdf", "ocr"]] = OMIT,
        timeout: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> Union[m.TemplateTestResult, m.ExtractAccepted]:
        """Try a template on a page that you send, or that is fetched: what each of its selectors finds.

        Charged as POST /extract without a prompt; nothing for what fails. Nothing is taken from the cache.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        Takes an `Idempotency-Key`.

        `POST /templates/{template_id}/test`

        Args:
            content: The page itself, up to 5 MB: HTML, text, Markdown, or a PDF as base64. Send either
            this
                or `url`.
            url: A page that is fetched as by `POST /scrape`; the price of its tier and options is added.
            source_url: Where `content` is from: links are resolved against it. It is never fetched.
            mode: How the page is read: as HTML, rendered (js), as a PDF, or by OCR. Default: "auto".
            timeout: Seconds for everything, waiting included. Default: 90, with `sync: false` 300.
        """
        reply: Union[m.TemplateTestResult, m.ExtractAccepted] = self._transport.call(o.TEST_TEMPLATE, request_options, path=[("template_id", template_id)], body={"content": content, "url": url, "source_url": source_url, "mode": mode, "timeout": timeout})
        return reply

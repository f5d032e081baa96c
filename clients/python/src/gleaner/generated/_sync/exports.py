# Written by `npm run docs` from the asynchronous client. Do not edit.
"""Calls of `exports`."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, Iterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._sync.group import Group
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions


class ExportsApi(Group):
    def of_batch(
        self,
        batch_id: str,
        destination_id: str,
        format: Literal["jsonl", "csv", "parquet", "warc", "wacz", "files"],
        *,
        compression: Optional[Literal["none", "gzip", "snappy"]] = OMIT,
        fields: Optional[List[Literal["job_id", "url", "final_url", "status", "status_code", "title", "author", "published_at", "scraped_at", "tier", "credits", "markdown", "text", "html", "json", "json_v2", "rag", "links", "images", "tables", "content", "raw", "bytes", "change_tracking", "summary", "data", "metadata", "headers", "screenshot_url", "pdf_url", "document_url", "document_file", "result_url", "error", "error_code"]]] = OMIT,
        partition_by: Optional[Literal["date"]] = OMIT,
        include_failed: Optional[bool] = OMIT,
        include_files: Optional[bool] = OMIT,
        page_files: Optional[List[Literal["md", "html", "json"]]] = OMIT,
        escape_formulas: Optional[bool] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ExportRun:
        """Write the pages of a batch to one of your export destinations.

        What has ended can be exported for as long as its results are kept (24 hours), which costs nothing.
        `GET /exports/runs/{export_id}` shows how far it is. Interrupted work goes on where it stopped; an
        object appears once it is whole, holds each page once, and takes the place of an earlier export of
        the same in the same form.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        Takes an `Idempotency-Key`.

        `POST /batch/{batch_id}/export`

        Args:
            destination_id: One of `GET /exports`. A UUID.
            format: `files`: a file a page, or more. A webhook takes `jsonl` alone.
            compression: How objects are compressed; archives always are. Default: `snappy` for Parquet,
                else `none`.
            fields: Of `jsonl`, `csv` and `parquet`: the columns, in this order. Default: all.
            partition_by: An object for each day (UTC) of the scrapes, below `date=2026-11-24/`.
            include_failed: Of `jsonl`, `csv` and `parquet`: also pages that failed, with their errors.
                Default: false.
            include_files: Also the screenshots and PDFs of the pages, and pages that are files themselves
                (PDF, office document, picture; column `document_file`), below `files/`; not to a webhook.
                Default: false.
            page_files: Of `files`: which ones of each page. Default: `md`.
            escape_formulas: Of `csv`: whether cells that a spreadsheet would run as a formula (they begin
                with = + - @, a tab or a line end) get a leading apostrophe. Default: true.
        """
        reply: m.ExportRun = self._transport.call(o.EXPORT_BATCH, request_options, path=[("batch_id", batch_id)], body={"destination_id": destination_id, "format": format, "compression": compression, "fields": fields, "partition_by": partition_by, "include_failed": include_failed, "include_files": include_files, "page_files": page_files, "escape_formulas": escape_formulas})
        return reply

    def of_crawl(
        self,
        crawl_id: str,
        destination_id: str,
        format: Literal["jsonl", "csv", "parquet", "warc", "wacz", "files"],
        *,
        compression: Optional[Literal["none", "gzip", "snappy"]] = OMIT,
        fields: Optional[List[Literal["job_id", "url", "final_url", "status", "status_code", "title", "author", "published_at", "scraped_at", "tier", "credits", "markdown", "text", "html", "json", "json_v2", "rag", "links", "images", "tables", "content", "raw", "bytes", "change_tracking", "summary", "data", "metadata", "headers", "screenshot_url", "pdf_url", "document_url", "document_file", "result_url", "error", "error_code"]]] = OMIT,
        partition_by: Optional[Literal["date"]] = OMIT,
        include_failed: Optional[bool] = OMIT,
        include_files: Optional[bool] = OMIT,
        page_files: Optional[List[Literal["md", "html", "json"]]] = OMIT,
        escape_formulas: Optional[bool] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ExportRun:
        """Write the pages of a crawl to one of your export destinations.

        What has ended can be exported for as long as its results are kept (24 hours), which costs nothing.
        `GET /exports/runs/{export_id}` shows how far it is. Interrupted work goes on where it stopped; an
        object appears once it is whole, holds each page once, and takes the place of an earlier export of
        the same in the same form. A `wacz` opens in ReplayWeb.page; scrape with the format `raw` or `html`
        for it.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        Takes an `Idempotency-Key`.

        `POST /crawl/{crawl_id}/export`

        Args:
            destination_id: One of `GET /exports`. A UUID.
            format: `files`: a file a page, or more. A webhook takes `jsonl` alone.
            compression: How objects are compressed; archives always are. Default: `snappy` for Parquet,
                else `none`.
            fields: Of `jsonl`, `csv` and `parquet`: the columns, in this order. Default: all.
            partition_by: An object for each day (UTC) of the scrapes, below `date=2026-11-24/`.
            include_failed: Of `jsonl`, `csv` and `parquet`: also pages that failed, with their errors.
                Default: false.
            include_files: Also the screenshots and PDFs of the pages, and pages that are files themselves
                (PDF, office document, picture; column `document_file`), below `files/`; not to a webhook.
                Default: false.
            page_files: Of `files`: which ones of each page. Default: `md`.
            escape_formulas: Of `csv`: whether cells that a spreadsheet would run as a formula (they begin
                with = + - @, a tab or a line end) get a leading apostrophe. Default: true.
        """
        reply: m.ExportRun = self._transport.call(o.EXPORT_CRAWL, request_options, path=[("crawl_id", crawl_id)], body={"destination_id": destination_id, "format": format, "compression": compression, "fields": fields, "partition_by": partition_by, "include_failed": include_failed, "include_files": include_files, "page_files": page_files, "escape_formulas": escape_formulas})
        return reply

    def list(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ExportRunList:
        """List your exports of the last 31 days, the newest first.

        Takes 1 rate-limit token.

        `GET /exports/runs`

        Args:
            limit: Most entries of the reply.
            offset: Entries that are passed over: those of the pages before.
        """
        reply: m.ExportRunList = self._transport.call(o.LIST_EXPORTS, request_options, query={"limit": limit, "offset": offset})
        return reply

    def all(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> Iterator[m.ExportRun]:
        """Every entry of `list`, page by page as they are asked for."""
        return self._every(o.LIST_EXPORTS, request_options, query={"limit": limit, "offset": offset}, by="offset", entries="exports")

    def get(
        self,
        export_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ExportRun:
        """Read how far an export is.

        Takes 1 rate-limit token.

        `GET /exports/runs/{export_id}`
        """
        reply: m.ExportRun = self._transport.call(o.GET_EXPORT, request_options, path=[("export_id", export_id)])
        return reply

    def cancel(
        self,
        export_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ExportRun:
        """Cancel an export. Objects that are whole stay; what is begun is removed.

        One that has ended stays as it is.

        Takes 2 rate-limit tokens.

        `DELETE /exports/runs/{export_id}`
        """
        reply: m.ExportRun = self._transport.call(o.CANCEL_EXPORT, request_options, path=[("export_id", export_id)])
        return reply

# Written by `npm run docs` from the asynchronous client. Do not edit.
"""Calls of `llm_keys`."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, Iterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._sync.group import Group
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions


class LlmKeysApi(Group):
    def create(
        self,
        name: str,
        provider: p.LlmProviderName,
        *,
        api_key: Optional[str] = OMIT,
        base_url: Optional[p.HttpUrl] = OMIT,
        model: Optional[p.LlmModel] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.LlmKey:
        """Store a key of your own at a provider of language models, which extraction_prompt is answered with.

        The key is sent to its `base_url` only.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        In an organization: for admins and the owner.

        Takes an `Idempotency-Key`.

        `POST /llm-keys`

        Args:
            name: What you call it: one line of at most 100 characters.
            api_key: The provider’s key. Write-only: replies show its last four characters.
            base_url: Where the provider answers, such as https://llm.example.com/v1. Required with custom.
            model: Used unless a request names another by extraction_model.
        """
        reply: m.LlmKey = self._transport.call(o.CREATE_LLM_KEY, request_options, body={"name": name, "provider": provider, "api_key": api_key, "base_url": base_url, "model": model})
        return reply

    def list(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.LlmKeyList:
        """List your keys at providers of language models.

        Takes 1 rate-limit token.

        A key that a tool got by OAuth may call it.

        `GET /llm-keys`

        Args:
            limit: Most entries of the reply.
            offset: Entries that are passed over: those of the pages before.
        """
        reply: m.LlmKeyList = self._transport.call(o.LIST_LLM_KEYS, request_options, query={"limit": limit, "offset": offset})
        return reply

    def all(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> Iterator[m.LlmKey]:
        """Every entry of `list`, page by page as they are asked for."""
        return self._every(o.LIST_LLM_KEYS, request_options, query={"limit": limit, "offset": offset}, by="offset", entries="llm_keys")

    def get(
        self,
        llm_key_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.LlmKey:
        """Read one of your keys; the key itself is not shown.

        Takes 1 rate-limit token.

        A key that a tool got by OAuth may call it.

        `GET /llm-keys/{llm_key_id}`
        """
        reply: m.LlmKey = self._transport.call(o.GET_LLM_KEY, request_options, path=[("llm_key_id", llm_key_id)])
        return reply

    def update(
        self,
        llm_key_id: str,
        *,
        name: Optional[str] = OMIT,
        api_key: Optional[str] = OMIT,
        base_url: Optional[p.HttpUrl] = OMIT,
        model: Optional[p.LlmModel] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.LlmKey:
        """Change the named fields of a key.

        Takes 2 rate-limit tokens.

        In an organization: for admins and the owner.

        `PATCH /llm-keys/{llm_key_id}`

        Args:
            name: What you call it: one line of at most 100 characters.
            api_key: The provider’s key. Write-only: replies show its last four characters.
            base_url: A new address needs the `api_key` beside it.
            model: Used unless a request names another; null: none.
        """
        reply: m.LlmKey = self._transport.call(o.UPDATE_LLM_KEY, request_options, path=[("llm_key_id", llm_key_id)], body={"name": name, "api_key": api_key, "base_url": base_url, "model": model})
        return reply

    def delete(
        self,
        llm_key_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a key of yours at a provider.

        Takes 2 rate-limit tokens.

        In an organization: for admins and the owner.

        `DELETE /llm-keys/{llm_key_id}`
        """
        self._transport.call(o.DELETE_LLM_KEY, request_options, path=[("llm_key_id", llm_key_id)])

    def test(
        self,
        llm_key_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.LlmKeyTestResult:
        """Ask the provider for a few words and tell how it went.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        `POST /llm-keys/{llm_key_id}/test`
        """
        reply: m.LlmKeyTestResult = self._transport.call(o.TEST_LLM_KEY, request_options, path=[("llm_key_id", llm_key_id)])
        return reply

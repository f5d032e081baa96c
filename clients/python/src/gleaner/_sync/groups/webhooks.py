# Written by `npm run docs` from the asynchronous client. Do not edit.
"""Webhooks, and whether what one brought is genuine."""

from __future__ import annotations

from typing import Mapping, Sequence, Union

from gleaner.generated._sync.webhooks import WebhooksApi
from gleaner.model import Model
from gleaner.webhooks import TOLERANCE, verify_webhook


class Webhooks(WebhooksApi):
    def verify(
        self,
        body: Union[bytes, str],
        headers: Mapping[str, str],
        secret: Union[str, Sequence[str]],
        *,
        tolerance: float = TOLERANCE,
    ) -> Model:
        """The event that a webhook brought, when it is genuine; else a `WebhookError`. `body` is as it came, not parsed."""
        return verify_webhook(body, headers, secret, tolerance=tolerance)

"""Webhooks, and whether what one brought is genuine."""

from __future__ import annotations

from typing import Mapping, Sequence, Union

from gleaner.generated._async.webhooks import AsyncWebhooksApi
from gleaner.model import Model
from gleaner.webhooks import TOLERANCE, verify_webhook


class AsyncWebhooks(AsyncWebhooksApi):
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

"""Verifies what webhooks receive, by the rules of Standard Webhooks."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from typing import Any, Mapping, Union

from .errors import WebhookVerificationError
from .generated.models import WEBHOOK_EVENTS
from .model import Model, read_as

#: Seconds that a webhook may be old, or ahead of this machine's clock.
TOLERANCE = 300.0
_PREFIX = "whsec_"


def verify_webhook(
    body: Union[bytes, str],
    headers: Mapping[str, str],
    secret: str,
    *,
    tolerance: float = TOLERANCE,
) -> Model:
    """The event that a webhook brings, after its signature was checked; else `WebhookVerificationError`.

    Args:
        body: As it came, not parsed and written again.
        headers: Of the request; names in any case.
        secret: `whsec_…`, of `webhooks.secret()`. While a secret is rotated, either verifies.
        tolerance: Seconds that the request may be old.
    """
    raw = body.encode("utf-8") if isinstance(body, str) else bytes(body)
    named = {name.lower(): value for name, value in headers.items()}
    identity, sent_at, signatures = (
        named.get(name, "") for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
    )
    if not (identity and sent_at and signatures):
        raise WebhookVerificationError("The headers webhook-id, webhook-timestamp and webhook-signature are needed.")
    _check_time(sent_at, tolerance)
    expected = hmac.new(_key_of(secret), b".".join([identity.encode(), sent_at.encode(), raw]), hashlib.sha256)
    wanted = b"v1," + base64.b64encode(expected.digest())
    if not any(hmac.compare_digest(one.encode(), wanted) for one in signatures.split()):
        raise WebhookVerificationError("No signature is that of the secret.")
    return read_event(raw)


def read_event(body: Union[bytes, str]) -> Model:
    """The event that a webhook's body tells; one that this version does not know is a `Model` with its fields."""
    value: Any = json.loads(body)
    known = WEBHOOK_EVENTS.get(value.get("event", "")) if isinstance(value, dict) else None
    event: Model = read_as(known or Model, value)
    return event


def _check_time(sent_at: str, tolerance: float) -> None:
    try:
        age = time.time() - float(sent_at)
    except ValueError:
        raise WebhookVerificationError("webhook-timestamp is no number.") from None
    # Written so that what is no number fails.
    if not abs(age) <= tolerance:
        raise WebhookVerificationError(f"The webhook was sent {age:.0f} seconds ago; {tolerance:.0f} are allowed.")


def _key_of(secret: str) -> bytes:
    try:
        return base64.b64decode(secret[len(_PREFIX) :] if secret.startswith(_PREFIX) else secret, validate=True)
    except ValueError:
        raise WebhookVerificationError("The secret has to be whsec_ and base64.") from None

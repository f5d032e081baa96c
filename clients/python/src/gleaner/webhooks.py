"""Verifies what webhooks receive, by the rules of Standard Webhooks."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from typing import Any, Mapping, Sequence, Union

from .errors import WebhookError
from .generated.models import WEBHOOK_EVENTS
from .model import Model, read_as

#: Seconds that a webhook may be old, or ahead of this machine's clock.
TOLERANCE = 300.0
_PREFIX = "whsec_"


def verify_webhook(
    body: Union[bytes, str],
    headers: Mapping[str, str],
    secret: Union[str, Sequence[str]],
    *,
    tolerance: float = TOLERANCE,
) -> Model:
    """The event that a webhook brings, after its signature was checked; else `WebhookError`.

    Args:
        body: As it came, not parsed and written again.
        headers: Of the request; names in any case.
        secret: `whsec_…`, of `webhooks.secret()`; of several, any of them.
        tolerance: Seconds that the request may be old.
    """
    raw = body.encode("utf-8") if isinstance(body, str) else bytes(body)
    named = {name.lower(): value for name, value in headers.items()}
    identity, sent_at, signatures = (
        named.get(name, "") for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
    )
    if not (identity and sent_at and signatures):
        raise WebhookError("The headers webhook-id, webhook-timestamp and webhook-signature are needed.")
    _check_time(sent_at, tolerance)
    signed = b".".join([identity.encode(), sent_at.encode(), raw])
    wanted = [_signature_of(signed, one) for one in ([secret] if isinstance(secret, str) else secret)]
    if not any(hmac.compare_digest(one.encode(), each) for one in signatures.split() for each in wanted):
        raise WebhookError("No signature is that of the secret.")
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
        raise WebhookError("webhook-timestamp is no number.") from None
    # Written so that what is no number fails.
    if not abs(age) <= tolerance:
        raise WebhookError(f"The webhook was sent {age:.0f} seconds ago; {tolerance:.0f} are allowed.")


def _signature_of(signed: bytes, secret: str) -> bytes:
    return b"v1," + base64.b64encode(hmac.new(_key_of(secret), signed, hashlib.sha256).digest())


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret[len(_PREFIX) :] if secret.startswith(_PREFIX) else secret, validate=True)
    except ValueError:
        key = b""
    # Anybody can sign with an empty one.
    if not key:
        raise WebhookError("The secret has to be whsec_ and base64.")
    return key

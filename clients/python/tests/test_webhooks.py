"""Webhooks are verified by the rules of Standard Webhooks."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from typing import Any

import pytest

import gleaner
from gleaner import WebhookError, models, read_event, verify_webhook

SECRET = "whsec_" + base64.b64encode(b"0" * 32).decode()
BODY = json.dumps({"event": "webhook.test", "webhook_id": "1", "message": "hi", "created_at": "2026-01-01T00:00:00Z"}).encode()


def signed(body: bytes = BODY, secret: str = SECRET, at: Any = None, identity: str = "msg_1") -> Any:
    sent_at = str(int(time.time()) if at is None else at)
    key = base64.b64decode(secret[len("whsec_") :])
    made = hmac.new(key, f"{identity}.{sent_at}.".encode() + body, hashlib.sha256).digest()
    return {
        "Webhook-Id": identity,
        "webhook-timestamp": sent_at,
        "WEBHOOK-SIGNATURE": "v1,AAAA v1," + base64.b64encode(made).decode(),
    }


def test_what_is_signed_is_read() -> None:
    event = verify_webhook(BODY, signed(), SECRET)
    assert isinstance(event, models.WEBHOOK_EVENTS["webhook.test"])
    assert verify_webhook(BODY.decode(), signed(), ["whsec_AAAA", SECRET]) == event
    with gleaner.Gleaner("sk_test_1") as client:
        assert client.webhooks.verify(BODY, signed(), SECRET) == event


def test_an_event_that_is_not_known_is_read_as_it_is() -> None:
    event: Any = read_event(b'{"event": "moon.risen", "phase": 3}')
    assert (event.event, event.phase) == ("moon.risen", 3)


@pytest.mark.parametrize(
    "body, headers, secret",
    [
        (BODY + b" ", signed(), SECRET),
        (BODY, signed(secret="whsec_" + base64.b64encode(b"1" * 32).decode()), SECRET),
        (BODY, signed(at=int(time.time()) - 3600), SECRET),
        (BODY, signed(at=int(time.time()) + 3600), SECRET),
        (BODY, signed(at="nan"), SECRET),
        (BODY, signed(at="soon"), SECRET),
        (BODY, {**signed(), "Webhook-Id": "msg_2"}, SECRET),
        (BODY, {**signed(), "WEBHOOK-SIGNATURE": ""}, SECRET),
        (BODY, {**signed(), "WEBHOOK-SIGNATURE": "v1,\u00e9"}, SECRET),
        (BODY, {}, SECRET),
        (BODY, signed(), "whsec_!"),
        (BODY, signed(), []),
        (BODY, signed(secret="whsec_"), "whsec_"),
        (BODY, signed(secret="whsec_"), ""),
    ],
)
def test_whatever_else_is_refused(body: bytes, headers: Any, secret: Any) -> None:
    with pytest.raises(WebhookError):
        verify_webhook(body, headers, secret)

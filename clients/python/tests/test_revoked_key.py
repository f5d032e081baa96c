"""A key that is revoked while its work is followed."""

from __future__ import annotations

import threading
import time
import uuid
from typing import Any

import pytest

import gleaner

FOLLOW = {
    "wait": lambda client, batch_id: client.batches.wait(batch_id),
    "results": lambda client, batch_id: list(client.batches.results(batch_id)),
    "stream": lambda client, batch_id: list(client.batches.stream(batch_id)),
    "events": lambda client, batch_id: list(client.events()),
}


@pytest.mark.parametrize("how", FOLLOW)
def test_whoever_follows_is_told_and_the_work_goes_on(connect: Any, service: Any, person: Any, how: str) -> None:
    made = person.keys.create(name=f"Of a test {uuid.uuid4()}")
    client = connect(made.key, base_url=service.url)
    batch = client.batches.create([f"{service.site}/article", f"{service.site}/slow?ms=25000"])
    revoking = threading.Thread(target=revoke_in_the_middle, args=(person, made.id, batch.batch_id))
    revoking.start()
    with pytest.raises(gleaner.AuthenticationError, match="was revoked"):
        FOLLOW[how](client, batch.batch_id)
    revoking.join()
    assert person.batches.get(batch.batch_id).completed_at is None
    person.batches.cancel(batch.batch_id)


def revoke_in_the_middle(person: Any, key_id: str, batch_id: str) -> None:
    while person.batches.get(batch_id).completed < 1:
        time.sleep(0.1)
    person.keys.delete(key_id)

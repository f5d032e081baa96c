"""The client against a service."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

import gleaner
from conftest import take


def test_a_page_is_scraped_and_its_job_is_among_those_that_are_listed(client: Any, service: Any) -> None:
    page = client.scrape(f"{service.site}/article", formats=["markdown", "json"])
    assert page.status_code == 200 and page.content.markdown.startswith("# What a bridge keeper")
    assert page.content.json_["@type"]
    assert page.billing.total_credits == 1
    assert page.job_id in [job.id for job in client.jobs.list(limit=5).jobs]


def test_a_page_that_takes_longer_than_its_reply_is_waited_for(client: Any, service: Any) -> None:
    reply = client.jobs.create(f"{service.site}/article", sync=False)
    assert isinstance(reply, gleaner.models.JobAccepted)
    job = client.jobs.wait(reply.job_id)
    assert (job.status, job.result.status_code) == ("completed", 200)


def test_a_job_that_failed_raises_what_the_scrape_would_have_raised(client: Any) -> None:
    reply = client.jobs.create("http://no.such.host.invalid/", sync=False)
    with pytest.raises(gleaner.ScrapeError) as of_job:
        client.jobs.wait(reply.job_id)
    with pytest.raises(gleaner.ScrapeError) as of_scrape:
        client.scrape("http://no.such.host.invalid/")
    for error in (of_job.value, of_scrape.value):
        assert (error.code, error.status) == ("ALL_TIERS_FAILED", 422)
        assert error.billing.escalations and error.remedy
    assert of_job.value.job_id == reply.job_id


def test_a_wrong_field_is_named_with_its_remedy(client: Any) -> None:
    with pytest.raises(gleaner.InvalidRequestError) as raised:
        client.scrape("https://example.com/", formats=["mark"])
    assert raised.value.field == "formats.0"
    assert "markdown" in raised.value.issues[0].message and raised.value.request_id


def test_a_wrong_key_and_a_wrong_id_differ(client: Any, service: Any) -> None:
    with pytest.raises(gleaner.NotFoundError):
        client.jobs.get("019a9f40-1d2c-7e5f-8a90-5b6c7d8e9f00")
    with pytest.raises(gleaner.AuthenticationError):
        gleaner.Gleaner("sk_live_0000", base_url=service.url).jobs.list()


def test_what_creates_is_made_once_under_one_key(client: Any, service: Any) -> None:
    options: Any = {"idempotency_key": f"test-{uuid.uuid4()}"}
    first = client.batches.create([f"{service.site}/article"], request_options=options)
    again = client.batches.create([f"{service.site}/article"], request_options=options)
    assert first.batch_id == again.batch_id
    with pytest.raises(gleaner.InvalidRequestError) as raised:
        client.batches.create([f"{service.site}/"], request_options=options)
    assert raised.value.code == "IDEMPOTENCY_CONFLICT"


def test_lists_are_read_page_by_page(client: Any, service: Any) -> None:
    made = {client.schedules.create(name=f"{at}", cron="0 3 * * *", urls=[service.site]).id for at in range(3)}
    assert made <= {one.id for one in client.schedules.all(limit=1)}
    for one in made:
        assert client.schedules.delete(one) is None
    jobs = [client.jobs.create(f"{service.site}/article?{at}", sync=False).job_id for at in range(3)]
    assert set(jobs) <= {job.id for job in client.jobs.all(limit=2)}


def test_other_formats_are_handed_out_as_they_are(client: Any, service: Any) -> None:
    batch = client.batches.create([f"{service.site}/article"])
    client.batches.wait(batch.batch_id)
    assert client.batches.list_results(batch.batch_id, format="csv").text.startswith("job_id,url")
    assert client.batches.list_results(batch.batch_id).results[0].status == "completed"
    assert client.proxies.certificate().content.startswith(b"-----BEGIN CERTIFICATE")
    assert client.pages.get(f"{service.site}/article").text.startswith("# What")


def test_null_says_something_where_the_api_says_so(client: Any, service: Any) -> None:
    schedule = client.schedules.create(name="null", cron="0 3 * * *", urls=[service.site], session_id=None)
    assert client.schedules.update(schedule.id, name="other").name == "other"
    client.schedules.delete(schedule.id)


def test_waiting_ends_with_its_time_and_says_for_what(client: Any, service: Any) -> None:
    batch = client.batches.create([f"{service.site}/article?{at}" for at in range(20)])
    with pytest.raises(TimeoutError, match=batch.batch_id):
        client.batches.wait(batch.batch_id, timeout=0.01)
    assert client.batches.wait(batch.batch_id).completed == 20


def test_the_feed_tells_what_ended_after_its_cursor(client: Any, service: Any) -> None:
    begin = take(1, client.feed, "stream")[0].data.cursor
    job_id = client.jobs.create(f"{service.site}/article", sync=False).job_id
    client.jobs.wait(job_id)
    (told,) = take(1, client, "events", cursor=begin, kinds=["job"], results=True)
    assert isinstance(told, gleaner.models.FeedJobEvent)
    assert (told.job_id, told.status, told.result["status_code"]) == (job_id, "completed", 200)


def test_a_batch_may_come_as_a_csv(client: Any, service: Any) -> None:
    csv = f"url,external_id\n{service.site}/article,one\n{service.site}/product,two\n".encode()
    batch = client.batches.create(file=("pages.csv", csv), formats=["markdown"])
    jobs = list(client.batches.results(batch.batch_id))
    assert [job.external_id for job in jobs] == ["one", "two"] and jobs[0].result.content.markdown

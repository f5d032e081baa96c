"""What a newcomer does on the first day, as the README says it: each at the first try."""

from __future__ import annotations

import os
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any, List, Tuple

import pydantic

import gleaner
from gleaner import verify_webhook

WORDS = "The bridge opens at six in the morning and closes at ten in the evening".split()


class Lantern(pydantic.BaseModel):
    name: str
    price: float


def test_1_read_a_page_as_markdown(client: Any, service: Any) -> None:
    page = client.scrape(f"{service.site}/article", formats=["markdown"])
    assert page.title == "What a bridge keeper writes down" and "## How a log is kept" in page.content.markdown


def test_2_get_typed_data_of_a_page(client: Any, service: Any) -> None:
    lantern = client.scrape(f"{service.site}/product", schema=Lantern).data
    assert (lantern.name, lantern.price) == ("Storm lantern No. 4, brass", 89.5)


def test_3_take_a_picture_of_a_page_and_save_it(client: Any, service: Any, tmp_path: Any) -> None:
    page = client.scrape(service.site, advanced={"render_js": True, "screenshot": True})
    (tmp_path / "page.png").write_bytes(client.files.download(page.screenshot_url).content)
    assert (tmp_path / "page.png").read_bytes().startswith(b"\x89PNG")


def test_4_scrape_a_list_of_pages(client: Any, service: Any) -> None:
    jobs = list(client.batch([f"{service.site}/article", f"{service.site}/product"], formats=["markdown"]))
    assert [job.result.status_code for job in jobs] == [200, 200]


def test_5_crawl_a_site_and_keep_what_it_says(client: Any, service: Any) -> None:
    texts = {page.url: page.result.content.text for page in client.crawl(service.site, max_pages=3, formats=["text"])}
    assert len(texts) == 3 and all(texts.values())


def test_6_ask_what_it_would_cost_and_what_was_spent(client: Any, service: Any) -> None:
    assert client.estimate(f"{service.site}/article").estimated_credits >= 1
    assert client.billing.balance().balance_credits > 0
    assert client.usage.get().requests.total > 0


def test_7_read_a_file_of_ones_own(client: Any) -> None:
    assert client.parse(_pdf(), formats=["text"]).content.text.split() == WORDS


def test_8_begin_now_and_fetch_the_result_later(client: Any, service: Any) -> None:
    job_id = client.jobs.create(f"{service.site}/article", sync=False, external_id="mine").job_id
    assert client.jobs.wait(job_id).external_id == "mine"


def test_9_receive_a_webhook_and_trust_it(client: Any, service: Any) -> None:
    received: List[Tuple[bytes, Any]] = []

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            received.append((self.rfile.read(int(self.headers["Content-Length"])), dict(self.headers)))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    port = int(os.environ["GLEANER_TEST_RECEIVER"])
    with HTTPServer(("127.0.0.1", port), Receiver) as server:
        server.timeout = 60
        waiting = threading.Thread(target=server.handle_request)
        waiting.start()
        client.jobs.create(f"{service.site}/article", sync=False, webhook_url=f"http://127.0.0.1:{port}/")
        waiting.join()
    body, headers = received[0]
    event: Any = verify_webhook(body, headers, client.webhooks.secret().secret)
    assert isinstance(event, gleaner.models.JobCompletedWebhook) and event.result.status_code == 200


def test_10_understand_what_went_wrong(client: Any) -> None:
    try:
        client.scrape("https://example.com/", advanced={"screenshot": True})
    except gleaner.InvalidRequestError as error:
        assert error.field and "render_js" in str(error)
    try:
        client.scrape("http://no.such.host.invalid/")
    except gleaner.ScrapeError as error:
        assert "no address" in str(error) and error.billing and error.billing.total_credits == 0


def _pdf() -> bytes:
    """A small PDF."""
    text = b"BT /F1 12 Tf 20 50 Td (%s) Tj ET" % " ".join(WORDS).encode()
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 100]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(text), text),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    made = b"%PDF-1.4\n"
    places = []
    for at, one in enumerate(objects, 1):
        places.append(len(made))
        made += b"%d 0 obj%s endobj\n" % (at, one)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return made + b"xref\n0 6\n0000000000 65535 f \n%strailer<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (
        table,
        len(made),
    )

"""What is called on the client itself."""

from __future__ import annotations

from typing import Any, List, Optional

import pydantic
import pytest

import gleaner


class Product(pydantic.BaseModel):
    name: str
    price: float
    brand: Optional[str] = None


class Wrong(pydantic.BaseModel):
    name: str
    weight_of_the_moon: int


def test_a_model_gives_typed_data(client: Any, service: Any) -> None:
    scraped = client.scrape(f"{service.site}/product", schema=Product)
    assert isinstance(scraped.data, Product) and scraped.data.price == 89.5
    assert scraped.status_code == scraped.result.status_code == 200
    assert client.scrape(f"{service.site}/product", schema={"name": "string"}).data["name"] == scraped.data.name


def test_data_that_does_not_fit_says_where_and_keeps_the_page(client: Any, service: Any) -> None:
    with pytest.raises(gleaner.SchemaError) as raised:
        client.scrape(f"{service.site}/product", schema=Wrong)
    assert raised.value.field == "weight_of_the_moon" and raised.value.result.billing.total_credits == 1


def test_fields_are_extracted_from_what_is_given_and_from_what_is_fetched(client: Any, service: Any) -> None:
    text = "<h1>Desk lamp</h1><p>Price: 12.50 euros</p>"
    given = client.extract(content=text, schema={"name": "string", "price": "number"})
    assert given.data["price"] == 12.5 and given.credits_used > 0
    fetched = client.extract(url=f"{service.site}/product", schema=Product)
    assert fetched.data.price == 89.5


def test_an_extraction_is_read_again_as_it_was_answered(client: Any, service: Any) -> None:
    reply = client.extracts.create(url=f"{service.site}/product", extraction_schema={"name": "string"})
    assert client.extracts.get(reply.extract_id).to_dict() == reply.to_dict()


def test_a_text_and_a_file_are_parsed(client: Any, service: Any) -> None:
    assert client.parse("<h1>Hi</h1><p>you</p>", formats=["text"]).content.text.split() == ["Hi", "you"]
    page = client.parse(("a.html", b"<h1>Hi</h1><p>you</p>"), schema={"title": "string"})
    assert page.data == {"title": "Hi"}


def test_a_site_is_mapped_and_searched(client: Any, service: Any) -> None:
    assert f"{service.site}/article" in [one.url for one in client.map(service.site).urls]
    client.scrape(f"{service.site}/article")
    found = client.search("bridge keeper", scrape_results=True, formats=["markdown"])
    assert found.status == "completed" and found.results


def test_many_pages_come_in_the_order_of_their_addresses(client: Any, service: Any) -> None:
    progress: List[gleaner.Progress] = []
    urls = [f"{service.site}/article?{at}" for at in range(5)] + [f"{service.site}/product"]
    options: Any = {"on_progress": progress.append}
    jobs = list(client.batch(urls, formats=["text"], request_options=options))
    assert [job.url for job in jobs] == urls
    assert all(job.result.content.text for job in jobs)
    assert progress[-1].completed == 6 and progress[-1].pending == 0


def test_a_crawl_gives_its_pages(client: Any, service: Any) -> None:
    pages = list(client.crawl(service.site, max_pages=4, formats=["markdown"]))
    assert len(pages) == 4 and all(page.result.content.markdown for page in pages)

"""Loaders of frameworks: with the framework where it is installed, else with a word about what is missing."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any

import anyio
import pytest

import gleaner
from gleaner.integrations.texts import reading


@pytest.mark.parametrize(
    "module, needs", [("langchain", "langchain_core"), ("llama_index", "llama_index")]
)
def test_a_framework_that_is_missing_is_named_with_what_brings_it(module: str, needs: str) -> None:
    if importlib.util.find_spec(needs):
        importlib.import_module(f"gleaner.integrations.{module}")
        return
    with pytest.raises(ImportError, match=r"pip install 'gleaner\["):
        importlib.import_module(f"gleaner.integrations.{module}")


def test_pages_are_texts_with_what_is_known_of_them(service: Any) -> None:
    client = {"api_key": service.key, "base_url": service.url}
    pages = reading([f"{service.site}/article", f"{service.site}/product"], "scrape", False, {}, client)
    article, product = pages.texts()
    assert article.text.startswith("# What a bridge keeper")
    assert article.metadata["source"] == f"{service.site}/article" and article.metadata["credits"] == 1
    assert product.metadata["title"]

    async def read() -> Any:
        return [text async for text in pages.atexts()]

    assert [text.text for text in anyio.run(read)] == [article.text, product.text]


def test_a_site_is_read_page_by_page(service: Any) -> None:
    client = {"api_key": service.key, "base_url": service.url}
    texts = list(reading(service.site, "crawl", False, {"max_pages": 3}, client).texts())
    assert len(texts) == 3 and all(text.text for text in texts)


def test_a_page_that_failed_raises_or_is_left_out(service: Any) -> None:
    client = {"api_key": service.key, "base_url": service.url}
    urls = ["http://no.such.host.invalid/", f"{service.site}/article"]
    with pytest.raises(gleaner.ScrapeError):
        list(reading(urls, "scrape", False, {}, client).texts())
    assert len(list(reading(urls, "scrape", True, {}, client).texts())) == 1


def test_langchain_is_given_its_documents(service: Any) -> None:
    if not importlib.util.find_spec("langchain_core"):
        return
    from gleaner.integrations.langchain import GleanerLoader

    loader = GleanerLoader(f"{service.site}/article", api_key=service.key, base_url=service.url)
    (document,) = loader.load()
    assert document.page_content.startswith("# What") and document.metadata["source"] == f"{service.site}/article"
    assert [one.page_content for one in anyio.run(loader.aload)] == [document.page_content]

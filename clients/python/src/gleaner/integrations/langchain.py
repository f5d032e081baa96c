"""A document loader for LangChain.

>>> from gleaner.integrations.langchain import GleanerLoader
>>> documents = GleanerLoader(["https://example.com/"]).load()
"""

from __future__ import annotations

from typing import Any, AsyncIterator, Iterator, Optional, Sequence, Union

from .texts import Mode, Text, reading

try:
    from langchain_core.document_loaders import BaseLoader
    from langchain_core.documents import Document
except ImportError as error:
    raise ImportError(
        "gleaner.integrations.langchain needs langchain-core: pip install 'gleaner[langchain]'"
    ) from error


class GleanerLoader(BaseLoader):
    """Pages, or with `mode="crawl"` the sites that they begin, as documents in Markdown."""

    def __init__(
        self,
        urls: Union[str, Sequence[str]],
        *,
        mode: Mode = "scrape",
        continue_on_failure: bool = False,
        api_key: Optional[str] = None,
        base_url: Optional[str] = None,
        **fields: Any,
    ) -> None:
        """
        Args:
            continue_on_failure: Leaves out pages that failed in place of raising their error.
            fields: Of `Gleaner.batch` or `Gleaner.crawl`, such as `max_pages`, `cost_controls`, `session_id`.
        """
        client = {"api_key": api_key, "base_url": base_url, "user_agent": "langchain"}
        self._reading = reading(urls, mode, continue_on_failure, fields, client)

    def lazy_load(self) -> Iterator[Document]:
        for text in self._reading.texts():
            yield _document(text)

    async def alazy_load(self) -> AsyncIterator[Document]:
        async for text in self._reading.atexts():
            yield _document(text)


def _document(text: Text) -> Document:
    return Document(page_content=text.text, metadata=text.metadata)

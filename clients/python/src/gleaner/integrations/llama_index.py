"""A reader for LlamaIndex.

>>> from gleaner.integrations.llama_index import GleanerReader
>>> documents = GleanerReader().load_data(["https://example.com/"])
"""

from __future__ import annotations

from typing import Any, Iterable, List, Optional, Sequence, Union

from .texts import Mode, reading

try:
    from llama_index.core.readers.base import BaseReader
    from llama_index.core.schema import Document
except ImportError as error:
    raise ImportError(
        "gleaner.integrations.llama_index needs llama-index-core: pip install 'gleaner[llamaindex]'"
    ) from error


class GleanerReader(BaseReader):
    """Pages, or with `mode="crawl"` the sites that they begin, as documents in Markdown."""

    def __init__(self, api_key: Optional[str] = None, *, base_url: Optional[str] = None) -> None:
        self._client = {"api_key": api_key, "base_url": base_url, "user_agent": "llama-index"}

    def lazy_load_data(
        self,
        urls: Union[str, Sequence[str]],
        *,
        mode: Mode = "scrape",
        continue_on_failure: bool = False,
        **fields: Any,
    ) -> Iterable[Document]:
        for text in reading(urls, mode, continue_on_failure, fields, self._client).texts():
            yield Document(text=text.text, metadata=text.metadata)

    def load_data(self, urls: Union[str, Sequence[str]], **more: Any) -> List[Document]:
        return list(self.lazy_load_data(urls, **more))

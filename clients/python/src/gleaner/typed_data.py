"""What a page says for a caller's own schema."""

from __future__ import annotations

from typing import Any, Generic, List, Mapping, Type, TypeVar

import pydantic

from .errors import Issue, SchemaError
from .generated.models import ExtractResult, ScrapeResult
from .model import read_as
from .request import OMIT

Data = TypeVar("Data")
AnyModel = TypeVar("AnyModel", bound=pydantic.BaseModel)


class Scraped(Generic[Data]):
    """The result of a scrape with a schema. Beside `data` it has the fields of the result."""

    data: Data
    result: ScrapeResult

    def __init__(self, data: Data, result: ScrapeResult) -> None:
        self.data = data
        self.result = result

    def __getattr__(self, name: str) -> Any:
        return _field_of(self, name)

    def __repr__(self) -> str:
        return f"Scraped(data={self.data!r})"


class Extracted(Generic[Data]):
    """The result of an extraction. Beside `data`, what was extracted, it has the fields of the result."""

    data: Data
    result: ExtractResult

    def __init__(self, data: Data, result: ExtractResult) -> None:
        self.data = data
        self.result = result

    def __getattr__(self, name: str) -> Any:
        return _field_of(self, name)

    def __repr__(self) -> str:
        return f"Extracted(data={self.data!r})"


def has_schema(schema: Any) -> bool:
    return schema is not OMIT and schema is not None


def with_schema(fields: Mapping[str, Any], schema: Any) -> Mapping[str, Any]:
    return {**fields, "extraction_schema": schema} if has_schema(schema) else fields


def data_of(result: Any, schema: Any) -> Any:
    """What a model has read goes before what the page says of itself. Of a model of pydantic an instance."""
    found = result.filtered_content if result.extraction_result is None else result.extraction_result
    if not isinstance(schema, type):
        return found
    try:
        return read_as(schema, found)
    except pydantic.ValidationError as error:
        raise SchemaError(_issues_of(error), result) from None


def _field_of(whole: Any, name: str) -> Any:
    # While a copy is made there is no result yet.
    if name.startswith("__") or "result" not in whole.__dict__:
        raise AttributeError(name)
    return getattr(whole.result, name)


def _issues_of(error: pydantic.ValidationError) -> List[Issue]:
    return [Issue(".".join(str(part) for part in one["loc"]), str(one["msg"])) for one in error.errors()]

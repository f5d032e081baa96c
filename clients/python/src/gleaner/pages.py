"""Pages whose data is typed."""

from __future__ import annotations

from typing import Any, Generic, Mapping, Type, TypeVar, Union

import pydantic

from .errors import SchemaError
from .generated.models import ScrapeResult
from .model import read_as
from .request import OMIT

Data = TypeVar("Data")

AnyModel = TypeVar("AnyModel", bound=pydantic.BaseModel)

#: What a page is asked for: a model of pydantic, a JSON Schema, or names and types such as `{"price": "number"}`.
Schema = Union[Type[pydantic.BaseModel], Mapping[str, Any]]


class PageWithData(Generic[Data]):
    """A page, and what it says for a schema."""

    def __init__(self, data: Data, page: ScrapeResult) -> None:
        self.data = data
        self.page = page

    def __repr__(self) -> str:
        return f"{type(self).__name__}(data={self.data!r})"


def with_schema(fields: Mapping[str, Any], schema: Any) -> Mapping[str, Any]:
    return fields if schema is OMIT or schema is None else {**fields, "extraction_schema": schema}


def with_data(page: ScrapeResult, schema: Any) -> Any:
    """The page alone without a schema; else with its data, which are an instance of the schema where it is a model."""
    if schema is OMIT or schema is None:
        return page
    found = page.filtered_content if page.extraction_result is None else page.extraction_result
    if not isinstance(schema, type):
        return PageWithData(found, page)
    try:
        return PageWithData(read_as(schema, found), page)
    except ValueError as error:
        raise SchemaError(f"The page does not hold what the model asks for: {error}", page) from None

"""What all models of replies have in common, for pydantic 1.10 and 2."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Tuple, Type

import pydantic

#: Fields whose values are credentials: no text of a model shows them.
SECRETS = frozenset(
    "access_token api_key client_secret device_code key otpauth_uri otpauth_url password recovery_codes refresh_token secret token".split()
)

IS_PYDANTIC_2 = pydantic.VERSION.split(".")[0] != "1"

if TYPE_CHECKING or not IS_PYDANTIC_2:

    class Model(pydantic.BaseModel):
        """A reply or a part of one. Fields that a later server adds are kept, as attributes too."""

        class Config:
            extra = "allow"
            allow_population_by_field_name = True
            # A number stays a number where text would do as well.
            smart_union = True

        def to_dict(self) -> Dict[str, Any]:
            """As the API wrote it, without what was not there. Times stay `datetime`."""
            return self.dict(by_alias=True, exclude_unset=True)

        def __repr_args__(self) -> Any:
            return _shown(super().__repr_args__(), self.__fields_set__)

else:

    class Model(pydantic.BaseModel):
        """A reply or a part of one. Fields that a later server adds are kept, as attributes too."""

        # Most programs use a few of the many models: each is made ready when it is first used.
        model_config = pydantic.ConfigDict(
            extra="allow", populate_by_name=True, protected_namespaces=(), defer_build=True
        )

        def to_dict(self) -> Dict[str, Any]:
            """As the API wrote it, without what was not there. Times stay `datetime`."""
            return self.model_dump(by_alias=True, exclude_unset=True)

        def __repr_args__(self) -> Any:
            return _shown(super().__repr_args__(), self.model_fields_set)


def _shown(fields: Any, given: Any) -> List[Tuple[str, Any]]:
    """What was in the reply, for `repr()`: without what was not there, and without credentials."""
    return [(name, "***" if name in SECRETS and value else value) for name, value in fields if name in given]


def complete(names: Dict[str, Any]) -> None:
    """Resolves the names of models that were declared behind the models that use them."""
    if IS_PYDANTIC_2:
        return
    for value in list(names.values()):
        if isinstance(value, type) and issubclass(value, Model) and value is not Model:
            value.update_forward_refs(**names)


def read_as(wanted: Any, value: Any) -> Any:
    """`value` of parsed JSON as a model, or as any other type with models in it."""
    if IS_PYDANTIC_2:
        return _adapter(wanted).validate_python(value)
    if isinstance(wanted, type) and issubclass(wanted, pydantic.BaseModel):
        return wanted.parse_obj(value)
    return pydantic.parse_obj_as(wanted, value)


def json_schema_of(model: Type[pydantic.BaseModel]) -> Dict[str, Any]:
    """The JSON Schema of a caller's own model, without references: the API takes none that lead elsewhere."""
    either: Any = model
    schema = either.model_json_schema() if IS_PYDANTIC_2 else either.schema()
    named = schema.get("$defs") or schema.get("definitions") or {}
    whole: Dict[str, Any] = _without_references(schema, named, ())
    return whole


_adapters: Dict[Any, Any] = {}


def _adapter(wanted: Any) -> Any:
    try:
        return _adapters[wanted]
    except KeyError:
        either: Any = pydantic
        made = _adapters[wanted] = either.TypeAdapter(wanted)
        return made


def _without_references(schema: Any, named: Dict[str, Any], within: Any) -> Any:
    if isinstance(schema, list):
        return [_without_references(item, named, within) for item in schema]
    if not isinstance(schema, dict):
        return schema
    reference = schema.get("$ref")
    if isinstance(reference, str):
        name = reference.rsplit("/", 1)[-1]
        if name in within:
            raise ValueError(f"The model {name} contains itself; a schema for the API has to end somewhere.")
        said = {key: value for key, value in schema.items() if key != "$ref"}
        return {**_without_references(named[name], named, (*within, name)), **said}
    return {
        key: _without_references(value, named, within)
        for key, value in schema.items()
        if key not in ("$defs", "definitions")
    }

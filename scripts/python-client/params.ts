import type { Json, OpenApiDocument } from '../../packages/api/openapi/src/types.ts'
import { usedComponents } from './components.ts'
import { type Declaration, declare } from './declarations.ts'
import { docstring } from './docstring.ts'
import { HEADER } from './header.ts'
import { isForbidden, type Naming, typeOf } from './types.ts'
import { isName, literal, pascalCase } from './words.ts'

/** What requests hold, as typed dictionaries. */
export function paramsFile(document: OpenApiDocument): string {
  const { requested } = usedComponents(document)
  return `${HEADER('What requests hold.')}
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, Dict, List, Optional, Union

from typing_extensions import Literal, Required, TypedDict

${declare(document, requested, 'request', dictionaryOf)}`
}

function dictionaryOf({ name, schema }: Declaration, naming: Naming): string {
  const required = new Set((schema.required ?? []) as string[])
  const entries = Object.entries(schema.properties as Record<string, Json>)
    .filter(([, property]) => !isForbidden(property))
    .map(([property, said]) => {
      const type = typeOf(said, `${name}${pascalCase(property)}`, naming)
      return { property, said, type: required.has(property) ? `Required[${type}]` : type }
    })
  const about = String(schema.description ?? '')
  if (!entries.every(({ property }) => isName(property))) return functional(name, entries)
  const fields = entries.map(
    ({ property, said, type }) =>
      `    ${property}: ${type}\n${docstring(String(said.description ?? ''), '    ')}`,
  )
  return `class ${name}(TypedDict, total=False):\n${docstring(about, '    ')}${about ? '\n' : ''}${fields.join('')}`
}

/** With keys that are no names of Python. Types stand as text, as what they name may come later. */
function functional(name: string, entries: readonly { property: string; type: string }[]): string {
  const rows = entries.map(({ property, type }) => `        ${literal(property)}: ${literal(type)},\n`)
  return `${name} = TypedDict(\n    "${name}",\n    {\n${rows.join('')}    },\n    total=False,\n)\n`
}

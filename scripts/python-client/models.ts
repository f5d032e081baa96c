import type { Json, OpenApiDocument } from '../../packages/api/openapi/src/types.ts'
import { usedComponents } from './components.ts'
import { type Declaration, declare } from './declarations.ts'
import { docstring } from './docstring.ts'
import { HEADER } from './header.ts'
import { componentOf, isForbidden, type Naming, typeOf, union } from './types.ts'
import { fieldName, literal, pascalCase } from './words.ts'

/** What replies, events and webhooks hold, as models of pydantic. */
export function modelsFile(document: OpenApiDocument): string {
  const { replied } = usedComponents(document)
  const events = Object.entries(document.webhooks as Record<string, { post: Json }>)
  return `${HEADER('What the API answers and sends.')}
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, Dict, List, Optional, Type, Union

from pydantic import Field
from typing_extensions import Literal

from ..model import Model, complete

${declare(document, replied, 'reply', modelOf)}
#: What each event of a webhook holds.
WEBHOOK_EVENTS: Dict[str, Type[Model]] = {
${events.map(([event, { post }]) => `    ${literal(event)}: ${bodyOf(post)},`).join('\n')}
}

__all__ += ["WEBHOOK_EVENTS"]

complete(globals())
`
}

function modelOf({ name, schema }: Declaration, naming: Naming): string {
  const required = new Set((schema.required ?? []) as string[])
  const properties = Object.entries(schema.properties as Record<string, Json>).filter(
    ([, property]) => !isForbidden(property),
  )
  const fields = properties.map(([property, said]) => {
    const type = typeOf(said, `${name}${pascalCase(property)}`, naming)
    return fieldOf(property, required.has(property) ? type : union([type, 'None']), said)
  })
  const about = docstring(String(schema.description ?? ''), '    ')
  return `class ${name}(Model):\n${about}${about && fields.length ? '\n' : ''}${fields.join('')}${about || fields.length ? '' : '    pass\n'}`
}

/** What may be null is None where it is not there: a service that is older than the client does not know it yet. */
function fieldOf(property: string, type: string, said: Json): string {
  const name = fieldName(property)
  const alias = name === property ? '' : `alias=${literal(property)}`
  const mayLack = type === 'Any' || type.startsWith('Optional[')
  const value = mayLack ? (alias ? ` = Field(None, ${alias})` : ' = None') : alias && ` = Field(${alias})`
  return `    ${name}: ${type}${value}\n${docstring(String(said.description ?? ''), '    ')}`
}

function bodyOf(post: Json): string {
  const { content } = post.requestBody as { content: Record<string, { schema: { $ref: string } }> }
  return componentOf(content['application/json']!.schema.$ref)
}

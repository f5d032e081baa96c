import { docstring, wrap } from './docstring.ts'
import { HEADER } from './header.ts'
import type { Field, PythonMethod } from './operations.ts'
import { union } from './types.ts'
import { fieldName, literal, pascalCase, snakeCase } from './words.ts'

/** The class of a group with its methods; what is added by hand extends it. */
export function groupFile(group: string, methods: readonly PythonMethod[]): string {
  return `${HEADER(`Calls of \`${snakeCase(group)}\`.`)}
from __future__ import annotations

${IMPORTS}

class Async${pascalCase(group)}Api(AsyncGroup):
${methods.map(methodText).join('\n')}`
}

export const IMPORTS = `from datetime import date as Date, datetime as DateTime
from typing import Any, AsyncIterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._async.group import AsyncGroup
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions
`

export function methodText(method: PythonMethod): string {
  const { of } = method
  if (of.answer === 'events') return streamText(method)
  if (of.textFormats.length > 0) return [...overloads(method), callText(method)].join('\n')
  return [callText(method), ...(of.paging ? [everyText(method)] : [])].join('\n')
}

function callText(method: PythonMethod): string {
  const type = answerType(method)
  const call = `await self._transport.call(${argumentsText(method)})`
  const body =
    type === 'None' ? `        ${call}\n` : `        reply: ${type} = ${call}\n        return reply\n`
  return `    async def ${method.name}(${parametersText(method)}) -> ${type}:\n${documentation(method)}${body}`
}

/** With another format than JSON the answer is handed out as it is. */
function overloads(method: PythonMethod): string[] {
  const texts = `Literal[${method.of.textFormats.map(literal).join(', ')}]`
  const json = 'Optional[Literal["json"]]'
  return [
    `    @overload\n    async def ${method.name}(${parametersText(method, texts, true)}) -> httpx.Response: ...\n`,
    `    @overload\n    async def ${method.name}(${parametersText(method, json)}) -> ${jsonType(method)}: ...\n`,
  ]
}

function everyText(method: PythonMethod): string {
  const { by, entries } = method.of.paging!
  const name = method.name === 'list' ? 'all' : `all_${method.name}`
  const paging = `by=${literal(by)}, entries=${literal(fieldName(entries))}`
  return `    def ${name}(${parametersText(method)}) -> AsyncIterator[${method.entry}]:
        """Every entry of \`${method.name}\`, page by page as they are asked for."""
        return self._every(${argumentsText(method)}, ${paging})
`
}

function streamText(method: PythonMethod): string {
  const types = method.of.events.map(([, schema]) => `m.${schema}`)
  const table = method.of.events.map(([event, schema]) => `${literal(event)}: m.${schema}`).join(', ')
  return `    def ${method.name}(${parametersText(method)}) -> AsyncIterator[StreamEvent[${union(types)}]]:
${documentation(method)}        return self._follow(${argumentsText(method)}, events={${table}})
`
}

/** What is needed first, then what may be left out by name; what is deprecated last. */
export function parametersText(
  { of, fields }: PythonMethod,
  format?: string,
  isFormatNeeded = false,
): string {
  const hasFile = of.facts.body === 'file'
  const text = (field: Field) => {
    const type = (field.name === 'format' && format) || field.type
    // A file stands for whatever the body else has to hold.
    const isNeeded = (field.isRequired && !hasFile) || (isFormatNeeded && field.name === 'format')
    return isNeeded ? `${field.argument}: ${type}` : `${field.argument}: ${union([type, 'None'])} = OMIT`
  }
  const parameters = [
    'self',
    ...of.path.map((name) => `${name}: str`),
    ...fields.filter((field) => field.isRequired).map(text),
    '*',
    ...(hasFile ? ['file: Optional[File] = OMIT'] : []),
    ...inUse(fields.filter((field) => !field.isRequired)).map(text),
    'request_options: Optional[RequestOptions] = None',
  ]
  return `\n        ${parameters.join(',\n        ')},\n    `
}

function inUse(fields: Field[]): Field[] {
  return [...fields.filter((field) => !field.isDeprecated), ...fields.filter((field) => field.isDeprecated)]
}

export function argumentsText({ fact, of, fields }: PythonMethod): string {
  const dictionary = (where: Field['in']) => {
    const rows = fields.filter((field) => field.in === where)
    return `{${rows.map((field) => `${literal(field.name)}: ${field.argument}`).join(', ')}}`
  }
  return [
    `o.${fact}`,
    'request_options',
    ...(of.path.length > 0
      ? [`path=[${of.path.map((name) => `(${literal(name)}, ${name})`).join(', ')}]`]
      : []),
    ...(fields.some((field) => field.in === 'query') ? [`query=${dictionary('query')}`] : []),
    ...(of.facts.body ? [`body=${dictionary('body')}`] : []),
    ...(of.facts.body === 'file' ? ['file=file'] : []),
  ].join(', ')
}

function answerType(method: PythonMethod): string {
  return method.of.textFormats.length > 0 ? union([jsonType(method), 'httpx.Response']) : jsonType(method)
}

function jsonType({ replies }: PythonMethod): string {
  return replies.size === 0 ? 'httpx.Response' : union([...replies.values()])
}

export function documentation({ of, description, fields }: PythonMethod): string {
  const described = inUse(fields).filter((field) => !field.isDeprecated && field.description)
  const rows = described.flatMap(({ argument, description: says }) =>
    wrap(`    ${argument}: ${says.replaceAll(/\s+/g, ' ')}`, 100).map((line, at) =>
      at === 0 ? line : `    ${line}`,
    ),
  )
  const parts = [
    of.summary,
    description,
    `\`${of.route}\``,
    ...(rows.length ? [`Args:\n${rows.join('\n')}`] : []),
  ]
  return docstring(parts.filter(Boolean).join('\n\n'), '        ')
}

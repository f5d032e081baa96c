import type { Schemas } from '@gleaner/sdk'
import { withScheme } from '../../api/with-scheme.ts'
import { OPTION_OF, OPTIONS, type OptionPath } from './options/option-table.ts'
import { type ReadOption, readOption, writeOption } from './options/read-option.ts'
import { isEmpty, readTemplate, type Template, toTemplate } from './pointing/template.ts'

export type Body = Schemas['ScrapeRequest']

/** What a person has chosen in the playground. It stands in the address, without its secrets, so that a link says the same. */
export interface Choices {
  url: string
  formats: readonly string[]
  /** What was typed or ticked, by the option's place in the request. */
  options: Partial<Record<OptionPath, string>>
  /** Fields to extract, as JSON. */
  schema: string
  /** Fields that were pointed at. */
  template: Template
}

const DEFAULT_FORMAT = 'markdown'

export const NO_CHOICES: Choices = {
  url: '',
  formats: [DEFAULT_FORMAT],
  options: {},
  schema: '',
  template: { fields: [] },
}

/** The fields to extract, or undefined when what was written is no object of JSON. */
export function parseSchema(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** The request as the API takes it: what was not chosen is not in it. What cannot be read is left out, and told by `faultsOf`. */
export function toBody({ url, formats, options, schema, template }: Choices): Body {
  const body: Record<string, unknown> = { url: withScheme(url), formats: [...formats] }
  for (const [path, { value }] of readOptions(options)) if (value !== undefined) setAt(body, path, value)
  const fields = schema.trim() === '' ? undefined : parseSchema(schema)
  if (fields) body.extraction_schema = fields
  if (!isEmpty(template)) body.template = toTemplate(template)
  return body as unknown as Body
}

/** What cannot be sent, by the place of its field. */
export function faultsOf({ options, schema }: Choices, wrongSchema: string): ReadonlyMap<string, string> {
  const faults = readOptions(options).flatMap(([path, { fault }]) =>
    fault === undefined ? [] : [[path, fault] as const],
  )
  return new Map<string, string>([
    ...faults,
    ...(schema.trim() !== '' && parseSchema(schema) === undefined
      ? [['extraction_schema', wrongSchema] as const]
      : []),
  ])
}

/** In the order of the table, so that the same choices give the same request. */
function readOptions(options: Choices['options']): [path: string, ReadOption][] {
  return OPTIONS.flatMap((option) => {
    const text = options[option.path]
    return text === undefined || text === '' ? [] : [[option.path, readOption(option, text)]]
  })
}

/** What is chosen where a request stands so. */
export function fromBody(body: Readonly<Record<string, unknown>>): Choices {
  const { url, formats, extraction_schema, template } = body
  const options = OPTIONS.map((option) => {
    const value = getAt(body, option.path)
    // A template that was brought along is made of fields.
    return [option.path, typeof value === 'object' && option.kind === 'own' ? '' : writeOption(option, value)]
  })
  return {
    ...NO_CHOICES,
    url: String(url),
    ...(formats !== undefined && { formats: formats as string[] }),
    options: Object.fromEntries(options.filter(([, text]) => text !== '')),
    schema: extraction_schema === undefined ? '' : JSON.stringify(extraction_schema, null, 2),
    template: readTemplate(typeof template === 'object' ? (template as Record<string, unknown>) : undefined),
  }
}

function getAt(body: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((place, name) => (place as Record<string, unknown> | undefined)?.[name], body)
}

function setAt(body: Record<string, unknown>, path: string, value: unknown): void {
  const names = path.split('.')
  const last = names.pop()!
  let place = body
  for (const name of names) {
    place[name] ??= {}
    place = place[name] as Record<string, unknown>
  }
  place[last] = value
}

export function toSearch({ url, formats, options, schema, template }: Choices): string {
  const search = new URLSearchParams()
  if (url) search.set('url', withoutLogin(url))
  if (formats.join() !== DEFAULT_FORMAT) search.set('formats', formats.join())
  if (schema.trim()) search.set('schema', schema)
  if (!isEmpty(template)) search.set('fields', JSON.stringify(toTemplate(template)))
  for (const [path, text] of Object.entries(options))
    if (text && !OPTION_OF.get(path)?.secret) search.set(path, text)
  return search.toString()
}

export function fromSearch(search: URLSearchParams): Choices {
  const formats = (search.get('formats') ?? '').split(',').filter(Boolean)
  return {
    url: search.get('url') ?? '',
    formats: formats.length > 0 ? formats : NO_CHOICES.formats,
    options: Object.fromEntries([...search].filter(([path]) => OPTION_OF.has(path))),
    schema: search.get('schema') ?? '',
    template: readTemplate(parseSchema(search.get('fields') ?? '')),
  }
}

/** A login for HTTP Basic is a secret. */
function withoutLogin(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)?[^/?#]*@/i, '$1')
}

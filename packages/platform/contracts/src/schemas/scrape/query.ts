import { z } from 'zod'
import { readText } from '../../read-text.ts'
import { descriptionOf, shapesOf } from '../../schema-shape.ts'
import { LABEL_FIELDS } from '../labels.ts'
import { ALIASES } from './field-aliases.ts'
import { ScrapeFields } from './fields.ts'
import { FormatName } from './formats.ts'
import { AdvancedOptions } from './options.ts'
import { LENIENT_FIELDS } from './request.ts'
import { FIELDS_WITHOUT_EFFECT } from './without-effect.ts'

/** A field of POST /scrape as one name with a text: where it stands in the body, and what reads it there. */
export interface Parameter {
  place: readonly string[]
  schema: z.ZodType
}

const GROUPS = ['advanced', 'cost_controls', 'location'] as const
/** Known to published clients alone. */
const LEFT_OUT: ReadonlySet<string> = new Set([...GROUPS, ...Object.keys(FIELDS_WITHOUT_EFFECT), 'markdown'])

/** Every option by its name: that of the top level where there is one, else that of its group. */
const PARAMETERS: ReadonlyMap<string, Parameter> = new Map(
  [
    ...GROUPS.flatMap((group) =>
      fieldsOf(ScrapeFields.shape[group]).map(([name, schema]) => parameter(name, [group, name], schema)),
    ),
    // What clients of proxies write in their passwords.
    parameter('render', ['advanced', 'render_js'], AdvancedOptions.shape.render_js),
    ...Object.entries(LABEL_FIELDS).map(([name, schema]) => parameter(name, [name], schema)),
    ...Object.entries(LENIENT_FIELDS).map(([name, schema]) => parameter(name, [name], schema)),
    ...Object.entries(ScrapeFields.shape).map(([name, schema]) => parameter(name, [name], schema)),
  ].filter(([name]) => !LEFT_OUT.has(name)),
)

export const PARAMETER_NAMES: readonly string[] = [...PARAMETERS.keys()]

/** An option by its name, before which its group may stand (`cost_controls.max_tier`). */
export function findParameter(name: string): Parameter | undefined {
  const [group, field] = name.split('.', 2)
  if (field === undefined) return PARAMETERS.get(name)
  const known = PARAMETERS.get(field)
  if (known?.place[0] === group) return known
  const schema = GROUPS.some((one) => one === group)
    ? fieldsOf(ScrapeFields.shape[group as (typeof GROUPS)[number]]).find(([one]) => one === field)?.[1]
    : undefined
  return schema && { place: [group!, field], schema }
}

/** Puts a value at its place in a body. */
export function putAt(body: Record<string, unknown>, [name, field]: readonly string[], value: unknown): void {
  if (field === undefined) body[name!] = value
  else body[name!] = { ...(body[name!] as object | undefined), [field]: value }
}

function parameter(name: string, place: readonly string[], schema: z.ZodType): [string, Parameter] {
  return [name, { place, schema }]
}

function fieldsOf(schema: z.ZodType): [string, z.ZodType][] {
  return shapesOf(schema).flatMap((shape) => Object.entries(shape))
}

/** An alias says no more than what it is one of. */
function saysOf(name: string, { schema }: Parameter): string | undefined {
  const [group, field] =
    (ALIASES as Record<string, { place: string } | undefined>)[name]?.place.split('.') ?? []
  const meant =
    group && fieldsOf(ScrapeFields.shape[group as (typeof GROUPS)[number]]).find(([other]) => other === field)
  return descriptionOf(meant ? meant[1] : schema)
}

function textField(name: string, parameter: Parameter): z.ZodType {
  const { schema } = parameter
  const description = saysOf(name, parameter)
  const read = z.preprocess((text) => readText(schema, text), schema)
  const field = name === 'url' ? read : read.optional()
  // Here it is the name that there is, whatever it is called elsewhere.
  return field.meta({ description, deprecated: undefined })
}

/** Options of a scrape as texts: of an address, a header or a login. */
export const OPTION_FIELDS: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  [...PARAMETERS].filter(([name]) => name !== 'url').map(([name, field]) => [name, textField(name, field)]),
)

const Format = FormatName.optional().describe(
  'What the body of the reply is. Default: what `Accept` asks for, else `markdown`. With `formats`, or where `Accept` is `application/json`, the body is that of `POST /scrape`.',
)

/** The query of GET /scrape. */
export const ScrapeQuery = z.strictObject({
  url: textField('url', PARAMETERS.get('url')!),
  format: Format,
  api_key: z.string().optional().describe('The API key, for who can send no header.'),
  organization_id: z.string().optional().describe('In place of `X-Organization-Id`, beside `api_key`.'),
  ...OPTION_FIELDS,
})

/** The same without the page, which stands elsewhere, and without credentials. */
export const ScrapeOptions = z.strictObject({ format: Format, ...OPTION_FIELDS })

/** The body of POST /scrape that texts mean; those that are no options of it are left out. */
export function scrapeOfTexts(texts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(texts)) {
    const known = findParameter(name)
    if (known && text !== undefined) putAt(body, known.place, readText(known.schema, text))
  }
  return body
}

import type { Json } from './types.ts'

/** What a text is that has a format, as its description says it. Requests may name a time in any zone; replies do in UTC. */
const FORMS: Record<string, { text: Record<Direction, string>; said: RegExp }> = {
  uuid: { text: { input: 'A UUID.', output: 'A UUID.' }, said: /UUID/ },
  'date-time': { text: { input: 'ISO 8601.', output: 'ISO 8601, in UTC.' }, said: /ISO.8601/ },
  date: { text: { input: 'An ISO 8601 date.', output: 'An ISO 8601 date.' }, said: /ISO.8601/ },
}

export type Direction = 'input' | 'output'

type Components = Record<string, Json>

/** A schema's fields with all that editors show of them in their descriptions: at the field itself, with the form of its text. */
export function describeFields(schema: Json, io: Direction, components: Components = {}): Json {
  return eachField(schema, (field) => {
    hoist(field)
    leaveToComponent(field, components)
    const form = FORMS[formatOf(field)]
    if (form && field.description !== undefined && !form.said.test(String(field.description)))
      field.description = `${field.description} ${form.text[io]}`
  })
}

/**
 * A request's schema with the defaults of fields in their descriptions: openapi-typescript takes a field that has a `default` for one that
 * is always there, and a program that leaves it out would not compile.
 */
export function describeDefaults(schema: Json): Json {
  return eachField(schema, (field) => {
    if (!('default' in field)) return
    const { default: given, description = '' } = field
    delete field.default
    const says = `Default: ${JSON.stringify(given)}.`
    if (!/\bdefault\b/i.test(String(description))) field.description = `${description} ${says}`.trim()
  })
}

const TEXTS = Object.values(FORMS).flatMap(({ text }) => Object.values(text))

/** A description without the form of its text, for a place that shows the type beside it. */
export function withoutForm(description: string): string {
  const form = TEXTS.find((text) => description.endsWith(` ${text}`))
  return form ? description.slice(0, -form.length - 1) : description
}

function eachField(schema: Json, change: (field: Json) => void): Json {
  return JSON.parse(JSON.stringify(schema), (_, value) => {
    for (const field of Object.values<Json>(value?.properties ?? {}))
      if (typeof field === 'object' && field !== null) change(field)
    return value
  })
}

/** What a field says again of the component that it refers to is left out. */
function leaveToComponent(field: Json, components: Components): void {
  const component = components[String(field.$ref).split('/').at(-1)!]
  if (component === undefined) return
  for (const key of Object.keys(field))
    if (key !== '$ref' && JSON.stringify(field[key]) === JSON.stringify(component[key])) delete field[key]
}

/** What is said of a value that may also be null stands where its field does. */
function hoist(field: Json): void {
  const given = choicesOf(field)
  if (field.description !== undefined || given.length !== 1) return
  const { description } = given[0]!
  if (description === undefined) return
  field.description = description
  delete given[0]!.description
}

function formatOf(field: Json): string {
  const [given = field] = choicesOf(field)
  return String(given.format)
}

/** What a field may be beside null, where it may be null. */
function choicesOf({ anyOf }: Json): Json[] {
  const choices = (anyOf as Json[] | undefined) ?? []
  return choices.some(({ type }) => type === 'null') ? choices.filter(({ type }) => type !== 'null') : []
}

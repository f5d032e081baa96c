import type { Json } from '../types.ts'

/** Something of a document that a reader meets with what is said of it. */
export interface Part {
  /** Where it stands, such as `Job.created_at`. */
  at: string
  name: string
  schema: Json
  description: string
  /** Whether it may be absent. */
  isOptional: boolean
  /** A property that is one of a reply, and of none that a request may hold. */
  isReplied: boolean
}

const NOT_SCHEMAS: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const'])

/** Every property of the schemas of a document, however deep. `saysOf`: what is said of a component, by its reference. */
export function* propertiesOf(
  value: unknown,
  at: string,
  saysOf: (reference: string) => string | undefined,
  isReplied: boolean,
): Generator<Part> {
  if (typeof value !== 'object' || value === null) return
  const { properties, required = [] } = value as { properties?: Record<string, Json>; required?: string[] }
  for (const [key, inner] of Object.entries(value)) {
    if (NOT_SCHEMAS.has(key)) continue
    if (key !== 'properties' || properties === undefined || isSchema(properties)) {
      yield* propertiesOf(
        inner,
        STRUCTURE.has(key) || Array.isArray(value) ? at : `${at}/${key}`,
        saysOf,
        isReplied,
      )
      continue
    }
    for (const [name, schema] of Object.entries(properties)) {
      const reference = typeof schema.$ref === 'string' ? saysOf(schema.$ref) : undefined
      yield {
        at: `${at}.${name}`,
        name,
        schema,
        description: String(schema.description ?? reference ?? ''),
        isOptional: !required.includes(name),
        isReplied,
      }
      yield* propertiesOf(schema, `${at}.${name}`, saysOf, isReplied)
    }
  }
}

const STRUCTURE: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'items', 'additionalProperties'])

/** A property may itself be called `properties`. */
function isSchema(properties: object): boolean {
  return 'type' in properties && typeof properties.type === 'string'
}

/** A rule of descriptions: what is wrong with a part, if something is. */
type Rule = (part: Part) => string | false

const UNITS: readonly [name: RegExp, unit: RegExp][] = [
  [/(^|_)ms$/, /millisecond/i],
  [/(^|_)(seconds|ttl|timeout)$/, /second/i],
  [/(^|_)minutes$/, /minute/i],
  [/(^|_)days$/, /day/i],
  [/(^|_)bytes$/, /\bbytes?\b|[KM]B/i],
  [/(^|_)chars$/, /character/i],
  [/(^|_)credits(_|$)/, /credit/i],
  [/(^|_)microcents$/, /1,000,000|millionth/],
  [/(^|_)cents$/, /\bcents?\b|dollar/i],
  [/(^|_)(dollars|usd)$/, /dollar/i],
  [/(^|_)(percent|pct|rate)$/, /percent/i],
  [/^(width|height)$/, /pixel/i],
]

const RULES: readonly Rule[] = [
  ({ description }) => saysOf(description) === '' && 'has no description',
  ({ description }) => !description.endsWith('.') && `does not end with a full stop: ${description}`,
  ({ description }) => !/^[A-Z0-9`"]/.test(description) && `does not begin as a sentence: ${description}`,
  ({ name, description }) => saysTheName(name, saysOf(description)) && `says only its name: ${description}`,
  ({ name, schema, description }) =>
    isNumber(schema) &&
    UNITS.some(([named, unit]) => named.test(name) && !unit.test(description)) &&
    `does not say its unit: ${description}`,
  ({ schema, description }) => {
    const form = FORMS[String(choices(schema).find(({ format }) => format)?.format)]
    return form !== undefined && !form.test(description) && `does not say its form: ${description}`
  },
  ({ schema, description, isReplied }) =>
    isReplied &&
    isNullable(schema) &&
    !/\bnull\b/i.test(description) &&
    `does not say what null means: ${description}`,
  ({ schema, description, isOptional, isReplied }) =>
    isReplied &&
    isOptional &&
    !schema.deprecated &&
    !WHEN.test(description) &&
    `does not say when it is there: ${description}`,
]

/** What a description says beside a default. */
function saysOf(description: string): string {
  return description.replace(/(^| )Default: .*$/s, '').trim()
}

/** Words that tell when a field is there. */
const WHEN =
  /\b(of an?|of others|of `|with|without|where|when|once|while|until|if|only|unless|absent|present|in place of|default|else|for|may be|alone)\b|^Of |`.*` or `/i

const FORMS: Record<string, RegExp> = { uuid: /UUID/, 'date-time': /ISO.8601/, date: /ISO.8601/ }

/** What is wrong with parts of a document, a line each. */
export function faultsOf(parts: Iterable<Part>): string[] {
  return [...parts].flatMap((part) => {
    const fault = RULES.map((rule) => rule(part)).find((found) => found !== false)
    return fault === undefined ? [] : [`${part.at} ${fault}`]
  })
}

const FILLERS = new Set(
  'a an the of its it this that is are be was to for in by at on as your their'.split(' '),
)

/** Whether a description has no word that the name has not. */
export function saysTheName(name: string, description: string): boolean {
  const words = (text: string) => text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const known = new Set([
    ...words(name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').replaceAll('_', ' ')),
    ...FILLERS,
  ])
  const stems = [...known].map((word) => word.replace(/s$/, ''))
  return words(description).every((word) => stems.includes(word.replace(/s$/, '')))
}

function choices(schema: Json): Json[] {
  return [schema, ...((schema.anyOf as Json[] | undefined) ?? [])]
}

function isNumber(schema: Json): boolean {
  return choices(schema).some(({ type }) =>
    [type].flat().some((each) => each === 'number' || each === 'integer'),
  )
}

function isNullable(schema: Json): boolean {
  return choices(schema).some(({ type }) => [type].flat().includes('null'))
}

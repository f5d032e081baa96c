import type { Dialect } from '../dialect.ts'
import { badRequest, DoorError, notServed } from '../door-error.ts'
import type { Field, FieldType } from '../fields/field.ts'
import { type Draft, needBrowser, place } from './draft.ts'

const FITS: Record<FieldType, (value: unknown) => boolean> = {
  any: () => true,
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  strings: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  list: Array.isArray,
}

/** Puts what was sent at its places of ours, by a table. Throws for what does not fit, is unknown, or cannot be done. */
export function translate(
  fields: readonly Field[],
  given: Record<string, unknown>,
  draft: Draft,
  path: readonly string[] = [],
): void {
  const known = new Map(
    fields.filter((field) => isOf(field, draft.dialect)).map((field) => [field.name, field]),
  )
  const unknown = Object.keys(given).filter((name) => !known.has(name))
  if (unknown.length > 0) throw unrecognized(unknown, path, draft.dialect)
  for (const [name, field] of known) {
    const value = given[name]
    if (value === undefined || value === null || isEmptyList(field, value)) continue
    apply(field, value, draft, [...path, name])
  }
}

/** Fields that both newer dialects know, or those that it names. */
export function isOf({ in: dialects = ['v1', 'v2'] }: Pick<Field, 'in'>, dialect: Dialect): boolean {
  return dialects.includes(dialect)
}

/** Programs that make forms write a list in which nothing was entered as `{}`. */
function isEmptyList({ type }: Field, value: unknown): boolean {
  return (
    (type === 'list' || type === 'strings') && FITS.object(value) && Object.keys(value as object).length === 0
  )
}

function apply(field: Field, value: unknown, draft: Draft, path: readonly string[]): void {
  check(field, value, path)
  const { to, set, refused, noEffect, idle = [], per } = field
  if (idle.some((one) => one === value)) return
  if (refused?.status === 501) throw notServed(path.join('.'), refused.instead)
  if (refused) throw badRequest(`${path.join('.')} cannot be heeded here. ${refused.instead}`, path)
  if (noEffect !== undefined) draft.warnings.push(`${path.join('.')} has no effect: ${noEffect}`)
  if (field.browser) needBrowser(draft)
  if (to !== undefined)
    place(draft, to, per === undefined ? value : Math.max(1, Math.ceil((value as number) / per)))
  set?.(value as never, draft)
}

function check({ type, min, max, oneOf }: Field, value: unknown, path: readonly string[]): void {
  if (!FITS[type](value)) throw badRequest(`${path.join('.')} must be ${WORDS[type]}`, path, 'invalid_type')
  if (min !== undefined && (value as number) < min)
    throw badRequest(`${path.join('.')} must be at least ${min}`, path, 'too_small')
  if (max !== undefined && (value as number) > max)
    throw badRequest(`${path.join('.')} must be at most ${max}`, path, 'too_big')
  if (oneOf && !oneOf.includes(value as string))
    throw badRequest(`${path.join('.')} must be one of ${oneOf.join(', ')}`, path, 'invalid_enum_value')
}

const WORDS: Record<FieldType, string> = {
  any: 'a value',
  string: 'a string',
  boolean: 'true or false',
  number: 'a number',
  strings: 'a list of strings',
  object: 'an object',
  list: 'a list',
}

function unrecognized(keys: string[], path: readonly string[], dialect: Dialect): DoorError {
  const message = `Unrecognized key in body -- please review the ${dialect} API documentation for request body changes`
  return new DoorError(400, 'BAD_REQUEST', `${message}: ${keys.slice(0, 10).join(', ')}`, {
    details: [{ code: 'unrecognized_keys', keys: keys.slice(0, 50), path, message }],
  })
}

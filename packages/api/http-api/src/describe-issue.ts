import { nearestName } from '@gleaner/contracts'
import { isObject } from '@gleaner/runtime/is-object'
import type { z } from 'zod'
import { describeOtherType, FORMS } from './describe-other-type.ts'
import { foreignValue } from './foreign-values.ts'
import { describeKnownFields } from './unknown-field.ts'

/**
 * What is wrong with a field, in words for the person who sent it. For zod's `error` parameter: the message that a
 * schema brings itself goes first.
 */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : describeOtherType(issue)
    case 'too_small':
      return `must ${bounded('at least', Number(issue.minimum), issue.origin)}`
    case 'too_big':
      return `must ${bounded('at most', Number(issue.maximum), issue.origin)}`
    case 'invalid_value':
      return withNearest(oneOf(issue.values), issue.values, issue.input)
    case 'unrecognized_keys':
      return describeKnownFields(issue.inst)
    case 'invalid_format':
      return FORMS[issue.format]
    case 'invalid_union':
      return issue.errors.length > 0 ? describeUnion(issue.errors) : unknownKind(issue.discriminator)
    default:
      return undefined
  }
}

const COUNTED: Record<string, [one: string, many: string]> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
}

function bounded(bound: string, amount: number, origin: string): string {
  const counted = COUNTED[origin]
  const figure = amount.toLocaleString('en')
  return counted ? `have ${bound} ${figure} ${counted[amount === 1 ? 0 : 1]}` : `be ${bound} ${figure}`
}

function oneOf(values: readonly unknown[]): string {
  const listed = [...new Set(values.map(String))].map((value) => `"${value}"`)
  return listed.length === 1 ? `must be ${listed[0]}` : `must be one of ${listed.join(', ')}`
}

/** More of their letters than this differ: another word. */
const MOST_DIFFERENT = 0.4

/** A list of what is allowed, and which of it was probably meant. */
function withNearest(list: string, values: readonly unknown[], input: unknown): string {
  const kind = isObject(input) ? input.type : undefined
  // Some services write a choice as an object with its options.
  if (typeof kind === 'string' && values.includes(kind))
    return `${list}; send ${JSON.stringify(kind)} alone, and its options as fields of the request`
  if (typeof input !== 'string') return list
  const texts = values.map(String)
  const wanted = input.trim().toLowerCase()
  const foreign = foreignValue(wanted, texts)
  if (foreign?.remedy !== undefined) return `${list}; ${foreign.remedy}`
  const near =
    texts.find((text) => text.toLowerCase() === wanted) ??
    (foreign ? foreign.meant : nearestName(wanted, texts, MOST_DIFFERENT))
  return near === undefined ? list : `${list}; did you mean "${near}"?`
}

/**
 * What is wrong with a value of the right type, where it has the type of one of the choices; else one list of what is allowed, not one
 * message for each choice.
 */
function describeUnion(choices: readonly (readonly z.core.$ZodIssue[])[]): string {
  const fitting = choices.filter((issues) => !issues.some(isOfOtherType))
  if (fitting.length > 0) return [...new Set(fitting.flat().map(withPath))].join(', or ')
  const issues = choices.flat()
  const values = issues.flatMap((issue) => (issue.code === 'invalid_value' ? issue.values : []))
  const others = issues.filter((issue) => issue.code !== 'invalid_value').map((issue) => issue.message)
  const said = [...new Set(values.length > 0 ? [oneOf(values), ...others] : others)]
  // What was probably meant closes the sentence.
  return said.toSorted((a, b) => Number(a.includes(';')) - Number(b.includes(';'))).join(', or ')
}

function isOfOtherType({ code, path }: z.core.$ZodIssue): boolean {
  return path.length === 0 && (code === 'invalid_type' || code === 'invalid_value')
}

function withPath({ path, message }: z.core.$ZodIssue): string {
  return path.length === 0 ? message : `${path.join('.')}: ${message}`
}

function unknownKind(discriminator: string | undefined): string | undefined {
  return discriminator && `must have a known "${discriminator}"`
}

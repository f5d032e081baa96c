import { type Issue, invalidRequest } from '@gleaner/contracts'
import { withinCheckBudget } from '@gleaner/contracts/check-budget'
import { isObject } from '@gleaner/runtime/is-object'
import type { z } from 'zod'
import { describeIssue } from './describe-issue.ts'
import { describeOtherWhole } from './describe-other-type.ts'
import { describeUnknownFields } from './unknown-field.ts'
import { unstorableText } from './unstorable-text.ts'
import { withoutNulls } from './without-nulls.ts'

/** Parses one part of a request; throws INVALID_REQUEST that lists every fault. */
export function parsePart(schema: z.ZodType | undefined, value: unknown, part: string): unknown {
  if (!schema) return undefined
  const unstorable = unstorableText(value)
  if (unstorable.length > 0) throw invalidRequest(unstorable, part)
  const { data, issues } = parseValue(schema, value)
  if (issues) throw invalidRequest(issues, part)
  return data
}

/** What a schema makes of a value, in which null is absent, or else all that is wrong with it, for the person who sent it. */
export function parseValue<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): { data: z.infer<Schema>; issues?: undefined } | { data?: undefined; issues: Issue[] } {
  const given = withoutNulls(schema, value)
  return withinCheckBudget(() => {
    const result = schema.safeParse(given, { error: describeIssue })
    return result.success
      ? { data: result.data }
      : { issues: result.error.issues.flatMap((issue) => toIssues(issue, schema, given)) }
  })
}

function toIssues(issue: z.core.$ZodIssue, schema: z.ZodType, whole: unknown): Issue[] {
  const path = issue.path.join('.')
  switch (issue.code) {
    case 'unrecognized_keys':
      return describeUnknownFields(schema, issue.path, issue.keys, issue.message).map((message, index) => {
        const key = issue.keys[index]!
        return { path: path ? `${path}.${key}` : key, message }
      })
    case 'invalid_key':
      return [{ path, message: issue.issues.map((inner) => inner.message).join('; ') }]
    default: {
      const isOtherWhole = path === '' && typeof whole !== 'undefined' && !isObject(whole)
      return [{ path, message: isOtherWhole ? describeOtherWhole(whole) : issue.message }]
    }
  }
}

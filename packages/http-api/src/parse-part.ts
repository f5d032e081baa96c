import { type Issue, invalidRequest, nearestName } from '@gleaner/contracts'
import { z } from 'zod'
import { describeIssue } from './describe-issue.ts'
import { unstorableText } from './unstorable-text.ts'

/** Parses one part of a request; throws INVALID_REQUEST that lists every fault. */
export function parsePart(schema: z.ZodType | undefined, value: unknown, part: string): unknown {
  if (!schema) return undefined
  const unstorable = unstorableText(value)
  if (unstorable.length > 0) throw invalidRequest(unstorable, part)
  const { data, issues } = parseValue(schema, value)
  if (issues) throw invalidRequest(issues, part)
  return data
}

/** What a schema makes of a value, or else all that is wrong with it, for the person who sent it. */
export function parseValue<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): { data: z.infer<Schema>; issues?: undefined } | { data?: undefined; issues: Issue[] } {
  const result = schema.safeParse(value, { error: describeIssue })
  return result.success
    ? { data: result.data }
    : { issues: result.error.issues.flatMap((issue) => toIssues(issue, schema)) }
}

function toIssues(issue: z.core.$ZodIssue, schema: z.ZodType): Issue[] {
  const path = issue.path.join('.')
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = issue.path.length === 0 ? fieldsOf(schema) : []
      return issue.keys.map((key) => {
        const nearest = nearestName(key, known)
        const remedy = nearest ? `the nearest one is "${nearest}"` : 'check its spelling or leave it out'
        return { path: path ? `${path}.${key}` : key, message: `is not a field of this request; ${remedy}` }
      })
    }
    case 'invalid_key':
      return [{ path, message: issue.issues.map((inner) => inner.message).join('; ') }]
    default:
      return [{ path, message: issue.message }]
  }
}

/** The names of a request's own fields, as far as its schema is an object. */
function fieldsOf(schema: z.ZodType): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

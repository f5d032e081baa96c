import type { Issue } from '@gleaner/contracts'
import type { z } from 'zod'
import { describeIssue } from './describe-issue.ts'
import { invalidRequest } from './invalid-request.ts'
import { unstorableText } from './unstorable-text.ts'

/** Parses one part of a request; throws INVALID_REQUEST that lists every fault. */
export function parsePart(schema: z.ZodType | undefined, value: unknown, part: string): unknown {
  if (!schema) return undefined
  const unstorable = unstorableText(value)
  if (unstorable.length > 0) throw invalidRequest(unstorable, part)
  const result = schema.safeParse(value, { error: describeIssue })
  if (result.success) return result.data
  throw invalidRequest(result.error.issues.flatMap(toIssues), part)
}

function toIssues(issue: z.core.$ZodIssue): Issue[] {
  const path = issue.path.join('.')
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        path: path ? `${path}.${key}` : key,
        message: 'is not a field of this request; check its spelling or leave it out',
      }))
    case 'invalid_key':
      return [{ path, message: issue.issues.map((inner) => inner.message).join('; ') }]
    default:
      return [{ path, message: issue.message }]
  }
}

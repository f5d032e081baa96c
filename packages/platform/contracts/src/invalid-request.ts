import { ApiError, type Issue } from './errors.ts'

/** Named one by one in the message; `details.issues` has more of them. */
const NAMED_ISSUES = 20

/** INVALID_REQUEST that lists the faults of one part of a request. */
export function invalidRequest(issues: readonly Issue[], part = 'body'): ApiError {
  const named = issues
    .slice(0, NAMED_ISSUES)
    .map(({ path, message }) => (path ? `${path}: ${message}` : message))
  if (issues.length > named.length) named.push(`and ${issues.length - named.length} more`)
  return new ApiError(
    'INVALID_REQUEST',
    `The request's ${part} ${part.endsWith('s') ? 'are' : 'is'} not valid. ${named.join('; ')}`,
    {
      issues: [...issues],
    },
  )
}

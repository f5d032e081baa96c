import { isUnwantedType, mediaType } from './content-types.ts'
import type { Answer, Verdict } from './verdict.ts'

export type { Answer, Verdict } from './verdict.ts'

/** What an answer is worth. Pure; it alone decides what an attempt came to. */
export function classify(answer: Answer): Verdict {
  const { status, headers, mode } = answer
  if (status >= 500 && status !== 503)
    return { kind: 'server_error', detail: `The target answered ${status}`, rule: 'status' }
  if ([401, 403, 407, 429, 503].includes(status)) {
    return {
      kind: 'blocked',
      by: 'unknown',
      challenge: false,
      detail: `The target answered ${status}`,
      rule: 'status',
    }
  }
  if (answer.overflow) return { kind: 'too_large', detail: 'The body is too large', rule: 'overflow' }
  if (isUnwantedType(headers['content-type'], mode)) {
    return {
      kind: 'unsupported',
      detail: `${mediaType(headers['content-type'])} cannot be read`,
      rule: 'content-type',
    }
  }
  return { kind: 'delivered', rule: 'status' }
}

import type { AnswerHead, HopAnswer, HopFailure } from '../exchange.ts'
import { decodeBody } from './decode-body.ts'

/** The answer whose encoded body was read whole: decoded, or dropped when that makes it too large. */
export async function answerWith(
  head: AnswerHead,
  raw: Buffer,
  limit: number,
): Promise<HopAnswer | HopFailure> {
  const decoded = await decodeBody(raw, head.headers['content-encoding'], limit)
  if (decoded.kind === 'broken') {
    return { kind: 'failed', reason: 'network_error', detail: decoded.detail, mayHaveBeenSent: true }
  }
  return decoded.kind === 'overflow'
    ? answerWithout(head, true)
    : { kind: 'answer', ...head, body: decoded.body, overflow: false }
}

/** The answer whose body is not wanted, or is too large to have. */
export function answerWithout(head: AnswerHead, overflow: boolean): HopAnswer {
  return { kind: 'answer', ...head, body: new Uint8Array(0), overflow }
}

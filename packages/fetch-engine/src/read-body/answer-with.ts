import {
  type AnswerHead,
  type HopAnswer,
  type HopFailure,
  type Reading,
  WAITED_FOR_MEMORY,
} from '../exchange.ts'
import { type Decoded, decodeBody } from './decode-body.ts'
import { keepRoomFor, roomToDecode, roomToReadOn } from './large-body.ts'

/**
 * The answer whose encoded body was read whole: decoded, or dropped when that makes it too large. A small body that gets
 * large waits for its room here.
 */
export async function answerWith(
  head: AnswerHead,
  raw: Buffer,
  limit: number,
  reading: Reading,
): Promise<HopAnswer | HopFailure> {
  const body = { head, limit, size: raw.length }
  let decoded: Decoded
  try {
    await roomToReadOn(reading, body)
    decoded = await decodeBody(raw, head.headers['content-encoding'], limit, () =>
      roomToDecode(reading, body),
    )
  } catch (error) {
    if (!reading.signal.aborted) throw error
    return { kind: 'failed', reason: 'timeout', detail: WAITED_FOR_MEMORY, mayHaveBeenSent: true }
  }
  keepRoomFor(reading, decoded.kind === 'decoded' ? decoded.body.length : 0)
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

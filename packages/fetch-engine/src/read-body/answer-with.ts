import {
  type HttpFailure,
  type HttpResponse,
  type ReadOptions,
  type ResponseHead,
  WAITED_FOR_MEMORY,
} from '../http-tiers/transport.ts'
import { type Decoded, decodeBody } from './decode-body.ts'
import { keepMemoryFor, memoryToDecode, memoryToReadOn } from './large-body.ts'

/**
 * The answer whose encoded body was read whole: decoded, or dropped when that makes it too large. A small body that gets
 * large waits for its memory here.
 */
export async function answerWith(
  head: ResponseHead,
  raw: Buffer,
  limit: number,
  reading: ReadOptions,
): Promise<HttpResponse | HttpFailure> {
  const body = { head, limit, size: raw.length }
  let decoded: Decoded
  try {
    await memoryToReadOn(reading, body)
    decoded = await decodeBody(raw, head.headers['content-encoding'], limit, () =>
      memoryToDecode(reading, body),
    )
  } catch (error) {
    if (!reading.signal.aborted) throw error
    return { kind: 'failed', reason: 'timeout', detail: WAITED_FOR_MEMORY, mayHaveBeenSent: true }
  }
  keepMemoryFor(reading, decoded.kind === 'decoded' ? decoded.body.length : 0)
  if (decoded.kind === 'broken') {
    return { kind: 'failed', reason: 'network_error', detail: decoded.detail, mayHaveBeenSent: true }
  }
  return decoded.kind === 'overflow'
    ? answerWithout(head, true)
    : { kind: 'answer', ...head, body: decoded.body, overflow: false }
}

/** The answer whose body is not wanted, or is too large to have. */
export function answerWithout(head: ResponseHead, overflow: boolean): HttpResponse {
  return { kind: 'answer', ...head, body: new Uint8Array(0), overflow }
}

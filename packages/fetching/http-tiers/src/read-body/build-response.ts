import {
  type HttpFailure,
  type HttpResponse,
  type ReadOptions,
  type ResponseHead,
  WAITED_FOR_MEMORY,
} from '../tier/transport.ts'
import { cutInTransfer, isCut } from './cut-body.ts'
import { type Decoded, decodeBody } from './decode-body.ts'
import { keepMemoryFor, memoryToDecode, memoryToReadOn } from './large-body.ts'

/**
 * The response whose encoded body was read whole: decoded, or dropped when that makes it too large. A small body that gets
 * large waits for its memory here.
 */
export async function buildResponse(
  head: ResponseHead,
  raw: Buffer,
  limit: number,
  reading: ReadOptions,
): Promise<HttpResponse | HttpFailure> {
  if (isCut(head, raw.length)) return cutInTransfer()
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
  if (decoded.kind === 'cut') {
    return { kind: 'failed', reason: 'broken_body', detail: CUT_IN_ENCODING, mayHaveBeenSent: true }
  }
  return decoded.kind === 'overflow'
    ? responseWithoutBody(head, true)
    : { kind: 'response', ...head, body: decoded.body, overflow: false }
}

/** The response whose body is not wanted, or is too large to have. */
export function responseWithoutBody(head: ResponseHead, overflow: boolean): HttpResponse {
  return { kind: 'response', ...head, body: new Uint8Array(0), overflow }
}

const CUT_IN_ENCODING = "The target's response ends before its content encoding does"

import type { ReadOptions, ResponseHead } from '../tier/transport.ts'
import { SMALL_BODY_BYTES } from './body-memory.ts'
import { codingsOf } from './decode-body.ts'

/** A response whose body is being read. */
export interface BodyInProgress {
  head: ResponseHead
  /** Bytes of the decoded body that are wanted. */
  limit: number
  /** Bytes that have come so far, as they were sent. */
  size: number
}

/**
 * What has to be waited for before more of a body is read; undefined while it is small, or has its memory. To be called
 * after each chunk. Rejects when the attempt ends first.
 */
export function memoryToReadOn(reading: ReadOptions, body: BodyInProgress): Promise<void> | undefined {
  if (body.size <= SMALL_BODY_BYTES) return undefined
  return reading.memory?.acquire(mostBytes(body), reading.signal)
}

/** What has to be waited for before a body that came whole, and small, is decoded to a large one. */
export function memoryToDecode(reading: ReadOptions, body: BodyInProgress): Promise<void> | undefined {
  return reading.memory?.acquire(body.size + decodedBytes(body), reading.signal)
}

/** Only the decoded body is left, which waits for its reader. */
export function keepMemoryFor({ memory }: ReadOptions, decodedSize: number): void {
  memory?.shrinkTo(decodedSize <= SMALL_BODY_BYTES ? 0 : decodedSize)
}

/** All that a body may take until it is decoded. Clients cut a response at the length that it declares. */
function mostBytes(body: BodyInProgress): number {
  const declared = Number(body.head.headers['content-length'] ?? Number.NaN)
  const asSent = declared >= body.size ? Math.min(declared, body.limit) : body.limit
  return asSent + decodedBytes(body)
}

/** A layer is decoded from the one before, and both are there meanwhile. */
function decodedBytes({ head, limit }: BodyInProgress): number {
  return limit * Math.min(2, codingsOf(head.headers['content-encoding']).length)
}

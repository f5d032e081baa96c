import type { IncomingMessage } from 'node:http'
import { ApiError } from '@gleaner/contracts'
import { ClientClosed } from '@gleaner/http-api'
import { MEGABYTE } from '@gleaner/runtime/units'

const DEADLINE_MS = 30_000

/**
 * Reads a request's body of at most `limit` bytes. Throws PAYLOAD_TOO_LARGE, REQUEST_TIMEOUT, or ClientClosed when its
 * sender leaves; the rest of a refused body is then not kept.
 */
export async function readBytes(
  request: IncomingMessage,
  limit: number,
  deadlineMs = DEADLINE_MS,
): Promise<Buffer> {
  // One that has left already has no event to come.
  if (request.destroyed) throw new ClientClosed('the caller left before its body was read')
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let size = 0
  const keep = (chunk: Buffer) => {
    size += chunk.length
    if (size > limit) reject(payloadTooLarge(limit))
    else chunks.push(chunk)
  }
  const leave = () => reject(new ClientClosed('the caller left while sending its body'))
  const timer = setTimeout(() => reject(requestTimeout(deadlineMs)), deadlineMs)
  request.on('data', keep).once('error', leave).once('close', leave)
  request.once('end', () => resolve(Buffer.concat(chunks, size)))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    // Every request closes in the end, and an error for each would be made for nobody.
    request.off('data', keep).off('close', leave)
  }
}

export function payloadTooLarge(limit: number): ApiError {
  return new ApiError('PAYLOAD_TOO_LARGE', `The request body is larger than ${limit / MEGABYTE} MB.`, {
    limit_bytes: limit,
  })
}

export function requestTimeout(deadlineMs: number): ApiError {
  return new ApiError(
    'REQUEST_TIMEOUT',
    `The request body did not arrive within ${deadlineMs / 1000} seconds; send it again.`,
  )
}

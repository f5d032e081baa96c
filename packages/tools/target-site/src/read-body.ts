import type { IncomingMessage } from 'node:http'
import { MEGABYTE } from '@gleaner/runtime/units'

const MOST = 16 * MEGABYTE

/** The whole request body, at most 16 MB of it; empty for a request without one. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size <= MOST) chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

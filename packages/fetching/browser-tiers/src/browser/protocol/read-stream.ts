import { MEGABYTE } from '@gleaner/runtime/units'
import type { CDPSession } from 'puppeteer-core'

const CHUNK_BYTES = MEGABYTE

/** Reads a paused response's decoded body, at most `maxBytes` of it. The rest is never taken from the network. */
export async function readBody(
  session: CDPSession,
  requestId: string,
  maxBytes: number,
): Promise<{ bytes: Uint8Array; tooLarge: boolean }> {
  const { stream } = await session.send('Fetch.takeResponseBodyAsStream', { requestId })
  return readStream(session, stream, maxBytes)
}

/** Reads a stream of the protocol, at most `maxBytes` of it, and closes it. */
export async function readStream(
  session: CDPSession,
  handle: string,
  maxBytes: number,
): Promise<{ bytes: Uint8Array; tooLarge: boolean }> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    while (size <= maxBytes) {
      const chunk = await session.send('IO.read', { handle, size: CHUNK_BYTES })
      const bytes = Buffer.from(chunk.data, chunk.base64Encoded ? 'base64' : 'utf8')
      chunks.push(bytes)
      size += bytes.length
      if (chunk.eof) break
    }
  } finally {
    await session.send('IO.close', { handle }).catch(() => undefined)
  }
  const tooLarge = size > maxBytes
  return { bytes: tooLarge ? new Uint8Array(0) : Buffer.concat(chunks), tooLarge }
}

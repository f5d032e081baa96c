import { promisify } from 'node:util'
import zlib from 'node:zlib'

interface Inflated {
  buffer: Buffer
  /** `bytesWritten`: how many bytes of the input were used. */
  engine: { bytesWritten: number }
}

const inflateRaw = promisify(zlib.inflateRaw) as unknown as (
  body: Buffer,
  options: zlib.ZlibOptions,
) => Promise<Inflated>

/**
 * Decodes a gzip, zlib or raw deflate stream that has no proper end although nothing of its body is missing: only the
 * checksum is, or its server flushed it and never ended it. Undefined when it breaks off within its body. Throws as zlib
 * does.
 */
export async function decodeUnfinished(body: Buffer, maxOutputLength: number): Promise<Buffer | undefined> {
  const headerLength = headerLengthOf(body)
  if (headerLength > body.length) return undefined
  const deflated = body.subarray(headerLength)
  const finishFlush = isFlushed(body) ? zlib.constants.Z_SYNC_FLUSH : zlib.constants.Z_FINISH
  try {
    const { buffer, engine } = await inflateRaw(deflated, { maxOutputLength, finishFlush, info: true })
    // More than a checksum behind it is the beginning of another stream, which is not whole.
    return deflated.length - engine.bytesWritten <= LONGEST_CHECKSUM ? buffer : undefined
  } catch (error) {
    if (isUnfinished(error)) return undefined
    throw error
  }
}

/** Whether zlib threw because its input ended before its stream did. */
export function isUnfinished(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR'
}

/** gzip's, with the length behind it, in bytes. */
const LONGEST_CHECKSUM = 8

/** A flush ends with an empty stored block (RFC 1979, section 2.1). */
function isFlushed(body: Buffer): boolean {
  return body.length >= 4 && body.readUInt32BE(body.length - 4) === 0x0000ffff
}

/** Length of the header of gzip (RFC 1952) or zlib (RFC 1950), beyond the body's end when that breaks off within it. */
function headerLengthOf(body: Buffer): number {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return hasZlibHeader(body) ? 2 : 0
  const flags = body[3] ?? 0
  let length = 10
  if (flags & GZIP_EXTRA) length += 2 + (body.length >= length + 2 ? body.readUInt16LE(length) : 0)
  for (const flag of [GZIP_NAME, GZIP_COMMENT]) {
    if (!(flags & flag)) continue
    const end = body.indexOf(0, length)
    if (end < 0) return body.length + 1
    length = end + 1
  }
  return length + (flags & GZIP_HEADER_CHECKSUM ? 2 : 0)
}

const [GZIP_HEADER_CHECKSUM, GZIP_EXTRA, GZIP_NAME, GZIP_COMMENT] = [2, 4, 8, 16] as const

export function hasZlibHeader(body: Buffer): boolean {
  return (body[0]! & 0x0f) === 8 && ((body[0]! << 8) | (body[1] ?? 0)) % 31 === 0
}

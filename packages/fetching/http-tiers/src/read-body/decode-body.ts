import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { SMALL_BODY_BYTES } from './body-memory.ts'
import { decodeUnfinished, hasZlibHeader, isUnfinished } from './unfinished-deflate.ts'

export type Decoded =
  | { kind: 'decoded'; body: Buffer }
  | { kind: 'overflow' }
  /** It ends before its encoding does. */
  | { kind: 'cut' }
  | { kind: 'broken'; detail: string }

/** What tiers ask for, and all that `decodeBody` reads. */
export const ACCEPT_ENCODING = 'gzip, deflate, br, zstd'

/** Nested encodings are legal; more than a server would ever use are a bomb. */
const MAX_LAYERS = 3
/** Most pages fit, and decoding them at once costs a fifth of a round trip through the thread pool. */
const SYNC_LIMIT = 256 * 1024
const SYNC_INPUT_LIMIT = 64 * 1024

/**
 * Undoes `Content-Encoding`, giving up as soon as the output passes `limit` bytes. A body that is not encoded as its
 * header says is taken as it is, as browsers do. `reserve` is waited for before a body gets large.
 */
export async function decodeBody(
  body: Buffer,
  contentEncoding: string | undefined,
  limit: number,
  reserve: Reserve = () => undefined,
): Promise<Decoded> {
  const codings = codingsOf(contentEncoding)
  if (codings.length > MAX_LAYERS) return { kind: 'broken', detail: 'The body is encoded too many times' }

  let current = body
  for (const coding of codings.reverse()) {
    const decoder = DECODERS[coding]
    if (decoder === undefined)
      return { kind: 'broken', detail: `The encoding "${coding.slice(0, 20)}" is not known` }
    if (current.length === 0 || !decoder.looksEncoded(current)) continue
    const decoded = await decodeLayer(decoder, current, limit, reserve)
    if (decoded.kind !== 'decoded') return decoded
    current = decoded.body
  }
  return current.length > limit ? { kind: 'overflow' } : { kind: 'decoded', body: current }
}

type Reserve = () => Promise<void> | undefined

/** What a Content-Encoding names, in the order in which it was applied. */
export function codingsOf(contentEncoding: string | undefined): string[] {
  return (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')
}

interface Decoder {
  looksEncoded(body: Buffer): boolean
  sync(body: Buffer, maxOutputLength: number): Buffer
  async(body: Buffer, maxOutputLength: number): Promise<Buffer>
  /** The body of a stream whose end alone is missing; undefined when more is. */
  unfinished?(body: Buffer, maxOutputLength: number): Promise<Buffer | undefined>
}

const CHUNK_SIZE = 64 * 1024
const bounded = (maxOutputLength: number) => ({ maxOutputLength, chunkSize: CHUNK_SIZE })
/** RFC 9659: 8 MB. The decoder itself would take a window of 128 MB from a frame that asks for it. */
const ZSTD_WINDOW_LOG = 23
const boundedZstd = (maxOutputLength: number) => ({
  ...bounded(maxOutputLength),
  params: { [zlib.constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG },
})

const unzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.unzip)
const inflateRaw = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.inflateRaw)
const brotliDecompress = promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliDecompress)
const zstdDecompress = promisify<Buffer, zlib.ZstdOptions, Buffer>(zlib.zstdDecompress)

const GZIP: Decoder = {
  looksEncoded: (body) => body[0] === 0x1f && body[1] === 0x8b,
  sync: (body, max) => zlib.unzipSync(body, bounded(max)),
  async: (body, max) => unzip(body, bounded(max)),
  unfinished: decodeUnfinished,
}

/** Servers mean either zlib (RFC 1950) or raw deflate (RFC 1951) by `deflate`; the first two bytes tell. */
const DEFLATE: Decoder = {
  looksEncoded: () => true,
  sync: (body, max) =>
    hasZlibHeader(body) ? zlib.unzipSync(body, bounded(max)) : zlib.inflateRawSync(body, bounded(max)),
  async: (body, max) => (hasZlibHeader(body) ? unzip(body, bounded(max)) : inflateRaw(body, bounded(max))),
  unfinished: decodeUnfinished,
}

const BROTLI: Decoder = {
  // Brotli has no magic number; a page that starts like markup was sent as it is.
  looksEncoded: (body) => body[0] !== 0x3c,
  sync: (body, max) => zlib.brotliDecompressSync(body, bounded(max)),
  async: (body, max) => brotliDecompress(body, bounded(max)),
}

const ZSTD: Decoder = {
  looksEncoded: (body) => body.length >= 4 && body.readUInt32LE(0) === 0xfd2fb528,
  sync: (body, max) => zlib.zstdDecompressSync(body, boundedZstd(max)),
  async: (body, max) => zstdDecompress(body, boundedZstd(max)),
}

const DECODERS: Record<string, Decoder> = {
  gzip: GZIP,
  'x-gzip': GZIP,
  deflate: DEFLATE,
  br: BROTLI,
  zstd: ZSTD,
}

async function decodeLayer(
  decoder: Decoder,
  body: Buffer,
  limit: number,
  reserve: Reserve,
): Promise<Decoded> {
  try {
    if (body.length <= SYNC_INPUT_LIMIT)
      return { kind: 'decoded', body: decoder.sync(body, Math.min(SYNC_LIMIT, limit)) }
  } catch (error) {
    if (!isOverflow(error) && !isUnfinished(error)) return broken(error)
    if (isOverflow(error) && limit <= SYNC_LIMIT) return { kind: 'overflow' }
  }
  // Nearly all bodies stay small, and wait for nobody.
  if (body.length <= SMALL_BODY_BYTES) {
    const small = await decodeApart(decoder, body, Math.min(SMALL_BODY_BYTES, limit))
    if (small.kind !== 'overflow' || limit <= SMALL_BODY_BYTES) return small
  }
  await reserve()
  return await decodeApart(decoder, body, limit)
}

async function decodeApart(decoder: Decoder, body: Buffer, limit: number): Promise<Decoded> {
  try {
    return { kind: 'decoded', body: await decodeStream(decoder, body, limit) }
  } catch (error) {
    if (isUnfinished(error)) return { kind: 'cut' }
    return isOverflow(error) ? { kind: 'overflow' } : broken(error)
  }
}

async function decodeStream(decoder: Decoder, body: Buffer, limit: number): Promise<Buffer> {
  try {
    return await decoder.async(body, limit)
  } catch (error) {
    const decoded = isUnfinished(error) ? await decoder.unfinished?.(body, limit) : undefined
    if (decoded === undefined) throw error
    return decoded
  }
}

function isOverflow(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
}

function broken(error: unknown): Decoded {
  return {
    kind: 'broken',
    detail: `The body cannot be decoded (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`,
  }
}

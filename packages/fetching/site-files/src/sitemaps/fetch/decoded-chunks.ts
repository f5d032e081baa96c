import { pipeline, Readable, type Transform } from 'node:stream'
import zlib from 'node:zlib'
import { MAX_LAYERS, MAX_RATIO, MIN_BYTES_OF_BOMB } from '../limits.ts'
import { ReadProblem } from '../problem.ts'

type Chunks = AsyncIterable<Uint8Array>

/**
 * The bytes of a file without any compression. Gzip is told by its first bytes, whatever headers and names say, and may be
 * twice around; other encodings are those of the transfer. Of a compressed file that breaks off, what is there is given.
 */
export async function* decodedChunks(
  chunks: Chunks,
  contentEncoding: string | undefined,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let current: Chunks = chunks
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const { first, all } = await peek(current)
    const decoder = decoderFor(first, layer === 0 ? contentEncoding : undefined)
    current = decoder === undefined ? all : throughDecoder(all, decoder, maxBytes)
    if (decoder === undefined) break
  }
  yield* limited(current, maxBytes)
}

/** For a stream that ends too early: what it has, and no error. The reader notices by what is missing. */
const UNFINISHED = { finishFlush: zlib.constants.Z_SYNC_FLUSH }
/** RFC 9659: 8 MB. */
const ZSTD = { params: { [zlib.constants.ZSTD_d_windowLogMax]: 23 } }
const BROTLI = { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH }

function decoderFor(first: Uint8Array, contentEncoding = ''): Transform | undefined {
  const start = Buffer.from(first.buffer, first.byteOffset, Math.min(first.length, 4))
  if (start[0] === 0x1f && start[1] === 0x8b) return zlib.createGunzip(UNFINISHED)
  if (start.length === 4 && start.readUInt32LE(0) === 0xfd2fb528) return zlib.createZstdDecompress(ZSTD)
  const outermost = contentEncoding.toLowerCase().split(',').at(-1)!.trim()
  // Servers name encodings that they do not use.
  if (looksLikeText(start)) return undefined
  if (outermost === 'br') return zlib.createBrotliDecompress(BROTLI)
  if (hasZlibHeader(start)) return zlib.createInflate(UNFINISHED)
  return outermost === 'deflate' ? zlib.createInflateRaw(UNFINISHED) : undefined
}

/** RFC 1950, section 2.2, with the window of 32 KB that all programs write. */
function hasZlibHeader(start: Buffer): boolean {
  return start.length >= 2 && start[0] === 0x78 && start.readUInt16BE(0) % 31 === 0 && start[1] !== 0x5e
}

function looksLikeText(start: Buffer): boolean {
  return /^(?:\s|<|\xef\xbb\xbf|\xff\xfe|\xfe\xff|http)/.test(start.toString('latin1'))
}

async function* throughDecoder(chunks: Chunks, decoder: Transform, maxBytes: number): Chunks {
  let taken = 0
  let given = 0
  async function* counted() {
    for await (const chunk of chunks) {
      taken += chunk.length
      yield chunk
    }
  }
  const source = Readable.from(counted(), { objectMode: true })
  let fault: unknown
  source.on('error', (error) => {
    fault = error
  })
  // Its errors reach the loop below by the decoder, which it destroys.
  pipeline(source, decoder, () => {})
  try {
    for await (const chunk of decoder as AsyncIterable<Buffer>) {
      given += chunk.length
      if (given > MIN_BYTES_OF_BOMB && given > taken * MAX_RATIO)
        throw new ReadProblem(
          'too_large',
          `The file is more than ${MAX_RATIO} times as large as its compressed form`,
        )
      yield chunk
      if (given > maxBytes) return
    }
  } catch (error) {
    if (error instanceof ReadProblem) throw error
    if (fault !== undefined) throw fault
    throw new ReadProblem('broken', `The file cannot be decompressed (${codeOf(error)})`)
  } finally {
    source.destroy()
    decoder.destroy()
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown'
}

async function* limited(chunks: Chunks, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of chunks) {
    const left = maxBytes - size
    size += chunk.length
    if (size <= maxBytes) {
      yield chunk
      continue
    }
    yield chunk.subarray(0, left)
    throw new ReadProblem('too_large', `Only the first ${maxBytes} bytes are read`)
  }
}

/** The first bytes, enough to know a file by, and all of them again. */
export async function peek(chunks: Chunks, atLeast = 4): Promise<{ first: Uint8Array; all: Chunks }> {
  const iterator = chunks[Symbol.asyncIterator]()
  const taken: Uint8Array[] = []
  let size = 0
  let fault: { error: unknown } | undefined
  while (size < atLeast) {
    try {
      const next = await iterator.next()
      if (next.done) break
      taken.push(next.value)
      size += next.value.length
    } catch (error) {
      fault = { error }
      break
    }
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      yield* taken
      if (fault) throw fault.error
      yield* { [Symbol.asyncIterator]: () => iterator }
    } finally {
      await iterator.return?.()
    }
  }
  return { first: taken.length === 1 ? taken[0]! : Buffer.concat(taken), all: all() }
}

import zlib from 'node:zlib'
import { describe, expect, test } from '@jest/globals'
import { decodeBody } from './decode-body.ts'

const TEXT = 'Rope, tar and canvas. '.repeat(2_000)
const LINES = Array.from({ length: 1_000 }, (_, i) => `Line ${i} of ${(i * 7_919) % 10_007}`).join('\n')
const ENCODERS: [string, (body: Buffer) => Buffer][] = [
  ['gzip', zlib.gzipSync],
  ['x-gzip', zlib.gzipSync],
  ['deflate', zlib.deflateSync],
  ['deflate', zlib.deflateRawSync],
  ['br', (body) => zlib.brotliCompressSync(body, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } })],
  ['zstd', zlib.zstdCompressSync],
]

describe.each(ENCODERS)('%s (%p)', (coding, encode) => {
  test('gives the text back', async () => {
    const decoded = await decodeBody(encode(Buffer.from(TEXT)), coding, 1_000_000)
    expect(decoded.kind === 'decoded' && decoded.body.toString()).toBe(TEXT)
  })

  test('a large body too', async () => {
    const body = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i).join())
    expect(await decodeBody(encode(body), coding, 10_000_000)).toMatchObject({
      kind: 'decoded',
      body: { length: body.length },
    })
  })

  test('stops at the limit', async () => {
    const bomb = encode(Buffer.alloc(10_000_000))
    expect(await decodeBody(bomb, coding, 5_000_000)).toEqual({ kind: 'overflow' })
    expect(await decodeBody(bomb, coding, 1_000)).toEqual({ kind: 'overflow' })
  })

  test('that breaks off within its body is cut', async () => {
    const encoded = encode(Buffer.from(LINES))
    for (const part of [0.01, 0.3, 0.6, 0.9]) {
      const cut = encoded.subarray(0, Math.ceil(encoded.length * part))
      expect(await decodeBody(cut, coding, 1_000_000)).toEqual({ kind: 'cut' })
    }
  })

  test('an empty body stays empty', async () => {
    expect(await decodeBody(encode(Buffer.alloc(0)), coding, 100)).toMatchObject({
      kind: 'decoded',
      body: { length: 0 },
    })
  })
})

describe('as lenient as browsers', () => {
  test.each([
    ['gzip', zlib.gzipSync, 8],
    ['gzip', withNames(zlib.gzipSync), 8],
    ['deflate', zlib.deflateSync, 4],
  ])('%s whose checksum alone is missing is whole', async (coding, encode, checksum) => {
    for (let missing = 1; missing <= checksum; missing++) {
      const decoded = await decodeBody(encode(Buffer.from(LINES)).subarray(0, -missing), coding, 1_000_000)
      expect(decoded.kind === 'decoded' && decoded.body.toString()).toBe(LINES)
    }
    const cut = encode(Buffer.from(LINES)).subarray(0, -checksum - 1)
    expect(await decodeBody(cut, coding, 1_000_000)).toEqual({ kind: 'cut' })
  })

  test.each([
    ['gzip', zlib.createGzip],
    ['deflate', zlib.createDeflate],
    ['deflate', zlib.createDeflateRaw],
  ])('%s that was flushed and never ended is whole', async (coding, create) => {
    const encoder = create()
    const chunks: Buffer[] = []
    encoder.on('data', (chunk: Buffer) => chunks.push(chunk))
    encoder.write(LINES)
    await new Promise<void>((resolve) => encoder.flush(zlib.constants.Z_SYNC_FLUSH, resolve))
    const decoded = await decodeBody(Buffer.concat(chunks), coding, 1_000_000)
    expect(decoded.kind === 'decoded' && decoded.body.toString()).toBe(LINES)
  })

  test('a second gzip stream that breaks off is cut', async () => {
    const two = Buffer.concat([zlib.gzipSync('<p>One</p>'), zlib.gzipSync(LINES).subarray(0, 300)])
    expect(await decodeBody(two, 'gzip', 1_000_000)).toEqual({ kind: 'cut' })
  })

  test('a body that is not encoded as its header says is taken as it is', async () => {
    const page = Buffer.from('<!doctype html><p>Plain after all.</p>')
    for (const coding of ['gzip', 'br', 'zstd', 'identity', '']) {
      expect(await decodeBody(page, coding, 1_000)).toEqual({ kind: 'decoded', body: page })
    }
  })

  test('encodings are undone in reverse', async () => {
    const twice = zlib.brotliCompressSync(zlib.gzipSync(Buffer.from(TEXT)))
    expect(await decodeBody(twice, 'gzip, br', 1_000_000)).toMatchObject({ kind: 'decoded' })
  })
})

test.each([
  ['gzip, gzip, gzip, gzip', 'too many times'],
  ['compress', 'not known'],
])('%s is refused', async (coding, words) => {
  const decoded = await decodeBody(Buffer.from('x'), coding, 100)
  expect(decoded).toMatchObject({ kind: 'broken', detail: expect.stringContaining(words) })
})

test('a zstd frame that asks for a window of 128 MB is refused (RFC 9659)', async () => {
  const params = {
    [zlib.constants.ZSTD_c_windowLog]: 27,
    [zlib.constants.ZSTD_c_contentSizeFlag]: 0,
  }
  const chunks: Buffer[] = []
  const encoder = zlib.createZstdCompress({ params })
  encoder.on('data', (chunk: Buffer) => chunks.push(chunk))
  // Not written at once: a size that is known makes the window smaller.
  for (let i = 0; i < 40; i++) encoder.write(Buffer.alloc(1_000_000, `${i}`))
  await new Promise<void>((resolve) => void encoder.once('end', resolve).end())
  expect(await decodeBody(Buffer.concat(chunks), 'zstd', 50_000_000)).toMatchObject({ kind: 'broken' })
})

describe('a body that gets large', () => {
  const large = zlib.gzipSync(Buffer.alloc(3_000_000))
  const small = zlib.gzipSync(Buffer.alloc(900_000))

  test('is decoded when there is memory, which is asked for once', async () => {
    let asked = 0
    const memory = Promise.withResolvers<void>()
    const decoding = decodeBody(large, 'gzip', 5_000_000, () => {
      asked++
      return memory.promise
    })
    let isDecoded = false
    void decoding.then(() => {
      isDecoded = true
    })
    expect(
      await decodeBody(small, 'gzip', 5_000_000, () => Promise.reject(new Error('asked'))),
    ).toMatchObject({
      kind: 'decoded',
    })
    expect(isDecoded).toBe(false)
    memory.resolve()
    expect(await decoding).toMatchObject({ kind: 'decoded', body: { length: 3_000_000 } })
    expect(asked).toBe(1)
  })

  test('is not decoded without', async () => {
    await expect(
      decodeBody(large, 'gzip', 5_000_000, () => Promise.reject(new Error('none'))),
    ).rejects.toThrow('none')
  })
})

/** With a file's name, a comment and an extra field in the header of gzip (RFC 1952). */
function withNames(encode: (body: Buffer) => Buffer): (body: Buffer) => Buffer {
  return (body) => {
    const encoded = encode(body)
    const fields = Buffer.from('\x02\x00abpage.html\0a comment\0', 'latin1')
    encoded[3] = 4 | 8 | 16
    return Buffer.concat([encoded.subarray(0, 10), fields, encoded.subarray(10)])
  }
}

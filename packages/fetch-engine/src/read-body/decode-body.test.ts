import zlib from 'node:zlib'
import { describe, expect, test } from '@jest/globals'
import { decodeBody } from './decode-body.ts'

const TEXT = 'Rope, tar and canvas. '.repeat(2_000)
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

  test('an empty body stays empty', async () => {
    expect(await decodeBody(encode(Buffer.alloc(0)), coding, 100)).toMatchObject({
      kind: 'decoded',
      body: { length: 0 },
    })
  })
})

describe('as lenient as browsers', () => {
  test('a gzip stream that ends early gives what it held', async () => {
    const cut = zlib.gzipSync(Buffer.from(TEXT)).subarray(0, -8)
    const decoded = await decodeBody(cut, 'gzip', 1_000_000)
    expect(decoded.kind === 'decoded' && decoded.body.length).toBeGreaterThan(TEXT.length / 2)
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

import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
} from 'node:zlib'

interface Encoding {
  /** Of a whole body. */
  whole(body: Buffer): Promise<Buffer>
  /** Of a body that comes piece by piece. */
  pieces(): Transform
}

// Fast settings and small windows: a reply is compressed for one caller, once, and a stream holds some hundred KB.
const GZIP = { level: 3 }
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 } }
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_windowLog]: 18 } }

/** Node ends a zstd stream, whose pieces came before the first one was compressed, with an empty frame more. httpx 0.28 gives up at it. */
export const EMPTY_FRAME = Buffer.from('28b52ffd2000010000', 'hex')

/** The cheapest for what it saves first. Where a caller likes several the same, it gets the first. */
export const ENCODINGS: Record<'zstd' | 'br' | 'gzip', Encoding> = {
  zstd: {
    whole: (body) => promisify(zstdCompress)(body, ZSTD),
    pieces: () => createZstdCompress(ZSTD),
  },
  br: {
    whole: (body) => promisify(brotliCompress)(body, BROTLI),
    pieces: () => createBrotliCompress(BROTLI),
  },
  gzip: {
    whole: (body) => promisify(gzip)(body, GZIP),
    pieces: () => createGzip(GZIP),
  },
}

export type EncodingName = keyof typeof ENCODINGS

const NAMES = Object.keys(ENCODINGS) as EncodingName[]

/** What an `Accept-Encoding` asks for (RFC 9110 section 12.5.3); undefined where it is to be left as it is. */
export function chooseEncoding(accepted: string | undefined): EncodingName | undefined {
  if (!accepted) return undefined
  const weights = new Map(
    accepted
      .toLowerCase()
      .split(',')
      .map((part): [string, number] => {
        const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
        const q = parameters.find((parameter) => parameter.startsWith('q='))
        return [name, q === undefined ? 1 : Number(q.slice(2)) || 0]
      }),
  )
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const [best] = NAMES.filter((name) => weightOf(name) > 0).sort((a, b) => weightOf(b) - weightOf(a))
  return best !== undefined && weightOf(best) >= (weights.get('identity') ?? 0) ? best : undefined
}

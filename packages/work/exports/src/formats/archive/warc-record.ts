import { createHash, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const compress = promisify(gzip)

export interface WarcRecord {
  type: 'warcinfo' | 'response' | 'conversion'
  uri?: string
  date: Date
  contentType: string
  /** Head of an HTTP answer, with the empty line that ends it. */
  httpHead?: string
  payload: Uint8Array
}

/** A record of WARC 1.1 (ISO 28500:2017), compressed as a member of gzip of its own, as its annex D asks for. */
export async function writeRecord({
  type,
  uri,
  date,
  contentType,
  httpHead = '',
  payload,
}: WarcRecord): Promise<Buffer> {
  const block = Buffer.concat([Buffer.from(httpHead), payload])
  const head = [
    'WARC/1.1',
    `WARC-Type: ${type}`,
    `WARC-Record-ID: <urn:uuid:${randomUUID()}>`,
    `WARC-Date: ${date.toISOString()}`,
    ...(uri === undefined ? [] : [`WARC-Target-URI: ${uri}`]),
    ...(httpHead === '' ? [] : [`WARC-Payload-Digest: ${digestOf(payload)}`]),
    `WARC-Block-Digest: ${digestOf(block)}`,
    `Content-Type: ${contentType}`,
    `Content-Length: ${block.length}`,
  ]
  const record = await compress(
    Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), block, Buffer.from('\r\n\r\n')]),
  )
  // A small one lies in a large buffer of the compressor's, which it would keep: thousands wait for a part to be full.
  return Buffer.from(new Uint8Array(record).buffer)
}

export function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
}

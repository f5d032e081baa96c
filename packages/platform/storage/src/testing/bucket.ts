import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SignatureV4 } from '@smithy/signature-v4'
import { createUploads, type StoredObject, storedHeaders } from './uploads.ts'

export interface Bucket {
  /** Ways to reach it; every request must be signed with these credentials. */
  settings: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string }
  /** What is stored, by path. */
  objects: Map<string, StoredObject>
  /** Ids of uploads in parts that are neither whole nor aborted. */
  uploads: ReadonlyMap<string, unknown>
  /** Takes the place of the ordinary answer while it is set. */
  answer: ((request: IncomingMessage, response: ServerResponse) => void) | undefined
  /** The ordinary answer. */
  serve(request: IncomingMessage, response: ServerResponse): Promise<void>
  close(): Promise<void>
}

/**
 * An object store with one bucket, over HTTP. A request is refused with 403 unless AWS's own implementation of Signature
 * Version 4 comes to the same signature, and the body has the hash that was signed.
 */
export async function startBucket(): Promise<Bucket> {
  const credentials = { accessKeyId: 'AK', secretAccessKey: 'the-secret' }
  const region = 'eu-central-1'
  const signer = new SignatureV4({
    credentials,
    region,
    service: 's3',
    sha256: Sha256,
    uriEscapePath: false,
    applyChecksum: false,
  })
  const objects: Bucket['objects'] = new Map()
  const uploads = createUploads(objects)

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    if (!(await isSigned(signer, request, body))) return void response.writeHead(403).end()
    const path = request.url!.split('?')[0]!
    if (!path.startsWith('/b/'))
      return void response.writeHead(404).end('<Error><Code>NoSuchBucket</Code></Error>')
    if (request.url!.includes('?')) return void uploads.answer(request, response, body)
    if (request.method === 'PUT') objects.set(path, { body, headers: storedHeaders(request, body) })
    if (request.method === 'DELETE') objects.delete(path)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const found = isRead ? objects.get(path) : { body: '', headers: {} }
    response.writeHead(found ? 200 : 404, found?.headers).end(request.method === 'HEAD' ? '' : found?.body)
  }

  const server = createServer((request, response) => void (bucket.answer ?? serve)(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const bucket: Bucket = {
    settings: { endpoint, bucket: 'b', region, ...credentials },
    objects,
    uploads: uploads.open,
    serve,
    answer: undefined,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return bucket
}

/** Signs the request as it came, by the headers that its signature names, and compares. */
async function isSigned(signer: SignatureV4, request: IncomingMessage, body: Buffer): Promise<boolean> {
  const { authorization = '', ...headers } = request.headers as Record<string, string>
  const names = new Set(/SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';'))
  if (!names.has('host') || headers['x-amz-content-sha256'] !== sha256(body)) return false
  const [path = '', search = ''] = request.url!.split('?')
  const expected = await signer.sign(
    {
      method: request.method!,
      protocol: 'http:',
      hostname: headers.host!,
      path,
      query: Object.fromEntries(new URLSearchParams(search)),
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => names.has(name))),
    },
    { signingDate: dateOf(headers['x-amz-date'] ?? '') },
  )
  return expected.headers.authorization?.replaceAll(' ', '') === authorization.replaceAll(' ', '')
}

/** `20130524T000000Z` as a date. */
function dateOf(stamp: string): Date {
  return new Date(stamp.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'))
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Node's SHA-256, and its HMAC where there is a secret, as the signer asks for it. */
class Sha256 {
  private readonly hash: Hash | Hmac

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    const key = secret instanceof ArrayBuffer ? new Uint8Array(secret) : secret
    this.hash =
      key === undefined ? createHash('sha256') : createHmac('sha256', key as string | NodeJS.ArrayBufferView)
  }

  update(data: Uint8Array): void {
    this.hash.update(data)
  }

  async digest(): Promise<Uint8Array> {
    return this.hash.digest()
  }

  reset(): void {}
}

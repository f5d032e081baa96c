import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

export interface StoredObject {
  body: Buffer
  headers: Record<string, string>
}

interface Upload {
  path: string
  headers: Record<string, string>
  parts: Map<number, Buffer>
}

/** The multipart uploads of a bucket, as the Amazon S3 API has them; parts may be of any size. */
export function createUploads(objects: Map<string, StoredObject>) {
  const open = new Map<string, Upload>()

  function answer(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const url = new URL(request.url!, 'http://bucket')
    const id = url.searchParams.get('uploadId')
    const upload = open.get(id ?? '')
    if (id === null && request.method === 'GET') list(url, response)
    else if (id === null) begin(request, response, url.pathname)
    else if (upload?.path !== url.pathname) refuse(response, 404, 'NoSuchUpload')
    else if (request.method === 'PUT')
      take(upload, Number(url.searchParams.get('partNumber')), body, response)
    else if (request.method === 'POST' && !join(upload, body)) refuse(response, 400, 'InvalidPart')
    else {
      open.delete(id)
      response.writeHead(request.method === 'POST' ? 200 : 204).end()
    }
  }

  function begin(request: IncomingMessage, response: ServerResponse, path: string): void {
    const id = randomUUID()
    const { 'content-length': _, ...headers } = storedHeaders(request, Buffer.alloc(0))
    open.set(id, { path, headers, parts: new Map() })
    response.end(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
  }

  function list({ pathname, searchParams }: URL, response: ServerResponse): void {
    const prefix = searchParams.get('prefix') ?? ''
    const listed = [...open]
      .map(([id, { path }]) => ({ id, key: decodeURIComponent(path.slice(pathname.length)) }))
      .filter(({ key }) => key.startsWith(prefix))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .slice(0, Number(searchParams.get('max-uploads') ?? 1_000))
    const entries = listed.map(
      ({ id, key }) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`,
    )
    response.end(`<ListMultipartUploadsResult>${entries.join('')}</ListMultipartUploadsResult>`)
  }

  /** Whether the parts that are named are those that are there; then they are the object. */
  function join({ path, headers, parts }: Upload, list: Buffer): boolean {
    const named = [...list.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)</g)]
    const pieces = named.map(([, number, etag]) => {
      const part = parts.get(Number(number))
      return part && etagOf(part) === etag!.replaceAll('&quot;', '"') ? part : undefined
    })
    if (pieces.some((part) => part === undefined)) return false
    const body = Buffer.concat(pieces as Buffer[])
    objects.set(path, { body, headers: { ...headers, 'content-length': String(body.length) } })
    return true
  }

  return { open, answer }
}

function take({ parts }: Upload, number: number, body: Buffer, response: ServerResponse): void {
  parts.set(number, body)
  response.writeHead(200, { etag: etagOf(body) }).end()
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`)
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`
}

export function storedHeaders(request: IncomingMessage, body: Buffer): Record<string, string> {
  const meta = Object.entries(request.headers).filter(([name]) => name.startsWith('x-amz-meta-'))
  return {
    ...Object.fromEntries(meta.map(([name, value]) => [name, String(value)])),
    'content-type': request.headers['content-type'] ?? 'binary/octet-stream',
    'content-length': String(body.length),
  }
}

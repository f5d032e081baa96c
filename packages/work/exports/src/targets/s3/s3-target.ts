import { randomUUID } from 'node:crypto'
import { LIMITS } from '@gleaner/contracts/limits'
import { MEGABYTE } from '@gleaner/runtime/units'
import { type TakenPart, type Target, TargetFailure, type Upload } from '../target.ts'
import { keyOf, type S3Requests } from './s3-requests.ts'

/** Above the least that Amazon takes, 5 MiB; 10,000 of them are 80 GB. */
const PART_BYTES = 8 * MEGABYTE
/** Most parts of one upload (Amazon S3 API Reference, "Multipart upload limits"). */
const MOST_PARTS = 10_000
/** Says whose an object is, so that one that was made before an answer was lost is known again. */
const OWNER_HEADER = 'x-amz-meta-gleaner-export'

/** Uploads that are listed at once: an answer is read up to 64 KB. */
const LISTED = 50

const TEXT = { 'content-type': 'text/plain' }

/** Objects in a bucket. `owner` names the export that writes. */
export function createS3Target(
  { request, prefix }: { request: S3Requests; prefix: string },
  owner: string,
  partBytes = PART_BYTES,
): Omit<Target, 'close'> {
  async function begin(name: string, contentType: string): Promise<string> {
    const headers = { 'content-type': contentType, [OWNER_HEADER]: owner }
    const { text } = await request({ method: 'POST', name, query: { uploads: '' }, headers })
    const id = textIn(text, 'UploadId')
    if (id === undefined) throw new TargetFailure('The store began an upload and gave it no id.')
    return id
  }

  async function writePart({ name, id }: Upload, number: number, _: number, body: Uint8Array) {
    if (number > MOST_PARTS)
      throw new TargetFailure(
        `The object ${name} would have more than ${MOST_PARTS} parts; export it with partition_by, or with compression.`,
        { isFinal: true },
      )
    const query = { partNumber: String(number), uploadId: id }
    const { status, header } = await request({ method: 'PUT', name, query, body, allows: [404] })
    if (status === 404) return undefined
    const etag = header('etag')
    if (etag === undefined) throw new TargetFailure('The store took a part and gave it no ETag.')
    return etag
  }

  /** The exact name stands before all others that begin with it. */
  async function uploadsOf(name: string): Promise<string[]> {
    const key = keyOf({ prefix }, name)
    const query = { uploads: '', prefix: key, 'max-uploads': String(LISTED) }
    const { text } = await request({ method: 'GET', name: undefined, query })
    return [...text.matchAll(/<Upload>.*?<\/Upload>/gs)].flatMap(([upload]) =>
      textIn(upload, 'Key') === key ? (textIn(upload, 'UploadId') ?? []) : [],
    )
  }

  async function complete({ name, id }: Upload, parts: readonly TakenPart[]): Promise<boolean> {
    const body = Buffer.from(
      `<CompleteMultipartUpload>${parts
        .map(
          ({ number, etag }) =>
            `<Part><PartNumber>${number}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
        )
        .join('')}</CompleteMultipartUpload>`,
    )
    const headers = { 'content-type': 'application/xml' }
    // 400: a part is not the one that is named, as another process has replaced it.
    const allows = [400, 404]
    const { status } = await request({ method: 'POST', name, query: { uploadId: id }, headers, body, allows })
    return status < 300 || (status === 404 && (await isThere(name, parts)))
  }

  /** Whether the upload is gone because it was completed, by an answer that was lost. */
  async function isThere(name: string, parts: readonly TakenPart[]): Promise<boolean> {
    const { status, header } = await request({ method: 'HEAD', name, allows: [404] })
    const bytes = parts.reduce((sum, part) => sum + part.bytes, 0)
    return status < 300 && header(OWNER_HEADER) === owner && Number(header('content-length')) === bytes
  }

  async function put(name: string, contentType: string, body: Uint8Array): Promise<void> {
    await request({
      method: 'PUT',
      name,
      headers: { 'content-type': contentType, [OWNER_HEADER]: owner },
      body,
    })
  }

  return {
    partBytes,
    pageBytes: LIMITS.exportPageBytes,
    begin,
    uploadsOf,
    writePart,
    complete,
    put,
    async abandon({ name, id }) {
      await request({ method: 'DELETE', name, query: { uploadId: id }, allows: [404] })
    },
    clear: async () => {},
    async test() {
      const name = `gleaner-test-${randomUUID()}`
      await request({ method: 'PUT', name, headers: TEXT, body: Buffer.from('A test of Gleaner.') })
      await request({ method: 'HEAD', name })
      await request({ method: 'DELETE', name, allows: [403, 404] })
    },
  }
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function textIn(xml: string, element: string): string | undefined {
  const text = new RegExp(`<${element}>([^<]{1,2000})</${element}>`).exec(xml)?.[1]
  return text === undefined ? undefined : unescapeXml(text)
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => ESCAPES[char]!)
}

function unescapeXml(text: string): string {
  return Object.entries(ESCAPES).reduceRight((left, [char, written]) => left.replaceAll(written, char), text)
}

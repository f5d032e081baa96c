import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import type { BlobStore } from './blob-store.ts'
import { encodeKey } from './encode-key.ts'

export interface S3StoreOptions {
  /** `https://s3.eu-central-1.amazonaws.com`, or that of MinIO, R2, Ceph ... The bucket is addressed by path. */
  endpoint: string
  bucket: string
  /** Stores that know no regions take any; `us-east-1` is the common default. */
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Put before every key, e.g. `gleaner/`. */
  prefix?: string | undefined
  /** Longest wait for the answer to a request. Default 60 s. */
  timeoutMs?: number
}

const EXPIRES_HEADER = 'x-amz-meta-expires-at'

/** Keys of what is kept for months begin so. All else lives for some hours, and has a folder of its own in a bucket: lifecycle rules go by folders. */
const KEPT = 'kept/'
const SHORT = 'hours/'

/**
 * Blobs in an S3-compatible bucket. What has expired is not handed out any more; removing it is left to lifecycle
 * rules of the bucket, which do that without listing millions of keys.
 */
export function createS3Store(options: S3StoreOptions): BlobStore {
  const { endpoint, bucket, prefix = '', timeoutMs = 60_000, ...credentials } = options
  const base = `${endpoint.replace(/\/+$/, '')}/${bucket}/${encodeKey(prefix)}`
  const client = new AwsClient({ ...credentials, service: 's3', retries: 0 })

  /** The store's answer: success, or 404. Its body may be read for as long as the reader likes. */
  async function send(
    method: 'GET' | 'PUT' | 'DELETE',
    key: string,
    { headers, body }: { headers?: Record<string, string>; body?: Uint8Array<ArrayBuffer> } = {},
  ): Promise<Response> {
    // A URL resolves dot segments, which would lead out of the prefix and out of the bucket.
    if (key.split('/').some((part) => part === '.' || part === '..'))
      throw new Error('A blob key has dot segments')
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(new Error('The object store did not answer')), timeoutMs)
    try {
      const response = await client.fetch(base + encodeKey(key.startsWith(KEPT) ? key : SHORT + key), {
        method,
        headers: { ...headers, 'x-amz-content-sha256': sha256(body ?? '') },
        body: body ?? null,
        redirect: 'error',
        signal: deadline.signal,
      })
      if (response.ok || response.status === 404) return response
      await response.body?.cancel()
      throw new Error(`The object store answered ${response.status} to ${method}`)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async put(key, bytes, { contentType, ttlMs }) {
      const expiresAt = new Date(Date.now() + ttlMs).toISOString()
      const headers = { 'content-type': contentType, [EXPIRES_HEADER]: expiresAt }
      const response = await send('PUT', key, { headers, body: new Uint8Array(bytes) })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`The object store has no bucket ${bucket}`)
    },
    async open(key) {
      const response = await send('GET', key)
      const expiresAt = new Date(response.headers.get(EXPIRES_HEADER) ?? 0)
      if (!response.ok || response.body === null || expiresAt.getTime() <= Date.now()) {
        await response.body?.cancel()
        return undefined
      }
      return {
        stream: Readable.fromWeb(response.body as ReadableStream<Uint8Array>),
        size: Number(response.headers.get('content-length') ?? 0),
        contentType: response.headers.get('content-type') ?? 'application/octet-stream',
        expiresAt,
      }
    },
    async delete(key) {
      const response = await send('DELETE', key)
      await response.body?.cancel()
    },
    purgeExpired: async () => ({ rows: 0 }),
  }
}

function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

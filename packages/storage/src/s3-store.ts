import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { BlobStore } from './blob-store.ts'
import { encodeKey, type S3Credentials, signS3Request } from './sign-s3-request.ts'

export interface S3StoreOptions extends S3Credentials {
  /** `https://s3.eu-central-1.amazonaws.com`, or that of MinIO, R2, Ceph ... The bucket is addressed by path. */
  endpoint: string
  bucket: string
  /** Put before every key, e.g. `gleaner/`. */
  prefix?: string | undefined
}

const TIMEOUT_MS = 60_000
const EXPIRES_HEADER = 'x-amz-meta-expires-at'

/**
 * Blobs in an S3-compatible bucket. What has expired is not handed out any more; removing it is left to a lifecycle
 * rule of the bucket, which does that without listing millions of keys.
 */
export function createS3Store(options: S3StoreOptions): BlobStore {
  const base = `${options.endpoint.replace(/\/+$/, '')}/${options.bucket}/${encodeKey(options.prefix ?? '')}`

  async function send(
    method: 'GET' | 'PUT' | 'DELETE',
    key: string,
    extra: { headers?: Record<string, string>; body?: Uint8Array<ArrayBuffer> } = {},
  ): Promise<Response> {
    // A URL resolves dot segments, which would lead out of the prefix and out of the bucket.
    if (key.split('/').some((part) => part === '.' || part === '..'))
      throw new Error('A blob key has dot segments')
    const url = new URL(base + encodeKey(key))
    const headers = signS3Request({ method, url, ...extra }, options)
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(url, {
      method,
      headers,
      body: extra.body ?? null,
      redirect: 'error',
      signal,
    })
    if (response.ok || response.status === 404) return response
    await response.body?.cancel()
    throw new Error(`The object store answered ${response.status} to ${method}`)
  }

  return {
    async put(key, bytes, { contentType, ttlMs }) {
      const expiresAt = new Date(Date.now() + ttlMs).toISOString()
      const headers = { 'content-type': contentType, [EXPIRES_HEADER]: expiresAt }
      const response = await send('PUT', key, { headers, body: new Uint8Array(bytes) })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`The object store has no bucket ${options.bucket}`)
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
    purgeExpired: async () => 0,
  }
}

import { createHash } from 'node:crypto'
import { MEGABYTE } from '@gleaner/runtime/units'
import { encodeKey } from '@gleaner/storage/encode-key'
import { AwsV4Signer } from 'aws4fetch'
import type { BucketPlace, Credentials } from '../../destinations/place.ts'
import type { GuardedAnswer, GuardedRequest, RequestSender } from '../guarded-request.ts'
import { explain } from './explain.ts'

export interface S3Request {
  method: GuardedRequest['method']
  /** Below the prefix of the destination; undefined: the bucket itself. */
  name: string | undefined
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array
  /** Statuses that are no failure, beside 2xx. */
  allows?: readonly number[]
}

/** For each 8 MB, over a line of a megabit with time to spare. */
const TIMEOUT_MS = 120_000
const TIMED_BYTES = 8 * MEGABYTE

export type S3Requests = (request: S3Request) => Promise<GuardedAnswer>

/** Signed requests to a bucket (Signature Version 4). What is not a success or allowed is thrown as a TargetFailure that says what to do. */
export function createS3Requests(
  place: BucketPlace,
  credentials: Credentials,
  send: RequestSender,
): S3Requests {
  return async ({ method, name, query = {}, headers = {}, body, allows = [] }) => {
    const signer = new AwsV4Signer({
      method,
      url: urlOf(place, name, query).href,
      headers: { ...headers, 'x-amz-content-sha256': sha256(body ?? '') },
      service: 's3',
      region: place.region,
      ...credentials,
    })
    const signed = await signer.sign()
    const answer = await send({
      url: signed.url,
      method,
      headers: Object.fromEntries(signed.headers),
      body,
      timeoutMs: TIMEOUT_MS * Math.max(1, Math.ceil((body?.length ?? 0) / TIMED_BYTES)),
    })
    // The end of an upload may answer 200 at once, and say in its body that it has failed.
    const isError = answer.status >= 300 || /^\s*(<\?xml[^>]*>\s*)?<Error[\s>]/.test(answer.text)
    if (isError && !allows.includes(answer.status)) throw explain(place, method, answer)
    return answer
  }
}

/** The address of an object: with the bucket in the path, or before the host name. */
export function urlOf(
  { endpoint, bucket, prefix, addressing }: BucketPlace,
  name: string | undefined,
  query: Record<string, string> = {},
): URL {
  const key = name === undefined ? '' : encodeKey(keyOf({ prefix }, name))
  const url = new URL(endpoint)
  if (addressing === 'virtual_host') url.hostname = `${bucket}.${url.hostname}`
  url.pathname = addressing === 'virtual_host' ? `/${key}` : `/${bucket}/${key}`
  url.search = new URLSearchParams(query).toString()
  return url
}

export function keyOf({ prefix }: Pick<BucketPlace, 'prefix'>, name: string): string {
  return prefix === '' ? name : `${prefix}/${name}`
}

function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

import { createHash, createHmac } from 'node:crypto'

export interface S3Credentials {
  accessKeyId: string
  secretAccessKey: string
  /** Stores that know no regions take any; `us-east-1` is the common default. */
  region: string
}

export interface S3Request {
  method: 'GET' | 'PUT' | 'DELETE' | 'HEAD'
  url: URL
  /** Signed with the request; names in lower case. */
  headers?: Record<string, string>
  body?: Uint8Array | undefined
}

/**
 * The headers of a request signed by AWS Signature Version 4 (docs.aws.amazon.com, "Signature Calculations for the
 * Authorization Header"), which every S3-compatible store understands.
 */
export function signS3Request(
  { method, url, headers = {}, body = new Uint8Array() }: S3Request,
  { accessKeyId, secretAccessKey, region }: S3Credentials,
  now: Date = new Date(),
): Record<string, string> {
  const time = `${now.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
  const date = time.slice(0, 8)
  const scope = `${date}/${region}/s3/aws4_request`
  const bodyHash = sha256(body)
  const signed: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-content-sha256': bodyHash,
    'x-amz-date': time,
  }
  const names = Object.keys(signed).sort()
  const canonical = [
    method,
    encodePath(url.pathname),
    canonicalQuery(url.searchParams),
    ...names.map((name) => `${name}:${signed[name]!.trim()}`),
    '',
    names.join(';'),
    bodyHash,
  ].join('\n')
  const key = [date, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`)
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')).toString('hex')
  const { host: _host, ...sent } = signed
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope},SignedHeaders=${names.join(';')},Signature=${signature}`,
  }
}

/** Percent-encoding as the signature wants it: everything but unreserved characters. */
export function encodeKey(key: string): string {
  return key.split('/').map(encode).join('/')
}

function encodePath(pathname: string): string {
  return encodeKey(decodeURIComponent(pathname))
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

import { expect, test } from '@jest/globals'
import { BatchRequest, BatchRetry } from './batches/request.ts'
import { CrawlRequest } from './crawls/request.ts'
import { WebhookHeaders } from './webhook-headers.ts'
import { WebhookCreate, WebhookUpdate } from './webhooks.ts'

const said = (headers: unknown) =>
  WebhookHeaders.safeParse(headers).error?.issues.map((issue) =>
    [
      issue.message,
      ...('issues' in issue ? (issue.issues as { message: string }[]).map((i) => i.message) : []),
    ].join(),
  )
const many = (count: number, value = 'x') =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`X-${i}`, value]))

test('a header of one’s own is any that neither the transport nor a signature sets', () => {
  const headers = { Authorization: 'Bearer t0ken', 'X-Api-Key': ' k ', 'User-Agent': 'mine', Cookie: 'a=b' }
  expect(WebhookHeaders.parse(headers)).toEqual({ ...headers, 'X-Api-Key': 'k' })
})

test.each([
  [{ Connection: 'close' }, /set by the transport/],
  [{ 'transfer-encoding': 'chunked' }, /set by the transport/],
  [{ Host: 'a.example' }, /set by the transport/],
  [{ 'Proxy-Authorization': 'Basic eA==' }, /set by the transport/],
  [{ 'Content-Type': 'text/plain' }, /application\/json; leave it out/],
  [{ 'X-Service-Signature': 'sha256=0' }, /signature .*choose another name/],
  [{ 'X-Service-Signature-Previous': 'sha256=0' }, /signature .*choose another name/],
  [{ 'Webhook-Id': 'msg_1' }, /signature .*choose another name/],
  [{ 'x-firecrawl-signature': 'sha256=0' }, /signature .*choose another name/],
  [{ 'a b': 'x' }, /valid header name/],
  [{ 'X-A': 'a\r\nX-B: b' }, /control characters/],
  [{ 'X-A': '***' }, /masked; send the value/],
  [{ 'X-A': ' ' }, /empty; leave/],
  [{ 'X-A': 'x'.repeat(4_097) }, /4096/],
  [{ ['X'.repeat(101)]: 'x' }, /100/],
  [{ 'X-A': 'a', 'x-a': 'b' }, /one name twice/],
  [many(21), /at most 20 headers/],
  [many(5, 'x'.repeat(4_000)), /at most 16 KB/],
])('%j is refused with what to do', (headers, message) => {
  expect(said(headers)?.join()).toMatch(message)
})

test('every request that names a receiver of its own takes them, and only with the receiver', () => {
  const [webhook_url, webhook_headers] = ['https://a.example/', { Authorization: 'x' }]
  for (const [schema, body] of [
    [BatchRequest, { urls: ['https://b.example/'] }],
    [BatchRetry, {}],
    [CrawlRequest, { url: 'https://b.example/' }],
  ] as const) {
    expect(schema.parse({ ...body, webhook_url, webhook_headers })).toMatchObject({ webhook_headers })
    expect(schema.safeParse({ ...body, webhook_headers }).error?.issues).toMatchObject([
      { path: ['webhook_headers'], message: expect.stringContaining('webhook_url') },
    ])
  }
  expect(WebhookCreate.parse({ url: webhook_url, headers: webhook_headers })).toMatchObject({
    headers: webhook_headers,
  })
  expect(WebhookUpdate.parse({ headers: null })).toEqual({ headers: null })
})

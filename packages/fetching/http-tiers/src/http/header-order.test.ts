import { createSecureServer } from 'node:http2'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { cookiesOfHost } from '@gleaner/cookie-rules'
import { createEgress, type Egress } from '@gleaner/egress'
import { selfSigned } from '@gleaner/target-site/tls/self-signed'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Fetcher } from '../fetcher.ts'
import { createStealthFetcher } from '../impersonation/fetcher.ts'
import { createHttpFetcher } from './fetcher.ts'

// What Chromium 156 sends when a form is posted to a site that has set cookies, but for the referer.
const FORM_HTTP1 = [
  ...['Host', 'Connection', 'Content-Length', 'Cache-Control'],
  ...[
    'sec-ch-ua',
    'sec-ch-ua-mobile',
    'sec-ch-ua-platform',
    'Upgrade-Insecure-Requests',
    'User-Agent',
    'Accept',
  ],
  ...[
    'Sec-Fetch-Site',
    'Sec-Fetch-Mode',
    'Sec-Fetch-User',
    'Sec-Fetch-Dest',
    'Accept-Encoding',
    'Accept-Language',
    'Cookie',
  ],
]
const PSEUDO = [':method', ':authority', ':scheme', ':path']

const received: string[][] = []
const servers = [
  createServer(await selfSigned(), (request, response) => answer(request, response)),
  createSecureServer(await selfSigned(), (request, response) => answer(request, response)),
] as const
let egress: Egress
let ports: number[]
let fetchers: Record<'2' | '3', Fetcher>

beforeAll(async () => {
  for (const server of servers)
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  ports = servers.map((server) => (server.address() as AddressInfo).port)
  egress = createEgress({ allow: ports.map((port) => `127.0.0.1:${port}`).join() })
  const options = { egress, ignoreTlsErrors: true }
  fetchers = { 2: createHttpFetcher(options), 3: createStealthFetcher(options) }
})

afterAll(async () => {
  await Promise.all(Object.values(fetchers).map((fetcher) => fetcher.close()))
  await egress.close()
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
})

describe.each(['2', '3'] as const)('tier %s writes headers as Chrome does', (tier) => {
  test('over HTTP/1.1: capitals, host and connection and length first, the cookies last', async () => {
    const names = await namesOf(tier, ports[0]!, 'POST')
    // Where a form says who it comes from has changed between versions.
    const comparable = names.filter((name) => !['Origin', 'Content-Type', 'priority'].includes(name))
    expect(comparable).toEqual(FORM_HTTP1)
  })

  test('over HTTP/2: pseudo-headers in order, then the length, the priority behind the cookies', async () => {
    const names = await namesOf(tier, ports[1]!, 'POST')
    expect(names.slice(0, 5)).toEqual([...PSEUDO, 'content-length'])
    expect(names.slice(-3)).toEqual(['accept-language', 'cookie', 'priority'])
    expect((await namesOf(tier, ports[1]!, 'GET')).slice(0, 5)).toEqual([...PSEUDO, 'sec-ch-ua'])
  })
})

async function namesOf(tier: '2' | '3', port: number, method: 'GET' | 'POST'): Promise<string[]> {
  received.length = 0
  const form = { body: 'x=1', contentType: 'application/x-www-form-urlencoded' }
  const url = `https://127.0.0.1:${port}/`
  const cookies = cookiesOfHost('127.0.0.1', { a: '1' })
  const request = { url, method, maxBytes: 10_000, cookies, ...(method === 'POST' && form) }
  const outcome = await fetchers[tier].fetch(request, AbortSignal.timeout(10_000))
  expect(outcome).toMatchObject({ kind: 'page' })
  return received[0]!
}

function answer(
  request: { rawHeaders: string[]; resume(): unknown },
  response: { setHeader(name: string, value: string): unknown; end(body: string): unknown },
): void {
  received.push(request.rawHeaders.filter((_, i) => i % 2 === 0))
  request.resume()
  response.setHeader('content-type', 'text/html')
  response.end('<!doctype html><title>Harbour</title><p>Rope, tar and canvas, sold by the yard.</p>')
}

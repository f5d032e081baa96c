import { blockDomain, normalizeDomain, unblockDomain } from '@gleaner/switches/blocked-domains'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from './testing/fixture.ts'

let api: GatewayFixture
let account: TestAccount
beforeAll(async () => {
  api = await createGatewayFixture()
  account = await api.account()
})
afterAll(() => api.close())

const scrape = (url: string) =>
  api
    .scrape(account, { url, cost_controls: { max_tier: '1' } })
    .then(({ status, body }) => [status, body.message])
const BLOCKED = [400, expect.stringContaining('blocked by the operator')]

test('domains that are blocked while the fleet runs are refused with their subdomains, also after a redirect, and served again later', async () => {
  const { hostname } = new URL(api.site.url)
  const elsewhere = `${api.site.url}/redirect-to?url=${encodeURIComponent('http://elsewhere.example/page')}`
  expect((await scrape(`${api.site.url}/article`))[0]).toBe(200)
  for (const domain of ['blocked.example', 'elsewhere.example']) await blockDomain(api.pool, domain)
  await eventually(async () => {
    expect(await scrape('http://a.b.BLOCKED.example./x')).toEqual(BLOCKED)
    expect(await scrape('http://blocked.example/')).toEqual(BLOCKED)
    expect(await scrape(elsewhere)).toEqual(BLOCKED)
  })
  await blockDomain(api.pool, hostname)
  await eventually(async () => expect(await scrape(`${api.site.url}/article`)).toEqual(BLOCKED))
  await unblockDomain(api.pool, hostname)
  await eventually(async () => expect((await scrape(`${api.site.url}/article`))[0]).toBe(200))
})

test.each([
  ['*.Example.COM.', 'example.com'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['', undefined],
  ['a b', undefined],
  ['http://a.example/', undefined],
  ['a..b', undefined],
])('%j is the domain %j', (text, domain) => {
  expect(normalizeDomain(text)).toBe(domain)
})

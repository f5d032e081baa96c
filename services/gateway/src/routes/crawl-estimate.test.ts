import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { closeServer } from '@gleaner/runtime'
import { freePort } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture } from '../testing/fixture.ts'
import { startMaps } from '../testing/start-maps.ts'

/** Two pages that the start page links to, and four that the sitemap names, one of them among those. */
const LINKED = ['/docs/a', '/blog/b']
const NAMED = ['/docs/a', '/docs/c', '/docs/d', '/private/e']

let fixture: GatewayFixture
let site: string
const closing: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  fixture = await createGatewayFixture({ EGRESS_ALLOW: '127.0.0.0/8', NODE_ENV: 'development' })
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    if (path === '/robots.txt') response.end('User-agent: *\nDisallow: /private/\n')
    else if (path === '/sitemap.xml')
      response.end(`<urlset>${NAMED.map((one) => `<url><loc>${site}${one}</loc></url>`).join('')}</urlset>`)
    else
      response
        .setHeader('content-type', 'text/html')
        .end(LINKED.map((one) => `<a href="${one}">${one}</a>`).join(''))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const maps = startMaps(fixture)
  closing.push(
    () => Promise.resolve(maps[Symbol.asyncDispose]()),
    () => closeServer(server, 1_000),
    () => fixture.close(),
  )
})
afterAll(async () => {
  for (const close of closing) await close()
})

async function estimate(body: object) {
  const account = await fixture.account(100_000)
  const reply = await fixture.request('/api/v1/crawl/estimate', {
    method: 'POST',
    headers: { 'X-API-Key': account.key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: `${site}/`, ...body }),
  })
  expect(await fixture.balance(account)).toEqual([100_000, 0])
  return reply
}

test('counts what sitemaps and links name within the bounds, allows for more, and is free', async () => {
  const { status, body } = await estimate({ cost_controls: { max_tier: '2' } })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    estimated_pages: 5,
    max_pages: 50,
    estimated_credits: 5,
    min_credits: 5,
    max_possible_credits: 75,
    max_cost_dollars: 0.015,
    confidence: 'medium',
    sitemap_found: true,
  })
})

test('heeds patterns, robots, depth, the limit and what the crawl may cost', async () => {
  const pagesOf = async (more: object) => (await estimate(more)).body.estimated_pages
  expect(await pagesOf({ include_patterns: ['/docs/**'] })).toBe(4)
  expect(await pagesOf({ respect_robots: false })).toBe(6)
  expect(await pagesOf({ max_depth: 0 })).toBe(1)
  expect(await pagesOf({ sitemap: 'skip', max_depth: 1 })).toBe(3)
  const { body } = await estimate({ max_pages: 3, cost_controls: { max_credits: 2 } })
  expect(body).toMatchObject({
    estimated_pages: 3,
    max_pages: 3,
    estimated_credits: 2,
    max_possible_credits: 2,
  })
})

test('refuses what a crawl refuses, and says when the site cannot be read', async () => {
  expect((await estimate({ include_patterns: ['[a'] })).status).toBe(400)
  expect((await estimate({ url: 'http://169.254.169.254/' })).body.error).toBe('URL_NOT_ALLOWED')
  expect((await estimate({ url: `http://127.0.0.1:${await freePort()}/` })).status).toBe(422)
})

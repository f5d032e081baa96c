import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '@gleaner/testkit/eventually'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Fleet, startFleet } from '../fleet.ts'

let home: string
let fleet: Fleet
let server: Server
let site: string
/** Bodies by path; another path answers 404. */
const pages = new Map<string, string>()
beforeAll(async () => {
  server = createServer((request, response) => {
    const body = pages.get(request.url!)
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html' })
    response.end(body ?? '<p>No such page.</p>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  home = await mkdtemp(join(tmpdir(), 'gleaner-home-'))
  fleet = await startFleet({
    home,
    port: 0,
    env: {
      ...process.env,
      DATABASE_URL: undefined,
      REDIS_URL: undefined,
      EGRESS_ALLOW: new URL(site).host,
    },
  })
}, 120_000)
afterAll(async () => {
  await fleet.stop()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await rm(home, { recursive: true, force: true, maxRetries: 20 })
}, 60_000)

const show = (path: string, text: string, ...links: string[]) =>
  pages.set(
    path,
    `<title>Lamps</title><main><h1>Lamps</h1><p>${text}</p>${links
      .map((link) => `<p><a href="${link}">Go to ${link}</a></p>`)
      .join('')}</main>`,
  )

interface Page {
  url: string
  result?: { content: { change_tracking: { change_status: string; visibility: string; diff?: object } } }
}

/** What a crawl of the site says of each page, by its path: `status visibility`. */
async function crawl(): Promise<Record<string, string>> {
  const { base_url, api_key } = fleet.info
  const headers = { 'x-api-key': api_key, 'content-type': 'application/json' }
  const body = JSON.stringify({
    url: `${site}/`,
    formats: ['change_tracking'],
    cost_controls: { max_tier: '2' },
  })
  const accepted = await fetch(`${base_url}/crawl`, { method: 'POST', headers, body })
  expect(accepted.status).toBe(202)
  const { crawl_id } = (await accepted.json()) as { crawl_id: string }
  return await eventually(
    async () => {
      const reply = await fetch(`${base_url}/crawl/${crawl_id}?include_results=true`, { headers })
      const state = (await reply.json()) as { status: string; results: Page[] }
      expect(state.status).toBe('completed')
      return Object.fromEntries(state.results.map(ofPage))
    },
    { timeoutMs: 60_000 },
  )
}

function ofPage({ url, result }: Page): [string, string] {
  const { change_status, visibility } = result!.content.change_tracking
  return [new URL(url).pathname, `${change_status} ${visibility}`]
}

test('a crawl compares each of its pages, and its start page is hidden where no link of its own leads to it', async () => {
  show('/', 'The lamp is in stock.', '/a', '/b')
  show('/a', 'Oil is sold by the door.')
  show('/b', 'Wicks are cut to measure.')
  expect(await crawl()).toEqual({ '/': 'new hidden', '/a': 'new visible', '/b': 'new visible' })

  show('/', 'The lamp is in stock.', '/a', '/b', '/')
  show('/a', 'Oil is sold out.')
  pages.delete('/b')
  expect(await crawl()).toEqual({ '/': 'changed visible', '/a': 'changed visible', '/b': 'removed visible' })
}, 150_000)

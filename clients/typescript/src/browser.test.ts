import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findChromium } from '@gleaner/devstack/find-chromium'
import { type SharedFleet, shareFleet } from '@gleaner/devstack/testing/shared-fleet'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Browser, launch, type Page } from 'puppeteer-core'
import type * as Sdk from './index.ts'

const HTML = { 'Content-Type': 'text/html' }
const SCRIPT = { 'Content-Type': 'text/javascript' }

let folder: string
let fleet: SharedFleet
let browser: Browser
let page: Page
/** Somebody's page, with the package beside it. */
const server = createServer(async ({ url = '/' }, response) => {
  if (url.endsWith('.js')) response.writeHead(200, SCRIPT).end(await readFile(join(folder, url)))
  else response.writeHead(200, HTML).end('<title>A page</title>')
})
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-browser-'))
  fleet = await shareFleet()
  const [port] = fleet.ports
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${port}`
  const build = join(import.meta.dirname, '../build.mjs')
  await promisify(execFile)(process.execPath, [build, '--out', folder])
  const executablePath = (await findChromium(process.env))!
  browser = await launch({ executablePath, args: ['--no-sandbox'] })
  page = await browser.newPage()
  await page.goto(origin)
})
afterAll(async () => {
  await browser?.close()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

interface Given {
  apiKey: string
  baseUrl: string
  site: string
}

/** Runs in the page. */
async function useClient({ apiKey, baseUrl, site }: Given) {
  const { Gleaner } = (await import(`${location.origin}/dist/index.js`)) as typeof Sdk
  let polls = 0
  const client = new Gleaner({ apiKey, baseUrl, onResponse: ({ url }) => url.includes('/jobs/') && polls++ })
  const { title } = await client.scrape(`${site}/article`)
  const slow = await client.scrape(`${site}/slow?ms=12000`, { sync: false })
  const urls = ['/article', '/product'].map((path) => site + path)
  const { batch_id } = await client.batches.create({ urls })
  const events: string[] = []
  for await (const { event } of client.batches.stream(batch_id)) events.push(event)
  const found: string[] = []
  for await (const { url } of client.batches.results(batch_id)) found.push(new URL(url).pathname)
  const error = await client.jobs.get('019a9f40-1d2c-7e5f-8a90-5b6c7d8e9f00').catch((thrown) => thrown)
  return { title, status: slow.status_code, polls, events, found, name: error.name, id: error.requestId }
}

test('a page of another origin uses the client: requests, the WebSocket, streams and errors', async () => {
  const { info, url } = fleet
  const given = { apiKey: info.api_key, baseUrl: url, site: info.sample_site }
  const seen = await page.evaluate(useClient, given)
  expect(seen).toMatchObject({
    title: expect.stringMatching(/./),
    status: 200,
    events: ['progress', 'progress', 'complete'],
    found: ['/article', '/product'],
    name: 'NotFoundError',
    id: expect.stringMatching(/^req_/),
  })
  // Two while it was not connected yet, one at the end; polling alone would have asked eight times.
  expect(seen.polls).toBeLessThanOrEqual(5)
})

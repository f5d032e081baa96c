import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { launchChromium } from '@gleaner/browser-tiers/testing/launch-chromium'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { EventSource } from 'eventsource'
import type { Browser, Page } from 'puppeteer-core'
import { createRealtimeFixture, type RealtimeFixture, type TestAccount } from './testing/fixture.ts'

// What clients make of our streams is known by them only. Both are cut off once, and left to themselves when all has been told.

interface Followed {
  /** Names and ids of what came. */
  events: string[]
  /** 2: it comes back no more. */
  readyState: number
}

const ITEMS = 4

let site: Server
let fixture: RealtimeFixture
let account: TestAccount
let browser: Browser
let page: Page
beforeAll(async () => {
  site = createServer((_request, response) =>
    response.setHeader('Content-Type', 'text/html').end('<title>a</title>'),
  )
  await once(site.listen(0, '127.0.0.1'), 'listening')
  ;[fixture, browser] = await Promise.all([
    createRealtimeFixture({ CORS_ORIGINS: originOf(site) }),
    launchChromium(),
  ])
  ;[account, page] = await Promise.all([fixture.account(), browser.newPage()])
  await page.goto(originOf(site))
})
afterAll(async () => {
  site.close()
  await Promise.all([browser.close(), fixture.close()])
})

function originOf(server: { address(): unknown }): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Leads to the service; the first connection breaks off after the first event. */
async function startCuttingProxy() {
  let connections = 0
  const server = createTcpServer((socket) => {
    const isFirst = connections++ === 0
    const upstream = connect(Number(new URL(fixture.url).port), '127.0.0.1')
    for (const end of [socket, upstream]) end.on('error', () => {})
    socket.on('close', () => upstream.destroy())
    upstream.on('close', () => socket.destroy())
    socket.pipe(upstream)
    upstream.on('data', (chunk) => {
      if (isFirst && chunk.includes('id: 2')) socket.destroy()
      else socket.write(chunk)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { url: originOf(server), connections: () => connections, close: () => server.close() }
}

const inBrowser = {
  follow: (url: string) =>
    page.evaluate((url) => {
      const followed: Followed = { events: [], readyState: 0 }
      const source = new window.EventSource(url)
      for (const name of ['progress', 'complete'])
        source.addEventListener(name, (event) => followed.events.push(`${name} ${event.lastEventId}`))
      for (const name of ['open', 'error'])
        source.addEventListener(name, () => {
          followed.readyState = source.readyState
        })
      Object.assign(window, { followed })
    }, url),
  seen: () => page.evaluate(() => (window as unknown as { followed: Followed }).followed),
}

const inNode = (() => {
  const followed: Followed = { events: [], readyState: 0 }
  return {
    async follow(url: string) {
      const source = new EventSource(url)
      for (const name of ['progress', 'complete'])
        source.addEventListener(name, (event) => followed.events.push(`${name} ${event.lastEventId}`))
      for (const name of ['open', 'error'])
        source.addEventListener(name, () => {
          followed.readyState = source.readyState
        })
    },
    seen: async () => followed,
  }
})()

test("a browser's EventSource and that of npm follow a batch to its end, and then stay away", async () => {
  const batch = await fixture.batch(account.id, ITEMS)
  await fixture.end(batch.jobIds[0]!)
  const clients = await Promise.all(
    [inBrowser, inNode].map(async (client) => {
      const proxy = await startCuttingProxy()
      await client.follow(`${proxy.url}/api/v1/batch/${batch.batchId}/stream?api_key=${account.key}`)
      return { ...client, proxy }
    }),
  )
  for (const { seen } of clients)
    await eventually(async () => expect((await seen()).events).toEqual(['progress 1']))
  for (const jobId of batch.jobIds.slice(1)) await fixture.end(jobId)
  const events = ['progress 1', 'progress 2', 'progress 3', 'progress 4', 'complete 5']
  for (const { seen, proxy } of clients) {
    await eventually(async () => expect(await seen()).toEqual({ events, readyState: 2 }))
    // The stream that was cut, the one to the end, and the one that was told that there is nothing more.
    expect(proxy.connections()).toBeLessThanOrEqual(3)
    proxy.close()
  }
})

import { deflateSync } from 'node:zlib'
import { launchChromium } from '@gleaner/browser-tiers/testing/launch-chromium'
import { uuidv7 } from '@gleaner/contracts'
import { pictureKeys } from '@gleaner/monitors'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { JSDOM } from 'jsdom'
import type { Browser, Page } from 'puppeteer-core'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
let account: TestAccount
let browser: Browser
let page: Page
beforeAll(async () => {
  fixture = await createGatewayFixture({ NODE_ENV: 'development' })
  account = await fixture.account()
  browser = await launchChromium()
  page = await browser.newPage()
}, 120_000)
afterAll(async () => {
  await browser.close()
  await fixture.close()
})

const shot = async (html: string, width = 1_280) => {
  await page.setViewport({ width, height: 800 })
  await page.setContent(`<!doctype html><body style="margin:0;background:#fff">${html}`)
  return await page.screenshot({ fullPage: true })
}
const shop = (price: string, below = '') =>
  `<h1 style="margin:40px">Anvil</h1><p style="margin:40px;font-size:30px">${price}</p><p style="margin:40px">Made of iron.</p>${below}`

/** A change with these pictures. */
async function change(
  before: Uint8Array,
  after: Uint8Array,
): Promise<{ id: string; url: string; keys: string[] }> {
  await fixture.forgetLimits()
  const { body: monitor } = await fixture.request('/api/v1/monitors', {
    method: 'POST',
    headers: { 'X-API-Key': account.key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'anvil', url: 'https://93.184.216.34/', screenshots: true }),
  })
  expect(monitor).toMatchObject({ screenshots: true, options: {} })
  const ids = [uuidv7(), uuidv7()] as const
  for (const [at, bytes] of [before, after].entries()) {
    await fixture.files.store.put(pictureKeys.kept(ids[at]!), bytes, {
      contentType: 'image/png',
      ttlMs: 600_000,
    })
    await fixture.pool.query(
      `INSERT INTO monitor_picture (id, monitor_id, account_id, taken_at, kept_until) VALUES ($1, $2, $3, $4, now() + interval '1 day')`,
      [ids[at], monitor.id, account.id, `2026-11-2${3 + at}T08:01:00Z`],
    )
  }
  await fixture.pool.query(
    `INSERT INTO monitor_change (id, monitor_id, account_id, run_id, key, url, kind, changes, total, text, picture_before, picture_after)
     VALUES ($1, $2, $3, gen_random_uuid(), '\\x01', 'https://93.184.216.34/', 'changed', '[]', 1, 'x', $4, $5)`,
    [uuidv7(), monitor.id, account.id, ...ids],
  )
  const { body } = await fixture.get(account, `/monitors/${monitor.id}/changes`)
  return { id: monitor.id, url: body.changes[0].picture_url, keys: ids.map(pictureKeys.kept) }
}

const ask = async (url: string) => {
  await fixture.forgetLimits()
  return await fetch(`${fixture.url}${url}?api_key=${account.key}`)
}

/** What a browser sees of a PNG: its size, and the colours at points. */
async function look(png: ArrayBuffer, points: readonly [number, number][]) {
  const source = `data:image/png;base64,${Buffer.from(png).toString('base64')}`
  return await page.evaluate(
    async (src, at) => {
      const image = new Image()
      image.src = src
      await image.decode()
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')!
      canvas.drawImage(image, 0, 0)
      const colours = at.map(([x, y]) => [...canvas.getImageData(x, y, 1, 1).data.slice(0, 3)])
      return { width: image.width, height: image.height, colours }
    },
    source,
    points as [number, number][],
  )
}

/** Whether a row of the picture has pixels of a colour, from one column to another. */
async function has(png: ArrayBuffer, colour: number[], [from, to]: [number, number], rows: [number, number]) {
  const points: [number, number][] = []
  for (let y = rows[0]; y < rows[1]; y++) for (let x = from; x < to; x += 4) points.push([x, y])
  const { colours } = await look(png, points)
  return colours.some((one) => one.join() === colour.join())
}
const RED = [179, 38, 30]
const GREEN = [20, 122, 68]

test('what differs is outlined on both sides, what is the same is not, and the shorter page is padded', async () => {
  const { url, id } = await change(
    await shot(shop('$19.99')),
    await shot(shop('$15.00', '<div style="height:900px"></div><p>New</p>')),
  )
  const reply = await ask(url)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
  const png = await reply.arrayBuffer()
  const { width, height } = await look(png, [])
  const half = width / 2
  expect(width).toBeLessThanOrEqual(2 * 1_200 + 72)
  expect(height).toBeGreaterThan(900)
  // The price has a box on each side; the heading, and the words below it, have none.
  expect(await has(png, RED, [0, half], [150, 260])).toBe(true)
  expect(await has(png, GREEN, [half, width], [150, 260])).toBe(true)
  for (const rows of [[66, 110]] as [number, number][]) {
    expect(await has(png, RED, [0, half], rows)).toBe(false)
    expect(await has(png, GREEN, [half, width], rows)).toBe(false)
  }
  // Where only one of them has a page.
  expect(await has(png, GREEN, [half, width], [height - 60, height])).toBe(true)
  const { SCREENSHOT } = process.env
  if (SCREENSHOT) await (await import('node:fs/promises')).writeFile(SCREENSHOT, Buffer.from(png))
  const feed = await ask(`/api/v1/monitors/${id}/feed.atom`)
  const { document } = new JSDOM(await feed.text(), { contentType: 'application/xml' }).window
  expect(document.querySelector('link[rel="enclosure"]')!.getAttribute('href')).toBe(fixture.url + url)
}, 120_000)

test('the same page twice has no box, nor has one whose edges are smoothed otherwise', async () => {
  const line = (x: number) =>
    `<div style="position:absolute;left:${x}px;top:200px;width:300px;height:200px;background:#345"></div>`
  const { url } = await change(await shot(shop('$1', line(100))), await shot(shop('$1', line(100.5))))
  const png = await (await ask(url)).arrayBuffer()
  const { width, height } = await look(png, [])
  expect(await has(png, RED, [0, width / 2], [64, height])).toBe(false)
}, 120_000)

test('it is drawn once, and again when the drawing is gone', async () => {
  const { url, keys } = await change(await shot(shop('$1')), await shot(shop('$2')))
  const [first, second] = await Promise.all([ask(url), ask(url)])
  const png = Buffer.from(await first!.arrayBuffer())
  expect(Buffer.from(await second!.arrayBuffer()).equals(png)).toBe(true)
  await fixture.files.store.delete(keys[0]!)
  expect((await ask(url)).status).toBe(200)
  await fixture.files.store.delete(keys[1]!.replace('kept/monitors', 'compared'))
  const gone = await ask(url)
  expect([gone.status, (await gone.json()).error]).toEqual([404, 'NOT_FOUND'])
}, 120_000)

test('a large page is made smaller, within bounds of pixels and bytes', async () => {
  const noise = `<canvas width="1900" height="6000"></canvas><script>
    const context = document.querySelector('canvas').getContext('2d'), data = context.createImageData(1900, 6000)
    let seed = 1
    for (let at = 0; at < data.data.length; at++) data.data[at] = at % 4 === 3 ? 255 : (seed = (seed * 16807) % 2147483647) & 255
    context.putImageData(data, 0, 0)</script>`
  const { url } = await change(await shot(noise, 1_920), await shot('<p>calm</p>', 1_920))
  const reply = await ask(url)
  expect(reply.status).toBe(200)
  const png = await reply.arrayBuffer()
  expect(png.byteLength).toBeLessThanOrEqual(8 * 1024 * 1024)
  const { width, height } = await look(png, [])
  expect(width * height).toBeLessThanOrEqual(24_000_000)
}, 240_000)

describe('what is stored in place of a picture is refused, and the service goes on:', () => {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crcOf(body))
    return Buffer.concat([length, body, sum])
  }
  const bomb = (side: number) => {
    const head = Buffer.alloc(13)
    head.writeUInt32BE(side, 0)
    head.writeUInt32BE(side, 4)
    head.set([8, 2, 0, 0, 0], 8)
    const data = deflateSync(Buffer.alloc(1_000_000))
    const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
    return Buffer.concat([
      signature,
      chunk('IHDR', head),
      chunk('IDAT', data),
      chunk('IEND', Buffer.alloc(0)),
    ])
  }
  test.each<[string, () => Uint8Array]>([
    ['text', () => Buffer.from('no picture')],
    ['nothing', () => Buffer.alloc(0)],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a bomb of 2.5 gigapixels', () => bomb(50_000)],
    ['one that is cut off', () => bomb(4_000)],
  ])(
    '%s',
    async (_, bytes) => {
      const { url } = await change(await shot('<p>calm</p>'), bytes())
      const reply = await ask(url)
      expect([reply.status, (await reply.json()).error]).toEqual([404, 'NOT_FOUND'])
    },
    120_000,
  )
})

test('pictures need a page: a map, and a search that scrapes none, is refused, and so is what a browser is kept from', async () => {
  const made = async (body: object) => {
    await fixture.forgetLimits()
    const reply = await fixture.request('/api/v1/monitors', {
      method: 'POST',
      headers: { 'X-API-Key': account.key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'x', screenshots: true, ...body }),
    })
    return [reply.status, reply.body.details?.issues?.[0]?.path]
  }
  const url = 'https://93.184.216.34/'
  expect(await made({ map: { url } })).toEqual([400, 'screenshots'])
  expect(await made({ search: { query: 'anvil' } })).toEqual([400, 'screenshots'])
  expect(await made({ url, options: { cost_controls: { max_tier: '2' } } })).toEqual([
    400,
    'urls[0].cost_controls.max_tier',
  ])
  expect((await made({ crawl: { url, max_pages: 3 } }))[0]).toBe(201)
  expect((await made({ search: { query: 'anvil', scrape_results: true } }))[0]).toBe(201)
})

/** As PNG asks for (RFC 2083, section 3.4). */
function crcOf(bytes: Uint8Array): number {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ -1) >>> 0
}

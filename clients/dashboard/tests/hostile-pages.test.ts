import { createServer, type Server } from 'node:http'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Page } from 'puppeteer-core'
import { type Dashboard, openDashboard, press, waitForText } from './open-dashboard.ts'

/** What would run where it becomes HTML or an address: as text of a page, its title, its links, its headers. */
const HOSTILE = [
  '<img src=x onerror="window.pwned=1">',
  '<script>window.pwned=1</script>',
  '"><svg onload=window.pwned=1>',
  'javascript:window.pwned=1',
  '{{constructor.constructor("window.pwned=1")()}}',
]

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const PAGE = `<!doctype html><title>${escaped(HOSTILE.join(' '))}</title><main><h1>${escaped(HOSTILE[0]!)}</h1>
${HOSTILE.map((text) => `<p>The page says ${escaped(text)} and goes on for a while, so that it is read as text.</p>`).join('\n')}
<p><a href="javascript:window.pwned=1">a link that runs</a> and <a href="data:text/html,<script>window.pwned=1</script>">another one</a>,
and <code>${escaped(HOSTILE[1]!)}</code></p>
<table><tr><th>${escaped(HOSTILE[2]!)}</th><th>b</th></tr><tr><td>${escaped(HOSTILE[0]!)}</td><td>2</td></tr></table></main>`

/** All that a page may bring to run, load, lead away or hide what a document has of itself. */
const WEAPONS = `<!doctype html><html><head><base href="https://evil.example/" target="_top">
<meta http-equiv="refresh" content="600;url=https://evil.example/refresh"><link rel="stylesheet" href="/evil.css"><link rel="preload" href="/evil.js" as="script">
<style>@import url(/evil-import.css); body{background:url(/evil.png)}</style><script>parent.pwned=window.pwned=1</script><script src="/evil.js"></script></head>
<body onload="window.pwned=1"><form name="body" action="https://evil.example/form" id="children"><input name="childNodes"><input name="children">
<input name="getAttribute"><input name="parentElement"><input name="ownerDocument"><input name="matches"><button formaction="javascript:window.pwned=1">Send it</button></form>
<form id="documentElement"><input name="querySelectorAll" autofocus onfocus="window.pwned=1"></form><img name="defaultView" src="/evil.png" onerror="window.pwned=1" alt="A picture">
<iframe srcdoc="<script>parent.pwned=1;top.pwned=1</script>"></iframe><iframe src="javascript:parent.pwned=1"></iframe>
<object data="/evil.svg" type="image/svg+xml"></object><embed src="/evil.swf"><video src="/evil.mp4" poster="/evil.png" autoplay></video>
<svg onload="window.pwned=1"><script>window.pwned=1</script><a xlink:href="javascript:window.pwned=1"><text>drawn</text></a><foreignObject><iframe src="/evil.html"></iframe></foreignObject></svg>
<math><mtext><table><mglyph><style><img src=x onerror="window.pwned=1"></style></mglyph></table></mtext><a href="javascript:window.pwned=1">sum</a></math>
<template><script>window.pwned=1</script></template><noscript><img src=x onerror="window.pwned=1"></noscript><details open ontoggle="window.pwned=1"><summary>More</summary>within</details>
<a href="https://evil.example/top" target="_top" ping="/evil-ping">Leave here</a> <a href="https://evil.example/blank" target="_blank">Open there</a>
<div style="background:url(/evil.png)" data-node="0" class="chosen" id="root">A styled box</div><p class="x" onclick="window.pwned=1">The last words</p>${'<p>Many words, so that the page is one that is read and not a shell.</p>'.repeat(20)}</body></html>`

const PATHS: Record<string, string> = { '/weapons': WEAPONS }

let site: Server
let address: string
let asked: string[]
let dashboard: Dashboard
beforeAll(async () => {
  asked = []
  site = createServer((request, response) => {
    asked.push(request.url!)
    response.setHeader('X-Hostile', HOSTILE[0]!)
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(PATHS[request.url!] ?? PAGE)
  })
  dashboard = await openDashboard()
  const [port] = dashboard.ports
  await new Promise<void>((resolve) => site.listen(port, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  await dashboard?.stop()
  site.closeAllConnections()
  site.close()
})

const isPwned = (page: Page) =>
  Promise.all(page.frames().map((frame) => frame.evaluate(() => (window as { pwned?: unknown }).pwned)))

async function lookAtEveryTab(page: Page): Promise<void> {
  for (const tab of await page.$$('[role=tab]')) {
    await tab.click()
    for (const summary of await page.$$('[role=tabpanel] details:not([open]) > summary'))
      await summary.evaluate((element) => (element as HTMLElement).click())
    expect(await page.$$eval('[role=tabpanel] *', (all) => all.map(({ tagName }) => tagName))).not.toEqual(
      expect.arrayContaining(['SCRIPT']),
    )
    const links = await page.$$eval('a[href]', (all) =>
      all.map((link) => (link as HTMLAnchorElement).protocol),
    )
    expect(new Set(links)).toEqual(new Set(['http:']))
  }
}

test('what a hostile page says is text, in every format and on every page that shows it', async () => {
  const formats = ['markdown', 'text', 'html', 'json', 'json_v2', 'rag', 'links', 'tables'].join()
  const url = `${address}/${encodeURIComponent(HOSTILE[2]!)}`
  const { page, faults } = await dashboard.open(`/?url=${encodeURIComponent(url)}&formats=${formats}`)
  page.on('dialog', (dialog) => faults.push(`a dialog: ${dialog.message()}`))
  await press(page, 'Fetch page')
  await waitForText(page, 'The page says <img src=x')
  await lookAtEveryTab(page)
  await press(page, 'See the whole story of this job')
  await waitForText(page, 'delivered')
  await press(page, 'Jobs')
  await page.waitForSelector('.table-body [role=row]')
  expect(new Set(await isPwned(page))).toEqual(new Set([undefined]))
  expect(faults).toEqual([])
})

describe('each text of a result', () => {
  /** Beside what tells the dashboard which result it is, and the service's own times. */
  const KEPT =
    /(^|\.)(job_id|id|status|poll_url|created_at|completed_at|previous_scrape_at|tier|tier_used|result)$/
  const spoilt = (value: unknown, by: string, path = ''): unknown => {
    if (typeof value === 'string') return KEPT.test(path) ? value : by
    if (Array.isArray(value)) return value.map((inner) => spoilt(inner, by, `${path}.0`))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        spoilt(inner, by, path ? `${path}.${name}` : name),
      ]),
    )
  }
  const everything = {
    formats: [
      'markdown',
      'text',
      'html',
      'json',
      'json_v2',
      'rag',
      'links',
      'images',
      'tables',
      'content',
      'raw',
      'bytes',
      'change_tracking',
    ],
    include_raw_html: true,
    advanced: { include_request_headers: true },
    template: { fields: { heading: 'h1' }, list: { selector: 'p', fields: { said: { type: 'text' } } } },
  }
  const more = {
    screenshot_url: '/api/v1/files/x',
    pdf_url: '/api/v1/files/x',
    document_url: '/api/v1/files/x',
    action_results: [{ type: 'x', error: 'x', value: 'x' }],
    captured_xhr: [{ url: 'x', body: 'x' }],
    quality_warning: { reason: 'x' },
    warnings: ['x', 'y'],
    redirect_chain: [{ url: 'x', status_code: 301 }],
    author: 'x',
    published_at: 'x',
    extraction_result: [{ name: 'x', link: 'x' }],
  }

  test.each(HOSTILE)('is text in every view: %s', async (weapon) => {
    const headers = { 'X-API-Key': dashboard.info.api_key, 'Content-Type': 'application/json' }
    const { base_url } = dashboard.info
    const body = JSON.stringify({ url: `${address}/page`, ...everything })
    const { job_id } = (await (
      await fetch(`${base_url}/scrape`, { method: 'POST', headers, body })
    ).json()) as {
      job_id: string
    }
    const job = (await (await fetch(`${base_url}/jobs/${job_id}`, { headers })).json()) as { result: object }
    const reply = JSON.stringify(spoilt({ ...job, result: { ...job.result, ...more } }, weapon))

    const { page, faults } = await dashboard.open('/')
    page.on('dialog', (dialog) => faults.push(`a dialog: ${dialog.message()}`))
    await page.setRequestInterception(true)
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.endsWith(`/api/v1/jobs/${job_id}`))
        void request.respond({ contentType: 'application/json', body: reply })
      else void request.continue()
    })
    await page.goto(`${dashboard.url}/app/jobs/${job_id}`, { waitUntil: 'networkidle2' })
    await page.waitForSelector('[role=tab]')
    await lookAtEveryTab(page)
    expect(new Set(await isPwned(page))).toEqual(new Set([undefined]))
    expect(faults).toEqual([])
    await page.close()
  })
})

test('a hostile page that is pointed at runs nothing, loads nothing, leads nowhere and hides nothing', async () => {
  const { page, faults } = await dashboard.open(`/?url=${encodeURIComponent(`${address}/weapons`)}`)
  page.on('dialog', (dialog) => faults.push(`a dialog: ${dialog.message()}`))
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== dashboard.url) elsewhere.push(request.url())
  })
  const pagesBefore = (await dashboard.browser.pages()).length
  await press(page, 'Point at fields')
  await waitForText(page, 'Nothing is pointed at yet.')
  await page.waitForSelector('.element-row', { timeout: 150_000 })
  const askedBefore = asked.length
  const frame = page.frames().find((each) => each.url().endsWith('/pointing.html'))!
  expect(await frame.evaluate(() => self.origin)).toBe('null')

  for (const text of ['Leave here', 'Open there', 'Send it', 'A styled box', 'The last words']) {
    await frame.locator(`::-p-text(${text})`).click()
    await waitForText(page, `Here: ${text}`)
  }
  const drawn = await frame.$$eval('[data-node]', (all) =>
    all.map((element) => [
      element.localName,
      ...element.getAttributeNames().filter((name) => name !== 'data-node'),
    ]),
  )
  expect(drawn.length).toBeGreaterThan(20)
  const harmless = new Set(['class', 'colspan', 'rowspan', 'dir', 'lang', 'open'])
  for (const [tag, ...attributes] of drawn) {
    expect(tag).not.toMatch(
      /^(script|style|link|base|meta|form|input|button|a|img|iframe|object|embed|svg|math|video)$/,
    )
    for (const name of attributes) expect(harmless).toContain(name)
  }
  // Nothing of the page's own comes as an attribute of ours.
  expect(await frame.$$eval('.chosen', (all) => all.length)).toBe(5)
  await eventually(async () => expect(await dashboard.browser.pages()).toHaveLength(pagesBefore))
  expect(page.frames()).toHaveLength(2)
  expect(frame.url()).toBe(`${dashboard.url}/app/pointing.html`)
  expect(new Set(await isPwned(page))).toEqual(new Set([undefined]))
  expect([elsewhere, asked.slice(askedBefore)]).toEqual([[], []])
  // The inert document is held to the policy of the frame, which tells what it keeps from taking effect.
  const blocked = /'base-uri|base-uri 'none'|Applying inline style|Executing inline event handler/
  expect(faults.filter((fault) => !blocked.test(fault))).toEqual([])
})

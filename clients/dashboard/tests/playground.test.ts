import { createServer, type Server } from 'node:http'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Frame, Page } from 'puppeteer-core'
import { ELSEWHERE, OPTIONS } from '../src/pages/playground/options/option-table.ts'
import { FORMATS } from '../src/pages/playground/views/formats.ts'
import { type Dashboard, openDashboard, press, waitForText } from './open-dashboard.ts'
import { LISTS, type PageOfSite, SITES } from './pages-to-point-at.ts'

const KINDS = { ...SITES, ...LISTS }

// biome-ignore lint/suspicious/noExplicitAny: replies are judged field by field
type Reply = any

let site: Server
let dashboard: Dashboard
let address: (kind: string, page: number) => string
beforeAll(async () => {
  site = createServer((request, response) => {
    const [, kind, page] = decodeURIComponent(request.url!).split('/')
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(
      KINDS[kind!]?.(Number(page)).html ??
        `<h1>Long</h1>${`<p>${'Ten words of a line of a very long page. '.repeat(12)}</p>\n`.repeat(20_000)}`,
    )
  })
  dashboard = await openDashboard()
  const [port] = dashboard.ports
  await new Promise<void>((resolve) => site.listen(port, '127.0.0.1', resolve))
  address = (kind, page) => `http://127.0.0.1:${port}/${encodeURIComponent(kind)}/${page}`
})
afterAll(async () => {
  await dashboard?.stop()
  site.closeAllConnections()
  site.close()
})

const api = async (path: string, body?: unknown) => {
  const response = await fetch(`${dashboard.info.base_url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'X-API-Key': dashboard.info.api_key, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return (await response.json()) as Reply
}

/** The frame of the page, once it is drawn. */
async function openFrame(page: Page): Promise<Frame> {
  await press(page, 'Point at fields')
  await page.waitForSelector('.element-row')
  const frame = page.frames().find((each) => each.url().endsWith('/pointing.html'))!
  await frame.waitForSelector('[data-node]')
  return frame
}

const fieldsIn = async (page: Page) => await page.$$('.pointed-field')

/** Clicks what says so, and waits for what is made of it. */
async function point(page: Page, frame: Frame, text: string): Promise<void> {
  const before = (await fieldsIn(page)).length
  await frame.locator(`::-p-xpath(//*[@data-node and normalize-space(text())="${text}"])`).click()
  await eventually(async () => expect((await fieldsIn(page)).length).toBe(before + 1))
}

const templateOf = (page: Page) => JSON.parse(new URL(page.url()).searchParams.get('fields')!)

/** What the service reads of another page with what was pointed at on the first one, in the order of the fields. */
async function readElsewhere(page: Page, url: string): Promise<Reply> {
  const { filtered_content } = await api('/scrape', { url, formats: ['json'], template: templateOf(page) })
  return filtered_content
}

describe('fields that were pointed at on one page', () => {
  test.each(Object.entries(SITES))('are found on others of its site: %s', async (kind, make) => {
    const { page, faults } = await dashboard.open(`/?url=${encodeURIComponent(address(kind, 0))}`)
    const frame = await openFrame(page)
    for (const text of make(0).clicks) await point(page, frame, text)
    await waitForText(page, 'Here:')
    for (const other of [0, 1, 2])
      await eventually(async () =>
        expect(Object.values(await readElsewhere(page, address(kind, other)))).toEqual(make(other).holds),
      )
    expect(faults).toEqual([])
    await page.close()
  })

  test.each(Object.entries(LISTS))('become a list when a second one is alike: %s', async (kind, make) => {
    const { page, faults } = await dashboard.open(`/?url=${encodeURIComponent(address(kind, 0))}`)
    const frame = await openFrame(page)
    const [first, second, ...more] = make(0).clicks
    await point(page, frame, first!)
    await point(page, frame, second!)
    await press(page, 'Take them as a list')
    for (const text of more) await point(page, frame, text)
    await eventually(() => expect(templateOf(page).list).toBeDefined())
    for (const other of [0, 1, 2])
      await eventually(async () =>
        expect(rowsOf(await readElsewhere(page, address(kind, other)))).toEqual(make(other).holds),
      )
    expect(faults).toEqual([])
    await page.close()
  })

  const rowsOf = (read: Record<string, unknown[]>): PageOfSite['holds'] =>
    Object.values(read).flatMap((rows) => rows.map((row) => Object.values(row as object)))

  test('are verified by the service, kept as a template, and made by keyboard as well', async () => {
    const kind = Object.keys(SITES)[0]!
    const [name] = SITES[kind]!(0).clicks
    const { page, faults } = await dashboard.open(`/?url=${encodeURIComponent(address(kind, 0))}`)
    await openFrame(page)
    await page.focus('[role=tree]')
    const current = () => page.$eval('.element-row.current', (row) => row.textContent!)
    for (let row = 0; row < 20 && !(await current()).includes('h1'); row++)
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await waitForText(page, `Here: ${name}`)
    await press(page, 'Check with the service')
    await waitForText(page, `By the service: ${name}`)
    await page.locator('::-p-aria(Name of a template)').fill('Lanterns')
    await press(page, 'Save as a template')
    await waitForText(page, '"Lanterns" is saved')
    const { templates } = await api('/templates')
    expect(templates).toMatchObject([
      { name: 'Lanterns', fields: { name: { selector: expect.any(String) } } },
    ])
    expect(faults).toEqual([])
    await page.close()
  })
})

describe('the form', () => {
  test('has a place for every field of a scrape, and a view for every format', async () => {
    const document = await (await fetch(`${dashboard.url}/openapi.json`)).json()
    const { schemas } = document.components
    const resolve = (schema: Reply): Reply => (schema.$ref ? schemas[schema.$ref.split('/').at(-1)] : schema)
    const offered = new Set([...OPTIONS.map(({ path }) => path as string), ...Object.keys(ELSEWHERE)])
    const missing: string[] = []
    const formats: string[] = []
    const walk = (schema: Reply, path: string) => {
      if (offered.has(path)) return
      const { properties, deprecated } = resolve(schema)
      if (schema.deprecated || deprecated) return
      if (!properties || (path && !/^(advanced|cost_controls|location)/.test(path))) missing.push(path)
      else
        for (const [name, inner] of Object.entries(properties)) walk(inner, path ? `${path}.${name}` : name)
    }
    walk(schemas.ScrapeRequest, '')
    expect(missing).toEqual([])
    const { items } = resolve(schemas.ScrapeRequest).properties.formats
    formats.push(...resolve(items).enum.filter((name: string) => name !== 'changeTracking'))
    expect([...FORMATS].sort()).toEqual(formats.sort())
  })

  test('stands in the address without its secrets, and shows what is wrong at its field', async () => {
    const kind = Object.keys(SITES)[0]!
    const wrong = 'advanced.rag.chunk_tokens=3&advanced.cookies=sid:1&advanced.render_js=true'
    const url = address(kind, 0).replace('//', '//user:secret@')
    const { page } = await dashboard.open(`/?url=${encodeURIComponent(url)}&formats=rag&${wrong}`)
    await page.waitForFunction(() => document.querySelector('[aria-invalid]'))
    const label = await page.$eval(
      '[aria-invalid]',
      (field) => (field as HTMLInputElement).labels![0]!.textContent,
    )
    expect(label).toBe('Tokens of a chunk')
    await eventually(() => {
      const { search } = new URL(page.url())
      expect(search).toContain('advanced.render_js=true')
      expect(search).not.toMatch(/secret|cookies/)
    })
    await page.locator('::-p-aria(Find an option)').fill('country')
    await page.locator('::-p-aria(Country)').fill('DE')
    await eventually(() => expect(page.url()).toContain('location.country=DE'))
    await page.close()
  })
})

test('a page of ten megabytes is looked at in every view, of which what is in sight alone is made', async () => {
  const formats = 'text,raw,html,bytes,markdown'
  const { page, faults } = await dashboard.open(
    `/?url=${encodeURIComponent(address('long', 0))}&formats=${formats}`,
  )
  await press(page, 'Fetch page')
  await waitForText(page, 'Ten words of a line')
  for (const tab of await page.$$('[role=tab]')) {
    await tab.click()
    await page.waitForSelector('[role=tabpanel]:not([hidden]) *')
    expect(await page.$$eval('[role=tabpanel] *', (all) => all.length)).toBeLessThan(5_000)
  }
  expect(faults).toEqual([])
  await page.close()
})

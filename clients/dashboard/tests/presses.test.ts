import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Page } from 'puppeteer-core'
import { type Dashboard, openDashboard, press, waitForText } from './open-dashboard.ts'

let dashboard: Dashboard
/** A site whose page fails until it is mended, and a receiver of webhooks. */
let site: Server
let address: string
let isMended = false
let heard = 0
beforeAll(async () => {
  site = createServer((request, response) => {
    if (request.method === 'POST') heard++
    response.statusCode = request.method === 'POST' || isMended ? 200 : 503
    response.setHeader('Content-Type', 'text/html')
    response.end(
      '<title>Harbour</title><h1>Harbour</h1><p>The ferry leaves at nine, and comes back at six.</p>',
    )
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

async function call<Reply>(path: string, body: object): Promise<Reply> {
  const reply = await fetch(`${dashboard.info.base_url}${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': dashboard.info.api_key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await reply.json()) as Reply
}

const fill = (page: Page, label: string, text: string) =>
  page.locator(`.dialog ::-p-aria(${label})`).fill(text)
const choose = async (page: Page, label: string, value: string) => {
  const select = await page.waitForSelector(`.dialog ::-p-aria([name="${label}"][role="combobox"])`)
  await select!.select(value)
}
const agree = (page: Page) => page.locator('.dialog button[type=submit]').click()

test('what has failed in a batch is fetched once more, and what came is exported to a folder', async () => {
  const { batch_id } = await call<{ batch_id: string }>('/batch', {
    urls: [`${address}/times`],
    cost_controls: { max_tier: '1' },
  })
  const { page, faults } = await dashboard.open(`/batches/${batch_id}`)
  await waitForText(page, '0 delivered, 1 failed')
  isMended = true
  await press(page, 'Retry the failed')
  await waitForText(page, '1 delivered, 0 failed')

  const home = join(dashboard.info.storage_dir, '../exports')
  await mkdir(home, { recursive: true })
  const folder = await mkdtemp(join(home, 'presses-'))
  const batch = new URL(page.url()).pathname
  await page.goto(`${dashboard.url}/app/exports`)
  await press(page, 'Add place')
  await fill(page, 'Name', 'Drawer')
  await choose(page, 'Type', 'folder')
  await page.locator('.dialog ::-p-aria([name="Folder"][role="textbox"])').fill(folder)
  await agree(page)
  await waitForText(page, 'Drawer')
  await page.goto(`${dashboard.url}${batch}`)
  await press(page, 'Export')
  await agree(page)
  await page.waitForSelector('.table-body ::-p-text(written)')
  const names = await readdir(folder, { recursive: true })
  const file = names.find((name) => name.endsWith('.jsonl'))
  expect([names, file]).toEqual([names, expect.any(String)])
  expect(JSON.parse(await readFile(join(folder, file!), 'utf8')).url).toBe(`${address}/times`)
  await rm(folder, { recursive: true })
  expect(faults).toEqual([])
})

test('what a receiver was told is told once more', async () => {
  isMended = true
  const { job_id } = await call<{ job_id: string }>('/scrape', {
    url: `${address}/heard`,
    webhook_url: `${address}/hook`,
  })
  await eventually(() => expect(heard).toBe(1))
  const { page, faults } = await dashboard.open(`/deliveries?job_id=${job_id}`)
  await page.locator('.table-body [role=row]').click()
  await press(page, 'Send again')
  await waitForText(page, 'Sent again')
  await eventually(() => expect(heard).toBe(2))
  await waitForText(page, 'Attempt 1')
  expect(faults).toEqual([])
})

test('a job is asked again with all that it was asked with, and what was changed', async () => {
  isMended = true
  const { job_id } = await call<{ job_id: string }>('/scrape', {
    url: `${address}/again`,
    formats: ['text', 'links'],
    cost_controls: { max_tier: '2' },
    advanced: { cookies: { sid: 'a-secret-value' }, only_main_content: false },
  })
  const { page, faults } = await dashboard.open(`/jobs/${job_id}`)
  await press(page, 'every tier')
  await waitForText(page, 'were not kept')
  const search = () => page.evaluate(() => Object.fromEntries(new URLSearchParams(location.search)))
  await eventually(async () =>
    expect(await search()).toEqual({
      url: `${address}/again`,
      formats: 'text,links',
      'cost_controls.max_tier': '5',
      'advanced.only_main_content': 'true',
    }),
  )
  expect(await page.content()).not.toContain('a-secret-value')
  expect(faults).toEqual([])
})

test('monitors of a crawl and of several pages, and schedules of a search, are made by forms', async () => {
  const { page, faults } = await dashboard.open('/monitors')
  await press(page, 'New monitor')
  await fill(page, 'Name', 'The harbour')
  await choose(page, 'What is watched', 'crawl')
  await fill(page, 'Start page', `${address}/`)
  await fill(page, 'Most pages', '3')
  await agree(page)
  await waitForText(page, `the pages of a crawl: ${address}/`)
  await press(page, 'New monitor')
  await fill(page, 'Name', 'Two pages')
  await choose(page, 'What is watched', 'urls')
  await fill(page, 'Addresses, one a line', `${address}/a\n${address}/b`)
  await agree(page)
  await waitForText(page, 'several pages')

  await page.goto(`${dashboard.url}/app/schedules`)
  await press(page, 'New schedule')
  await fill(page, 'Name', 'News of ferries')
  await choose(page, 'What', 'search')
  await fill(page, 'Words to search for', 'ferry times')
  await agree(page)
  await waitForText(page, 'News of ferries')
  await waitForText(page, 'Search')
  expect(faults).toEqual([])
})

test('a question to the operator is answered, and closed', async () => {
  const { page, faults } = await dashboard.open('/support')
  await press(page, 'Ask the operator')
  await fill(page, 'What it is about', 'The harbour is refused')
  await fill(page, 'Question', 'Why is the harbour refused?')
  await agree(page)
  await waitForText(page, 'unanswered')
  await page.goto(`${dashboard.url}/app/operate/tickets`)
  await page.locator('.table-body [role=row] ::-p-text(The harbour is refused)').click()
  await waitForText(page, 'Why is the harbour refused?')
  await page.locator('textarea').fill('It is not any more.')
  await press(page, 'Send')
  await waitForText(page, 'It is not any more.')
  await page.goto(page.url().replace('/operate/tickets/', '/support/'))
  await waitForText(page, 'answered')
  await press(page, 'Close')
  await waitForText(page, 'closed')
  expect(faults).toEqual([])
})

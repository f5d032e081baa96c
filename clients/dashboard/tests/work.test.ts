import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { ElementHandle, Page } from 'puppeteer-core'
import { type Dashboard, openDashboard, press, textOf, waitForText } from './open-dashboard.ts'

let dashboard: Dashboard
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-work-'))
  dashboard = await openDashboard()
})
afterAll(async () => {
  await dashboard?.stop()
  await rm(folder, { recursive: true, force: true })
})

const sample = (path: string) => `${dashboard.info.sample_site}${path}`

/** What the page has the browser keep as a file. */
async function download(page: Page, button: string, name: RegExp): Promise<string> {
  const session = await page.createCDPSession()
  await session.send('Browser.setDownloadBehavior', {
    behavior: 'allow',
    browserContextId: page.browserContext().id!,
    downloadPath: folder,
    eventsEnabled: true,
  })
  const file = new Promise<string>((resolve) => {
    session.once('Browser.downloadWillBegin', ({ suggestedFilename }) => resolve(suggestedFilename))
  })
  await press(page, button)
  expect(await file).toMatch(name)
  return await eventually(async () => {
    const content = await readFile(join(folder, await file), 'utf8')
    expect(content).not.toBe('')
    return content
  })
}

test('a batch is made of a file whose faults are told by line and column, and its results are kept as files', async () => {
  const { page, faults } = await dashboard.open('/batches/new?from=csv')
  const csv = join(folder, 'pages.csv')
  const input = (await page.waitForSelector('input[type=file]')) as ElementHandle<HTMLInputElement>

  await writeFile(csv, `url,formats\n${sample('/article')},markdown\n${sample('/plain')},morse\n`)
  await input.uploadFile(csv)
  await waitForText(page, '2 pages: about 2 credits')
  await press(page, 'Fetch 2 pages')
  await page.waitForSelector('[role=alert]')
  const row = await page.$$eval('.plain-table tbody td', (cells) =>
    cells.map(({ textContent }) => textContent),
  )
  expect(row).toEqual(['3', 'formats', expect.stringContaining('markdown')])

  await writeFile(csv, `url,formats\n${sample('/article')},markdown\n${sample('/plain')},text\n`)
  await input.uploadFile(csv)
  await press(page, 'Fetch 2 pages')
  await waitForText(page, '2 delivered, 0 failed, 0 to come')
  const lines = await download(page, 'Download JSONL', /^batch_.*\.jsonl$/)
  expect(
    lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).url),
  ).toEqual([sample('/article'), sample('/plain')])
  expect(await download(page, 'Download CSV', /^batch_.*\.csv$/)).toMatch(/^job_id,url,status,/)
  expect(faults).toEqual([])
})

test('what a site has is found, chosen from and fetched, and what failed is fetched again', async () => {
  const { page, faults } = await dashboard.open('/batches/new?from=sitemap')
  await page.locator('::-p-aria(Sitemap or site)').fill(sample('/'))
  await press(page, 'Find addresses')
  await page.waitForSelector('.table-body input')
  await press(page, 'Choose none')
  await page.locator('::-p-aria(Text of the address)').fill('/article')
  await eventually(async () => expect(await textOf(page)).toMatch(/Choose \dC/))
  await page.locator('.table-body input').click()
  await press(page, 'Fetch 1 pages')
  await waitForText(page, '1 delivered, 0 failed, 0 to come')
  expect(faults).toEqual([])
})

test('a crawl is a tree of its site, with what was left out and why', async () => {
  const { page, faults } = await dashboard.open('/crawls/new')
  await page.locator('::-p-aria(Start page)').fill(sample('/'))
  await page.locator('::-p-aria(Most pages)').fill('3')
  await press(page, 'Look what it would cost')
  await waitForText(page, 'pages within the bounds')
  await press(page, 'Start crawl')
  await waitForText(page, '3 delivered')
  await waitForText(page, 'Download JSONL')
  await waitForText(page, 'robots.txt forbids it')
  const csv = await download(page, 'Download CSV', /^crawl_.*\.csv$/)
  expect(csv.trim().split('\r\n').length).toBeGreaterThan(3)
  expect(csv).toMatch(/^url,status,status_code,/)

  const rows = () => page.$$eval('[role=treeitem]', (all) => all.map(({ textContent }) => textContent ?? ''))
  await page.focus('[role=treeitem]')
  await page.keyboard.press('ArrowLeft')
  await eventually(async () => expect((await rows()).filter((row) => row.includes('/account'))).toEqual([]))
  await page.keyboard.press('ArrowRight')
  await eventually(async () => expect((await rows()).some((row) => row.includes('/account'))).toBe(true))
  expect(faults).toEqual([])
})

test('a crawl is paused and resumed', async () => {
  const reply = await fetch(`${dashboard.info.base_url}/crawl`, {
    method: 'POST',
    headers: { 'X-API-Key': dashboard.info.api_key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: sample('/'), max_pages: 3, max_concurrency: 1, delay: 20 }),
  })
  const { crawl_id } = (await reply.json()) as { crawl_id: string }
  const { page, faults } = await dashboard.open(`/crawls/${crawl_id}`)
  await waitForText(page, 'Pause')
  await press(page, 'Pause')
  await waitForText(page, 'Somebody has paused it')
  await press(page, 'Resume')
  await page.waitForSelector('::-p-aria(Pause)')
  await press(page, 'Cancel')
  await page.locator('[role=dialog] .danger').click()
  await page.waitForFunction(() => document.querySelector('[role=dialog]') === null)
  expect(faults).toEqual([])
})

test('what a receiver was told of a job stands with its attempts, and their signatures', async () => {
  const reply = await fetch(`${dashboard.info.base_url}/scrape`, {
    method: 'POST',
    headers: { 'X-API-Key': dashboard.info.api_key, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      url: sample('/plain'),
      sync: false,
      webhook_url: 'https://receiver.example/hook',
    }),
  })
  const { job_id } = (await reply.json()) as { job_id: string }
  const { page, faults } = await dashboard.open(`/deliveries?job_id=${job_id}&event=job.completed`)
  await eventually(async () => {
    await page.reload({ waitUntil: 'networkidle2' })
    await waitForText(page, 'job.completed')
    expect(await page.$$('.table-body [role=row]')).toHaveLength(1)
  })
  await page.click('.table-body [role=row]')
  await waitForText(page, 'Attempt 1')
  await waitForText(page, `"job_id":"${job_id}"`)
  expect(await textOf(page)).toMatch(/Signaturev1,[\w+/]+=/)
  expect(faults).toEqual([])
})

test('what narrows the list of jobs stands in the address, and the keyboard goes along it and into the story of one', async () => {
  const { page, faults } = await dashboard.open('/jobs?url=plain')
  await page.waitForSelector('.table-body [role=row]')
  await waitForText(page, 'The last hour')
  await page.locator('::-p-aria(Text of the address)').fill('article')
  await page.waitForFunction(() => location.search === '?url=article')
  await waitForText(page, sample('/article'))
  expect(await textOf(page)).not.toContain(sample('/plain'))
  await page.focus('.table-body [role=row]')
  await page.keyboard.press('End')
  await eventually(async () =>
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('row'),
  )
  await page.keyboard.press('Enter')
  await waitForText(page, 'Waiting and reading')
  await press(page, 'changes')
  await page.waitForFunction(() => document.querySelector('input')?.value.includes('/article'))
  expect(faults).toEqual([])
})

test('a schedule is made, run at once, and its run leads to its batch', async () => {
  const { page, faults } = await dashboard.open('/schedules')
  await press(page, 'New schedule')
  await page.locator('::-p-aria(Name)').fill('Each morning')
  await page.locator('::-p-aria(Addresses, one a line)').fill(sample('/plain'))
  await page.locator('[role=dialog] button[type=submit]').click()
  await page.locator('.table-body [role=row] ::-p-text(Each morning)').click()
  await waitForText(page, 'It has not run yet.')
  await press(page, 'Run now')
  await waitForText(page, 'somebody asked for it')
  await page.waitForSelector('.table-row.leads')
  await page.click('.table-row.leads')
  await waitForText(page, '1 delivered')
  expect(faults).toEqual([])
})

test('a monitor is checked at once, and tells what it has found', async () => {
  const { page, faults } = await dashboard.open('/monitors')
  await press(page, 'New monitor')
  await page.locator('::-p-aria(Name)').fill('The plain page')
  await page.locator('[role=dialog] ::-p-aria(Page)').fill(sample('/plain'))
  await page.locator('[role=dialog] button[type=submit]').click()
  await page.locator('.table-body [role=row] ::-p-text(The plain page)').click()
  await waitForText(page, 'Nothing has changed yet')
  await press(page, 'Check now')
  await press(page, 'Checks')
  await waitForText(page, '1 new')
  expect(faults).toEqual([])
})

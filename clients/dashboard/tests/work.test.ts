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
  const row = await page.$$eval('.fault-list tbody td', (cells) =>
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
  expect(await download(page, 'Download CSV', /^batch_.*\.csv$/)).toMatch('job_id,')
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

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type SharedFleet, shareFleet } from '@gleaner/devstack/testing/shared-fleet'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Gleaner, InvalidRequestError, ScrapeError } from './index.ts'

// What a newcomer does on the first day, as the README says it: each at the first try.

const received: { body: string; headers: Record<string, string> }[] = []
let wake = () => {}
/** The newcomer's own server, which webhooks are sent to. */
const receiver = createServer(async (request, response) => {
  received.push({ body: await text(request), headers: request.headers as Record<string, string> })
  response.writeHead(204).end()
  wake()
})

let fleet: SharedFleet
let folder: string
let site: string
let hook: string
let gleaner: Gleaner
beforeAll(async () => {
  fleet = await shareFleet()
  const [port] = fleet.ports
  await new Promise<void>((resolve) => receiver.listen(port, '127.0.0.1', resolve))
  hook = `http://127.0.0.1:${port}/`
  folder = await mkdtemp(join(tmpdir(), 'gleaner-newcomer-'))
  site = fleet.info.sample_site
  gleaner = new Gleaner({ baseUrl: fleet.url, apiKey: fleet.info.api_key })
})
afterAll(async () => {
  receiver.close()
  await rm(folder, { recursive: true })
})

test('1: a page as Markdown', async () => {
  const page = await gleaner.scrape(`${site}/article`, { formats: ['markdown'] })
  expect(page.title).toBe('What a bridge keeper writes down')
  expect(page.content).toMatchObject({ markdown: expect.stringContaining('## How a log is kept') })
})

test('2: typed data of a page', async () => {
  const { data } = await gleaner.scrape(`${site}/product`, { schema: { name: 'string', price: 'number' } })
  const price: number | null | undefined = data.price
  expect([data.name, price]).toEqual(['Storm lantern No. 4, brass', 89.5])
})

test('3: a picture of a page, as a file', async () => {
  const page = await gleaner.scrape(site, { advanced: { render_js: true, screenshot: true } })
  const picture = await gleaner.files.download(page.screenshot_url!)
  await writeFile(join(folder, 'page.png'), await picture.bytes())
  expect((await readFile(join(folder, 'page.png'))).subarray(1, 4).toString()).toBe('PNG')
})

test('4: a list of pages', async () => {
  const seen = []
  for await (const job of gleaner.batch([`${site}/article`, `${site}/product`]))
    seen.push(job.result?.status_code)
  expect(seen).toEqual([200, 200])
})

test('5: a site, and what its pages say', async () => {
  const texts = new Map<string, unknown>()
  for await (const page of gleaner.crawl(site, { max_pages: 3, formats: ['text'] }))
    texts.set(page.url, page.result?.content)
  expect([...texts.values()]).toEqual(Array(3).fill({ text: expect.stringMatching(/\w/) }))
})

test('6: what it would cost, and what was spent', async () => {
  expect((await gleaner.estimate({ url: `${site}/article` })).estimated_credits).toBeGreaterThan(0)
  expect((await gleaner.billing.balance()).balance_credits).toBeGreaterThan(0)
  expect((await gleaner.usage.get()).requests.total).toBeGreaterThan(0)
})

test('7: a file of ones own', async () => {
  const file = new Blob(['<h1>Notes</h1><p>Buy two ropes, of hemp.</p>'], { type: 'text/html' })
  const { content } = await gleaner.parse(file, { formats: ['text'], filename: 'notes.html' })
  expect(content).toMatchObject({ text: expect.stringContaining('two ropes') })
})

test('8: begun now, read later', async () => {
  const { job_id } = await gleaner.jobs.create({ url: `${site}/article`, sync: false, external_id: 'mine' })
  expect(await gleaner.jobs.wait(job_id)).toMatchObject({ external_id: 'mine', result: { status_code: 200 } })
})

test('9: a webhook, and whether to trust it', async () => {
  const arrives = new Promise<void>((resolve) => {
    wake = resolve
  })
  const { job_id } = await gleaner.jobs.create({ url: `${site}/article`, sync: false, webhook_url: hook })
  await arrives
  const { secret } = await gleaner.webhooks.secret()
  const { body, headers } = received[0]!
  expect(await gleaner.webhooks.verify(body, headers, secret)).toMatchObject({
    event: 'job.completed',
    job_id,
  })
})

test('10: why it did not work', async () => {
  const refused = gleaner.scrape('https://example.com/', { advanced: { screenshot: true } })
  await expect(refused).rejects.toBeInstanceOf(InvalidRequestError)
  await expect(refused).rejects.toMatchObject({
    field: 'advanced.screenshot',
    message: expect.stringContaining('render_js'),
  })
  const failed = gleaner.scrape('http://no.such.host.invalid/')
  await expect(failed).rejects.toBeInstanceOf(ScrapeError)
  await expect(failed).rejects.toMatchObject({
    message: expect.stringContaining('no address'),
    code: 'ALL_TIERS_FAILED',
  })
})

test('the README names all that these tasks take', async () => {
  const [readme, tasks] = await Promise.all([
    readFile(join(import.meta.dirname, '../README.md'), 'utf8'),
    readFile(import.meta.filename, 'utf8'),
  ])
  const used = new Set([...tasks.matchAll(/\bgleaner\.([a-z]+(?:\.\w+)?)\(/g)].map(([, name]) => name!))
  expect(used.size).toBeGreaterThan(11)
  expect([...used].filter((name) => !readme.includes(name))).toEqual([])
})

import { ENDPOINTS } from '@gleaner/contracts'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { admitBulk } from '../testing/admit-bulk.ts'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
let account: TestAccount
let admission: Awaited<ReturnType<typeof admitBulk>>
/** Each endpoint that may answer 304, asked for something that has ended. */
const ended: Record<string, string> = {}
beforeAll(async () => {
  fixture = await createGatewayFixture()
  admission = await admitBulk(fixture.env)
  account = await fixture.account()
  const url = `${fixture.site.url}/article`
  const post = (path: string, body: object) =>
    fixture.request(`/api/v1${path}`, {
      method: 'POST',
      headers: { 'X-API-Key': account.key, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const scraped = await post('/scrape', { url })
  const batch = await post('/batch', { urls: [url] })
  const crawl = await post('/crawl', { url, max_pages: 1 })
  ended.getJob = `/jobs/${scraped.body.job_id}`
  ended.getBatchResults = `/batch/${batch.body.batch_id}/results?limit=1`
  ended.getCrawl = `/crawl/${crawl.body.crawl_id}`
  await fixture.get(account, ended.getCrawl)
  await fixture.request(`/api/v1${ended.getCrawl}`, {
    method: 'DELETE',
    headers: { 'X-API-Key': account.key },
  })
  await eventually(
    async () => {
      for (const path of [`/batch/${batch.body.batch_id}`, ended.getCrawl!])
        expect((await fixture.get(account, path)).body.completed_at).not.toBeNull()
    },
    { timeoutMs: 20_000 },
  )
})
afterAll(async () => {
  await admission.stop()
  await fixture.close()
})

const MAY = Object.entries(ENDPOINTS).flatMap(([name, { responses }]) => (304 in responses ? [name] : []))

test.each(MAY)('%s answers 304 to who has its reply already, and to nobody else', async (name) => {
  const path = `/api/v1${ended[name]}`
  const ask = (tag?: string, as = account) =>
    fixture.request(path, {
      headers: { 'X-API-Key': as.key, ...(tag !== undefined && { 'If-None-Match': tag }) },
    })
  const first = await ask()
  const tag = first.headers.get('etag')!
  expect([first.status, tag]).toEqual([200, expect.stringMatching(/^W\/"[\w.-]+"$/)])
  expect((await ask(tag)).status).toBe(304)
  expect((await ask(`"other", ${tag}`)).status).toBe(304)
  expect((await ask('"other"')).status).toBe(200)
  expect((await ask(tag, await fixture.account())).status).toBe(404)
})

test('what goes on has no tag', async () => {
  const { body } = await fixture.scrape(account, { url: `${fixture.site.url}/slow?ms=20000`, sync: false })
  const reply = await fixture.get(account, `/jobs/${body.job_id}`)
  expect([reply.status, reply.headers.get('etag')]).toEqual([200, null])
})

test('a reply in another form has another tag', async () => {
  const tagOf = async (path: string, accept: string) => {
    const headers = { 'X-API-Key': account.key, Accept: accept }
    return (await fixture.request(`/api/v1${path}`, { headers })).headers.get('etag')
  }
  const forms = ['application/json', 'application/x-ndjson', 'text/csv']
  const tags = await Promise.all(forms.map((form) => tagOf(ended.getBatchResults!, form)))
  expect(new Set(tags).size).toBe(3)
  expect(new Set(await Promise.all(forms.map((form) => tagOf(ended.getCrawl!, form)))).size).toBe(2)
})

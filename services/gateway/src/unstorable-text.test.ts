import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from './testing/fixture.ts'

let fixture: GatewayFixture
let account: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture()
  account = await fixture.account()
})
afterAll(() => fixture.close())

const url = 'https://example.com/'
const rendered = (advanced: object) => ({ url, mode: 'js', advanced })

describe.each([
  ['U+0000', 'a\0b'],
  ['the first half of a surrogate pair', 'a\ud83d'],
  ['the second half of a surrogate pair', '\ude00b'],
])('%s', (_, text) => {
  const KEPT = text.toWellFormed().replace('\0', '\ufffd')

  test.each<[string, string, object, string]>([
    ['a selector', '/scrape', rendered({ wait_for: text }), 'advanced.wait_for'],
    ['an action', '/scrape', rendered({ actions: [{ type: 'type', selector: 'a', text }] }), 'advanced.actions.0.text'],
    ['a cookie', '/scrape', { url, advanced: { cookies: { a: text } } }, 'advanced.cookies.a'],
    ['a header name', '/scrape', { url, advanced: { session_headers: { [text]: 'a' } } }, `advanced.session_headers.${KEPT}`],
    ['a body', '/scrape', { url, method: 'POST', body: text }, 'body'],
    ['a schema', '/scrape', { url, extraction_schema: { properties: { a: { description: text } } } }, 'extraction_schema.properties.a.description'],
    ['a name in a schema', '/scrape', { url, extraction_schema: { properties: { [text]: {} } } }, `extraction_schema.properties.${KEPT}`],
    ['an address', '/scrape', { url: `${url}?${text}` }, 'url'],
    ['an unknown field', '/scrape', { url, [text]: 1 }, KEPT],
    ['an estimate', '/scrape/estimate', rendered({ wait_for: text }), 'advanced.wait_for'],
    ['the name of a proxy', '/proxies', { name: text, url: 'http://proxy.example.com' }, 'name'],
  ])('in %s is refused by the field', async (_, path, body, field) => {
    const reply = await fixture.request(`/api/v1${path}`, {
      method: 'POST',
      headers: { 'X-API-Key': account.key, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(reply).toMatchObject({ status: 400, body: { error: 'INVALID_REQUEST' } })
    expect(reply.body.details.issues).toEqual([
      { path: field, message: expect.stringContaining('U+0000') },
    ])
  })
}) // biome-ignore format: a table

test.each([
  ['/usage?start_date=2026-01-31%00', 'start_date'],
  ['/proxies?limit=1&a%00=b', 'a\ufffd'],
  ['/jobs/0198c1d2-0000-7000-8000-00000000%00', 'job_id'],
  ['/proxies/%00', 'proxy_id'],
])('U+0000 in %s is refused by the field', async (path, field) => {
  const reply = await fixture.get(account, path)
  expect(reply).toMatchObject({ status: 400, body: { error: 'INVALID_REQUEST' } })
  expect(reply.body.details.issues).toEqual([{ path: field, message: expect.stringContaining('U+0000') }])
})

test('pairs of surrogates and other control characters are taken as they are', async () => {
  const { status, body } = await fixture.scrape(account, {
    url: `${fixture.site.url}/echo`,
    method: 'POST',
    body: '😀\u0001\\u0000',
    content_type: 'text/plain',
    formats: ['raw'],
  })
  expect(status).toBe(200)
  expect(JSON.parse(body.content.raw)).toMatchObject({ body: '😀\u0001\\u0000' })
})

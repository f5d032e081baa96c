import { PAGE_FORMATS, type PageFormat } from '@gleaner/contracts'
import { makePdf } from '@gleaner/documents/testing/make-pdf'
import { makeZip } from '@gleaner/documents/testing/make-zip'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
let account: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture()
  account = await fixture.account()
})
afterAll(() => fixture.close())

const MB = 1024 * 1024
const WORDS = 'The harbour wakes early, and nets are mended at the sea.'
const PDF = makePdf([[{ x: 72, y: 700, size: 12, text: WORDS }]])
const DOCX = makeZip({
  'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${WORDS}</w:t></w:r></w:p></w:body></w:document>`,
})

const send = (
  body: BodyInit | Uint8Array,
  headers: Record<string, string> = {},
  query = '',
  key = account.key,
) =>
  fixture.request(`/api/v1/parse${query}`, {
    method: 'POST',
    headers: { 'X-API-Key': key, ...headers },
    body: body as BodyInit,
  })
const sendJson = (body: object, headers: Record<string, string> = {}, key?: string) =>
  send(JSON.stringify(body), { 'content-type': 'application/json', ...headers }, '', key)
function formOf(
  bytes: Uint8Array,
  name: string,
  type: string,
  fields: Record<string, string> = {},
): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('file', new Blob([bytes as BlobPart], { type }), name)
  return form
}
const issuesOf = (reply: { status: number; body: { details?: { issues?: unknown[] } } }) => {
  expect(reply.status).toBe(400)
  return JSON.stringify(reply.body.details?.issues)
}

test('a page that is sent is read as a fetched one is, in every format', async () => {
  const url = `${fixture.site.url}/article`
  const formats = PAGE_FORMATS.filter((format): format is PageFormat => format !== 'bytes')
  const fetched = await fixture.scrape(account, { url, formats })
  const sent = await sendJson({ content: await (await fetch(url)).text(), source_url: url, formats })
  expect(sent.status).toBe(200)
  expect(sent.body.content).toEqual(fetched.body.content)
  expect(sent.body).toMatchObject({
    title: fetched.body.title,
    url: 'about:content',
    final_url: url,
    billing: { total_credits: 1, tier_used: '1' },
  })
})

describe('a file comes in each way', () => {
  const READ = { status: 200, body: { content: { text: expect.stringContaining(WORDS) } } }

  test.each<[string, Uint8Array, string, string]>([
    ['a PDF', PDF, 'a.pdf', 'application/pdf'],
    ['a PDF of no declared type', PDF, 'a', 'application/octet-stream'],
    ['a Word document', DOCX, 'a.docx', ''],
    ['a text by its name', Buffer.from(WORDS), 'a.txt', 'application/octet-stream'],
    ['a CSV', Buffer.from(`a,b\n1,"${WORDS}"\n`), 'é "1".csv', 'text/csv'],
    [
      'a page in its own charset',
      Buffer.from(`<p>${WORDS} ä`, 'latin1'),
      'a.html',
      'text/html; charset=latin1',
    ],
  ])('%s', async (_, bytes, name, type) => {
    const options = { options: JSON.stringify({ formats: ['text', 'bytes'] }) }
    const parts = await send(formOf(bytes, name, type, options))
    expect(parts).toMatchObject(READ)
    expect(Buffer.from(parts.body.content.bytes.base64, 'base64').equals(bytes)).toBe(true)
    expect(await send(formOf(bytes, name, type, { formats: 'text' }))).toMatchObject(READ)
    const query = `?formats=text&filename=${encodeURIComponent(name)}`
    expect(await send(bytes, { 'content-type': type || 'application/octet-stream' }, query)).toMatchObject(
      READ,
    )
    const content = Buffer.from(bytes).toString('base64')
    const asked = { content, encoding: 'base64', filename: name, ...(type && { content_type: type }) }
    expect(await sendJson({ ...asked, formats: ['text'] })).toMatchObject(READ)
  })

  test('without waiting, as a job', async () => {
    const accepted = await sendJson({ content: `<p>${WORDS}`, sync: false })
    expect(accepted.status).toBe(202)
    const { pool } = fixture
    const { rows } = await pool.query('SELECT url, had_secrets AS sealed FROM job WHERE id = $1', [
      accepted.body.job_id,
    ])
    expect(rows).toEqual([{ url: 'about:content', sealed: true }])
  })
})

test('costs what a page does, with what it is asked to be read for, and a file that cannot be read nothing', async () => {
  const own = await fixture.account(10_000)
  await sendJson({ content: `<p>${WORDS}` }, {}, own.key)
  expect(await fixture.balance(own)).toEqual([9_800, 0])
  const failed = await sendJson(
    { content: 'AAAA', encoding: 'base64', content_type: 'video/mp4' },
    {},
    own.key,
  )
  expect([failed.status, failed.body.error]).toEqual([415, 'UNSUPPORTED_CONTENT_TYPE'])
  const broken = await sendJson({ content: 'JVBERi0=', encoding: 'base64' }, {}, own.key)
  expect([broken.status, broken.body.error]).toEqual([422, 'EXTRACTION_FAILED'])
  expect(await fixture.balance(own)).toEqual([9_800, 0])
  expect((await sendJson({ content: `<p>${WORDS}` }, {}, own.testKey)).body.billing.total_credits).toBe(0)
})

test('under one Idempotency-Key it is read once, and another file is refused', async () => {
  const once = { 'Idempotency-Key': 'parse-once' }
  const [first, again] = [
    await send(formOf(PDF, 'a.pdf', ''), once),
    await send(formOf(PDF, 'a.pdf', ''), once),
  ]
  expect(again.body.job_id).toBe(first.body.job_id)
  const other = await send(formOf(DOCX, 'a.pdf', ''), once)
  expect([other.status, other.body.error]).toEqual([422, 'IDEMPOTENCY_CONFLICT'])
})

test.each<[string, () => ReturnType<typeof send>]>([
  ['JSON', () => sendJson({ content: 'a'.repeat(10 * MB + 10) })],
  ['base64', () => sendJson({ content: Buffer.alloc(10 * MB + 10).toString('base64'), encoding: 'base64' })],
  ['a form', () => send(formOf(new Uint8Array(10 * MB + 10), 'a', ''))],
  ['a body', () => send(new Uint8Array(10 * MB + 10), { 'content-type': 'application/pdf' })],
])('more than 10 MB as %s is refused', async (_, ask) => {
  const { status, body } = await ask()
  expect([400, 413]).toContain(status)
  expect(JSON.stringify(body)).toMatch(/larger than 1\d(\.\d+)? MB/)
})

describe('what is sent wrongly is refused with its place', () => {
  const multipart = { 'content-type': 'multipart/form-data; boundary=b' }
  test.each<[string, () => ReturnType<typeof send>, string]>([
    ['nothing', () => sendJson({}), '"path":"content"'],
    ['an option of fetching', () => sendJson({ content: 'a', advanced: { render_js: true } }), 'render_js'],
    [
      'a format of fetching',
      () => sendJson({ content: 'a', formats: ['change_tracking'] }),
      '"path":"formats',
    ],
    ['an unknown field', () => sendJson({ content: 'a', url: 'https://example.com/' }), '"url"'],
    ['text as base64', () => sendJson({ content: 'a<b>', encoding: 'base64' }), 'is not base64'],
    [
      'a selector',
      () => sendJson({ content: 'a', advanced: { include_selectors: ['p::x'] } }),
      'include_selectors.0',
    ],
    ['no file', () => send(new FormData()), 'is required, once'],
    [
      'two files',
      () =>
        send(
          `--b\r\ncontent-disposition: form-data; name=file\r\n\r\na\r\n--b\r\ncontent-disposition: form-data; name=file\r\n\r\na\r\n--b--`,
          multipart,
        ),
      'more than one file',
    ],
    ['options that are none', () => send(formOf(PDF, 'a', '', { options: '[1]' })), '"path":"options"'],
    [
      'a field twice',
      () =>
        send(
          `--b\r\ncontent-disposition: form-data; name=file\r\n\r\na\r\n--b\r\ncontent-disposition: form-data; name=mode\r\n\r\na\r\n--b\r\ncontent-disposition: form-data; name=mode\r\n\r\na\r\n--b--`,
          multipart,
        ),
      'twice',
    ],
    ['an unknown part', () => send(formOf(PDF, 'a', '', { url: 'x' })), '"url"'],
    ['an unknown parameter', () => send(PDF, { 'content-type': 'application/pdf' }, '?url=x'), '"url"'],
    [
      'a form that breaks off',
      () => send('--b\r\ncontent-disposition: form-data; name=file\r\n\r\na', multipart),
      'breaks off',
    ],
    ['a form of another boundary', () => send('--c\r\n\r\n', multipart), 'multipart/form-data'],
    ['a form without a boundary', () => send('a', { 'content-type': 'multipart/form-data' }), 'no boundary'],
    [
      'a form of many parts',
      () =>
        send(
          `${Array.from({ length: 50_000 }, (_, at) => `--b\r\ncontent-disposition: form-data; name=a${at}\r\n\r\na\r\n`).join('')}--b--`,
          multipart,
        ),
      'more than',
    ],
  ])('%s', async (_, ask, named) => {
    expect(issuesOf(await ask())).toContain(named)
  })
})

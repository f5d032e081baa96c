import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ScrapeRequestInput } from '@gleaner/contracts'
import { makePdf } from '@gleaner/documents/testing/make-pdf'
import { createJob, readFinishedJob } from '@gleaner/jobs'
import { storeSession } from '@gleaner/sessions/testing/store-session'
import { eventually } from '@gleaner/testkit'
import { serveTls } from '@gleaner/testkit/serve-tls'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { handleTask } from '../handle-task.ts'
import { createWorkerFixture, type WorkerFixture } from '../testing/fixture.ts'

// A session that its user may only use, at each attempt: jobs here were accepted before it was so.

const PASSWORD = 'hunter2'

let fixture: WorkerFixture
let secure: Awaited<ReturnType<typeof serveTls>>
let clear: Server
/** Requests that came, as `http` or `https`, and what they carried. */
const came: string[] = []
let session: string
/** What a page answers to what it was sent. */
let answer: (sent: string) => { type: string; body: string | Buffer; headers?: Record<string, string> }
const echo = (sent: string) => ({
  type: 'text/html',
  body: `<title>${sent}</title><p>The harbour says ${sent} to all who come.</p>`,
})

beforeAll(async () => {
  fixture = await createWorkerFixture()
  clear = createServer((request, response) => {
    came.push(`http ${request.headers.cookie ?? ''}`)
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>in clear</p>')
  })
  await new Promise<void>((resolve) => clear.listen(0, '127.0.0.1', resolve))
  secure = await serveTls((request, response) => {
    came.push(`https ${request.headers.cookie ?? ''}`)
    if (request.url === '/to-http') return void response.writeHead(302, { location: clearUrl() }).end()
    const { type, body, headers } = answer(request.headers.cookie ?? '')
    response.writeHead(200, { 'content-type': type, ...headers }).end(body)
  })
  session = await storeSession(fixture.jobs, {
    accountId: fixture.accountId,
    domain: '127.0.0.1',
    cookies: [
      {
        name: 'sid',
        value: PASSWORD,
        domain: '127.0.0.1',
        hostOnly: false,
        path: '/',
        httpOnly: true,
        secure: false,
      },
    ],
    headers: { 'X-Own': 'Basic YWRhOmhhcmJvdXItbGlnaHRz' },
  })
  // A key of an organization acts as a member of it.
  await setKind('organization')
})
afterEach(() => {
  came.length = 0
  answer = echo
  return fixture.forgetPermits()
})
afterAll(async () => {
  await fixture.close()
  await secure.close()
  clear.closeAllConnections()
  await new Promise((resolve) => clear.close(resolve))
})
answer = echo

const clearUrl = () => `http://127.0.0.1:${(clear.address() as AddressInfo).port}/`
const setKind = (kind: string) =>
  fixture.jobs.pool.query('UPDATE account SET kind = $2 WHERE id = $1', [fixture.accountId, kind])

async function finish(tier: '1' | '2', request: Partial<ScrapeRequestInput>) {
  const job = fixture.newJob({
    url: `${secure.url}/`,
    session_id: session,
    formats: ['markdown'],
    ...request,
    cost_controls: { force_tier: tier },
  })
  await createJob(fixture.jobs, job)
  const work = async () =>
    handleTask(fixture.context(tier), await fixture.taskOf(job.id), new AbortController().signal)
  await eventually(work)
  const done = (await readFinishedJob(fixture.jobs.pool, job.id))!
  return { row: done.row, page: done.page === undefined ? undefined : JSON.parse(done.page) }
}

describe.each(['1', '2'] as const)('tier %s', (tier) => {
  test('uses it over https', async () => {
    const { page } = await finish(tier, {})
    expect(page).toMatchObject({ byos_applied: true, status_code: 200 })
    expect(came).toEqual([`https sid=${PASSWORD}`])
  })

  test('shows its values not even in the headers of the request', async () => {
    const { page } = await finish(tier, { advanced: { include_request_headers: true } })
    expect(came).toEqual([`https sid=${PASSWORD}`])
    expect(page.request_headers).toMatchObject({ cookie: '***', 'x-own': '***' })
    expect(JSON.stringify(page)).not.toMatch(/hunter2|YWRhOmhh/)
  })

  test('sends nothing at all where the job asks for more than that', async () => {
    const more: [string, Partial<ScrapeRequestInput>][] = [
      ['url', { url: clearUrl() }],
      ['advanced.use_own_proxy', { advanced: { use_own_proxy: true } }],
      ['advanced.wait_for', { advanced: { wait_for: '[value^=a]' } }],
      ['advanced.session_headers', { advanced: { session_headers: { Range: 'bytes=0-1' } } }],
    ]
    for (const [field, request] of more) {
      const { row } = await finish(tier, request)
      expect([field, row.error?.code, row.costMicros]).toEqual([field, 'URL_NOT_ALLOWED', 0])
      expect(row.error?.message).toContain(`${field} must`)
    }
    expect(came).toEqual([])
  })

  test('does not follow a redirect to http, not even without it', async () => {
    const { row } = await finish(tier, { url: `${secure.url}/to-http` })
    expect(row.error).toMatchObject({
      code: 'URL_NOT_ALLOWED',
      message: expect.stringContaining('https only'),
    })
    expect(came).toEqual([`https sid=${PASSWORD}`])
  })

  test('is free for who may change it', async () => {
    await setKind('personal')
    try {
      expect((await finish(tier, { url: clearUrl() })).page).toMatchObject({ byos_applied: true })
      expect((await finish(tier, { url: `${secure.url}/to-http` })).page).toMatchObject({
        byos_applied: true,
      })
      expect(came.filter((each) => each.startsWith('http '))).toHaveLength(2)
    } finally {
      await setKind('organization')
    }
  })
})

test('no history is kept of what it reads', async () => {
  const { page } = await finish('1', { formats: ['markdown', 'change_tracking'] })
  expect(page.content).toMatchObject({ markdown: expect.any(String), change_tracking: null })
  expect(page.warnings).toEqual([expect.stringContaining('a session of another account')])
  const { rows } = await fixture.jobs.pool.query('SELECT FROM tracked_page')
  expect(rows).toEqual([])
})

describe('what is shown of a page that repeats its values', () => {
  const ALL = [
    'markdown',
    'text',
    'html',
    'json',
    'json_v2',
    'rag',
    'links',
    'images',
    'content',
    'raw',
  ] as const
  /** The cookie, the Basic login of the header, and its password in other spellings. */
  const SECRETS = [PASSWORD, 'harbour-lights', 'YWRhOmhhcmJvdXItbGlnaHRz']

  const paragraph = (text: string) =>
    `<p>${'A page of some length tells of nets and boats. '.repeat(3)}${text}</p>`
  const secrets = SECRETS.map((secret) => `${secret} ${encodeURIComponent(secret)}`).join(' and ')
  const PAGES: [string, () => ReturnType<typeof answer>][] = [
    [
      'a web page',
      () => ({
        type: 'text/html',
        headers: { 'x-echo': secrets, link: `<https://127.0.0.1/${PASSWORD}>; rel="next"` },
        body: `<html lang="en"><head><title>${secrets}</title><meta name="description" content="${secrets}"><link rel="canonical" href="https://127.0.0.1/${PASSWORD}">
          <script type="application/ld+json">{"@type":"Product","name":"${secrets}","sku":"${PASSWORD}"}</script></head><body><article><h1>${secrets}</h1>
          ${paragraph(secrets)}<a href="/${PASSWORD}">${secrets}</a><img src="/${PASSWORD}.png" alt="${secrets}"><table><tr><td>${secrets}</td></tr></table></article></body></html>`,
      }),
    ],
    [
      'a page that divides them by markup',
      () => ({ type: 'text/html', body: paragraph('hunt<b>er2</b>, harbour-<i>lights</i>') }),
    ],
    [
      'a page of another charset',
      () => ({
        type: 'text/html; charset=utf-16le',
        body: Buffer.from(`\ufeff<title>x</title>${paragraph(secrets)}`, 'utf16le'),
      }),
    ],
    [
      'JSON',
      () => ({
        type: 'application/json',
        body: JSON.stringify({ [PASSWORD]: SECRETS, nested: [{ secrets }] }),
      }),
    ],
    ['CSV', () => ({ type: 'text/csv', body: `name,${PASSWORD}\nAda,harbour-lights\n` })],
    ['text', () => ({ type: 'text/plain', body: secrets })],
    ['XML', () => ({ type: 'application/xml', body: `<a><b>${secrets}</b></a>` })],
  ]

  test.each(PAGES)('%s, in every format', async (_, page) => {
    answer = page
    const done = await finish('1', {
      formats: [...ALL],
      include_raw_html: true,
      extraction_schema: {
        type: 'object',
        properties: { name: { type: 'string' }, sku: { type: 'string' }, title: { type: 'string' } },
      },
      evidence: true,
    })
    expect(done.page).toMatchObject({ byos_applied: true, status_code: 200 })
    const text = JSON.stringify([done.page, done.row])
    for (const secret of SECRETS) expect(text).not.toContain(secret)
    expect(text).toContain('***')
  })

  test('a PDF: its text without them, and not its bytes', async () => {
    const lines = SECRETS.map((text, at) => ({
      x: 72,
      y: 700 - 20 * at,
      size: 12,
      text: `The harbour says ${text} here.`,
    }))
    answer = () => ({ type: 'application/pdf', body: Buffer.from(makePdf([lines])) })
    const { page } = await finish('1', { formats: ['markdown', 'text', 'json', 'rag'] })
    expect(page.content.text).toContain('The harbour says *** here.')
    for (const secret of SECRETS) expect(JSON.stringify(page)).not.toContain(secret)
    const { row } = await finish('1', { formats: ['raw'] })
    expect(row).toMatchObject({ status: 'failed', costMicros: 0, error: { code: 'EXTRACTION_FAILED' } })
  })

  test('is shown to who may change it', async () => {
    await setKind('personal')
    try {
      const { page } = await finish('1', {})
      expect(JSON.stringify(page)).toContain(PASSWORD)
    } finally {
      await setKind('organization')
    }
  })
})

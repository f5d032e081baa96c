import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
let account: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture({ NODE_ENV: 'development' })
})
// Few batches of an account may be at work at once.
beforeEach(async () => {
  account = await fixture.account()
})
afterAll(() => fixture.close())

async function send(csv: string | Uint8Array | FormData, query = '', type = 'text/csv') {
  return await fixture.request(`/api/v1/batch${query}`, {
    method: 'POST',
    headers: { 'X-API-Key': account.key, ...(!(csv instanceof FormData) && { 'Content-Type': type }) },
    body: csv as string,
  })
}

/** What the items of an accepted batch are asked with. */
async function itemsOf(jobIds: string[]) {
  const { rows } = await fixture.pool.query(
    'SELECT spec, external_id, metadata FROM job WHERE id = ANY($1) ORDER BY batch_index',
    [jobIds],
  )
  return rows.map(({ spec, external_id, metadata }) => ({ ...spec, external_id, metadata }))
}

const page = (path: string) => `${fixture.site.url}/${path}`
const lines = (...all: string[]) => all.join('\n')

describe('POST /batch with CSV', () => {
  test('makes an entry of each line, typed as its column’s field is', async () => {
    const { status, body } = await send(
      lines(
        'url,external_id,formats,max_tier,timeout,advanced.evidence,cost_controls.prefer_cost,metadata.sku,metadata,country',
        `${page('a')},one,"markdown,json",2,20,true,,007,"{""shelf"": 3, ""sku"": ""x""}",de`,
        `${page('b')},,text|links,,,FALSE,1,,,`,
        `${page('c')},"line
break, ""quoted""",,3,,,,,,`,
      ),
    )
    expect([status, body.total_jobs]).toEqual([200, 3])
    const [a, b, c] = await itemsOf(body.job_ids)
    expect(a).toMatchObject({
      url: page('a'),
      external_id: 'one',
      formats: ['markdown', 'json'],
      cost_controls: { max_tier: '2' },
      timeout: 20,
      advanced: { evidence: true },
      location: { country: 'DE' },
      metadata: { shelf: 3, sku: '007' },
    })
    expect(b).toMatchObject({
      url: page('b'),
      external_id: null,
      metadata: null,
      formats: ['text', 'links'],
      advanced: { evidence: false },
      cost_controls: { prefer_cost: true },
    })
    expect(c).toMatchObject({ external_id: 'line\nbreak, "quoted"', cost_controls: { max_tier: '3' } })
  })

  test.each<[string, (url: (path: string) => string) => string | Uint8Array, string?]>([
    ['a byte-order mark', (url) => `\ufeffurl,external_id\n${url('a')},ä\n`],
    ['CRLF', (url) => `url,external_id\r\n${url('a')},ä\r\n\r\n`],
    ['the ends of lines of old spreadsheets', (url) => `url,external_id\r${url('a')},ä\r`],
    ['semicolons', (url) => `url;external_id\r\n${url('a')};ä\r\n;\r\n`],
    ['a line that says how lines are split', (url) => `sep=;\r\nurl;external_id\r\n${url('a')};ä\r\n`],
    ['tabs', (url) => `url\texternal_id\n${url('a')}\tä\n`, 'text/tab-separated-values'],
    ['names as spreadsheets write them', (url) => `URL , External ID,\n${url('a')} , ä,\n`],
    ['quoted names', (url) => `"url","external_id"\n"${url('a')}","ä"\n`],
    [
      'UTF-16, as spreadsheets call Unicode',
      (url) => Buffer.from(`\ufeffurl\texternal_id\r\n${url('a')}\tä\r\n`, 'utf16le'),
    ],
    [
      'a declared charset',
      (url) => Buffer.from(`url,external_id\n${url('a')},ä\n`, 'latin1'),
      'text/csv; charset=windows-1252',
    ],
    [
      'the columns of results',
      (url) => `job_id,url,status,credits,error,external_id\n,${url('a')},failed,0,"x, y",ä\n`,
    ],
  ])('reads %s', async (_, ...[csv, type]) => {
    const { status, body } = await send(csv(page), '', type)
    expect([status, body.error]).toEqual([200, undefined])
    expect(await itemsOf(body.job_ids)).toMatchObject([{ url: page('a'), external_id: 'ä' }])
  })

  test('an address may hold what splits lines elsewhere, where it stands alone', async () => {
    const { body } = await send(lines('url', page('a?list=1,2;3'), '', `"${page('b,c')}"`))
    expect((await itemsOf(body.job_ids)).map(({ url }) => url)).toEqual([page('a?list=1,2;3'), page('b,c')])
  })

  test('takes what holds for all of them in the query, or as JSON beside the file', async () => {
    const csv = lines('url,formats', `${page('a')},text`, page('b'))
    const query = '?formats=markdown,json&max_tier=2&advanced.only_main_content=false&external_id=all'
    const form = new FormData()
    form.set('file', new Blob([csv], { type: 'application/vnd.ms-excel' }), 'list.csv')
    form.set(
      'options',
      '{"formats": ["markdown", "json"], "cost_controls": {"max_tier": "2"}, "advanced": {"only_main_content": false}}',
    )
    form.set('external_id', 'all')
    for (const { status, body } of [await send(csv, query), await send(form)]) {
      expect([status, body.external_id]).toEqual([200, 'all'])
      const shared = { cost_controls: { max_tier: '2' }, advanced: { only_main_content: false } }
      expect(await itemsOf(body.job_ids)).toMatchObject([
        { ...shared, formats: ['text'] },
        { ...shared, formats: ['markdown', 'json'] },
      ])
    }
  })

  test('faults are named by line and column', async () => {
    const csv = lines(
      'url,formats,Max Tier,external_id',
      `${page('a')},markdown,2,x`,
      '',
      `"${page('b')}","x",,"two`,
      'lines"',
      'nonsense,,,',
      `${page('c')},,9,`,
      `${page('d')},,,,,too,many`,
      ',text,,',
      `${page('e')},,,${'x'.repeat(300)}`,
      `${page('f')},"${'x'.repeat(70_000)}",,`,
    )
    const refused = await send(csv)
    expect([refused.status, refused.body.error]).toEqual([400, 'INVALID_REQUEST'])
    const { issues, bad_lines, bad_indexes } = refused.body.details
    expect(bad_lines).toEqual([4, 6, 7, 8, 9, 10, 11])
    expect(bad_indexes).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(issues.map(({ path }: { path: string }) => path).sort()).toEqual(
      [
        'line 4, column "formats"',
        'line 6, column "url"',
        'line 7, column "Max Tier"',
        'line 8',
        'line 9, column "url"',
        'line 10, column "external_id"',
        'line 11, column "formats"',
      ].sort(),
    )
    expect(refused.body.message).toContain(
      'line 8: has 7 cells, and the header 4; put quotes around cells that hold the delimiter',
    )
    const { status, body } = await send(csv, '?on_invalid=skip')
    expect([status, body.message, body.total_jobs]).toEqual([200, undefined, 1])
    expect(body.skipped.map(({ line, index }: Record<string, unknown>) => [line, index])).toEqual(
      bad_lines.map((line: number, at: number) => [line, bad_indexes[at]]),
    )
    expect(body.skipped[0]).toMatchObject({ line: 4, column: 'formats', error_code: 'INVALID_REQUEST' })
  })

  test.each<[string, string | Uint8Array, string, string?]>([
    ['nothing', '', 'line 1: must name the columns'],
    [
      'no column of addresses',
      'link_id,external_id\n1,2\n',
      'line 1, column "link_id": is no field of an entry; call it "metadata.link_id"',
    ],
    ['a name that is misspelt', 'url,formts\nhttps://a.test/,text\n', 'did you mean "formats"?'],
    [
      'an address in place of names',
      'https://a.test/\nhttps://b.test/\n',
      'put a line that names the columns above it',
    ],
    ['a column twice', 'url,URL\nhttps://a.test/,x\n', 'line 1, column "URL": is there twice'],
    ['names alone', 'url,formats\n', 'line 2: is missing'],
    [
      'a field of the batch',
      'url,webhook_url\nhttps://a.test/,x\n',
      'is of the whole batch; send it in the query',
    ],
    [
      'a quote that is never closed',
      'url,external_id\nhttps://a.test/,"x\nhttps://b.test/,y\n',
      'line 3: has a cell whose quote is never closed',
    ],
    [
      'other bytes than it says',
      Buffer.from('url\nhttps://a.test/ä\n', 'latin1'),
      'is not UTF-8; save it as "CSV UTF-8"',
    ],
    [
      'a charset that is none',
      'url\nhttps://a.test/\n',
      'names a charset that is not known',
      'text/csv; charset=klingon',
    ],
    ['U+0000', 'url\nhttps://a.test/\nhttps://b.test/\0\n', 'line 3: must not contain U+0000'],
    ['deep JSON', `url,metadata\nhttps://a.test/,${'['.repeat(5_000)}\n`, 'line 2, column "metadata"'],
    [
      'more cells than any list',
      `url${',x'.repeat(10)}\n${','.repeat(200_000)}\n`,
      'holds more than 100,000 cells',
    ],
  ])('refuses %s, with the remedy', async (_, ...[csv, message, type]) => {
    const { status, body } = await send(csv, '', type)
    expect([status, body.error]).toEqual([400, 'INVALID_REQUEST'])
    expect(body.message).toContain(message)
  })

  test('refuses parameters that are no fields of a batch, more lines than entries, and more bytes than JSON may have', async () => {
    const csv = `url\n${page('a')}\n`
    const unknown = await send(csv, '?urls=x&formts=text')
    expect([unknown.status, unknown.body.details.issues.map(({ path }: { path: string }) => path)]).toEqual([
      400,
      ['urls', 'formts'],
    ])
    const many = await send(`url\n${`${page('a')}\n`.repeat(1_001)}`)
    expect([many.status, many.body.message]).toEqual([
      400,
      expect.stringContaining('line 1002: is one too many'),
    ])
    const large = await send(`url\n${page('a')}\n${'x'.repeat(1024 * 1024)}`)
    expect([large.status, large.body.error]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })

  test('with its Idempotency-Key it is accepted once, and another CSV is another request', async () => {
    const post = (csv: string) =>
      fixture.request('/api/v1/batch', {
        method: 'POST',
        headers: { 'X-API-Key': account.key, 'Content-Type': 'text/csv', 'Idempotency-Key': 'csv-1' },
        body: csv,
      })
    const first = await post(`url\n${page('a')}\n`)
    expect((await post(`url\n${page('a')}\n`)).body).toEqual(first.body)
    expect((await post(`url\n${page('b')}\n`)).body.error).toBe('IDEMPOTENCY_CONFLICT')
  })

  test('the CSV of a batch’s items makes the same items again, whatever they are called by', async () => {
    const called = ['plain', '=1+1', '-7', '+49 30', '@me', 'a,b;c', 'two\nlines', '"quoted"', 'ü', "'"]
    const urls = called.map((external_id, at) => ({
      url: page(`round/${at}?a=1,2`),
      external_id,
      metadata: { at, text: external_id, 'a b': [null, { c: '"' }] },
    }))
    const { body } = await fixture.request('/api/v1/batch', {
      method: 'POST',
      headers: { 'X-API-Key': account.key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ urls }),
    })
    const response = await fetch(`${fixture.url}/api/v1/batch/${body.batch_id}/results?format=csv`, {
      headers: { 'X-API-Key': account.key },
    })
    const again = await send(await response.text())
    expect(again.status).toBe(200)
    const labelsOf = async (ids: string[]) =>
      (await itemsOf(ids)).map(({ url, external_id, metadata }) => ({ url, external_id, metadata }))
    expect(await labelsOf(again.body.job_ids)).toEqual(urls)
    expect(await labelsOf(body.job_ids)).toEqual(urls)
  })
})

import { BOUNDED } from '@gleaner/db'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
let account: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture({ EGRESS_ALLOW: '127.0.0.0/8' })
  account = await fixture.account(1_000_000)
})
afterAll(() => fixture.close())

const call = (method: string, path: string, body?: unknown, key = account.key) =>
  fixture.request(`/api/v1${path}`, {
    method,
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
let names = 0
const create = async (body: object = { fields: { heading: 'h1' } }) =>
  (await call('POST', '/templates', { name: `t${names++}`, ...body })).body
const article = () => `${fixture.site.url}/article`

describe('/templates', () => {
  test('201 stores selectors, with what was left out', async () => {
    const created = await create({ fields: { heading: 'h1' }, list: { selector: 'p', fields: { text: {} } } })
    expect(created).toMatchObject({
      description: null,
      fields: { heading: { selector: 'h1', type: 'text', many: false } },
      list: { name: 'items', selector: 'p', fields: { text: { type: 'text', many: false } } },
    })
    expect((await call('GET', '/templates')).body.templates).toContainEqual(created)
    expect((await call('GET', `/templates/${created.id}`)).body).toEqual(created)
  })

  test('200 changes the named fields only, and 204 deletes', async () => {
    const { id, fields } = await create()
    const { body } = await call('PATCH', `/templates/${id}`, { description: 'Headings' })
    expect(body).toMatchObject({ description: 'Headings', fields })
    const changed = await call('PATCH', `/templates/${id}`, {
      list: { selector: 'p', fields: { text: 'b' } },
    })
    expect(changed.body).not.toHaveProperty('fields')
    expect((await call('DELETE', `/templates/${id}`)).status).toBe(204)
    for (const method of ['GET', 'DELETE']) expect((await call(method, `/templates/${id}`)).status).toBe(404)
  })

  test('200 tells what each selector found on a page that is sent, and charges for it', async () => {
    const { id, name } = await create({
      fields: { heading: 'h1', price: { selector: 'b', type: 'number' }, gone: '.gone' },
      list: { selector: 'li', fields: { text: { many: true }, mark: 'em' } },
    })
    const content = '<h1>A</h1><b>none</b><b>1</b><ul><li>x<em>new</em></li><li>y</li></ul>'
    const { status, body } = await call('POST', `/templates/${id}/test`, { content })
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        job_id: expect.any(String),
        template_id: id,
        template: name,
        result: { heading: 'A', items: [{ text: ['xnew'], mark: 'new' }, { text: ['y'] }] },
        missing_fields: ['gone', 'price'],
        selectors: {
          heading: { selector: 'h1', matches: 1, values: 1, first: '<h1>A</h1>' },
          price: { selector: 'b', matches: 2, values: 0, first: '<b>none</b>' },
          gone: { selector: '.gone', matches: 0, values: 0 },
          items: { selector: 'li', matches: 2, first: '<li>x<em>new</em></li>' },
          'items.text': { selector: null, matches: 2, values: 2, first: '<li>x<em>new</em></li>' },
          'items.mark': { selector: 'em', matches: 1, values: 1, first: '<em>new</em>' },
        },
        fault: null,
        credits_used: 12.5,
        warnings: [],
      },
    })
  })

  test('a test fetches a url, and says what it needs', async () => {
    const { id } = await create()
    const { body } = await call('POST', `/templates/${id}/test`, { url: article() })
    expect(body).toMatchObject({ selectors: { heading: { matches: 1, values: 1 } }, fault: null })
    expect((await call('POST', `/templates/${id}/test`, {})).status).toBe(400)
    const other = await fixture.account(1_000_000)
    expect((await call('POST', `/templates/${id}/test`, { content: 'x' }, other.key)).status).toBe(404)
  })

  test('409 for a name that is taken, also by a change', async () => {
    const { name } = await create()
    const { id } = await create()
    expect((await call('POST', '/templates', { name, fields: { a: 'a' } })).status).toBe(409)
    expect((await call('PATCH', `/templates/${id}`, { name })).status).toBe(409)
  })

  test('409 for more templates than an account may have', async () => {
    const { key, id } = await fixture.account()
    await fixture.pool.query(
      `INSERT INTO template (id, account_id, name, selectors)
       SELECT gen_random_uuid(), $1, 'n' || n, '{"fields": {}}' FROM generate_series(1, $2::int) n`,
      [id, BOUNDED.template.most],
    )
    const { status, body } = await call('POST', '/templates', { name: 'one more', fields: { a: 'a' } }, key)
    expect([status, body.message]).toEqual([409, expect.stringContaining('delete one first')])
  })

  test.each([
    ['no selectors', {}, 'fields'],
    ['no field', { fields: {} }, 'fields'],
    ['a selector that is none', { fields: { price: 'div >' } }, 'fields.price'],
    ['an XPath', { fields: { price: { selector: '//div' } } }, 'fields.price'],
    ['a pseudo-element', { list: { selector: 'li', fields: { a: 'b::before' } } }, 'list.fields.a'],
    ['an attribute without its name', { fields: { a: { type: 'attribute' } } }, 'fields.a'],
    ['an unknown type', { fields: { a: { selector: 'b', type: 'money' } } }, 'fields.a'],
    [
      'a list named like a field',
      { fields: { items: 'b' }, list: { selector: 'li', fields: { a: 'b' } } },
      'list.name',
    ],
    ['a standard name', { name: 'product', fields: { a: 'b' } }, 'name'],
  ])('400 names the field that has %s', async (_, body, path) => {
    const { status, body: reply } = await call('POST', '/templates', { name: `t${names++}`, ...body })
    expect(status).toBe(400)
    expect(JSON.stringify(reply.details.issues.map((issue: { path: string }) => issue.path))).toContain(path)
  })

  test('400 for one that every job would have to keep', async () => {
    const long = (n: number) => `${'a'.repeat(900)}${n}`
    const fields = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`f${n}`, long(n)]))
    expect((await call('POST', '/templates', { name: 'large', fields })).status).toBe(400)
  })
})

describe('a template in a scrape', () => {
  test('is used by name or by id, and says so', async () => {
    const { id, name } = await create({ fields: { heading: 'h1', none: '.none' } })
    for (const template of [name, id]) {
      const { status, body } = await fixture.scrape(account.key, { url: article(), template })
      expect(status).toBe(200)
      expect(body).toMatchObject({
        filtered_content: { heading: expect.any(String) },
        extraction_method: 'schema_filter',
        metadata: { template: name, missing_fields: ['none'] },
      })
    }
  })

  test('is what it was when the job was accepted', async () => {
    const { id, name } = await create({ fields: { before: 'h1' } })
    const { body } = await fixture.scrape(account.key, { url: article(), template: name, sync: false })
    await call('PATCH', `/templates/${id}`, { fields: { after: 'h1' } })
    const { result } = await eventually(async () => {
      const job = await call('GET', `/jobs/${body.job_id}`)
      expect(job.body.status).toBe('completed')
      return job.body
    })
    expect(Object.keys(result.filtered_content)).toEqual(['before'])
  })

  test('a standard one is a profile, and auto takes the one that fits', async () => {
    const standard = await fixture.scrape(account.key, { url: article(), template: 'article' })
    expect(standard.body.filtered_content).toHaveProperty('title')
    const { body } = await fixture.scrape(account.key, { url: article(), extraction_profile: 'auto' })
    expect(body).toMatchObject({
      metadata: { extraction_profile: 'article' },
      filtered_content: { title: expect.any(String) },
    })
  })

  test('400 names the nearest one where there is none', async () => {
    const { name } = await create()
    await call('PATCH', `/templates/${(await create()).id}`, { name: 'shop listing' })
    const { status, body } = await fixture.scrape(account.key, { url: article(), template: 'shop-listing' })
    expect([status, body.message]).toEqual([400, expect.stringContaining('did you mean "shop listing"?')])
    const twice = { url: article(), template: name, extraction_schema: { a: 'string' } }
    expect((await fixture.scrape(account.key, twice)).status).toBe(400)
  })

  test('and in a batch, where a bad entry is named', async () => {
    const { name } = await create({ fields: { heading: 'h1' } })
    const bad = await call('POST', '/batch', {
      urls: [article(), { url: article(), template: 'nope' }],
      template: name,
    })
    expect(bad.status).toBe(400)
    expect(bad.body.details.bad_indexes).toEqual([1])
    await call('POST', '/batch', { urls: [article()], template: name })
    const { rows } = await fixture.pool.query('SELECT spec FROM job WHERE batch_id IS NOT NULL')
    expect(rows).toEqual([
      { spec: expect.objectContaining({ selectors: { name, fields: expect.anything() } }) },
    ])
  })

  test('the same request comes again with its key after the template has changed', async () => {
    const { id, name } = await create({ fields: { before: 'h1' } })
    const request = { url: article(), template: name }
    const headers = { 'Idempotency-Key': `template-${id}` }
    const first = await fixture.scrape(account.key, request, headers)
    await call('PATCH', `/templates/${id}`, { fields: { after: 'h1' } })
    const second = await fixture.scrape(account.key, request, headers)
    expect(second.status).toBe(200)
    expect(second.body.filtered_content).toEqual(first.body.filtered_content)
  })
})

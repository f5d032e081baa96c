import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
let account: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture()
  account = await fixture.account()
})
afterAll(() => fixture.close())

const page = () => `${fixture.site.url}/article`
const CONTENT = '<main><h1>Lamps</h1><p class="price">12 euros</p><aside>Rate us</aside></main>'
const extract = (body: object) =>
  fixture.request('/api/v1/extract', {
    method: 'POST',
    headers: { 'X-API-Key': account.key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

describe('selectors of parts of a page', () => {
  test('choose what is read, at either place, and name the one that finds nothing', async () => {
    const [nested, flat] = await Promise.all([
      fixture.scrape(account, {
        url: page(),
        formats: ['text'],
        advanced: { include_selectors: ['h1', '.nowhere'], exclude_selectors: ['footer'] },
      }),
      fixture.scrape(account, {
        url: page(),
        formats: ['text'],
        include_selectors: ['h1', '.nowhere'],
        exclude_selectors: ['footer'],
      }),
    ])
    const whole = await fixture.scrape(account, { url: page(), formats: ['text'] })
    expect(nested.body.content).toEqual(flat.body.content)
    expect(nested.body.content.text.length).toBeLessThan(whole.body.content.text.length)
    expect(nested.body.warnings).toContain('advanced.include_selectors: .nowhere finds nothing on this page.')
    expect(whole.body.warnings).toBeUndefined()
  })

  test.each([
    ['include_selectors', '//p', 'is an XPath'],
    ['exclude_selectors', 'p >', 'is not a CSS selector'],
    ['exclude_selectors', 'p::after', 'cannot be used to read a page'],
  ])(
    '%s "%s" is refused with its place, also in a batch and of a page that is sent',
    async (field, selector, message) => {
      const advanced = { [field]: ['p', selector] }
      const path = `advanced.${field}.1`
      const issue = { path, message: expect.stringContaining(message) }
      const replies = [
        await fixture.scrape(account, { url: page(), advanced }),
        await extract({ content: CONTENT, advanced }),
      ]
      for (const { status, body } of replies) {
        expect(status).toBe(400)
        expect(body.details.issues).toContainEqual(issue)
      }
      const batch = await fixture.request('/api/v1/batch', {
        method: 'POST',
        headers: { 'X-API-Key': account.key, 'content-type': 'application/json' },
        body: JSON.stringify({ urls: [page()], advanced }),
      })
      expect([batch.status, JSON.stringify(batch.body)]).toEqual([400, expect.stringContaining(message)])
    },
  )

  test('choose what is read of a page that is sent', async () => {
    const { body } = await extract({
      content: CONTENT,
      formats: ['text'],
      advanced: { exclude_selectors: ['aside'] },
    })
    expect(body.formats.text).toContain('12 euros')
    expect(body.formats.text).not.toContain('Rate us')
  })
})

describe('a template that is stored nowhere', () => {
  test('reads the page, and is named', async () => {
    const template = { fields: { heading: 'h1', links: { selector: 'a', type: 'url', many: true } } }
    const { body } = await fixture.scrape(account, { url: page(), template })
    expect(body.filtered_content).toMatchObject({ heading: expect.any(String) })
    expect(body.metadata.template).toBe('inline')
    const sent = await extract({
      content: CONTENT,
      template: { name: 'lamp', fields: { price: { selector: '.price', type: 'number' } } },
    })
    expect(sent.body.extraction_result).toEqual({ price: 12 })
    const { rows } = await fixture.pool.query('SELECT count(*)::int AS held FROM template')
    expect(rows).toEqual([{ held: 0 }])
  })

  test.each([
    [{ template: { fields: { a: 'p >' } } }, 'template', 'fields.a'],
    [{ template: { fields: { a: 'p::after' } } }, 'template.fields.a', 'cannot be used'],
    [
      { template: { list: { selector: 'li', fields: { a: 'p::after' } } } },
      'template.list.fields.a',
      'cannot be used',
    ],
    [{ template: {} }, 'template.fields', 'name fields of the page'],
    [
      { template: { fields: { a: 'p' } }, extraction_schema: { a: 'string' } },
      'template',
      'has selectors of its own',
    ],
    [
      { template: { fields: { a: 'p' } }, extraction_profile: 'auto' },
      'template',
      'has selectors of its own',
    ],
  ])('%j is refused', async (fields, path, message) => {
    const { status, body } = await fixture.scrape(account, { url: page(), ...fields })
    expect(status).toBe(400)
    expect(body.details.issues).toContainEqual({ path, message: expect.stringContaining(message) })
  })
})

describe('the format bytes', () => {
  test('hands over a picture that nothing is read from, with its facts', async () => {
    const url = `${fixture.site.url}/image.png`
    const { status, body } = await fixture.scrape(account, { url, formats: ['bytes'] })
    expect(status).toBe(200)
    const sent = Buffer.from(await (await fetch(url)).arrayBuffer())
    expect(Buffer.from(body.content.bytes.base64, 'base64').equals(sent)).toBe(true)
    expect(body.content.bytes).toMatchObject({ content_type: 'image/png', size_bytes: sent.length })
    expect(body.metadata).toMatchObject({ image_type: 'image/png', width: sent.readUInt32BE(16) })
    const refused = await fixture.scrape(account, { url, formats: ['markdown'] })
    expect([refused.status, refused.body.error]).toEqual([415, 'UNSUPPORTED_CONTENT_TYPE'])
  })

  test('of more than 1 MB are a file, which browsers save', async () => {
    const url = `${fixture.site.url}/huge?mb=2`
    const { body } = await fixture.scrape(account, { url, formats: ['bytes'] })
    const { url: link, size_bytes, base64 } = body.content.bytes
    expect([base64, size_bytes > 2_000_000]).toEqual([undefined, true])
    const file = await fetch(link)
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
    })
    expect((await file.arrayBuffer()).byteLength).toBe(size_bytes)
  })
})

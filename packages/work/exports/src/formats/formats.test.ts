import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { parquetReadObjects } from 'hyparquet'
import { WARCParser } from 'warcio'
import { createExportsFixture, type ExportsFixture } from '../testing/fixture.ts'
import { writeRecord } from './archive/warc-record.ts'

let fixture: ExportsFixture
beforeAll(async () => {
  fixture = await createExportsFixture()
  await fixture.exporter()
})
beforeEach(async () => {
  fixture.bucket.objects.clear()
  await fixture.s3()
})
afterAll(() => fixture.close())

const URLS = Array.from({ length: 120 }, (_, at) => `https://shop.example/page/${at + 1}`)

async function exported(request: Parameters<ExportsFixture['begin']>[1], options = {}) {
  const id = await fixture.pages(120, options)
  const run = await fixture.until(await fixture.begin(id, request), 'completed', 'failed')
  expect(run).toMatchObject({ status: 'completed', rows: 120 })
}

test.each(['snappy', 'none'])(
  'Parquet of many parts (%s) has every row with its types',
  async (compression) => {
    await exported({
      format: 'parquet',
      compression,
      fields: ['url', 'status_code', 'credits', 'scraped_at', 'metadata', 'author'],
    })
    const { buffer, byteOffset, byteLength } = fixture.object('.parquet')
    const file = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
    const rows = await parquetReadObjects({ file })
    expect(rows.map(({ url }) => url)).toEqual(URLS)
    expect(rows[0]).toMatchObject({
      status_code: 200,
      credits: 1,
      scraped_at: expect.any(Date),
      metadata: '{"language":"en"}',
      author: null,
    })
  },
)

test('a cell of CSV that a spreadsheet would run is text, unless that is not wanted', async () => {
  const fields = `jsonb_build_object('title', '=HYPERLINK("http://evil.example","' || n || '")')`
  await exported({ format: 'csv', fields: ['title'] }, { fields })
  expect(fixture.object('.csv').toString().split('\n')[1]).toBe(
    `"'=HYPERLINK(""http://evil.example"",""1"")"`,
  )
  fixture.bucket.objects.clear()
  await exported({ format: 'csv', fields: ['title'], escape_formulas: false }, { fields })
  expect(fixture.object('.csv').toString().split('\n')[1]).toMatch(/^"=HYPERLINK/)
})

test('a record keeps no more memory than it has bytes', async () => {
  const payload = Buffer.from('a small page')
  const record = await writeRecord({ type: 'warcinfo', date: new Date(), contentType: 'text/plain', payload })
  expect(record.buffer.byteLength).toBe(record.length)
})

test('WARC is read by its own parser, each page once', async () => {
  await exported({ format: 'warc' })
  const bytes = fixture.object('.warc.gz')
  const pages: [string | null | undefined, number | undefined, string][] = []
  for await (const record of new WARCParser([new Uint8Array(bytes)])) {
    const text = await record.contentText()
    if (record.warcType === 'response')
      pages.push([record.warcTargetURI, Number(record.httpHeaders?.statusCode), text])
  }
  expect(pages.map(([url]) => url)).toEqual(URLS)
  expect(pages[6]).toEqual([URLS[6], 200, '<!doctype html><title>Page 7</title><h1>Page 7</h1>'])
})

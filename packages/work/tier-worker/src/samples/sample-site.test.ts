import { createExtractPool, type ExtractPool } from '@gleaner/extract'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { SAMPLE_PAGES } from './sample-pages.ts'
import { sampleAnswer } from './sample-site.ts'

let pool: ExtractPool
beforeAll(() => {
  pool = createExtractPool({ threads: 1, memoryMb: 512 })
})
afterAll(() => pool.close())

function answer(path: string, mode: 'auto' | 'pdf' | 'ocr' = 'auto') {
  const found = sampleAnswer({ url: `https://example.com${path}`, method: 'GET', mode })
  if (typeof found === 'string') throw new Error(found)
  return found
}

const headlineOf = (html: string) => /<h1>(.*?)<\/h1>/s.exec(html)![1]!

test.each(SAMPLE_PAGES.map(({ name, html }): [string, string] => [name, html]))(
  'the PDF of %s is of the page as it is now',
  async (name, html) => {
    const path = Array.from({ length: 50 }, (_, i) => `/${i}`).find(
      (candidate) => Buffer.from(answer(candidate).body).toString() === html,
    )!
    const { body, headers } = answer(path, 'pdf')
    const contentType = headers['content-type']
    const read = await pool.extractJson(
      {
        url: 'https://example.com/',
        body,
        contentType,
        mode: 'pdf',
        formats: undefined,
        includeRawHtml: false,
        onlyMainContent: true,
        removeCookieBanners: true,
        evidence: false,
        ocr: false,
        maxContentBytes: 1_000_000,
      },
      {},
      { signal: AbortSignal.timeout(20_000), share: name, waitMs: 20_000, timeoutMs: 20_000 },
    )
    if (!read.ok) throw new Error(read.message)
    const { content } = JSON.parse(read.json)
    expect(content).toContain(headlineOf(html))
    // Every paragraph of the page, however the lines of the document fall.
    const words = (text: string) => text.replaceAll(/\s+/g, ' ')
    for (const [, paragraph] of html.matchAll(/<p>([^<]+)<\/p>/g))
      expect(words(content)).toContain(words(paragraph!))
    expect(Buffer.from(answer(path, 'ocr').body.subarray(1, 4)).toString()).toBe('PNG')
  },
)

test('the page is chosen by what of the URL a target would see', () => {
  const page = (url: string) => sampleAnswer({ url, method: 'GET', mode: 'auto' })
  expect(page('https://example.com/a?b=1#part')).toEqual(page('http://example.com/a?b=1'))
  const all = new Set(Array.from({ length: 30 }, (_, i) => JSON.stringify(page(`https://example.com/?${i}`))))
  expect(all.size).toBe(SAMPLE_PAGES.length)
})

test.each([
  ['/any/blocked', 'blocked'],
  ['/timeout?x=1', 'timeout'],
])('%s stands for an outcome', (path, outcome) => {
  expect(sampleAnswer({ url: `https://example.com${path}`, method: 'GET', mode: 'pdf' })).toBe(outcome)
})

test.each([
  ['/404', 404, 'text/html; charset=utf-8'],
  ['/a.PDF', 200, 'application/pdf'],
  ['/a.jpg', 200, 'image/png'],
  ['/a.pdf/b', 200, 'text/html; charset=utf-8'],
])('%s is answered with %i and %s', (path, status, type) => {
  expect(answer(path)).toMatchObject({ status, headers: { 'content-type': type } })
})

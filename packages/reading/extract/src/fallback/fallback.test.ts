import { eventually } from '@gleaner/testkit'
import { afterEach, describe, expect, test } from '@jest/globals'
import { extract } from '../extract.ts'
import { createExtractPool, type ExtractPool, type ExtractPoolOptions } from '../pool.ts'
import type { ExtractRequest } from '../types.ts'

const PARAGRAPHS = Array.from(
  { length: 8 },
  (_, i) =>
    `<p>Paragraph ${i} says, in some detail, what the panel is made of, how it is mounted, and why it is quiet.</p>`,
).join('')
const MENU = Array.from({ length: 80 }, (_, i) => `<a href="/c/${i}">Category number ${i}</a>`).join(' ')

/** Our reading takes the wrapper, named by a consent plugin, for the consent box itself. */
const misread = (more = '') => `<!doctype html><html lang="en"><head><title>A quiet panel</title></head><body>
<header><nav>${MENU}</nav></header>
<div class="cookie-consent-ready"><div class="sidebar"><div>${PARAGRAPHS}</div></div></div>
<div>Loyalty programmes and gift cards</div>${more}</body></html>`

/** Our reading looks for data in scripts, which this page is full of; Readability does not. */
const LADEN = `<!doctype html><title>A quiet panel</title>
<script type="application/ld+json">[${"{'@type':'Product',name:'a'},".repeat(130_000)}{}]</script>
<body><article><h1>A quiet panel</h1>${PARAGRAPHS}</article>`

/** The clock says little on a busy machine. */
let pool: ExtractPool
const open = (options: Partial<ExtractPoolOptions> = {}) => {
  pool = createExtractPool({ threads: 1, processes: 2, memoryMb: 512, ...options })
}
afterEach(() => pool.close())

describe('the fall-back reader', () => {
  test('reads a page with text in which our own reading finds nothing, and says so', async () => {
    const own = await extract(request(misread()))
    expect(own).toMatchObject({
      ok: true,
      foundNothing: true,
      content: { quality_warning: { word_count: 5 } },
    })
    open()
    expect(await read(misread())).toMatchObject({
      title: 'A quiet panel',
      content: expect.stringContaining('Paragraph 7 says'),
      extraction_method: 'algorithmic',
      quality_warning: { code: 'FALLBACK_READER', reason: expect.stringContaining('Readability') },
      metadata: { language: 'en' },
    })
  })

  test('reads a page at which our own reading fails', async () => {
    const lost: Error[] = []
    open({ cpuMs: 150, fallbackCpuMs: 10_000, onWorkerLost: (error) => lost.push(error) })
    expect(await read(LADEN)).toMatchObject({
      title: 'A quiet panel',
      content: expect.stringContaining('Paragraph 7 says'),
      quality_warning: { code: 'FALLBACK_READER' },
    })
    expect(lost.map(({ message }) => message)).toEqual([expect.stringContaining('0.15 s of CPU time')])
  })

  test('starts for no page that can be read, nor for one without text', async () => {
    open()
    for (const html of [`<article><h1>A panel</h1>${PARAGRAPHS}</article>`, '<title>x</title>', 'Hello.'])
      expect((await read(html)).quality_warning?.code).not.toBe('FALLBACK_READER')
    expect(pool.processes).toBe(0)
  })

  test('is ended at its budget by a page that is too much for it, and leaves what our own reading gave', async () => {
    const lost: Error[] = []
    open({ fallbackCpuMs: 200, onWorkerLost: (error) => lost.push(error) })
    const page = await read(misread('<b>'.repeat(40_000)))
    expect(page.quality_warning).toMatchObject({ code: 'LOW_CONTENT', word_count: 5 })
    expect(lost.map(({ message }) => message)).toEqual([expect.stringContaining('0.2 s of CPU time')])
    await eventually(() => expect(pool.processes).toBe(0))
  })
})

async function read(html: string) {
  const outcome = await pool.extractJson(request(html), {})
  if (!outcome.ok) throw new Error(outcome.message)
  return JSON.parse(outcome.json)
}

function request(html: string): ExtractRequest {
  return {
    url: 'https://shop.example/p/1',
    body: new TextEncoder().encode(html),
    contentType: 'text/html',
    mode: 'auto',
    formats: undefined,
    includeRawHtml: false,
    onlyMainContent: true,
    removeCookieBanners: true,
    evidence: false,
    ocr: false,
    maxContentBytes: 5_000_000,
  }
}

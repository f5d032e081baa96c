import { wordsImage } from '@gleaner/documents/testing/words-image'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { extract } from './extract.ts'
import type { ExtractedContent, ExtractRequest } from './types.ts'

const PARAGRAPHS = Array.from(
  { length: 6 },
  (_, i) =>
    `<p>Paragraph ${i} tells of the harbour, of the ships in it, and of <a href="/crew/${i}">those who sail them</a>.</p>`,
)
const PAGE = `<!doctype html><html lang="en"><head><title>Harbour days</title>
<meta name="description" content="A week among ships."><meta name="author" content="Ada Quay">
<meta property="article:published_time" content="2024-05-06T07:08:09Z"><meta property="og:type" content="article">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","headline":"Harbour days"}</script></head>
<body><nav><a href="/">Home</a><a href="/fleet">Fleet</a></nav>
<article><h1>Harbour days</h1><h2>Morning</h2>${PARAGRAPHS.join('')}
<table><tr><th>Ship</th><th>Length</th></tr><tr><td>Petrel</td><td>30 m</td></tr></table>
<p><img src="/petrel.jpg" alt="The Petrel"></p></article>
<script>track()</script></body></html>`

describe('extract', () => {
  test('gives markdown as a string, and the structure beside it, when no formats are named', async () => {
    const made = await content(PAGE, { formats: undefined })
    expect(made.content).toContain('[those who sail them](https://example.com/crew/0)')
    expect(made.content).toContain('| Ship | Length |')
    expect(made.structured_content).toEqual([
      expect.objectContaining({ '@type': 'Article', headline: 'Harbour days' }),
    ])
    expect(made.extraction_method).toBe('structured_data')
  })

  test('gives an object keyed by format, also for one', async () => {
    const made = await content(PAGE, { formats: ['text'] })
    expect(Object.keys(made.content)).toEqual(['text'])
    expect(made.structured_content).toBeUndefined()
  })

  test('makes every format of one page', async () => {
    const made = await content(PAGE, {
      formats: ['markdown', 'text', 'html', 'json', 'json_v2', 'rag', 'links', 'images', 'content', 'raw'],
    })
    expect(made.content).toMatchObject({
      markdown: expect.stringContaining('## Morning'),
      text: expect.stringContaining('Paragraph 5'),
      html: expect.stringContaining('href="https://example.com/fleet"'),
      json: { '@type': 'Article' },
      json_v2: { title: 'Harbour days' },
      rag: { tokenizer: 'o200k_base' },
      links: expect.arrayContaining([expect.objectContaining({ url: 'https://example.com/fleet' })]),
      images: [expect.objectContaining({ url: 'https://example.com/petrel.jpg' })],
      content: {
        body_markdown: expect.stringContaining('Paragraph 0'),
        content_hash: expect.stringMatching(/^sha256:/),
      },
      raw: PAGE,
    })
    expect((made.content as { html: string }).html).not.toContain('track()')
  })

  test('tells title, author and date at the top level and in the metadata', async () => {
    const made = await content(PAGE, { formats: ['text'] })
    expect(made).toMatchObject({
      title: 'Harbour days',
      author: 'Ada Quay',
      published_at: expect.stringMatching(/^2024-05-06/),
    })
    expect(made.metadata).toMatchObject({
      description: 'A week among ships.',
      language: 'en',
      author: 'Ada Quay',
    })
    expect(made.metadata.evidence).toBeUndefined()
    expect((await content(PAGE, { evidence: true })).metadata.evidence).toMatchObject({
      headline: expect.anything(),
    })
  })

  test('gives the whole page when the caller wants it', async () => {
    expect((await content(PAGE, { onlyMainContent: false })).content).toContain('Fleet')
    expect((await content(PAGE, {})).content).not.toContain('Fleet')
  })

  test('adds the raw text on request', async () => {
    expect((await content(PAGE, { includeRawHtml: true })).raw_html).toBe(PAGE)
    expect((await content(PAGE, {})).raw_html).toBeUndefined()
  })

  test('fills a schema from what it read and lists what it did not find', async () => {
    const extractionSchema = { properties: { title: { type: 'string' }, price: { type: 'number' } } }
    const made = await content(PAGE, { extractionSchema })
    expect(made.filtered_content).toEqual({ title: 'Harbour days' })
    expect(made.metadata.missing_fields).toEqual(['price'])
    expect(made.extraction_method).toBe('schema_filter')
  })

  test('cuts texts and leaves objects out beyond the largest size, and says so', async () => {
    const small = await content(PAGE, { formats: ['json', 'markdown', 'json_v2'], maxContentBytes: 500 })
    const made = small.content as Record<string, unknown>
    expect(small.content_truncated).toEqual({
      truncated: true,
      truncated_at_bytes: expect.any(Number),
      original_size_bytes: expect.any(Number),
      truncation_reason: 'readability_output_cap',
    })
    expect(Buffer.byteLength(made.markdown as string)).toBeLessThanOrEqual(500)
    expect(made.json_v2).toBeUndefined()
    expect((await content(PAGE, {})).content_truncated).toBeUndefined()
  })

  test('warns of a page that gave nearly nothing', async () => {
    expect((await content('<body></body>', {})).quality_warning).toMatchObject({
      code: 'EMPTY_CONTENT',
      word_count: 0,
    })
    expect((await content('<body><p>Please wait.', {})).quality_warning).toMatchObject({
      code: 'LOW_CONTENT',
      word_count: 2,
    })
    expect((await content(PAGE, {})).quality_warning).toBeUndefined()
  })

  test('takes the declared text of a page that shows nothing without scripts, and warns', async () => {
    const articleBody = 'The ferry leaves at nine and comes back at five, when the sea allows it. '.repeat(6)
    const declared = JSON.stringify({
      '@context': 'https://schema.org',
      '@type': 'Article',
      headline: 'Ferries',
      articleBody,
    })
    const made = await content(
      `<body><div id=app>Loading</div><script type="application/ld+json">${declared}</script>`,
      {},
    )
    expect(made.content).toContain('The ferry leaves at nine')
    expect(made.quality_warning?.code).toBe('UNSURE_MAIN_CONTENT')
  })

  test('puts content that is streamed behind a page where its placeholder stands', async () => {
    const made = await content(
      `<title>Harbour</title><main><h1>Harbour</h1><!--$?--><template id="B:0"></template><p>Please wait</p><!--/$--></main>
      <footer>End</footer><div hidden id="S:0"><article>${PARAGRAPHS.join('')}</article></div>`,
      {},
    )
    expect(made.content).toContain('Paragraph 5')
    expect(made.content).not.toContain('Please wait')
  })

  test('warns when much of the main part is left out, but not of what stands beside it', async () => {
    const made = (beside: string) =>
      content(
        `<title>Harbour</title><main><h1>Harbour</h1><div itemprop="articleBody">${PARAGRAPHS.join('')}</div>${beside}</main>`,
        {},
      )
    const { content: text, quality_warning } = await made(
      `<div>${PARAGRAPHS.join('').replaceAll('Paragraph', 'Remark')}</div>`,
    )
    expect(text).not.toContain('Remark')
    expect(quality_warning).toMatchObject({
      code: 'PARTS_LEFT_OUT',
      reason: expect.stringMatching(/^\d\d % .*advanced\.only_main_content/),
      word_count: expect.any(Number),
    })
    expect((await made(`<aside>${PARAGRAPHS.join('')}</aside>`)).quality_warning).toBeUndefined()
  })

  test('warns when no part of a page stands out', async () => {
    const boxes = Array.from(
      { length: 12 },
      (_, i) => `<div><h3>Box ${i}</h3><span>Some words of box ${i}</span></div>`,
    )
    const made = await content(
      `<title>x</title><meta property="og:type" content="article"><body><h1>Boxes</h1>${boxes.join('')}`,
      {},
    )
    expect(made.content).toContain('Some words of box 11')
    expect(made.quality_warning?.code).toBe('UNSURE_MAIN_CONTENT')
  })

  test.each([
    ['application/json', '{"a":[1,2]}', { json: { a: [1, 2] } }],
    ['text/csv', 'ship,length\nPetrel,30\n', { markdown: expect.stringContaining('| Petrel') }],
    ['text/plain', 'Just text.\n\nTwo lines.', { text: expect.stringContaining('Two lines.') }],
  ])('reads %s', async (contentType, body, expected) => {
    const made = await content(body, { contentType, formats: ['json', 'markdown', 'text'] })
    expect(made.content).toMatchObject(expected)
  })

  test.each([undefined, 'text/html', 'application/json', 'application/pdf', 'video/mp4', 'image/png'])(
    'reads an empty body of type %s as an empty page, and warns',
    async (contentType) => {
      const made = await content('', { contentType, formats: ['markdown', 'text'] })
      expect(made.content).toEqual({ markdown: '', text: '' })
      expect(made.quality_warning?.code).toBe('EMPTY_CONTENT')
    },
  )

  test('reads an image when OCR is asked for without its mode', async () => {
    const image = wordsImage()
    const outcome = await extract(request(image, { contentType: 'image/png', ocr: true }))
    expect(outcome).toMatchObject({ ok: true, kind: 'image', ocrUsed: true })
  })

  test.each([
    ['video/mp4', 'x'],
    ['application/zip', 'PK\x03\x04'],
    ['image/png', '\x89PNG\r\n\x1a\n'],
  ])('refuses %s', async (contentType, body) => {
    const outcome = await extract(request(Buffer.from(body, 'latin1'), { contentType }))
    expect(outcome).toMatchObject({ ok: false, code: 'UNSUPPORTED_CONTENT_TYPE' })
  })

  test('answers the same page with the same bytes', async () => {
    const formats = ['markdown', 'text', 'json', 'json_v2', 'rag'] as ExtractRequest['formats']
    expect(JSON.stringify(await content(PAGE, { formats }))).toBe(
      JSON.stringify(await content(PAGE, { formats })),
    )
  })

  test('holds for any markup: an answer, in bounded time', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<div class="related">',
        '</div>',
        '<p>',
        '<article>',
        '</article>',
        '<h1>',
        '<table><tr><td>',
        '<ul><li>',
        '<a href="x">',
        '</a>',
        '<pre>',
        '<math>',
        '<svg>',
        '<noscript>',
        '<script type="application/ld+json">',
        '</script>',
        '<figure>',
        '<!--',
        '-->',
        '\0',
        ' style="display:none">',
      ),
      fc.lorem({ maxCount: 8 }),
      fc.string({ maxLength: 20, unit: 'binary' }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 80 }), async (pieces) => {
        const start = Date.now()
        const outcome = await extract(
          request(Buffer.from(pieces.join('')), { formats: ['markdown', 'text', 'html', 'json', 'json_v2'] }),
        )
        expect(outcome.ok).toBe(true)
        expect(Date.now() - start).toBeLessThan(5_000)
      }),
      { numRuns: 100 },
    )
  })

  test.each([
    ['nested blocks', '<div>'.repeat(100_000)],
    ['one long word', 'a'.repeat(1_000_000)],
    ['links without end', '<a href="/x">y</a> '.repeat(50_000)],
    ['lines without end', '<p>line, and line.</p>'.repeat(50_000)],
    ['names without end', `<div class="${'related-'.repeat(50_000)}">x</div>`.repeat(3)],
    [
      'streamed pieces within pieces',
      Array.from(
        { length: 5_000 },
        (_, i) =>
          `<div hidden id="S:${i}">${'<div>'.repeat(20)}<template id="B:${i + 1}"></template>${'</div>'.repeat(21)}`,
      ).join(''),
    ],
    ['tables in tables', '<table><tr><td>x'.repeat(5_000)],
  ])('reads %s in bounded time', async (_, markup) => {
    const start = Date.now()
    const outcome = await extract(
      request(Buffer.from(`<body>${markup}`), { formats: ['markdown', 'text', 'json', 'json_v2'] }),
    )
    expect(outcome.ok).toBe(true)
    expect(Date.now() - start).toBeLessThan(15_000)
  })
})

async function content(body: string, options: Partial<ExtractRequest>): Promise<ExtractedContent> {
  const outcome = await extract(request(new TextEncoder().encode(body), options))
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.content
}

function request(body: Uint8Array, options: Partial<ExtractRequest>): ExtractRequest {
  return {
    url: 'https://example.com/blog/harbour-days',
    body,
    contentType: 'text/html; charset=utf-8',
    mode: 'auto',
    formats: undefined,
    includeRawHtml: false,
    onlyMainContent: true,
    removeCookieBanners: true,
    evidence: false,
    ocr: false,
    maxContentBytes: 10_000_000,
    ...options,
  }
}

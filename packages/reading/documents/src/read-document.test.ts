import { readBlocks, renderMarkdown } from '@gleaner/formats'
import { MEGABYTE } from '@gleaner/runtime/units'
import { describe, expect, test } from '@jest/globals'
import type { DocumentOptions, DocumentResult, ReadableDocument } from './document-result.ts'
import { readDocument } from './read-document.ts'
import { makeZip } from './testing/make-zip.ts'

const URL_OF = { url: 'https://example.com/files/thing' }

function read(
  content: string | Uint8Array,
  type: string | undefined,
  options: Partial<DocumentOptions> = {},
): Promise<DocumentResult> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return readDocument(bytes, type, { ...URL_OF, ...options })
}

async function readable(
  content: string | Uint8Array,
  type: string | undefined,
): Promise<ReadableDocument & { shown: string }> {
  const result = await read(content, type)
  if (!result.ok) throw new Error(result.message)
  return { ...result, shown: renderMarkdown(readBlocks(result.document, URL_OF.url)).markdown }
}

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

function wordFile(body: string): Uint8Array {
  return makeZip({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    'docProps/core.xml':
      '<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:title>Plan</dc:title><dc:creator>Ada</dc:creator></cp:coreProperties>',
  })
}

describe('office documents', () => {
  test('a Word file is headings, text and tables, with title and author', async () => {
    const cell = (text: string) => `<w:tc><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`
    const body =
      '<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Goals</w:t></w:r></w:p><w:p><w:r><w:rPr><w:b/></w:rPr><w:t>Two</w:t></w:r><w:r><w:t xml:space="preserve"> things</w:t></w:r></w:p>' +
      `<w:tbl><w:tr>${cell('a')}${cell('b')}</w:tr><w:tr>${cell('1')}${cell('2')}</w:tr></w:tbl>`
    const { shown, title, author, kind } = await readable(wordFile(body), WORD)
    expect({ title, author, kind }).toEqual({ title: 'Plan', author: 'Ada', kind: 'other' })
    expect(shown).toBe('# Goals\n\n**Two** things\n\n|  |  |\n| --- | --- |\n| a | b |\n| 1 | 2 |')
  })

  test('an archive is known by what is in it when its type says nothing', async () => {
    const { shown } = await readable(
      wordFile('<w:p><w:r><w:t>Text</w:t></w:r></w:p>'),
      'application/octet-stream',
    )
    expect(shown).toBe('Text')
  })

  test('a workbook is a table for each sheet, as text and as data', async () => {
    const { utils, write } = await import('@e965/xlsx')
    const book = utils.book_new()
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([
        ['Port', 'Height'],
        ['Bergen', 1.8],
        ['Oslo', 0.9],
      ]),
      'Tides',
    )
    utils.book_append_sheet(book, utils.aoa_to_sheet([['x']]), 'More')
    const bytes = new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }))
    const { shown, data, metadata } = await readable(
      bytes,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    )
    expect(shown).toContain('## Tides\n\n| Port | Height |\n| --- | --- |\n| Bergen | 1.8 |\n| Oslo | 0.9 |')
    expect(data).toEqual([
      {
        sheet: 'Tides',
        rows: [
          { Port: 'Bergen', Height: '1.8' },
          { Port: 'Oslo', Height: '0.9' },
        ],
      },
      { sheet: 'More', rows: [] },
    ])
    expect(metadata).toEqual({ sheets: ['Tides', 'More'] })
  })

  test('an OpenDocument text is headings, lists and links', async () => {
    const content =
      '<office:document-content xmlns:office="o" xmlns:text="t" xmlns:xlink="x"><office:body><office:text><text:h text:outline-level="2">Part</text:h><text:p>See <text:a xlink:href="https://example.org/">this</text:a>.</text:p><text:list><text:list-item><text:p>one</text:p></text:list-item></text:list></office:text></office:body></office:document-content>'
    const bytes = makeZip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': content })
    const { shown } = await readable(bytes, undefined)
    expect(shown).toBe('## Part\n\nSee [this](https://example.org/).\n\n- one')
  })

  test('an e-book is its chapters in order', async () => {
    const bytes = makeZip({
      mimetype: 'application/epub+zip',
      'META-INF/container.xml':
        '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
      'OPS/book.opf':
        '<package><metadata><dc:title>Sea</dc:title><dc:language>en</dc:language></metadata><manifest><item id="b" href="b.xhtml"/><item id="a" href="a.xhtml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
      'OPS/a.xhtml': '<html><body><h1>First</h1><p>See <a href="b.xhtml">next</a></p></body></html>',
      'OPS/b.xhtml': '<html><body><h1>Second</h1></body></html>',
    })
    const { shown, title, metadata } = await readable(bytes, 'application/epub+zip')
    expect(shown).toBe('# First\n\nSee next\n\n# Second')
    expect({ title, ...metadata }).toEqual({ title: 'Sea', language: 'en', chapters: 2 })
  })

  test('archives that decompress without bound are refused, whatever sizes they state', async () => {
    const bomb = makeZip(
      { '[Content_Types].xml': 'x', 'word/document.xml': new Uint8Array(230 * MEGABYTE) },
      { 'word/document.xml': 10 },
    )
    expect(await read(bomb, WORD)).toEqual({
      ok: false,
      code: 'EXTRACTION_FAILED',
      message: expect.stringContaining('more than can be read'),
    })
  })

  test('a document is read although a line break follows it', async () => {
    const bytes = Buffer.concat([wordFile('<w:p><w:r><w:t>Text</w:t></w:r></w:p>'), Buffer.from('\r\n')])
    expect((await readable(bytes, WORD)).shown).toBe('Text')
  })

  test('an archive that hides what it holds is not read', async () => {
    const sheet = { 'xl/workbook.xml': '<workbook/>' }
    const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`${i}`, '']))
    for (const files of [
      { '../x': '', ...sheet },
      { ...sheet, ...many },
    ]) {
      expect(await read(makeZip(files), SHEET)).toMatchObject({
        ok: false,
        message: expect.stringContaining('more than can be read, or is damaged'),
      })
    }
  })

  test('damaged files say so', async () => {
    expect(await read('PK\x03\x04 not really', WORD)).toMatchObject({ ok: false, code: 'EXTRACTION_FAILED' })
    expect(await read('PK\x03\x04 not really', 'application/zip')).toMatchObject({
      ok: false,
      code: 'UNSUPPORTED_CONTENT_TYPE',
    })
  })
})

describe('data', () => {
  test('comma-separated values are a table and records', async () => {
    const { shown, data } = await readable('\ufeffname;note\r\n"A; B";"say ""hi""\nthere"\r\nC;', 'text/csv')
    expect(shown).toBe('| name | note |\n| --- | --- |\n| A; B | say "hi"<br>there |\n| C |  |')
    expect(data).toEqual([
      { name: 'A; B', note: 'say "hi"\nthere' },
      { name: 'C', note: '' },
    ])
  })

  test.each([
    ['a quote that is not closed', 'a,b\n1,"x\n2,y', { a: '1', b: '"x' }],
    ['a quote that is closed too early', 'a,b\n"x"y,z\n2,y', { a: '"x"y', b: 'z' }],
    ['quotes within a field', 'a,b\n5" x 7",z\n2,y', { a: '5" x 7"', b: 'z' }],
    ['blanks around fields', 'a, b\n 1 , "x, y"\n2,y', { a: '1', b: 'x, y' }],
    ['line breaks of old systems', 'a,b\r1,x\r2,y\r', { a: '1', b: 'x' }],
  ])('a row costs no other one with %s', async (_what, text, first) => {
    expect((await readable(text, 'text/csv')).data).toEqual([first, { a: '2', b: 'y' }])
  })

  test('a table longer or wider than is shown says so', async () => {
    const metadataOf = async (text: string) => {
      const result = await read(text, 'text/csv')
      return result.ok && result.metadata
    }
    expect(await metadataOf(`a,b\n${'1,2\n'.repeat(10_001)}`)).toEqual({
      rows: 10_000,
      columns: 2,
      truncated: true,
    })
    expect(await metadataOf(`a\n${'1\n'.repeat(10_000)}`)).toEqual({ rows: 10_000, columns: 1 })
    expect(await metadataOf(`${'a,'.repeat(600)}b\n${'1,'.repeat(600)}2`)).toEqual({ rows: 1, columns: 500 })
  })

  test('JSON is data and a code block', async () => {
    const { shown, data } = await readable('{"title":"T","n":[1]}', 'application/json; charset=utf-8')
    expect(data).toEqual({ title: 'T', n: [1] })
    expect(shown).toBe('```json\n{\n  "title": "T",\n  "n": [\n    1\n  ]\n}\n```')
  })

  test('one JSON value a line is a list', async () => {
    expect((await readable('{"a":1}\n{"a":2}\n', 'application/x-ndjson')).data).toEqual([{ a: 1 }, { a: 2 }])
  })

  test('what is called JSON and is none is text', async () => {
    expect((await readable('{oops', 'application/json')).shown).toBe('{oops')
  })

  test('XML is data and a code block, and its own entities are not expanded', async () => {
    const { data } = await readable(
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "boom">]><a k="1"><b>x &amp; &x;</b><b>2</b></a>',
      'text/xml',
    )
    expect(data).toMatchObject({ a: { '@k': '1', b: ['x & &x;', '2'] } })
  })
})

describe('feeds', () => {
  const rss =
    '<rss version="2.0" xmlns:dc="d"><channel><title>News</title><link>https://example.com/</link><item><title>One &amp; only</title><link>/posts/1</link><pubDate>Mon, 06 Jan 2025 10:00:00 GMT</pubDate><dc:creator>Ada</dc:creator><description><![CDATA[<p>Hello <b>there</b></p>]]></description></item></channel></rss>'

  test('RSS is its entries', async () => {
    const { shown, data, title } = await readable(rss, 'application/rss+xml')
    expect(title).toBe('News')
    expect(shown).toBe(
      '# News\n\n## [One & only](https://example.com/posts/1)\n\n2025-01-06T10:00:00.000Z · Ada\n\nHello **there**',
    )
    expect(data).toMatchObject({
      title: 'News',
      items: [{ title: 'One & only', url: 'https://example.com/posts/1', author: 'Ada' }],
    })
  })

  test('Atom is its entries', async () => {
    const atom =
      '<feed xmlns="http://www.w3.org/2005/Atom"><title>Notes</title><entry><title type="text">T</title><link rel="self" href="/self"/><link href="/t"/><updated>2025-02-01T00:00:00Z</updated><author><name>Bo</name></author><content type="html">&lt;p&gt;x&lt;/p&gt;</content></entry></feed>'
    const { data } = await readable(atom, 'application/atom+xml')
    expect(data).toMatchObject({
      items: [
        {
          title: 'T',
          url: 'https://example.com/t',
          published_at: '2025-02-01T00:00:00.000Z',
          author: 'Bo',
          content: '<p>x</p>',
        },
      ],
    })
  })
})

describe('feeds of other kinds', () => {
  const ITEM = { title: 'T', url: 'https://example.com/t', published_at: '2025-02-01T00:00:00.000Z' }

  test('RDF is its entries', async () => {
    const rdf =
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>N</title></channel><item><title>T</title><link>/t</link><dc:date>2025-02-01</dc:date><dc:creator>Bo</dc:creator></item></rdf:RDF>'
    expect((await readable(rdf, 'application/rdf+xml')).data).toEqual({
      title: 'N',
      items: [{ ...ITEM, author: 'Bo' }],
    })
  })

  test('Atom with a prefix, and with content that is XHTML', async () => {
    const atom =
      '<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>N</a:title><a:entry><a:title>T</a:title><a:link href="/t"/><a:updated>2025-02-01T00:00:00Z</a:updated><a:category term="c"/><a:content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>x <b>bold</b> y</p></div></a:content></a:entry></a:feed>'
    const { data, shown } = await readable(atom, 'application/atom+xml')
    expect(data).toMatchObject({ title: 'N', items: [{ ...ITEM, categories: ['c'] }] })
    expect(shown).toContain('x **bold** y')
  })

  test('entities of a feed of its own making are not expanded, and a thousand entries are shown', async () => {
    const items = '<item><title>&x;</title></item>'.repeat(1_100)
    const rss = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY x "boom">]><rss version="2.0"><channel><title>N</title>${items}</channel></rss>`
    const { data, metadata } = await readable(rss, 'application/rss+xml')
    expect(metadata.entries).toBe(1_000)
    expect(JSON.stringify(data)).not.toContain('boom')
  })

  test('a link that leads elsewhere than to the web is left out', async () => {
    const rss =
      '<rss version="2.0"><channel><title>N</title><item><title>T</title><link>javascript:alert(1)</link></item></channel></rss>'
    expect((await readable(rss, 'text/xml')).data).toEqual({ title: 'N', items: [{ title: 'T' }] })
  })
})

describe('text', () => {
  test('paragraphs and lines of plain text are kept', async () => {
    expect((await readable('One\r\ntwo\r\n\r\n\r\n# not a heading', 'text/plain')).shown).toBe(
      'One  \ntwo\n\n\\# not a heading',
    )
  })

  test('listings stay as they are laid out', async () => {
    const listing = 'total 3\n-rw-r--r--   1 a   b\ndrwxr-xr-x   2 a   b\n-rw-r--r--   3 a   b'
    expect((await readable(listing, 'text/plain')).shown).toBe(`\`\`\`\n${listing}\n\`\`\``)
  })

  test('Markdown stays Markdown', async () => {
    const source = '# Title\n\nText *as* [written](x).\n\n```js\n# code\n```\n'
    const { markdown, title } = await readable(source, 'text/markdown')
    expect(title).toBe('Title')
    expect(markdown?.markdown).toBe(source)
    expect(markdown?.spans.map(({ block, start, end }) => [block.type, source.slice(start, end)])).toEqual([
      ['heading', '# Title'],
      ['paragraph', 'Text *as* [written](x).'],
      ['code', '```js\n# code\n```'],
    ])
  })

  test('images and archives are refused with a reason', async () => {
    expect(await read('\x89PNG', 'image/png')).toMatchObject({
      ok: false,
      code: 'UNSUPPORTED_CONTENT_TYPE',
      message: expect.stringContaining('ocr'),
    })
    expect(await read('x', 'video/mp4')).toMatchObject({ ok: false, code: 'UNSUPPORTED_CONTENT_TYPE' })
  })
})

import { readFileSync } from 'node:fs'
import { readBlocks, renderMarkdown } from '@gleaner/formats'
import type { Document } from '@gleaner/markup'
import { describe, expect, test } from '@jest/globals'
import type { DocumentResult } from '../document-result.ts'
import { readDocument } from '../read-document.ts'
import { lines, makePdf, type PlacedText, turned } from '../testing/make-pdf.ts'

function read(bytes: Uint8Array): Promise<DocumentResult> {
  return readDocument(bytes, 'application/pdf', { url: 'https://example.com/a.pdf' })
}

async function markdownOf(pages: PlacedText[][]): Promise<string> {
  const result = await read(makePdf(pages))
  if (!result.ok) throw new Error(result.message)
  return markdownIn(result.document)
}

function markdownIn(document: Document): string {
  return renderMarkdown(readBlocks(document, 'https://example.com/')).markdown
}

describe('a PDF', () => {
  test('has headings by size, joined paragraphs and undone hyphens', async () => {
    const markdown = await markdownOf([
      [
        { x: 72, y: 720, size: 24, text: 'Tides' },
        ...lines(
          72,
          680,
          11,
          'The first paragraph runs over a few lines of the page, as para-',
          'graphs do, and the lines of it are one again when it is read',
          'to its end.',
        ),
        { x: 72, y: 620, size: 16, text: 'Heights' },
        ...lines(72, 590, 11, 'Another paragraph that is only here to be long enough to count.'),
      ],
    ])
    expect(markdown).toBe(
      '# Tides\n\nThe first paragraph runs over a few lines of the page, as paragraphs do, and the lines of it are one again when it is read to its end.\n\n## Heights\n\nAnother paragraph that is only here to be long enough to count.',
    )
  })

  test('has tables where cells line up', async () => {
    const rows = [
      ['Port', 'High', 'Low'],
      ['Bergen', '1.8', '0.4'],
      ['Oslo', '0.9', '0.1'],
      ['Moss', '0.8', '0.2'],
    ]
    const cells = rows.flatMap((row, y) =>
      row.map((text, x) => ({ x: 72 + x * 120, y: 600 - y * 16, size: 11, text })),
    )
    const markdown = await markdownOf([
      [...lines(72, 700, 11, 'Heights of the tide in metres, measured in four ports by hand.'), ...cells],
    ])
    expect(markdown).toContain(
      '| Port | High | Low |\n| --- | --- | --- |\n| Bergen | 1.8 | 0.4 |\n| Oslo | 0.9 | 0.1 |\n| Moss | 0.8 | 0.2 |',
    )
  })

  test('has lists where lines begin with marks', async () => {
    const markdown = await markdownOf([
      [
        ...lines(72, 700, 11, 'What to bring on a long walk along the coast in winter:'),
        ...lines(72, 670, 11, '- boots that have been worn before', '- water', '- a map'),
      ],
    ])
    expect(markdown).toContain('- boots that have been worn before\n- water\n- a map')
  })

  test('reads columns one after the other', async () => {
    const left = ['The left column is read', 'from its top to its end', 'before the right begins.']
    const right = ['And then comes the right', 'column, which goes on to', 'its own end as well.']
    const markdown = await markdownOf([[...lines(72, 700, 11, ...left), ...lines(330, 700, 11, ...right)]])
    expect(markdown).toBe(`${left.join(' ')}\n\n${right.join(' ')}`)
  })

  test('loses running headers, footers and page numbers, and joins what pages part', async () => {
    const page = (number: number, text: string): PlacedText[] => [
      { x: 72, y: 760, size: 9, text: `Journal of Tides, volume ${number}` },
      ...lines(72, 700, 11, text, 'and a second line which makes the page a little longer,'),
      { x: 300, y: 30, size: 9, text: String(number) },
    ]
    const markdown = await markdownOf([
      page(1, 'one begins here'),
      page(2, 'two goes on here'),
      page(3, 'three ends it here'),
    ])
    expect(markdown).not.toMatch(/Journal|^\d$/m)
    expect(markdown).toContain('a little longer, two goes on here')
  })

  test('tells its title, author, date and number of pages', async () => {
    const result = await read(
      makePdf([lines(72, 700, 11, 'Enough text to be read as a page of text.')], {
        Title: 'Tide tables',
        Author: 'Ada',
        CreationDate: "D:20240131120000+01'00'",
      }),
    )
    expect(result).toMatchObject({
      ok: true,
      kind: 'pdf',
      title: 'Tide tables',
      author: 'Ada',
      publishedAt: '2024-01-31T11:00:00.000Z',
      metadata: { pages: 1 },
      ocrUsed: false,
    })
  })

  const upright: PlacedText[] = [
    { x: 72, y: 720, size: 24, text: 'Tides' },
    ...lines(72, 680, 11, 'The first paragraph runs over', 'two lines of the page.'),
    ...[
      ['Port', 'High'],
      ['Bergen', '1.8'],
      ['Oslo', '0.9'],
      ['Moss', '0.8'],
    ].flatMap((row, y) => row.map((text, x) => ({ x: 72 + x * 120, y: 600 - y * 16, size: 11, text }))),
  ]
  const turnedPage = (turns: number) => upright.map((text) => turned(text, turns, 612, 792))
  const sizeOf = (turns: number) => (turns % 2 === 0 ? {} : { width: 792, height: 612 })

  test.each([0, 1, 2, 3].flatMap((turns) => [0, 90, 180, 270].map((rotate) => [turns, rotate] as const)))(
    'reads text turned by %d quarters on a page rotated by %d degrees as it reads it upright',
    async (turns, rotate) => {
      const result = await read(makePdf([turnedPage(turns)], {}, { rotate, ...sizeOf(turns) }))
      expect(result.ok && markdownIn(result.document)).toBe(await markdownOf([upright]))
    },
  )

  test('reads a table on its side after the text of its page', async () => {
    const side = Array.from({ length: 8 }, (_, n) => `Row ${n} of the table on its side`)
    const markdown = await markdownOf([
      [...upright, ...side.map((text, n) => ({ x: 330 + n * 16, y: 100, size: 11, text, turn: 1 }))],
    ])
    expect(markdown).toBe(`${await markdownOf([upright])}\n\n${side.join(' ')}`)
  })

  test('leaves out a stamp in the margin', async () => {
    const stamp = { x: 20, y: 300, size: 14, text: 'arXiv:2601.00001v1 [cs.IR]', turn: 1 }
    expect(await markdownOf([[...upright, stamp]])).toBe(await markdownOf([upright]))
  })

  test('of one word is read', async () => {
    expect(await markdownOf([[{ x: 72, y: 720, size: 12, text: 'Hello' }], []])).toBe('Hello')
  })

  test('that is damaged, or holds no text, says so', async () => {
    expect(await read(new TextEncoder().encode('%PDF-1.4\nnothing more'))).toMatchObject({
      ok: false,
      code: 'EXTRACTION_FAILED',
      message: expect.stringMatching(/damaged|could not/),
    })
    expect(await read(makePdf([[]]))).toMatchObject({
      ok: false,
      code: 'EXTRACTION_FAILED',
      message: expect.stringContaining('no text'),
    })
  })

  test('that is protected by a password says so', async () => {
    const bytes = readFileSync(new URL('../fixtures/locked.pdf', import.meta.url))
    expect(await read(bytes)).toEqual({
      ok: false,
      code: 'EXTRACTION_FAILED',
      message: 'The PDF is protected by a password.',
    })
  })
})

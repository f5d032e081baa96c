import { describe, expect, test } from '@jest/globals'
import { type Node, Parser } from 'commonmark'
import fc from 'fast-check'
import type { Block, Inline } from '../block.ts'
import { renderMarkdown } from '../markdown/render-markdown.ts'
import { renderRag } from './render-rag.ts'
import { loadTokenCounter } from './tokens.ts'

const text = (value: string): Inline[] => [{ type: 'text', value }]
const words = fc.array(
  fc.constantFrom('alpha', 'beta', 'gamma-delta', 'Ünïcode', '价格', '🙂', 'x'.repeat(70)),
  {
    minLength: 1,
    maxLength: 60,
  },
)
const sentence = words.map((list) => `${list.join(' ')}.`)
const paragraph = sentence.map((value): Block => ({ type: 'paragraph', content: text(value) }))
const heading = fc.tuple(fc.integer({ min: 1, max: 6 }), words).map(
  ([level, list]): Block => ({
    type: 'heading',
    level,
    content: text(
      `Chapter ${list
        .filter((word) => word.length < 70)
        .slice(0, 12)
        .join(' ')}`,
    ),
  }),
)
const code = fc
  .tuple(fc.constantFrom('ts', 'python'), fc.array(words, { maxLength: 40 }))
  .map(([language, lines]): Block => {
    const body = lines.map((list, at) => `${' '.repeat(at % 5)}CODE ${list.slice(0, 8).join(' ')}`)
    return { type: 'code', language, text: body.join('\n') }
  })
const cell = (value: string): Block[] => [{ type: 'paragraph', content: text(value) }]
const table = fc.array(words, { maxLength: 40 }).map(
  (rows): Block => ({
    type: 'table',
    caption: [],
    align: [undefined, undefined],
    header: [cell('HEAD'), cell('Of it')],
    rows: rows.map((list) => [cell('ROW'), cell(list.slice(0, 10).join(' '))]),
  }),
)
const leaf = fc.oneof(paragraph, code, table)
const container = fc
  .array(leaf, { minLength: 1, maxLength: 4 })
  .chain((blocks) =>
    fc.constantFrom<Block>(
      { type: 'quote', blocks },
      { type: 'list', ordered: false, start: 1, loose: true, items: [{ blocks }, { blocks }] },
    ),
  )
const page = fc.array(fc.oneof(leaf, heading, container), { minLength: 1, maxLength: 14 })
const sizes = fc.constantFrom([64, 0], [64, 16], [64, 32], [100, 40], [256, 64], [512, 0])

/** Checks the chunks of 150 pages. */
async function always(check: (chunks: Chunks, markdown: string, limit: number) => void): Promise<void> {
  await fc.assert(
    fc.asyncProperty(page, sizes, async (blocks, [limit, overlap]) => {
      const rendered = renderMarkdown(blocks)
      const { chunks } = await renderRag(rendered, { chunk_tokens: limit, overlap_tokens: overlap })
      check(chunks, rendered.markdown, limit!)
    }),
    { numRuns: 150 },
  )
}

type Chunks = Awaited<ReturnType<typeof renderRag>>['chunks']

describe('any chunk', () => {
  test('has at most the tokens asked for, and says how many', async () => {
    const count = await loadTokenCounter()
    await always((chunks, _, limit) => {
      for (const chunk of chunks) {
        expect(chunk.tokens).toBe(count(chunk.text))
        expect(chunk.tokens).toBeLessThanOrEqual(limit)
      }
    })
  })

  test('is its place in the Markdown between what it repeats, and nothing is left out', () =>
    always((chunks, markdown) => {
      let end = 0
      for (const chunk of chunks) {
        const own = markdown.slice(chunk.start, chunk.end)
        expect(chunk.text).toBe((chunk.before ?? '') + own + (chunk.after ?? ''))
        expect(markdown.slice(end, Math.max(end, chunk.start)).trim()).toBe('')
        end = chunk.end
      }
      expect(markdown.slice(end).trim()).toBe('')
    }))

  test('reads a line of code as code of its language', () =>
    always((chunks) => {
      for (const chunk of chunks) {
        const read = readCode(chunk.text)
        expect(read.map(({ info }) => info).filter((info) => !['ts', 'python'].includes(info ?? ''))).toEqual(
          [],
        )
        expect(read.reduce((sum, { lines }) => sum + lines, 0)).toBe(chunk.text.split('CODE').length - 1)
      }
    }))

  test('has the header of each table that it has rows of', () =>
    always((chunks) => {
      for (const chunk of chunks) {
        let isUnderHeader = false
        for (const line of chunk.text.split('\n')) {
          if (line.includes('HEAD')) isUnderHeader = true
          else if (!line.includes('|')) isUnderHeader = false
          if (line.includes('ROW')) expect({ isUnderHeader, line }).toEqual({ isUnderHeader: true, line })
        }
      }
    }))

  test('does not end with a heading, unless headings are all it has', () =>
    always((chunks, markdown) => {
      for (const chunk of chunks.slice(0, -1)) {
        const own = markdown.slice(Math.max(chunk.start, chunks[chunk.index - 1]?.end ?? 0), chunk.end)
        const lines = own.split('\n').filter((line) => line.trim() !== '')
        const isHeading = (line: string) => /^#{1,6} Chapter/.test(line)
        if (isHeading(lines.at(-1)!)) expect(lines.filter((line) => !isHeading(line))).toEqual([])
      }
    }))

  test('begins at the edge of a table or code that would fit', async () => {
    const count = await loadTokenCounter()
    await always((chunks, markdown, limit) => {
      const blocks = [...markdown.matchAll(/^(```\w+\n(?:.*\n)*?```|\|.*(?:\n\|.*)*)$/gm)]
      for (const { index, 0: block } of blocks) {
        if (count(block) > limit / 4) continue
        for (const { start } of chunks) expect(start > index && start < index + block.length).toBe(false)
      }
    })
  })
})

function readCode(markdown: string): { info: string | null; lines: number }[] {
  const walker = new Parser().parse(markdown).walker()
  const found: { info: string | null; lines: number }[] = []
  for (let event = walker.next(); event; event = walker.next()) {
    const node: Node = event.node
    if (event.entering && node.type === 'code_block')
      found.push({ info: node.info, lines: (node.literal ?? '').split('CODE').length - 1 })
  }
  return found
}

test('a cut table and cut code tell what they repeat', async () => {
  const rows = Array.from({ length: 40 }, (_, n) => [cell(`row ${n}`), cell('some words in a cell')])
  const rendered = renderMarkdown([
    { type: 'table', caption: [], align: [undefined, undefined], header: [cell('A'), cell('B')], rows },
    { type: 'code', language: 'sh', text: 'npm install something\n'.repeat(60).trimEnd() },
  ])
  const { chunks } = await renderRag(rendered, { chunk_tokens: 128 })
  expect(chunks[1]).toMatchObject({ before: '| A | B |\n| --- | --- |\n' })
  expect(chunks[1]!.text).toMatch(/^\| A \| B \|\n\| --- \| --- \|\n\| row \d+ \|/)
  expect(chunks.at(-1)).toMatchObject({ before: '```sh\n' })
  expect(chunks.at(-2)).toMatchObject({ after: '\n```' })
})

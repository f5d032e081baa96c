import type { Block, Callout, Code, Definitions, Details, Heading, List, Note } from '../block.ts'
import { codeFence } from './code-span.ts'
import { renderInline } from './render-inline.ts'
import { renderTable } from './render-table.ts'
import { needsBlankLine } from './separation.ts'
import { Writer } from './writer.ts'

/** Where a top-level block stands in the Markdown: `markdown.slice(start, end)` is the block. */
export interface Span {
  block: Block
  start: number
  end: number
}

export interface Markdown {
  markdown: string
  spans: Span[]
}

/** CommonMark with GitHub's tables, task lists and strikethrough, and the place of every top-level block in it. */
export function renderMarkdown(blocks: readonly Block[]): Markdown {
  const writer = new Writer()
  const spans: Span[] = []
  renderAll(blocks, writer, LOOSE, (block, start) => spans.push({ block, start, end: writer.text.length }))
  return { markdown: writer.text, spans }
}

/** The context that a block is rendered in. */
interface Place {
  /** Without empty lines between blocks, where Markdown allows it. */
  tight: boolean
  inList: boolean
}

const LOOSE: Place = { tight: false, inList: false }

/** Blocks one under the other; `done` is called after each, with where it starts. */
function renderAll(
  blocks: readonly Block[],
  writer: Writer,
  place: Place,
  done?: (block: Block, start: number) => void,
): void {
  let previous: Block | undefined
  let isSecondList = false
  for (const block of blocks) {
    if (previous) {
      if (place.tight && !needsBlankLine(previous, block)) writer.line()
      else writer.blankLine()
    }
    const start = writer.text.length
    // A list right after another of its kind takes the other marker, or the two would be one.
    isSecondList = isSameKindOfList(previous, block) && !isSecondList
    if (block.type === 'list') renderList(block, writer, isSecondList)
    else if (block.type === 'definitions') renderDefinitions(block, writer, isSecondList)
    else if (block.type === 'rule') writer.write(place.inList ? '___' : '---')
    else RENDERERS[block.type](block as never, writer)
    done?.(block, start)
    previous = block
  }
}

function isSameKindOfList(previous: Block | undefined, block: Block): boolean {
  const kind = kindOfList(block)
  return kind !== undefined && previous !== undefined && kindOfList(previous) === kind
}

function kindOfList(block: Block): 'ordered' | 'bullets' | undefined {
  if (block.type === 'definitions') return 'bullets'
  return block.type !== 'list' ? undefined : block.ordered ? 'ordered' : 'bullets'
}

type Render<T extends Block['type']> = (block: Extract<Block, { type: T }>, writer: Writer) => void

const RENDERERS: { [T in Exclude<Block['type'], 'list' | 'definitions' | 'rule'>]: Render<T> } = {
  heading: renderHeading,
  paragraph: ({ content }, writer) => writer.write(renderInline(content)),
  code: renderCode,
  math: ({ tex }, writer) => writer.write(`$$\n${tex.replace(/\n\s*\n/g, '\n')}\n$$`),
  table: ({ caption, ...table }, writer) => {
    if (caption.length > 0) {
      writer.write(renderInline(caption, 'line'))
      writer.blankLine()
    }
    writer.write(renderTable(table))
  },
  quote: ({ blocks }, writer) => {
    writer.write(blocks.length > 0 ? '> ' : '>')
    writer.within('> ', () => renderAll(blocks, writer, LOOSE))
  },
  callout: renderCallout,
  details: renderDetails,
  note: renderNote,
}

/** Number signs at the end would be taken for the heading's closing sequence. */
function renderHeading({ level, content }: Heading, writer: Writer): void {
  const text = renderInline(content, 'heading').replace(/(^|\s)(#+)$/, '$1\\$2')
  writer.write(`${'#'.repeat(level)} ${text}`)
}

function renderCode({ language, text }: Code, writer: Writer): void {
  const fence = codeFence(text)
  writer.write(`${fence}${language.replace(/[`\s]/g, '')}\n${text === '' ? '' : `${text}\n`}${fence}`)
}

function renderList(list: List, writer: Writer, isSecond: boolean): void {
  list.items.forEach(({ checked, blocks }, index) => {
    if (index > 0) {
      if (list.loose) writer.blankLine()
      else writer.line()
    }
    const marker = list.ordered ? `${list.start + index}${isSecond ? ')' : '.'}` : isSecond ? '*' : '-'
    const box = checked === undefined ? '' : checked ? '[x] ' : '[ ] '
    writer.write(blocks.length > 0 || box ? `${marker} ${box}` : marker)
    writer.within(' '.repeat(marker.length + 1), () =>
      renderAll(blocks, writer, { tight: !list.loose, inList: true }),
    )
  })
}

function renderCallout({ kind, title, blocks }: Callout, writer: Writer): void {
  writer.write(
    `> [!${kind.toUpperCase()}] ${renderInline([{ type: 'text', value: title }], 'heading')}`.trimEnd(),
  )
  writer.within('> ', () => {
    writer.line()
    renderAll(blocks, writer, LOOSE)
  })
}

/**
 * A bullet for each term: on one line with a short definition, above a longer one. Neither CommonMark nor GitHub knows
 * definition lists, and they would read the indented blocks of other dialects' as code.
 */
function renderDefinitions({ items }: Definitions, writer: Writer, isSecond: boolean): void {
  const isShort = items.map(({ terms, definitions }) => terms.length === 1 && isOneParagraph(definitions))
  items.forEach(({ terms, definitions }, index) => {
    if (index > 0) {
      if (isShort[index] && isShort[index - 1]) writer.line()
      else writer.blankLine()
    }
    const names = terms.map((term) => renderInline(term, 'line'))
    writer.write(isSecond ? '* ' : '- ')
    writer.within('  ', () => {
      writer.write(names.join('\\\n'))
      const blocks = definitions.flat()
      if (isShort[index]) writer.write(/[:：]$/.test(names[0]!) ? ' ' : ': ')
      else if (names.length > 0 && blocks.length > 0) writer.blankLine()
      renderAll(blocks, writer, LOOSE)
    })
  })
}

function isOneParagraph(definitions: Definitions['items'][number]['definitions']): boolean {
  return definitions.length === 1 && definitions[0]!.length === 1 && definitions[0]![0]!.type === 'paragraph'
}

function renderDetails({ summary, blocks }: Details, writer: Writer): void {
  const title = renderInline(summary, 'heading')
  if (title !== '') writer.write(title.includes('**') ? title : `**${title}**`)
  if (title !== '' && blocks.length > 0) writer.blankLine()
  renderAll(blocks, writer, LOOSE)
}

function renderNote({ label, blocks }: Note, writer: Writer): void {
  writer.write(`[^${label}]: `)
  writer.within('    ', () => renderAll(blocks, writer, LOOSE))
}

import type { Block, Callout, Definitions, Details, List, Note } from '../block.ts'
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
  let previous: Block | undefined
  for (const block of blocks) {
    if (previous) writer.blankLine()
    const start = writer.text.length
    renderBlock(block, writer, previous, false)
    spans.push({ block, start, end: writer.text.length })
    previous = block
  }
  return { markdown: writer.text, spans }
}

/** Blocks one under the other; `tight` ones without empty lines where Markdown allows it. */
function renderInside(blocks: readonly Block[], writer: Writer, tight: boolean, inList: boolean): void {
  let previous: Block | undefined
  for (const block of blocks) {
    if (previous) {
      if (tight && !needsBlankLine(previous, block)) writer.line()
      else writer.blankLine()
    }
    renderBlock(block, writer, previous, inList)
    previous = block
  }
}

function renderBlock(block: Block, writer: Writer, previous: Block | undefined, inList: boolean): void {
  switch (block.type) {
    case 'heading':
      return writer.write(
        `${'#'.repeat(block.level)} ${renderInline(block.content, 'line').replace(/(^|\s)(#+)$/, '$1\\$2')}`,
      )
    case 'paragraph':
      return writer.write(renderInline(block.content))
    case 'code':
      return renderCode(block.language, block.text, writer)
    case 'math':
      return writer.write(`$$\n${block.tex.replace(/\n\s*\n/g, '\n')}\n$$`)
    case 'rule':
      return writer.write(inList ? '___' : '---')
    case 'list':
      return renderList(block, writer, previous)
    case 'table':
      if (block.caption.length > 0) writer.write(`${renderInline(block.caption, 'line')}\n\n`)
      return writer.write(renderTable(block))
    case 'quote':
      writer.write(block.blocks.length > 0 ? '> ' : '>')
      return writer.within('> ', () => renderInside(block.blocks, writer, false, false))
    case 'callout':
      return renderCallout(block, writer)
    case 'definitions':
      return renderDefinitions(block, writer)
    case 'details':
      return renderDetails(block, writer)
    case 'note':
      return renderNote(block, writer)
  }
}

function renderCode(language: string, text: string, writer: Writer): void {
  const fence = codeFence(text)
  writer.write(`${fence}${language.replace(/[`\s]/g, '')}\n${text === '' ? '' : `${text}\n`}${fence}`)
}

/** A list right after another of its kind takes the other marker, or the two would be one. */
function renderList(list: List, writer: Writer, previous: Block | undefined): void {
  const isSecond =
    previous?.type === 'list' && previous.ordered === list.ordered && !otherMarker.has(previous)
  if (isSecond) otherMarker.add(list)
  list.items.forEach(({ checked, blocks }, index) => {
    if (index > 0) {
      if (list.loose) writer.blankLine()
      else writer.line()
    }
    const marker = list.ordered ? `${list.start + index}${isSecond ? ')' : '.'}` : isSecond ? '*' : '-'
    const box = checked === undefined ? '' : checked ? '[x] ' : '[ ] '
    writer.write(blocks.length > 0 || box ? `${marker} ${box}` : marker)
    writer.within(' '.repeat(marker.length + 1), () => renderInside(blocks, writer, !list.loose, true))
  })
}

const otherMarker = new WeakSet<List>()

function renderCallout({ kind, title, blocks }: Callout, writer: Writer): void {
  writer.write(`> [!${kind}] ${renderInline([{ type: 'text', value: title }], 'line')}`.trimEnd())
  writer.within('> ', () => {
    writer.line()
    renderInside(blocks, writer, false, false)
  })
}

/** Terms on lines of their own, definitions behind a colon, as PHP Markdown Extra and its many followers read them. */
function renderDefinitions({ items }: Definitions, writer: Writer): void {
  items.forEach(({ terms, definitions }, index) => {
    if (index > 0) writer.blankLine()
    terms.forEach((term, at) => {
      if (at > 0) writer.line()
      writer.write(renderInline(term, 'line'))
    })
    definitions.forEach((blocks, at) => {
      if (at > 0 || terms.length > 0) writer.line()
      writer.write(': ')
      writer.within('  ', () => renderInside(blocks, writer, false, false))
    })
  })
}

function renderDetails({ summary, blocks }: Details, writer: Writer): void {
  const title = renderInline(summary, 'line')
  if (title !== '') writer.write(title.includes('**') ? title : `**${title}**`)
  if (title !== '' && blocks.length > 0) writer.blankLine()
  renderInside(blocks, writer, false, false)
}

function renderNote({ label, blocks }: Note, writer: Writer): void {
  writer.write(`[^${label}]: `)
  writer.within('    ', () => renderInside(blocks, writer, false, false))
}

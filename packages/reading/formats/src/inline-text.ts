import { collapse } from '@gleaner/markup'
import type { Block, Callout, Inline } from './block.ts'

/** Inline content as the text a reader sees; images give nothing, a line break gives a line feed. */
export function plainText(content: readonly Inline[]): string {
  let text = ''
  for (const inline of content) {
    if (inline.type === 'text' || inline.type === 'code-span') text += inline.value
    else if (inline.type === 'marked' || inline.type === 'link') text += plainText(inline.children)
    else if (inline.type === 'inline-math') text += `$${inline.tex}$`
    else if (inline.type === 'note-reference') text += `[${inline.label}]`
    else if (inline.type === 'break') text += '\n'
  }
  return text
}

/** All text of a block on one line. */
export function inlineText(block: Block): string {
  if (block.type === 'paragraph') return collapse(plainText(block.content))
  return collapse(blockTexts(block).join(' '))
}

function blockTexts(block: Block): string[] {
  switch (block.type) {
    case 'heading':
    case 'paragraph':
      return [plainText(block.content)]
    case 'code':
      return [block.text]
    case 'math':
      return [block.tex]
    case 'rule':
      return []
    case 'list':
      return block.items.flatMap((item) => item.blocks.flatMap(blockTexts))
    case 'table':
      return [block.header, ...block.rows].flat().flatMap((cell) => cell.flatMap(blockTexts))
    case 'definitions':
      return block.items.flatMap(({ terms, definitions }) => [
        ...terms.map(plainText),
        ...definitions.flat().flatMap(blockTexts),
      ])
    case 'details':
      return [plainText(block.summary), ...block.blocks.flatMap(blockTexts)]
    case 'callout':
      return [calloutTitle(block), ...block.blocks.flatMap(blockTexts)]
    case 'quote':
    case 'note':
      return block.blocks.flatMap(blockTexts)
  }
}

/** What a callout is headed by: its title, or its kind as a word. */
export function calloutTitle({ title, kind }: Callout): string {
  return title || kind.charAt(0).toUpperCase() + kind.slice(1)
}

/** Lines as one, a space between them. */
export function joinLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
}

import type { Block } from './block.ts'
import { calloutTitle, inlineText, plainText } from './inline-text.ts'

/** Plain text: one empty line between blocks, list markers kept, cells separated by tabs, no links and no emphasis. */
export function renderText(blocks: readonly Block[]): string {
  return blocks
    .map(textOf)
    .filter((text) => text !== '')
    .join('\n\n')
}

function textOf(block: Block): string {
  switch (block.type) {
    case 'heading':
    case 'paragraph':
      return plainText(block.content).trim()
    case 'code':
      return block.text
    case 'math':
      return block.tex
    case 'rule':
      return ''
    case 'list':
      return block.items
        .map(({ blocks }, index) => ({ text: renderLines(blocks), number: block.start + index }))
        .filter(({ text }) => text !== '')
        .map(({ text, number }) => hang(block.ordered ? `${number}. ` : '- ', text))
        .join('\n')
    case 'table':
      return [plainText(block.caption), ...[block.header, ...block.rows].map(rowText)]
        .filter((line) => line !== '')
        .join('\n')
    case 'definitions':
      return block.items
        .map(({ terms, definitions }) =>
          [...terms.map(plainText), ...definitions.map((inner) => hang('  ', renderLines(inner)))].join('\n'),
        )
        .join('\n')
    case 'details':
      return [plainText(block.summary), renderText(block.blocks)].filter((text) => text !== '').join('\n\n')
    case 'callout':
      return [calloutTitle(block), renderText(block.blocks)].join('\n')
    case 'quote':
      return renderText(block.blocks)
    case 'note':
      return hang(`[${block.label}] `, renderText(block.blocks))
  }
}

/** Plain text without empty lines between blocks, for places within a line of their own: items, cells, quotes. */
export function renderLines(blocks: readonly Block[]): string {
  return blocks
    .map(textOf)
    .filter((text) => text !== '')
    .join('\n')
}

function rowText(row: readonly (readonly Block[])[]): string {
  const cells = row.map((cell) => cell.map(inlineText).join(' '))
  return cells.every((cell) => cell === '') ? '' : cells.join('\t')
}

/** `text` behind `marker`, its further lines indented to stand below. */
function hang(marker: string, text: string): string {
  return marker + text.replace(/\n(?!\n)/g, `\n${' '.repeat(marker.length)}`)
}

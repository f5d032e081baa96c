import type { Block } from '../block.ts'

/** Blocks whose last line a following line of plain text would continue. */
const OPEN_ENDED = new Set<Block['type']>([
  'paragraph',
  'list',
  'quote',
  'callout',
  'table',
  'definitions',
  'details',
  'note',
])

/** Whether two blocks inside of a tight list item still need an empty line between them. */
export function needsBlankLine(previous: Block, next: Block): boolean {
  switch (next.type) {
    case 'code':
    case 'heading':
    case 'quote':
    case 'callout':
      return (
        next.type === previous.type ||
        (next.type !== 'code' && next.type !== 'heading' && previous.type === 'quote')
      )
    case 'list':
      return previous.type === 'paragraph'
        ? next.ordered && next.start !== 1
        : previous.type !== 'code' && previous.type !== 'heading'
    case 'rule':
      return previous.type === 'paragraph'
    default:
      return OPEN_ENDED.has(previous.type)
  }
}

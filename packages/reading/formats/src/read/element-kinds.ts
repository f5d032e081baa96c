import { BLOCK_TAGS as LINE_TAGS } from '@gleaner/markup'
import type { Mark } from '../block.ts'

/** What begins a line and is part of a block all the same: line breaks, and controls. */
const WITHIN_BLOCK: ReadonlySet<string> = new Set(['br', 'button', 'option', 'textarea'])

/** Elements that begin and end a block of their own. */
export const BLOCK_TAGS: ReadonlySet<string> = LINE_TAGS.difference(WITHIN_BLOCK)

/** Elements without content for a reader: code, settings, controls, drawings. */
export const SKIPPED_TAGS: ReadonlySet<string> = new Set(
  (
    'script style template head title meta link base canvas input select option datalist textarea progress ' +
    'meter map area param source track noembed noframes svg'
  ).split(' '),
)

/** Inline elements that Markdown or the text itself can mark. `<b>` is read as `<strong>`, `<i>` as `<em>`. */
export const MARKS: ReadonlyMap<string, Mark> = new Map<string, Mark>([
  ['strong', 'strong'],
  ['b', 'strong'],
  ['em', 'em'],
  ['i', 'em'],
  ['del', 'del'],
  ['s', 'del'],
  ['strike', 'del'],
  ['sub', 'sub'],
  ['sup', 'sup'],
  ['kbd', 'kbd'],
  ['mark', 'mark'],
])

import type { Mark } from '../block.ts'

/** Elements that begin and end a block of their own. */
export const BLOCK_TAGS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer ' +
    'form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup p pre search section summary ' +
    'table tbody td tfoot th thead tr ul caption frameset'
  ).split(' '),
)

/** Elements without content for a reader: code, settings, controls, drawings. */
export const SKIPPED_TAGS: ReadonlySet<string> = new Set(
  (
    'script style template head title meta link base canvas input select option datalist textarea progress ' +
    'meter map area param source track noembed noframes frame svg'
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

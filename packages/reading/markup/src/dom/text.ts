import { COMMENT, ELEMENT, type Node, TEXT } from './node.ts'
import { isHidden, walk } from './query.ts'

/** Characters and nodes that may still be read; shared by readers of nested texts. */
export interface TextBudget {
  left: number
}

/** All text below (or of) `node` as it stands in the source, scripts included: DOM `textContent`. */
export function textContent(node: Node): string {
  return textContentWithin(node, { left: Number.POSITIVE_INFINITY })
}

/** The same up to where the budget ends. */
export function textContentWithin(node: Node, budget: TextBudget): string {
  if (node.type === TEXT || node.type === COMMENT) return node.value
  let text = ''
  walk(node, (child) => {
    if (child.type === TEXT) text += child.value
    budget.left -= costOf(child)
    return budget.left < 0 ? 'stop' : undefined
  })
  return text
}

function costOf(node: Node): number {
  return node.type === TEXT ? 1 + node.value.length : 1
}

/**
 * The text a reader sees below `node`, white space collapsed and trimmed, blocks kept apart by one space. Scripts,
 * styles, templates and elements hidden by attribute or inline style are left out.
 */
export function visibleText(node: Node): string {
  return visibleTextWithin(node, { left: Number.POSITIVE_INFINITY })
}

/** The same up to where the budget ends. */
export function visibleTextWithin(node: Node, budget: TextBudget): string {
  if (node.type === COMMENT) return ''
  if (node.type === TEXT) return collapse(node.value)
  let text = ''
  walk(
    node,
    (child) => {
      if (child.type === TEXT) text += child.value
      budget.left -= costOf(child)
      if (budget.left < 0) return 'stop'
      if (child.type !== ELEMENT) return undefined
      if (INVISIBLE_TAGS.has(child.tag) || isHidden(child)) return 'skip'
      if (BLOCK_TAGS.has(child.tag)) text += ' '
      return undefined
    },
    (element) => {
      if (BLOCK_TAGS.has(element.tag)) text += ' '
    },
  )
  return collapse(text)
}

/** White space runs to one space, trimmed. No-break spaces count as white space. */
export function collapse(text: string): string {
  return text.replace(OTHER_SPACE, ' ').trim()
}

/** Runs of white space other than one space: most text has few of them, and without any it is not copied. */
const OTHER_SPACE = /[^\S ]\s*| \s+/g

/** Elements whose text no reader sees. */
export const INVISIBLE_TAGS: ReadonlySet<string> = new Set(
  'head noembed noframes noscript script style template title'.split(' '),
)

export const HEADINGS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

/** Elements that begin a line of their own, and end one. */
export const BLOCK_TAGS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body br button caption center dd details dialog dir div dl dt fieldset ' +
    'figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol ' +
    'optgroup option p pre search section summary table tbody td textarea tfoot th thead tr ul'
  ).split(' '),
)

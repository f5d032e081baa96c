import { append, createElement, createText, type Element } from '@gleaner/markup'

/** Fields of schema.org items that hold what a page would show, the fullest first. */
const TEXT_FIELDS = ['articleBody', 'text', 'reviewBody', 'description'] as const
/** Characters that a page shows at least when it shows its content. */
export const CONTENT_CHARS = 200

/**
 * The text of a page's structured data as a tree, for a page that shows next to nothing without scripts. Undefined when
 * the page shows its content (`visible` characters), or declares no more than it shows.
 */
export function declaredContent(visible: number, declared: () => unknown): Element | undefined {
  if (visible >= CONTENT_CHARS) return undefined
  const main = declared()
  if (typeof main !== 'object' || main === null) return undefined
  const fields = main as Record<string, unknown>
  const text = TEXT_FIELDS.map((name) => fields[name]).find((value) => typeof value === 'string')
  if (typeof text !== 'string' || text.length <= 2 * visible) return undefined
  const root = createElement('article')
  for (const line of text.split(/\n+/)) {
    if (line.trim() === '') continue
    const paragraph = createElement('p')
    append(paragraph, [createText(line.trim())])
    append(root, [paragraph])
  }
  return root
}

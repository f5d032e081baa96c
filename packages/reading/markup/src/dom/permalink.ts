import type { Element } from './node.ts'
import { closest, findFirst } from './query.ts'
import { HEADINGS, textContent } from './text.ts'

const PERMALINK_CLASS =
  /(?:^|[\s_-])(?:anchor|anchorjs|permalink|headerlink|header-link|heading-link|hash-link|anchor-link|heading-anchor|section-link|deep-link)(?:[\s_-]|$)/i
/** What stands for "link to this heading": signs, or nothing but an icon. */
const PERMALINK_TEXT =
  /^(?:[#¶§🔗⚓∞\u{f0c1}\s]|link|permalink)*(?:(?:direct |perma)?link (?:to|for) .*)?$/isu

/** A link that a heading carries to itself, for copying. `known` is its text, for a caller that has read it. */
export function isPermalink(a: Element, known?: string): boolean {
  const href = a.attrs.href
  if (href === undefined || !href.includes('#')) return false
  const text = (known ?? textContent(a)).trim()
  if (!PERMALINK_TEXT.test(text) || findFirst(a, 'img')) return false
  return closest(a, HEADINGS) !== undefined || PERMALINK_CLASS.test(a.attrs.class ?? '')
}

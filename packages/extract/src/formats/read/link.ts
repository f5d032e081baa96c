import type { Element } from '../../dom/node.ts'
import { closest, findFirst } from '../../dom/query.ts'
import { HEADINGS, textContent } from '../../dom/text.ts'
import type { Block, Inline, Link } from '../block.ts'

const PERMALINK_CLASS =
  /(?:^|[\s_-])(?:anchor|anchorjs|permalink|headerlink|header-link|heading-link|hash-link|anchor-link|heading-anchor|section-link|deep-link)(?:[\s_-]|$)/i
/** What stands for "link to this heading": signs, or nothing but an icon. */
const PERMALINK_TEXT = /^(?:[#¶§🔗⚓∞\u{f0c1}\s]|link|permalink)*(?:direct link to .*)?$/isu

/** A link that a heading carries to itself, for copying. `known` is its text, for a caller that has read it. */
export function isPermalink(a: Element, known?: string): boolean {
  const href = a.attrs.href
  if (href === undefined || !href.includes('#')) return false
  const text = (known ?? textContent(a)).trim()
  if (!PERMALINK_TEXT.test(text) || findFirst(a, 'img')) return false
  return closest(a, HEADINGS) !== undefined || PERMALINK_CLASS.test(a.attrs.class ?? '')
}

/** A heading's own text linked to its own place: the link says nothing. */
export function isSelfLink(a: Element): boolean {
  if (!a.attrs.href?.startsWith('#')) return false
  return closest(a, HEADINGS) !== undefined || findFirst(a, HEADINGS) !== undefined
}

/**
 * Carries a link around blocks into them, as Markdown has no link around blocks: onto the first heading, else onto
 * the first text, else onto the first image.
 */
export function linkBlocks(blocks: Block[], href: string, title: string): void {
  const target =
    blocks.find((block) => block.type === 'heading') ??
    blocks.find((block) => block.type === 'paragraph' && hasText(block.content)) ??
    blocks.find((block) => block.type === 'paragraph')
  if (target?.type !== 'heading' && target?.type !== 'paragraph') return
  if (target.content.length === 0) return
  const link: Link = { type: 'link', href, title, children: withoutLinks(target.content) }
  target.content = [link]
}

function hasText(content: Inline[]): boolean {
  return content.some(
    (inline) => inline.type === 'text' || inline.type === 'marked' || inline.type === 'code-span',
  )
}

function withoutLinks(content: Inline[]): Inline[] {
  return content.flatMap((inline) => {
    if (inline.type === 'link') return inline.children
    if (inline.type === 'marked') return [{ ...inline, children: withoutLinks(inline.children) }]
    return inline.type === 'break' ? [{ type: 'text', value: ' ' } as const] : [inline]
  })
}

import { closest, type Element, findFirst, HEADINGS } from '@gleaner/markup'
import type { Block, Inline, Link } from '../block.ts'

/** A heading's text linked to the heading itself: the link is left out. */
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

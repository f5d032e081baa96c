import {
  collapse,
  type Document,
  documentBase,
  ELEMENT,
  type Element,
  findFirst,
  type ParentNode,
  visibleText,
  walk,
} from '@gleaner/markup'
import { createAddressResolver } from './address.ts'

export interface PageLink {
  url: string
  text: string
  /** Words of the `rel` attribute; absent without one. */
  rel?: string[]
}

/**
 * Every address the page links to, once, in document order, with the first text that is not empty. Links within the
 * page (`#part`) are left out; addresses stay absolute and keep their fragment otherwise.
 */
export function collectLinks(document: Document, pageUrl: string): PageLink[] {
  return linksIn(document, documentBase(document, pageUrl), pageUrl)
}

/** Like `collectLinks`, for a part of a page whose base address is known. */
export function linksIn(root: ParentNode, base: string | undefined, pageUrl?: string): PageLink[] {
  const resolve = createAddressResolver(base)
  const found = new Map<string, PageLink>()
  const page = pageUrl?.split('#', 1)[0]
  walk(root, (node) => {
    if (node.type !== ELEMENT || (node.tag !== 'a' && node.tag !== 'area')) return
    const { href } = node.attrs
    if (!href || href.startsWith('#')) return
    const url = resolve(href.trim())
    if (url === undefined || (page !== undefined && url.startsWith(`${page}#`))) return
    const known = found.get(url)
    if (known) known.text ||= linkText(node)
    else found.set(url, { url, text: linkText(node), ...relOf(node) })
  })
  return [...found.values()]
}

function linkText(a: Element): string {
  const text = visibleText(a)
  if (text !== '') return text
  const image = findFirst(a, (inner) => inner.tag === 'img' && Boolean(inner.attrs.alt))
  return collapse(image?.attrs.alt ?? a.attrs['aria-label'] ?? a.attrs.alt ?? a.attrs.title ?? '')
}

function relOf(a: Element): { rel?: string[] } {
  const rel = a.attrs.rel?.toLowerCase().split(/\s+/).filter(Boolean) ?? []
  return rel.length > 0 ? { rel } : {}
}

import type { Document } from './node.ts'
import { findFirst } from './query.ts'

/** Schemes that run code instead of naming a place. */
const CODE_SCHEMES: ReadonlySet<string> = new Set(['javascript:', 'vbscript:'])

/** The address that relative links of a page resolve against: its first `<base href>`, else the page's own. */
export function documentBase(document: Document, pageUrl: string): string {
  const base = findFirst(document, (element) => element.tag === 'base' && element.attrs.href !== undefined)
  const resolved = base && resolveUrl(pageUrl, base.attrs.href!)
  return resolved && /^https?:/.test(resolved) ? resolved : pageUrl
}

/** `href` as an absolute, normalized URL; undefined when it is no address or runs code (`javascript:`). */
export function resolveUrl(base: string, href: string): string | undefined {
  const url = URL.parse(href, base)
  return url && !CODE_SCHEMES.has(url.protocol) ? url.href : undefined
}

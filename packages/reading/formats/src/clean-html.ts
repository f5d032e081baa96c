import {
  COMMENT,
  createDocument,
  createElement,
  type Document,
  ELEMENT,
  type Element,
  type ParentNode,
} from '@gleaner/markup'
import { isTracker } from './read/image.ts'

/** Elements that run, style or track and show nothing. */
const REMOVED_TAGS = new Set([
  'script',
  'style',
  'template',
  'noembed',
  'frame',
  'object',
  'embed',
  'applet',
  'base',
])

/** `<link>` and `<meta>` that only load code, styles and connections. */
const REMOVED_LINKS =
  /\b(?:stylesheet|preload|prefetch|modulepreload|preconnect|dns-prefetch|manifest|import)\b/i

/** Frames that count visitors: tag managers, and frames that cannot be seen. */
const TRACKING_FRAME =
  /googletagmanager\.com|doubleclick\.net|facebook\.com\/tr|googlesyndication\.com|about:blank/i

/** A copy of the page without what runs, styles or tracks, and without what `isUnwanted` matches. */
export function copyCleaned(document: Document, isUnwanted: (element: Element) => boolean): Document {
  const copy = createDocument()
  const pending: { from: ParentNode; to: ParentNode }[] = [{ from: document, to: copy }]
  for (let pair = pending.pop(); pair; pair = pending.pop()) {
    for (const child of pair.from.children) {
      if (child.type === COMMENT) continue
      if (child.type !== ELEMENT) {
        pair.to.children.push({ ...child, parent: pair.to })
        continue
      }
      if (isRemoved(child) || isUnwanted(child)) continue
      const next = createElement(child.tag, cleanedAttributes(child.attrs), child.ns)
      next.parent = pair.to
      pair.to.children.push(next)
      pending.push({ from: child, to: next })
    }
  }
  return copy
}

function isRemoved(element: Element): boolean {
  const { tag, attrs } = element
  if (tag === 'script') return !/^(?:application\/ld\+json|math\/)/.test(attrs.type ?? '')
  if (REMOVED_TAGS.has(tag)) return true
  if (tag === 'link') return REMOVED_LINKS.test(attrs.rel ?? '')
  if (tag === 'meta')
    return attrs['http-equiv'] !== undefined && !/^content-(?:type|language)$/i.test(attrs['http-equiv'])
  if (tag === 'img') return isTracker(element)
  if (tag === 'iframe')
    return (
      attrs.src === undefined || TRACKING_FRAME.test(attrs.src) || attrs.width === '0' || attrs.height === '0'
    )
  return false
}

/** Attributes that run code, style, or belong to the page's scripts. */
const REMOVED_ATTRIBUTE =
  /^(?:on|style$|nonce$|integrity$|crossorigin$|ping$|jsaction$|jscontroller$|jsname$|data-reactid$|srcdoc$)/i

function cleanedAttributes(attrs: Record<string, string>): Record<string, string> {
  const kept: Record<string, string> = Object.create(null)
  for (const name in attrs) if (!REMOVED_ATTRIBUTE.test(name)) kept[name] = attrs[name]!
  return kept
}

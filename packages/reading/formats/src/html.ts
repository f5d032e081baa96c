import { type Document, documentBase, ELEMENT, type Element, serialize, walk } from '@gleaner/markup'
import { createAddressResolver, type ResolveAddress } from './address.ts'
import { copyCleaned } from './clean-html.ts'
import { isCookieBanner } from './cookie-banner.ts'
import { bestSource } from './read/image.ts'
import { sourceCandidates } from './read/srcset.ts'

export interface HtmlOptions {
  /** Default true. */
  removeCookieBanners?: boolean
}

/**
 * The format `html`: the whole page without scripts, styles, comments and tracking, by default without cookie
 * banners, all addresses absolute and lazy images with their real source. The document is not changed.
 */
export function renderHtml(document: Document, pageUrl: string, options: HtmlOptions = {}): string {
  const removeBanners = options.removeCookieBanners ?? true
  const copy = copyCleaned(document, (element) => removeBanners && isCookieBanner(element))
  const resolve = createAddressResolver(documentBase(document, pageUrl))
  walk(copy, (node) => {
    if (node.type === ELEMENT) makeAbsolute(node, resolve)
  })
  return `<!DOCTYPE html>\n${serialize(copy)}`
}

/** Attributes that hold one address. */
const ADDRESS_ATTRIBUTES = [
  'href',
  'src',
  'poster',
  'action',
  'cite',
  'data',
  'background',
  'formaction',
  'longdesc',
]

function makeAbsolute(element: Element, resolve: ResolveAddress): void {
  const { attrs } = element
  if (element.tag === 'img') {
    const source = bestSource(element)
    if (source !== undefined && attrs.src !== source && (!attrs.src || attrs.src.startsWith('data:')))
      attrs.src = source
  }
  for (const name of ADDRESS_ATTRIBUTES) {
    const value = attrs[name]
    if (value === undefined) continue
    if (element.tag === 'img' && value.startsWith('data:image/')) continue
    const absolute = resolve(value.trim())
    if (absolute === undefined) delete attrs[name]
    else attrs[name] = absolute
  }
  if (attrs.srcset !== undefined) attrs.srcset = absoluteSet(attrs.srcset, resolve)
}

function absoluteSet(srcset: string, resolve: ResolveAddress): string {
  let absolute = ''
  let from = 0
  for (const { url, start, end } of sourceCandidates(srcset)) {
    absolute += srcset.slice(from, start) + (resolve(url) ?? url)
    from = end
  }
  return absolute + srcset.slice(from)
}

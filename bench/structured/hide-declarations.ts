import { type ChildNode, type Document, ELEMENT, type Element, findAll } from '@gleaner/markup'

/** Attributes of microdata and RDFa; `content` outside of `meta` is theirs too. */
const DECLARING = [
  ...['itemprop', 'itemscope', 'itemtype', 'itemid', 'itemref'],
  ...['typeof', 'property', 'vocab', 'about', 'resource', 'datatype', 'prefix', 'content'],
]
const KEPT_METAS = /^(?:viewport|generator|robots|charset)$/i

/**
 * Takes what a page declares out of it: JSON-LD, the attributes of microdata and RDFa, all meta tags that name facts; with
 * `scripts` also every script, so that nothing is left but what a reader sees. Changes `document`.
 */
export function hideDeclarations(document: Document, { scripts = false } = {}): void {
  for (const element of findAll(document)) {
    element.children = element.children.filter((child) => !isDeclaration(child, scripts))
    if (element.tag === 'meta') continue
    for (const name of DECLARING) delete element.attrs[name]
  }
}

function isDeclaration(node: ChildNode, scripts: boolean): boolean {
  if (node.type !== ELEMENT) return false
  if (node.tag === 'script') return scripts || /ld\+json/i.test(node.attrs.type ?? '')
  if (node.tag === 'meta') return !isHarmless(node)
  return node.tag === 'link' && (node.attrs.itemprop !== undefined || node.attrs.property !== undefined)
}

function isHarmless({ attrs }: Element): boolean {
  return attrs.charset !== undefined || attrs['http-equiv'] !== undefined || KEPT_METAS.test(attrs.name ?? '')
}

import { collapse, type Document, type Element, findAll, textContent } from '@gleaner/markup'
import type { PageDeclarations } from '@gleaner/page-types'

/** The declarations of a page that its type is guessed from. */
export interface PageHead extends PageDeclarations {
  /** Of several with one name, the first. */
  metas: Map<string, string>
  schemaTypes: Set<string>
  linkTypes: Set<string>
}

export function readHead(document: Document): PageHead {
  const head: PageHead = { title: '', metas: new Map(), schemaTypes: new Set(), linkTypes: new Set() }
  for (const element of findAll(document, isDeclaration)) {
    const { tag, attrs } = element
    const name = (attrs.property ?? attrs.name)?.toLowerCase()
    if (tag === 'meta' && name && attrs.content && !head.metas.has(name))
      head.metas.set(name, attrs.content.trim())
    if (attrs.itemtype) head.schemaTypes.add(attrs.itemtype.replace(/^.*[/#]/, ''))
    if (tag === 'link')
      for (const type of attrs.rel?.toLowerCase().split(/\s+/) ?? []) head.linkTypes.add(type)
    if (tag === 'title' && !head.title) head.title = collapse(textContent(element))
    if (tag === 'script') addTypes(textContent(element), head.schemaTypes)
  }
  return head
}

const TYPE = /"@type"\s*:\s*(?:\[\s*)?"(?:https?:\/\/schema\.org\/)?(\w+)"/g

function addTypes(json: string, types: Set<string>): void {
  for (const [, type] of json.matchAll(TYPE)) types.add(type!)
}

function isDeclaration({ tag, attrs, ns }: Element): boolean {
  if (tag === 'meta' || tag === 'link' || attrs.itemtype !== undefined) return true
  return (tag === 'title' && ns === 'html') || (tag === 'script' && attrs.type === 'application/ld+json')
}

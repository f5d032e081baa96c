import { type ChildNode, ELEMENT, type Element } from '@gleaner/markup'
import type { Block, Definitions } from '../block.ts'
import type { Reader } from './reader.ts'

/** A `<dl>`. Without terms (an old way to indent) its definitions are plain blocks. */
export function readDefinitions(element: Element, reader: Reader): Block[] {
  const entries = groups(element)
  if (!entries.some(({ tag }) => tag === 'dt')) return reader.blocksOf(entries.flatMap(contentOf))
  const items: Definitions['items'] = []
  let last = ''
  for (const entry of entries) {
    if (entry.tag === 'dt') {
      const term = reader.inlineOf(entry.children)
      if (term.length === 0) continue
      if (last === 'dt') items.at(-1)!.terms.push(term)
      else items.push({ terms: [term], definitions: [] })
    } else {
      const blocks = reader.blocksWithin(contentOf(entry))
      if (blocks.length === 0) continue
      if (items.length === 0) items.push({ terms: [], definitions: [] })
      items.at(-1)!.definitions.push(blocks)
    }
    last = entry.tag
  }
  return items.length > 0 ? [{ type: 'definitions', items }] : []
}

/** What a definition holds; anything else in the list counts as one itself. */
function contentOf(entry: Element): readonly ChildNode[] {
  return entry.tag === 'dd' ? entry.children : [entry]
}

/** Terms and definitions in order; HTML lets a `<div>` group them. */
function groups(element: Element): Element[] {
  return element.children.flatMap((child) => {
    if (child.type !== ELEMENT) return []
    if (child.tag === 'dt' || child.tag === 'dd') return [child]
    const inner = child.children.some(
      (part) => part.type === ELEMENT && (part.tag === 'dt' || part.tag === 'dd'),
    )
    return inner ? child.children.filter((part) => part.type === ELEMENT) : [child]
  })
}

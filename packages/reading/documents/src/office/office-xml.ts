import { ELEMENT, type Element, type ParentNode } from '@gleaner/markup'

export function childrenNamed(node: ParentNode, name: string): Element[] {
  return node.children.filter((child): child is Element => child.type === ELEMENT && child.tag === name)
}

export function childNamed(node: ParentNode, name: string): Element | undefined {
  return node.children.find((child): child is Element => child.type === ELEMENT && child.tag === name)
}

/** The value of a property of Office's formulas: `m:val` of `name` in `properties`. */
export function propertyOf(node: ParentNode, properties: string, name: string): string | undefined {
  const group = childNamed(node, properties)
  return group && childNamed(group, name)?.attrs['m:val']
}

/** The files that a part of an Office package names by id. */
export function relationsIn(xml: ParentNode): Map<string, { target: string; isExternal: boolean }> {
  const root = childNamed(xml, 'relationships')
  return new Map(
    (root ? childrenNamed(root, 'relationship') : []).map(({ attrs }) => [
      attrs.id ?? '',
      { target: attrs.target ?? '', isExternal: attrs.targetmode === 'External' },
    ]),
  )
}

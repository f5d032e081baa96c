import type { Element, ParentNode } from './node.ts'
import { childElements } from './query.ts'

/** The element children of each parent with their places, read once: asking for the next of many siblings stays linear. */
export class Siblings {
  private readonly known = new Map<ParentNode, { all: readonly Element[]; places: Map<Element, number> }>()

  of(parent: ParentNode): readonly Element[] {
    return this.read(parent).all
  }

  /** The elements after this one, `most` at most. */
  after(element: Element, most: number): readonly Element[] {
    if (!element.parent) return []
    const { all, places } = this.read(element.parent)
    const next = places.get(element)! + 1
    return all.slice(next, next + most)
  }

  private read(parent: ParentNode) {
    let found = this.known.get(parent)
    if (!found) {
      const all = childElements(parent)
      found = { all, places: new Map(all.map((element, place) => [element, place])) }
      this.known.set(parent, found)
    }
    return found
  }
}

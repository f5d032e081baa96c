import { ELEMENT, type Element, type ParentNode } from '@gleaner/markup'

interface Place {
  group: number
  item: number
}

const NONE: Place = { group: -1, item: -1 }
/** Elements of one tag and class beside each other that make a list of them. */
const LEAST_ITEMS = 3
/** How far above an element its list is looked for. */
const MOST_STEPS = 12

/** Finds the list, grid or table that an element stands in: the nearest box with at least three children of one kind. */
export function createGroups(): (element: Element | undefined) => Place {
  const groups = new Map<
    ParentNode,
    { id: number; counts: Map<string, number>; items: Map<Element, number> }
  >()
  const factsOf = (parent: ParentNode) => {
    let facts = groups.get(parent)
    if (!facts) {
      const counts = new Map<string, number>()
      for (const child of parent.children)
        if (child.type === ELEMENT) counts.set(kindOf(child), (counts.get(kindOf(child)) ?? 0) + 1)
      facts = { id: groups.size, counts, items: new Map() }
      groups.set(parent, facts)
    }
    return facts
  }
  return (element) => {
    let at = element
    for (let step = 0; at?.parent && step < MOST_STEPS; step++) {
      const { parent }: Element = at
      const { id, counts, items } = factsOf(parent!)
      if (!LINES.has(at.tag) && counts.get(kindOf(at))! >= LEAST_ITEMS) {
        const item = items.get(at) ?? items.size
        items.set(at, item)
        return { group: id, item }
      }
      at = parent!.type === ELEMENT ? parent! : undefined
    }
    return NONE
  }
}

/** The first class is the kind; those behind it tell what is special about one of the kind. */
function kindOf({ tag, attrs }: Element): string {
  return `${tag} ${/[a-z_-]+/i.exec(attrs.class?.slice(0, 100) ?? '')?.[0] ?? ''}`
}

/** Elements that stand beside each other as the text goes on, not as items of a list. */
const LINES: ReadonlySet<string> = new Set(
  'p br h1 h2 h3 h4 h5 h6 span b i em strong hr pre a td th'.split(' '),
)

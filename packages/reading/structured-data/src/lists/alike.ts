import { childElements, ELEMENT, type Element } from '@gleaner/markup'
import type { Repeated } from './repeated-elements.ts'

/** Share of their inner shapes that two entries have in common at least. */
const ALIKE = 0.35
/** Kinds that the members of one group are told apart into; what is like none of them is left out. */
const MOST_KINDS = 6
const DEPTH = 3
/** Levels up to which an element is looked for in another of its kind. */
const MOST_NESTED = 12
const MOST_SHAPES = 60

/** Elements that are alike inside too. */
export interface Kind {
  members: Element[]
  siblings: string
  shapes: ReadonlySet<string>
  /** Most of its group stand outside the page's own content. */
  isOutside: boolean
}

/**
 * Tells elements of one outer shape apart by what they hold (the title rows of a table from the rows of links below them), and
 * brings those together that differ by a class alone (`odd`, `featured`).
 */
export function alikeKinds(groups: readonly Repeated[], order: ReadonlyMap<Element, number>): Kind[] {
  const kinds: Kind[] = []
  for (const { elements, siblings, outside } of groups) {
    const isOutside = outside > elements.length / 2
    let made = 0
    for (const element of elements) {
      const shapes = innerShapes(element)
      const kind = kinds.find(
        (one) =>
          one.siblings === siblings && one.isOutside === isOutside && overlap(one.shapes, shapes) >= ALIKE,
      )
      if (kind) kind.members.push(element)
      else if (made++ < MOST_KINDS) kinds.push({ members: [element], siblings, shapes, isOutside })
    }
  }
  for (const kind of kinds) {
    kind.members.sort((a, b) => order.get(a)! - order.get(b)!)
    kind.members = withoutNested(kind.members)
  }
  return kinds
}

/** Boxes of one shape within each other: the outer ones. */
function withoutNested(members: readonly Element[]): Element[] {
  const all = new Set(members)
  return members.filter(({ parent }) => {
    for (let at = parent, up = 0; at?.type === ELEMENT && up < MOST_NESTED; at = at.parent, up++)
      if (all.has(at)) return false
    return true
  })
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 && b.size === 0) return 1
  let common = 0
  for (const shape of a) if (b.has(shape)) common += 1
  return common / (a.size + b.size - common)
}

/** The paths of tags below an element, some levels deep; of what stands side by side, each once. */
function innerShapes(element: Element): Set<string> {
  const shapes = new Set<string>()
  const visit = (parent: Element, path: string, depth: number) => {
    for (const child of childElements(parent)) {
      if (shapes.size >= MOST_SHAPES) return
      const inner = `${path}>${child.tag}`
      shapes.add(inner)
      if (depth < DEPTH) visit(child, inner, depth + 1)
    }
  }
  visit(element, '', 1)
  return shapes
}

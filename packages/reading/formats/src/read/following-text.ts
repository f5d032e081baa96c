import { type ChildNode, ELEMENT, type Element, type ParentNode } from '@gleaner/markup'
import type { NoteText } from './note-text.ts'

/** Texinfo writes each note's number as a heading: the text stands in the blocks up to the next heading. */
export function takeFollowing(
  heading: Element,
  notes: NoteText[],
  leftOut: Set<ChildNode>,
  places: Map<ParentNode, Map<ChildNode, number>>,
): void {
  const text = following(heading, places)
  for (const node of text) leftOut.add(node)
  // Copies, as the originals are left out where they stand.
  notes[0] = { label: notes[0]!.label, children: text.map((node) => ({ ...node })) }
}

/** The siblings up to the next heading. `places` holds those of the parents asked about, so that none is searched twice. */
function following(heading: Element, places: Map<ParentNode, Map<ChildNode, number>>): ChildNode[] {
  const { parent } = heading
  if (!parent) return []
  const known = places.get(parent) ?? new Map(parent.children.map((child, place) => [child, place]))
  places.set(parent, known)
  const start = known.get(heading)! + 1
  let end = start
  while (end < parent.children.length && !endsNote(parent.children[end]!)) end++
  return parent.children.slice(start, end)
}

function endsNote(node: ChildNode): boolean {
  return node.type === ELEMENT && (/^h\d$/.test(node.tag) || node.tag === 'hr')
}

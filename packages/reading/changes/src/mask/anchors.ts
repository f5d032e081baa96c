import { normalAddress } from '../compare/normal-address.ts'
import { normalForm } from '../compare/normal-form.ts'
import type { Unit } from '../read/unit.ts'

/** By what a unit is known again: without dates and counters, which stay within a second but not until tomorrow. */
export function anchorOf({ kind, text }: Unit): string {
  return kind === 'text' ? normalForm(text).slice(0, 200) : `${kind} ${normalAddress(text).slice(0, 200)}`
}

/** Where each anchor stands that a page has once. */
export function findAnchors(units: readonly Unit[]): {
  anchors: string[]
  places: ReadonlyMap<string, number>
} {
  const anchors = units.map(anchorOf)
  const places = new Map<string, number>()
  const repeated = new Set<string>()
  anchors.forEach((anchor, index) => {
    if (places.has(anchor)) repeated.add(anchor)
    else places.set(anchor, index)
  })
  for (const anchor of repeated) places.delete(anchor)
  return { anchors, places }
}

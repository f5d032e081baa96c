import type { Outline } from './outline.ts'

/** Links with text inside the element. */
export function countLinks({ linksBefore, end }: Outline, i: number): number {
  return linksBefore[end[i]!]! - linksBefore[i + 1]!
}

/** Links around boxes, as cards and the entries of large menus have them, inside the element. */
export function countBoxLinks({ elements, end, text }: Outline, i: number): number {
  let links = 0
  for (let k = i + 1; k < end[i]!; k++) if (elements[k]!.tag === 'a' && text[k]! > 0) links++
  return links
}

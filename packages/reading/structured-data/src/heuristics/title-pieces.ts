import { nameKey } from '../entities/similarity.ts'

/** What separates a headline from the site's name, in text of single spaces. A plain hyphen needs spaces around it. */
export const SEPARATOR = / [|–—·•›»«:\-‹~/\\]+ | ?[|｜»] ?/g

/** The pieces of a title of several, as keys. */
export function piecesOf(title: string): string[] {
  const pieces = title.split(SEPARATOR)
  return pieces.length > 1 ? pieces.map(nameKey) : []
}

/** The smallest thing of a page that is compared: a line of text, the target of a link, an image. */
export interface Unit {
  kind: 'text' | 'link' | 'image'
  /** What is shown; the address of a link or an image. White space is collapsed. */
  text: string
  /** The words of a link, the alternative text of an image. */
  label?: string
  /** What holds it: tag and class words of its block and of the box around. */
  path: string
  /** The heading that it stands under, or the name of the selector that found it. */
  section: string
  /** The list, grid or table of like elements that it is part of; -1 without one. */
  group: number
  /** Which of the group's elements it is part of. */
  item: number
  /** Part of an advertisement, by the structure of the page. */
  isAdvert: boolean
}

export interface Reading {
  units: Unit[]
  /** The page had more than is compared; the rest of it is left out. */
  truncated: boolean
}

/** Units of one page that are compared. Whole specifications on one page have some 30,000. */
export const MOST_UNITS = 50_000
/** Characters of one unit. */
export const MOST_CHARS = 20_000

import { headingsAtEnd, type Limits, sizeOf, type Unit } from './units.ts'

/** Sections smaller than a chunk's limit divided by this are joined with the next one. */
const SMALL_DIVISOR = 4

/** Units that make up one chunk each: a section, part of a long one, or a section with its small neighbours. */
export function groupUnits(units: readonly Unit[], limits: Limits): Unit[][] {
  const sizes = sectionSizes(units)
  const groups: Unit[][] = []
  let current: Unit[] = []
  let size = 0
  const close = () => {
    // Headings stay with what they head; those that are too long for it have a chunk of their own.
    const headings = trailingHeadings(current)
    const carried = headingsAtEnd(headings, limits)
    const isCarried = carried.length < current.length
    groups.push(current.slice(0, current.length - headings.length))
    groups.push(headings.slice(0, isCarried ? -carried.length || undefined : undefined))
    current = isCarried ? carried : []
    size = sizeOf(current)
  }
  units.forEach((unit, index) => {
    const hasText = current.some(({ isHeading }) => !isHeading)
    const needed = size + unit.tokens + 1 + closing(unit, units[index + 1])
    const isFull = current.length > 0 && needed > (hasText ? limits.own : limits.most)
    const begins =
      unit.isHeading && current.length > 0 && !joins(current, size, unit, sizes[index]!, limits.own)
    if (isFull || begins) close()
    if (current.length === 0) size = 0
    if (current.every(({ isHeading }) => isHeading)) size += opening(unit, units[index - 1])
    current.push(unit)
    size += unit.tokens + 1
  })
  groups.push(current)
  return groups.filter((group) => group.length > 0)
}

function trailingHeadings(units: readonly Unit[]): Unit[] {
  let from = units.length
  while (from > 0 && units[from - 1]!.isHeading) from--
  return units.slice(from)
}

/** Tokens of what the unit repeats when a chunk begins with it. */
function opening({ cut }: Unit, before: Unit | undefined): number {
  return cut && before?.cut === cut ? cut.openTokens : 0
}

/** Tokens of what closes the unit's code when a chunk ends with it. */
function closing({ cut }: Unit, after: Unit | undefined): number {
  return cut && after?.cut === cut ? cut.closeTokens : 0
}

/** Whether the section that begins with `heading` continues the chunk: it fits, and is below it or the chunk is small. */
function joins(current: Unit[], size: number, heading: Unit, sectionSize: number, limit: number): boolean {
  if (current.every(({ isHeading }) => isHeading)) return true
  if (size + sectionSize > limit) return false
  const top = current[0]!.path
  const isBelow =
    top.length > 0 &&
    top.every((part, index) => heading.path[index] === part) &&
    heading.path.length > top.length
  return isBelow || size < limit / SMALL_DIVISOR
}

/** For every heading, the tokens up to the next one. */
function sectionSizes(units: readonly Unit[]): number[] {
  const sizes = new Array<number>(units.length).fill(0)
  let size = 0
  for (let index = units.length - 1; index >= 0; index--) {
    size += units[index]!.tokens + 1
    sizes[index] = size
    if (units[index]!.isHeading) size = 0
  }
  return sizes
}

import { DAY_MS } from '@gleaner/runtime/units'

/** Zero of Unix time, and the evening before it in the west: what a template prints that was given no date. */
const NO_DATE = /^19(?:69-12-31|70-01-01)/

/** Whether a page may have been published or changed then: not tomorrow, by any place's calendar, nor at the clock's zero. */
export function isPast(date: string): boolean {
  return !NO_DATE.test(date) && Date.parse(date.slice(0, 10)) <= Date.now() + DAY_MS
}

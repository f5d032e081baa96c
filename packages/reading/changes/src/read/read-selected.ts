import { parseHtml } from '@gleaner/markup'
import { createSelection } from '@gleaner/markup/select'
import { readWithin } from './read-page.ts'
import { MOST_UNITS, type Reading, type Unit } from './unit.ts'

/**
 * What named selectors find, each under its name. Throws SelectorsTooCostly when they take more steps than reading a page may.
 * `selectors`: name to CSS selector.
 */
export function readSelected(html: string, selectors: Readonly<Record<string, string>>): Reading {
  const document = parseHtml(html)
  const selection = createSelection()
  const units: Unit[] = []
  for (const [name, selector] of Object.entries(selectors)) {
    for (const element of selection.all(document, selector)) {
      const left = MOST_UNITS - units.length
      if (left <= 0) return { units, truncated: true }
      // The name is all that tells where it is: headings within, and whether it is an advertisement, are the caller's choice.
      for (const unit of readWithin(element).units.slice(0, left))
        units.push({ ...unit, section: name, path: `${name} ${unit.path}`, isAdvert: false })
    }
  }
  return { units, truncated: document.truncated }
}

import type { ScheduleKind } from '@gleaner/contracts'
import { SEARCH_SCRAPE_FIELDS } from '@gleaner/contracts/schemas/search'
import type { Work } from '@gleaner/schedules'

interface Target {
  kind: ScheduleKind
  work: Work
}

/** Whether what is known of the one says something of the other: of lists that pages come to and go from, not of addresses that are named. */
export function isSameTarget(a: Target, b: Target): boolean {
  return a.kind === b.kind && listOf(a) === listOf(b)
}

/** Fields of a search that do not say what is found. */
const BESIDE: ReadonlySet<string> = new Set(['scrape_results', 'num_results', ...SEARCH_SCRAPE_FIELDS])

/** What a target's pages are found by. */
function listOf({ kind, work }: Target): string {
  if (kind === 'batch') return ''
  const given = Object.entries((work[kind] ?? {}) as object)
  const naming =
    kind === 'search' ? given.filter(([name]) => !BESIDE.has(name)) : given.filter(([name]) => name === 'url')
  return JSON.stringify(naming.sort(([a], [b]) => (a < b ? -1 : 1)))
}

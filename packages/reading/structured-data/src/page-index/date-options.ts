import type { DateOptions } from '@gleaner/values'
import type { PageIndex } from './entries.ts'

const SLASHED = /(?<![\d/])(\d{1,2})\/(\d{1,2})\/(?:\d{4}|\d{2})(?![\d/])/
/** Texts that are looked at for dates of one order only. */
const MOST_TEXTS = 4_000
/** Domains of countries that write the month first, and those of countries that sites of anywhere use. */
const MONTH_FIRST: ReadonlySet<string> = new Set(['us', 'ph'])
const ANYWHERE: ReadonlySet<string> = new Set('ai cc co fm gg io ly me sh to tv vc ws'.split(' '))

/**
 * How a page writes dates. `03/04/2023` is read as the page's unmistakable dates (`25/04/2023`) are written, else by a region
 * in its language, else by the country of its domain; found when it is first asked for, which few pages do.
 */
export function dateOptions(index: PageIndex, url: string): DateOptions {
  let known: { monthFirst: boolean | undefined } | undefined
  return {
    language: index.language,
    get monthFirst() {
      known ??= { monthFirst: orderOfDates(index) ?? orderOfSite(index.language, url) }
      return known.monthFirst
    },
  }
}

function orderOfDates({ texts }: PageIndex): boolean | undefined {
  let balance = 0
  for (const { value } of texts.slice(0, MOST_TEXTS)) {
    const date = value.includes('/') && SLASHED.exec(value)
    if (!date) continue
    const [first, second] = [Number(date[1]), Number(date[2])]
    if (first > 12 && second <= 12) balance -= 1
    if (second > 12 && first <= 12) balance += 1
  }
  return balance === 0 ? undefined : balance > 0
}

function orderOfSite(language: string | undefined, url: string): boolean | undefined {
  if (language?.includes('-')) return undefined
  const ending = URL.parse(url)?.hostname.split('.').at(-1) ?? ''
  return ending.length !== 2 || ANYWHERE.has(ending) ? undefined : MONTH_FIRST.has(ending)
}

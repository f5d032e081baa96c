import { findDates, parseDate } from '@gleaner/values'
import type { PageIndex } from '../page-index/page-index.ts'
import type { Headline } from './headline.ts'

/** How far before the headline, in elements, a first post may begin: older software heads posts, not pages. */
const BEFORE = 40
const MOST_TEXTS = 4_000
/** Longest line that dates a post; longer ones are the post. */
const LINE_CHARS = 80
/** Words beside a date that is that of a member, or of a change. */
export const OF_MEMBERS = /join|founded|member|registered|last (?:visit|edit)|edited|bearbeitet|registriert/i

/** When the first post of a discussion was written: forums date each post to the minute, and members to the day. */
export function findPostDate(index: PageIndex, headline: Headline | undefined): string | undefined {
  const from = (headline?.order ?? 0) - BEFORE
  const options = index.dates
  const time = index.times.find(({ order, outside }) => !outside && order > from)
  const timed = time?.node.attrs.datetime ? parseDate(time.node.attrs.datetime, options) : undefined
  let label = ''
  for (const { value, order, outside } of index.texts.slice(0, MOST_TEXTS)) {
    if (time && timed && order >= time.order) return timed
    const line = `${label} ${value}`
    label = value
    if (outside || order <= from || value.length > LINE_CHARS || OF_MEMBERS.test(line)) continue
    const dates = findDates(value, options)
    if (dates.length === 1 && dates[0]!.date.includes('T')) return dates[0]!.date
  }
  return timed
}

import { readStandingCaller } from '@gleaner/accounts'
import { ApiError } from '@gleaner/contracts'
import { transaction } from '@gleaner/db'
import { type IntakeContext, prepareWork } from '@gleaner/intake'
import { noteAgain, type TakenCheck } from '@gleaner/monitors'
import { openSchedule, type SchedulesContext, type Work } from '@gleaner/schedules'

/**
 * Has pages of a check fetched once more, by a batch on behalf of who the monitor acts for; made in the transaction that says so. False when that is
 * refused: no money, no place, no right. Throws CheckLost.
 */
export async function fetchAgain(
  schedules: SchedulesContext,
  intake: IntakeContext,
  check: TakenCheck,
  urls: readonly string[],
): Promise<boolean> {
  try {
    const schedule = await openSchedule(
      schedules,
      schedules.pool,
      check.accountId,
      check.monitorId,
      'monitor',
    )
    const caller = await readStandingCaller(schedules.pool, schedule)
    const work = await prepareWork(intake, caller, againOf(schedule.work, urls), undefined)
    await transaction(schedules.pool, async (sql) => noteAgain(sql, check, await work.accept(sql)))
    await work.announce().catch(() => {})
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

/** The same pages in the same way: items as they were sent, or the addresses that a crawl or search has found with its own fields of a scrape. */
function againOf(
  { urls, crawl, search, options, formats, session_id, screenshots }: Work,
  doubtful: readonly string[],
): Work {
  const beside = {
    formats,
    ...(session_id != null && { session_id }),
    // By a browser as well; its picture would be looked at by nobody.
    ...(screenshots && { screenshots: false }),
  }
  if (!urls) return { urls: [...doubtful], options: scrapeFields(crawl ?? search), ...beside }
  const wanted = new Set(doubtful)
  const sent = urls.filter((entry) => wanted.has(addressOf(entry)))
  // What is shown of an address with a login is not as it was sent: then all are fetched again.
  return { urls: sent.length === wanted.size ? sent : urls, options, ...beside }
}

const addressOf = (entry: unknown): string =>
  typeof entry === 'string' ? entry : String((entry as { url?: unknown }).url)

/** Fields of a crawl or search that say how each page is fetched. */
const OF_PAGES = [
  'mode',
  'timeout',
  'advanced',
  'cost_controls',
  'extraction_schema',
  'extraction_profile',
  'session_id',
] as const

function scrapeFields(found: unknown): Record<string, unknown> {
  const given = found as Record<string, unknown>
  return Object.fromEntries(OF_PAGES.filter((name) => given[name] != null).map((name) => [name, given[name]]))
}

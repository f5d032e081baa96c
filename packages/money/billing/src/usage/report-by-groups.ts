import type { UsageGroup, UsageReport, UsageReportRow } from '@gleaner/contracts'
import { GROUPS_BY_DAY } from '@gleaner/contracts/schemas/usage'
import type { Queryable } from '@gleaner/db'
import { toCredits } from '../money.ts'
import { NO_KEY } from './count-usage-sql.ts'
import type { Period } from './period.ts'

interface Source {
  /** Its roll-up, narrowed down to account $1 and the time from $2 to $3. */
  from: string
  groups: Partial<Record<UsageGroup, string>>
}

/** A statement for three groups of a source by their names, $5 to $7, of which some may be null; $4 is the most rows. */
function reportSql({ from, groups }: Source): string {
  const cases = Object.entries(groups).map(([name, column]) => `WHEN '${name}' THEN ${column}`)
  const columns = PLACES.map(
    (place, at) => `CASE $${5 + at}::text ${cases.join(' ')} ELSE '' END AS ${place}`,
  )
  return `
    SELECT ${columns.join(', ')}, sum(requests)::float8 AS requests,
           COALESCE(sum(requests) FILTER (WHERE outcome = 'completed'), 0)::float8 AS completed,
           COALESCE(sum(requests) FILTER (WHERE outcome = 'failed'), 0)::float8 AS failed,
           COALESCE(sum(requests) FILTER (WHERE outcome = 'cached'), 0)::float8 AS cached,
           sum(cost_micros)::float8 AS "costMicros"
    FROM ${from} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3 LIMIT $4`
}

const PLACES = ['first', 'second', 'third'] as const

const QUARTERS = `usage_quarter WHERE account_id = $1 AND starts_at >= date_bin('15 minutes', $2::timestamptz, 'epoch') AND starts_at < $3::timestamptz`

/** Quarters that are joined before anything is written as text: a year of an account that works day and night has 200,000. */
const joinedBy = (step: string) => `(
      SELECT date_bin('${step}', starts_at, 'epoch') AS starts_at, api_key_id, tier, outcome,
             sum(requests) AS requests, sum(cost_micros) AS cost_micros
      FROM ${QUARTERS} GROUP BY 1, 2, 3, 4) AS joined`

const reportQuarters = (from: string) =>
  reportSql({
    from,
    groups: {
      day: `to_char(starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')`,
      hour: `to_char(starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24":00:00Z"')`,
      key: `NULLIF(api_key_id, '${NO_KEY}')::text`,
      tier: 'tier',
    },
  })

/** By the shortest time that is asked for. */
export const REPORTS = {
  quarters: reportQuarters(QUARTERS),
  hours: reportQuarters(joinedBy('1 hour')),
  'whole-days': reportQuarters(joinedBy('1 day')),
} as const

export const REPORT_DAYS = reportSql({
  from: `usage_day WHERE account_id = $1 AND day >= ($2::timestamptz AT TIME ZONE 'UTC')::date AND day < ($3::timestamptz AT TIME ZONE 'UTC')`,
  groups: { day: `to_char(day, 'YYYY-MM-DD')`, domain: 'host', kind: 'kind' },
})

type Row = Record<(typeof PLACES)[number], string | null> &
  Record<'requests' | 'completed' | 'failed' | 'cached' | 'costMicros', number>

/** The reply of GET /usage/report: what has ended in a period, by one to three groups, from the roll-ups alone. */
export async function reportByGroups(
  db: Queryable,
  accountId: string,
  period: Period,
  { group_by, limit }: { group_by: readonly UsageGroup[]; limit: number },
): Promise<UsageReport> {
  const isByDay = group_by.some((group) => (GROUPS_BY_DAY as readonly UsageGroup[]).includes(group))
  const time = group_by.includes('hour') ? 'hours' : group_by.includes('day') ? 'whole-days' : 'quarters'
  const { rows } = await db.query<Row>({
    name: `report-usage-${isByDay ? 'days' : time}`,
    text: isByDay ? REPORT_DAYS : REPORTS[time],
    values: [accountId, period.start, period.end, limit + 1, ...PLACES.map((_, at) => group_by[at] ?? null)],
  })
  return {
    period: { start: period.start.toISOString(), end: period.end.toISOString() },
    rows: rows.slice(0, limit).map((row) => presentRow(group_by, row)),
    is_cut: rows.length > limit,
  }
}

function presentRow(groups: readonly UsageGroup[], row: Row): UsageReportRow {
  const { requests, completed, failed, cached, costMicros } = row
  // Roll-ups have no null among what they count by.
  const by = Object.fromEntries(groups.map((group, at) => [group, row[PLACES[at]!] || null]))
  return { ...by, requests, completed, failed, cached, credits: toCredits(costMicros) }
}

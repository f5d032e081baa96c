import {
  ApiError,
  invalidRequest,
  type MonitorFieldHistory,
  type MonitorFieldHistoryQuery,
} from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { DAY_MS } from '@gleaner/runtime/units'
import { keyOf } from '../checks/looked-at.ts'
import { readMonitorRow } from '../store/monitors.ts'
import type { FieldValues } from './write-values.ts'

type Value = FieldValues[string]

/** A value that a page has had, from one check to another. */
export interface ValueSpan {
  value: Value
  since: Date
  /** Null: it still has it. */
  endedAt: Date | null
}

/** What a chart is drawn of. */
export interface FieldSeries {
  field: string
  type: 'text' | 'number' | 'currency' | 'bool'
  monitorName: string
  /** The oldest first. */
  spans: ValueSpan[]
  /** When the page was looked at last; null before the first check. */
  checkedAt: Date | null
}

/** Of a chart: more steps than it has pixels are no help. */
const MOST_SPANS = 1_000

/** The values of a field of all pages, or of one, the newest first. Throws NOT_FOUND. */
export async function listFieldHistory(
  sql: Queryable,
  accountId: string,
  monitorId: string,
  field: string,
  { limit, offset, url }: MonitorFieldHistoryQuery,
): Promise<MonitorFieldHistory> {
  const { type } = await readField(sql, accountId, monitorId, field)
  const { rows } = await sql.query<ValueRow & { url: string; all: number }>(
    `SELECT page.url, value, since, ended_at AS "endedAt", count(*) OVER ()::int AS all
     FROM monitor_value AS span JOIN monitor_page AS page USING (monitor_id, key)
     WHERE monitor_id = $1 AND name = $2 AND ($3::bytea IS NULL OR key = $3) ORDER BY since DESC, key LIMIT $4 OFFSET $5`,
    [monitorId, field, url === undefined ? null : keyOf(url), limit, offset],
  )
  const values = rows.map((row) => ({
    url: row.url,
    value: JSON.parse(row.value) as Value,
    checked_at: row.since.toISOString(),
    until: row.endedAt?.toISOString() ?? null,
  }))
  return { field, type, values, total: rows[0]?.all ?? 0, limit, offset }
}

interface ValueRow {
  value: string
  since: Date
  endedAt: Date | null
}

/** The values of a field of one page in the last days. Throws NOT_FOUND, and INVALID_REQUEST where a page must be named. */
export async function readFieldSeries(
  sql: Queryable,
  accountId: string,
  monitorId: string,
  field: string,
  { url, days }: { url?: string | undefined; days: number },
): Promise<FieldSeries> {
  const { type, monitorName } = await readField(sql, accountId, monitorId, field)
  const page = await readPage(sql, monitorId, url)
  const { rows } = await sql.query<ValueRow>(
    `SELECT value, since, ended_at AS "endedAt" FROM monitor_value
     WHERE monitor_id = $1 AND key = $2 AND name = $3 AND (ended_at IS NULL OR ended_at > now() - $4 * interval '1 millisecond')
     ORDER BY since DESC LIMIT ${MOST_SPANS}`,
    [monitorId, page?.key ?? null, field, days * DAY_MS],
  )
  const spans = rows.reverse().map((row) => ({ ...row, value: JSON.parse(row.value) as Value }))
  return { field, type, monitorName, spans, checkedAt: page?.checkedAt ?? null }
}

async function readField(sql: Queryable, accountId: string, monitorId: string, field: string) {
  const { watch, name } = await readMonitorRow(sql, accountId, monitorId)
  const fields = watch.fields ?? {}
  if (!Object.hasOwn(fields, field))
    throw new ApiError(
      'NOT_FOUND',
      'The monitor has no such field: `monitor_fields` names those that it has.',
    )
  return { monitorName: name, type: fields[field]!.type }
}

async function readPage(
  sql: Queryable,
  monitorId: string,
  url: string | undefined,
): Promise<{ key: Buffer; checkedAt: Date } | undefined> {
  const { rows } = await sql.query<{ key: Buffer; checkedAt: Date }>(
    `SELECT key, checked_at AS "checkedAt" FROM monitor_page WHERE monitor_id = $1 AND ($2::bytea IS NULL OR key = $2) LIMIT 2`,
    [monitorId, url === undefined ? null : keyOf(url)],
  )
  if (rows.length > 1)
    throw invalidRequest([
      { path: 'url', message: 'is required: the monitor watches several pages; name one of them' },
    ])
  if (rows.length === 0 && url !== undefined)
    throw new ApiError(
      'NOT_FOUND',
      'The monitor knows no such page: GET .../pages lists those that it knows.',
    )
  return rows[0]
}

import type { OperatedSite, OperatedSites } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'

export interface SitesAsked {
  hours: number
  sort: 'failed' | 'attempts'
  search?: string | undefined
  limit: number
}

const VERDICTS_SHOWN = 12
const HOURS_SHOWN = 2_000

/** SQL: whether a host, or a domain above it, is refused. */
const REFUSED = (host: string) =>
  `EXISTS (SELECT FROM blocked_domain AS b WHERE ${host} = b.domain OR right(${host}, length(b.domain) + 1) = '.' || b.domain)`

const SINCE = (hours: string) => `date_trunc('hour', now()) - (${hours}::int - 1) * interval '1 hour'`

/** Sites by how attempts at them end, out of sums by the hour. */
export async function readSites(db: Queryable, asked: SitesAsked): Promise<OperatedSites> {
  const { hours, sort, search, limit } = asked
  const { rows } = await db.query<OperatedSites['sites'][number]>(
    `WITH top AS (
       SELECT host, sum(attempts)::int AS attempts, COALESCE(sum(attempts) FILTER (WHERE result = 'delivered'), 0)::int AS delivered,
              (sum(total_ms) / sum(attempts))::int AS average_ms
       FROM site_hour WHERE hour >= ${SINCE('$1')} AND ($2::text IS NULL OR strpos(host, $2) > 0)
       GROUP BY host
       ORDER BY CASE WHEN $3 THEN sum(attempts) FILTER (WHERE result <> 'delivered') ELSE sum(attempts) END DESC NULLS LAST, host
       LIMIT $4
     )
     SELECT host, attempts, delivered, attempts - delivered AS failed, average_ms, ${REFUSED('host')} AS refused, (
       SELECT json_agg(v) FROM (
         SELECT tier, result, NULLIF(wall, '') AS wall, sum(attempts)::int AS attempts FROM site_hour AS s
         WHERE s.host = top.host AND s.hour >= ${SINCE('$1')} GROUP BY tier, result, wall ORDER BY 4 DESC LIMIT ${VERDICTS_SHOWN}
       ) AS v
     ) AS verdicts
     FROM top ORDER BY CASE WHEN $3 THEN attempts - delivered ELSE attempts END DESC, host`,
    [hours, search ?? null, sort === 'failed', limit],
  )
  return { sites: rows }
}

/** How attempts at one host ended, hour by hour. */
export async function readSite(db: Queryable, host: string, hours: number): Promise<OperatedSite> {
  const { rows } = await db.query<Omit<OperatedSite['hours'][number], 'hour'> & { hour: Date }>(
    `SELECT hour, tier, result, NULLIF(wall, '') AS wall, attempts, (total_ms / attempts)::int AS average_ms FROM site_hour
     WHERE host = $1 AND hour >= ${SINCE('$2')} ORDER BY hour DESC, attempts DESC LIMIT ${HOURS_SHOWN}`,
    [host, hours],
  )
  const { rows: refusal } = await db.query<{ refused: boolean }>(`SELECT ${REFUSED('$1::text')} AS refused`, [
    host,
  ])
  return {
    host,
    refused: refusal[0]!.refused,
    hours: rows.map((row) => ({ ...row, hour: row.hour.toISOString() })),
  }
}

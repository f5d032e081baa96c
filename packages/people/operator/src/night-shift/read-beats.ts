import type { FleetHealth } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { BEAT_EVERY_MS, type Vitals } from '@gleaner/runtime'
import { FLEET } from './fleet.ts'

type ServiceHealth = FleetHealth['services'][number]

/** Who has missed so many beats is lost. */
const LOST_AFTER_MS = 3 * BEAT_EVERY_MS
const INSTANCES_SHOWN = 20
/** Far above what any fleet runs in a day. */
const ROWS_MAX = 5_000

interface BeatRow {
  service: string
  host: string
  pid: number
  version: string
  startedAt: Date
  seenAt: Date
  status: 'ready' | 'degraded' | 'not_ready' | 'stopped'
  failing: Record<string, string>
  vitals: Vitals
  isLost: boolean
}

export interface Beats {
  services: ServiceHealth[]
  /** Of those that run. */
  vitals: { service: string; vitals: Vitals }[]
}

/** What every service has said of itself within the last day. One that has said nothing is down as well. */
export async function readBeats(db: Queryable): Promise<Beats> {
  const { rows } = await db.query<BeatRow>(
    `SELECT service, host, pid, version, started_at AS "startedAt", seen_at AS "seenAt", status, failing, vitals,
            status <> 'stopped' AND seen_at < now() - $1 * interval '1 millisecond' AS "isLost"
     FROM service_beat WHERE seen_at > now() - interval '1 day' ORDER BY seen_at DESC, service LIMIT ${ROWS_MAX}`,
    [LOST_AFTER_MS],
  )
  const byService = Map.groupBy(rows, ({ service }) => service)
  const names = new Set([...Object.keys(FLEET), ...byService.keys()])
  return {
    services: [...names].map((name) => healthOf(name, byService.get(name) ?? [])),
    vitals: rows
      .filter(isRunning)
      .map(({ service, vitals }) => ({ service, vitals }))
      .sort((a, b) => (a.service < b.service ? -1 : 1)),
  }
}

const isRunning = ({ status, isLost }: BeatRow) => status !== 'stopped' && !isLost

function healthOf(service: string, rows: readonly BeatRow[]): ServiceHealth {
  const running = rows.filter(isRunning)
  const working = running.filter(({ status }) => status !== 'not_ready')
  const oldest = running.reduce<BeatRow | undefined>(
    (a, b) => (a && a.startedAt <= b.startedAt ? a : b),
    undefined,
  )
  return {
    service,
    does: (FLEET as Record<string, string>)[service] ?? 'is of another version',
    ...judge(rows, running, working),
    running: working.length,
    version: oldest?.version ?? null,
    since: oldest?.startedAt.toISOString() ?? null,
    seen_at: rows[0]?.seenAt.toISOString() ?? null,
    instances: rows.slice(0, INSTANCES_SHOWN).map((row) => ({
      host: row.host,
      pid: row.pid,
      version: row.version,
      status: row.isLost ? 'lost' : row.status,
      failing: row.failing,
      started_at: row.startedAt.toISOString(),
      seen_at: row.seenAt.toISOString(),
    })),
  }
}

/** One that was lost counts as long as nobody has come in its place: no younger one runs. */
function judge(
  rows: readonly BeatRow[],
  running: readonly BeatRow[],
  working: readonly BeatRow[],
): Pick<ServiceHealth, 'status' | 'reason'> {
  const failing = running.flatMap((row) =>
    Object.entries(row.failing).map(([name, why]) => `${name}: ${why}`),
  )
  const reason = [...new Set(failing)].join('; ')
  if (working.length > 0) {
    const unreplaced = rows.filter(
      (row) => row.isLost && !running.some(({ startedAt }) => startedAt > row.seenAt),
    )
    if (unreplaced.length > 0) return { status: 'degraded', reason: lostSince(unreplaced[0]!) }
    return reason === '' ? { status: 'ok', reason: null } : { status: 'degraded', reason }
  }
  if (running.length > 0) return { status: 'down', reason: reason || 'It is not ready.' }
  const [last] = rows
  if (!last) return { status: 'down', reason: 'It has not been seen within a day.' }
  if (last.isLost) return { status: 'down', reason: lostSince(last) }
  return { status: 'stopped', reason: 'It was stopped, and nobody has started it again.' }
}

function lostSince({ host, pid }: BeatRow): string {
  return `Process ${pid} on ${host} has died, or does not reach the database.`
}

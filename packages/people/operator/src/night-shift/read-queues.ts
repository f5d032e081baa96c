import { type OperatedQueues, TIERS } from '@gleaner/contracts'
import { hasCome, isAhead, type Queryable } from '@gleaner/db'
import { oldestDueSeconds } from '@gleaner/outgoing-webhooks'
import type { Producer } from '@gleaner/queue'
import { withTimeout } from '@gleaner/runtime'

type Backlog = OperatedQueues['backlogs'][number]

/** Redis answers at once, or not at all. */
const REDIS_MS = 2_000
/** More are not counted. */
const COUNTED = 10_001

/** What waits, and how old the oldest is, by indexes that hold nothing else. */
export async function readQueues(db: Queryable, producer: Producer): Promise<OperatedQueues> {
  const [tiers, admission, webhooks, others, messages] = await Promise.all([
    readTiers(db),
    readAdmission(db),
    readWebhooks(db),
    Promise.all(Object.entries(DUE).map(([name, sql]) => readDue(db, name as Backlog['name'], sql))),
    readMessages(producer),
  ])
  return { tiers, backlogs: [admission, webhooks, ...others], messages, queue_ui: '/admin/queues' }
}

async function readTiers(db: Queryable): Promise<OperatedQueues['tiers']> {
  const { rows } = await db.query<OperatedQueues['tiers'][number]>(
    `SELECT tier, count(*) FILTER (WHERE lease_until IS NULL)::int AS waiting, count(*) FILTER (WHERE lease_until IS NOT NULL)::int AS running,
            extract(epoch FROM now() - min(queued_at) FILTER (WHERE lease_until IS NULL))::float8 AS oldest_seconds
     FROM job WHERE finished_at IS NULL AND queued_at IS NOT NULL GROUP BY tier`,
  )
  const empty = { waiting: 0, running: 0, oldest_seconds: null }
  return TIERS.map((tier) => ({ ...empty, ...rows.find((row) => row.tier === tier), tier }))
}

/** What waits is counted by its batches, which hold how many of their items have ended: those under way count as well. */
async function readAdmission(db: Queryable): Promise<Backlog> {
  const { rows } = await db.query<{ waiting: number; seconds: number | null }>(
    `SELECT COALESCE(sum(total - succeeded - failed - cancelled), 0)::int AS waiting,
            extract(epoch FROM now() - min(created_at) FILTER (WHERE total > succeeded + failed + cancelled))::float8 AS seconds
     FROM batch WHERE finished_at IS NULL`,
  )
  const { waiting, seconds } = rows[0]!
  return { name: 'admission', waiting, oldest_seconds: seconds }
}

async function readWebhooks(db: Queryable): Promise<Backlog> {
  const [{ rows }, seconds] = await Promise.all([
    db.query<{ waiting: number }>(
      `SELECT count(*)::int AS waiting FROM (SELECT FROM webhook_delivery WHERE ended_at IS NULL LIMIT ${COUNTED}) AS open`,
    ),
    oldestDueSeconds(db),
  ])
  return { name: 'webhooks', waiting: rows[0]!.waiting, oldest_seconds: seconds === 0 ? null : seconds }
}

/** Times at which something was due, and is not done. */
const DUE = {
  mails: `SELECT due_at AS at FROM mail WHERE ${hasCome('due_at')}`,
  exports: `SELECT next_at AS at FROM export_run WHERE ended_at IS NULL AND ${hasCome('next_at')}`,
  schedules: `SELECT due_at AS at FROM schedule_run WHERE ${hasCome('try_at')} AND started_at IS NULL`,
  maps: `SELECT created_at AS at FROM site_map WHERE ended_at IS NULL AND ${isAhead('deadline_at')}`,
} as const satisfies Partial<Record<Backlog['name'], string>>

async function readDue(db: Queryable, name: Backlog['name'], sql: string): Promise<Backlog> {
  const { rows } = await db.query<{ waiting: number; seconds: number | null }>(
    `SELECT count(*)::int AS waiting, extract(epoch FROM now() - min(at))::float8 AS seconds
     FROM (${sql} LIMIT ${COUNTED}) AS due`,
  )
  const { waiting, seconds } = rows[0]!
  return { name, waiting, oldest_seconds: seconds === null ? null : Math.max(0, seconds) }
}

async function readMessages(producer: Producer): Promise<OperatedQueues['messages']> {
  const read = async () =>
    await Promise.all(
      producer.queues().map(async (queue) => {
        const { waiting = 0, prioritized = 0, active = 0, delayed = 0 } = await queue.getJobCounts()
        return { queue: queue.name, waiting: waiting + prioritized, active, delayed }
      }),
    )
  return await withTimeout('Redis', REDIS_MS, read).catch(() => null)
}

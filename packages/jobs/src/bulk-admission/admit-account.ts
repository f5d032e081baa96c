import { lineBounds, mostInLine } from '@gleaner/queue'
import { announceEnd } from '../announce.ts'
import type { JobsContext } from '../context.ts'
import { enqueueJobs } from '../enqueue-job.ts'
import { type AdmittedItem, admitItems } from './admit-items.ts'
import { answerWaiting } from './answer-waiting.ts'
import { endRefused } from './end-refused.ts'
import type { FleetLoad } from './fleet-load.ts'
import { readBacklog } from './read-backlog.ts'
import { shareOut } from './share-out.ts'

export interface AdmissionBounds {
  fleet: FleetLoad
  /** Most items that this step may admit. */
  step: number
  /** Most items of one account that are under way at one host; of all accounts twice that. */
  perHost: number
}

export interface Step {
  /** Another step of the account may find something to do. */
  more: boolean
  /** The line to begin after, the next time. */
  cursor: string
}

/** Admits some of the bulk work of an account that waits, and ends what of it needs no worker. */
export async function admitAccount(
  ctx: JobsContext,
  accountId: string,
  cursor: string,
  { fleet, step, perHost }: AdmissionBounds,
): Promise<Step> {
  const backlog = await readBacklog(ctx.pool, accountId, cursor)
  if (!backlog) return { more: false, cursor }
  const { limit, lines, underWay, turns } = backlog
  const busy = underWay.reduce((sum, { items }) => sum + items, 0)
  const inLine = new Map<string, number>()
  for (const { line, items } of underWay) inLine.set(line, (inLine.get(line) ?? 0) + items)
  // Its items climb to a tier whose line is full: more of them would spend their time in it.
  const stuck = new Set(
    underWay.filter(({ tier }) => fleet.roomAt(tier, accountId) === 0).map(({ line }) => line),
  )
  const ownPerHost = mostAtOneHost(limit, perHost)
  const shares = shareOut({
    lines,
    underWay: inLine,
    roomAt: (tier) => fleet.roomAt(tier, accountId),
    room: Math.min(step, limit - busy, fleet.roomFor(accountId)),
    mostOf: ({ line, host }) =>
      stuck.has(line)
        ? 0
        : Math.min(ownPerHost, mostOfLine(line), (inLine.get(line) ?? 0) + 2 * perHost - fleet.at(host)),
  })
  const next = shares.at(-1)?.line ?? lines.at(-1)?.line ?? ''
  if (shares.length === 0) return { more: false, cursor: next }

  const { admitted, refused, cached } = await admitItems(ctx.pool, { accountId, turns, shares })
  for (const { url, tier } of admitted) fleet.add({ accountId, host: new URL(url).hostname, tier })
  await startBatches(ctx, admitted)
  await enqueueJobs(ctx.producer, admitted)
  const answered = await answerWaiting(ctx.pool, cached)
  for (const finished of answered) announceEnd(ctx, finished)
  const ended = await endRefused(ctx, accountId, refused)
  const isFull = busy + admitted.length >= limit
  return { more: answered.length + ended > 0 || (admitted.length > 0 && !isFull), cursor: next }
}

/**
 * As many items of an account as a host has permits may be under way there: an account alone gets half of the permits, and the other half
 * waits for them or is read. A quarter of what the account may do at once is left for other hosts.
 */
function mostAtOneHost(limit: number, perHost: number): number {
  return Math.max(1, Math.min(perHost, limit - Math.max(1, Math.floor(limit / 4))))
}

/** Of a host's line the bounds are those of the host. */
function mostOfLine(line: string): number {
  const bounds = lineBounds(line)
  return bounds ? mostInLine(bounds) : Number.POSITIVE_INFINITY
}

/** Their batches are under way from now on. What breaks off before is mended by the next item that is admitted, or ends. */
async function startBatches(
  { pool }: Pick<JobsContext, 'pool'>,
  admitted: readonly AdmittedItem[],
): Promise<void> {
  const ids = new Set(admitted.filter(({ isFirst }) => isFirst).map(({ batchId }) => batchId))
  if (ids.size === 0) return
  await pool.query({
    name: 'start-batches',
    text: `WITH starting AS (SELECT id FROM batch WHERE id = ANY($1) AND status = 'pending' ORDER BY id FOR UPDATE)
           UPDATE batch SET status = 'processing' FROM starting WHERE batch.id = starting.id`,
    values: [[...ids]],
  })
}

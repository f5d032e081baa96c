import { NIL_UUID } from '@gleaner/contracts/ids'
import { itemsBound, mostItemsOf } from '@gleaner/queue'
import { enqueueJobs } from '../accepting/enqueue-job.ts'
import type { JobsContext } from '../context.ts'
import { announceEnd } from '../ending/announce.ts'
import { type AdmittedItem, admitItems } from './admit-items.ts'
import { answerWaiting } from './answer-waiting.ts'
import { endRefused } from './end-refused.ts'
import type { FleetLoad } from './fleet-load.ts'
import type { LaneKey } from './lane.ts'
import { createLaneBegins, type LaneBegins } from './lane-begins.ts'
import { withoutPaused } from './paused-lanes.ts'
import { canPay } from './purse.ts'
import { type Backlog, LANES_AT_ONCE, readBacklog, type WaitingLane } from './read-backlog.ts'
import { type Share, shareOut } from './share-out.ts'

export interface AdmissionBounds {
  fleet: FleetLoad
  /** Most items that this step may admit. */
  step: number
  /** Most items of one account that are under way at one host; of all accounts twice that. */
  perHost: number
}

/** What is remembered of an account between its steps. */
export interface AdmissionMemory {
  /** Lanes after this one are looked at first. */
  cursor: LaneKey
  begins: LaneBegins
  underWaySince: string
}

export function createAdmissionMemory(): AdmissionMemory {
  return { cursor: FIRST, begins: createLaneBegins(), underWaySince: '-infinity' }
}

/** Admits some of an account's waiting bulk work, and ends what needs no worker. Returns whether another step may find something to do. */
export async function admitAccount(
  ctx: JobsContext,
  accountId: string,
  memory: AdmissionMemory,
  bounds: AdmissionBounds,
): Promise<boolean> {
  const begins = memory.begins.all()
  const backlog = await readBacklog(ctx.pool, accountId, { ...memory, lanes: begins })
  if (!backlog) return false
  memory.underWaySince = backlog.underWaySince
  const { limit, lanes, underWay, turns, purse } = backlog
  const busy = underWay.reduce((sum, { items }) => sum + items, 0)
  const unpaused = { ...backlog, lanes: await withoutPaused(ctx.pool, lanes) }
  const shares = chooseLanes(accountId, unpaused, limit - busy, bounds)
  const last = lanes.at(-1)
  const { line, payer } = shares.findLast(({ isPaid }) => isPaid)?.lane ?? last ?? FIRST
  memory.cursor = { line, payer }
  // Lanes of which nothing may be admitted do not hide those behind them.
  const isMoreBehind = lanes.length === LANES_AT_ONCE && last!.isAhead
  if (shares.length === 0) return isMoreBehind

  const afters = new Map(begins.map((begin) => [keyOf(begin), begin.after]))
  const looked = shares.map(({ lane, items, isPaid }) => {
    const { line, payer } = lane
    return { line, payer, items, isPaid, after: afters.get(keyOf(lane)) ?? NIL_UUID }
  })
  const { admitted, refused, cached, ...after } = await admitItems(ctx.pool, {
    accountId,
    turns,
    shares: looked,
  })
  memory.begins.note(after.begins)
  for (const { url, tier } of admitted) bounds.fleet.add({ accountId, host: new URL(url).hostname, tier })
  await startBatches(ctx, admitted)
  await enqueueJobs(ctx.producer, admitted)
  const answered = await answerWaiting(ctx.pool, cached)
  for (const finished of answered) announceEnd(ctx, finished)
  const ended = await endRefused(ctx, accountId, refused, purse)
  const isFull = busy + admitted.length >= limit
  if (answered.length + ended > 0) return true
  return admitted.length > 0 ? !isFull : isMoreBehind
}

const FIRST: LaneKey = { line: '', payer: '' }

const keyOf = ({ line, payer }: LaneKey) => `${line} ${payer}`

/** What of which lanes is looked at: places are shared among those that can be paid. Of the others some items are, that need no place to end. */
function chooseLanes(
  accountId: string,
  { limit, lanes, underWay, purse }: Backlog,
  free: number,
  { fleet, step, perHost }: AdmissionBounds,
): (Share<WaitingLane> & { isPaid: boolean })[] {
  const inLine = new Map<string, number>()
  const atHost = new Map<string, number>()
  for (const { line, host, items } of underWay) {
    inLine.set(line, (inLine.get(line) ?? 0) + items)
    atHost.set(host, (atHost.get(host) ?? 0) + items)
  }
  // Its items climb to a tier whose line is full: more of them would spend their time in it.
  const stuck = new Set(
    underWay.filter(({ tier }) => fleet.roomAt(tier, accountId) === 0).map(({ line }) => line),
  )
  const ownPerHost = mostAtOneHost(limit, perHost)
  // Items that are counted wherever they are may be at any host, where the account has others.
  const leftAtHost = ({ line, host }: WaitingLane) =>
    itemsBound(line) === undefined
      ? ownPerHost
      : (inLine.get(line) ?? 0) + ownPerHost - (atHost.get(host) ?? 0)
  const { paid = [], unpaid = [] } = Object.groupBy(lanes, (lane) =>
    canPay(purse, accountId, lane) ? 'paid' : 'unpaid',
  )
  const shares = shareOut({
    lanes: paid,
    underWay: inLine,
    roomAt: (tier) => fleet.roomAt(tier, accountId),
    room: Math.min(step, free, fleet.roomFor(accountId)),
    mostOf: (lane) =>
      stuck.has(lane.line)
        ? 0
        : Math.min(
            leftAtHost(lane),
            mostItemsOf(lane.line),
            (inLine.get(lane.line) ?? 0) + 2 * perHost - fleet.at(lane.host),
          ),
  })
  const items = Math.ceil(step / Math.max(1, unpaid.length))
  return [
    ...shares.map((share) => ({ ...share, isPaid: true })),
    ...unpaid.map((lane) => ({ lane, items, isPaid: false })),
  ]
}

/**
 * As many items of an account as a host has permits may be under way there: an account alone gets half of the permits, and the other half
 * waits for them or is read. A quarter of what the account may do at once is left for other hosts.
 */
function mostAtOneHost(limit: number, perHost: number): number {
  return Math.max(1, Math.min(perHost, limit - Math.max(1, Math.floor(limit / 4))))
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

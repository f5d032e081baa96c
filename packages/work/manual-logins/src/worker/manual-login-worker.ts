import { randomUUID } from 'node:crypto'
import { type Consumer, createConsumer, createMessagePlaces } from '@gleaner/queue'
import { keepClaim, onceFree } from '@gleaner/queue/claim'
import { WORK } from '@gleaner/queue/work'
import { type ClaimedLogin, claimLogin, loginClaims, readWanted } from '../life/claim-login.ts'
import { endLogin } from '../life/end-login.ts'
import { LOST, TIMES } from '../life/manual-login.ts'
import { attendLogin } from './attend-login.ts'
import type { ManualLoginWorkerOptions, WorkerContext } from './worker-context.ts'

/** Opens browsers for people to sign in with. */
export interface ManualLoginWorker {
  start(): Promise<void>
  /** Those that are open end: a browser does not move to another process. */
  stop(): Promise<void>
}

/** How long ending the open ones may take. */
const STOP_GRACE_MS = 5_000

export function createManualLoginWorker(options: ManualLoginWorkerOptions): ManualLoginWorker {
  const { redisUrl, redis, logins, logger, metrics } = options
  const brings = { 'manual-login': WORK['manual-login'].places }
  const { producer } = logins
  const places = createMessagePlaces({ redis, producer, worker: randomUUID(), brings, logger, metrics })
  const ctx: WorkerContext = { times: TIMES, ...options, places, open: { count: 0 } }
  let consumer: Consumer | undefined
  return {
    async start() {
      await places.start()
      consumer = createConsumer({
        redisUrl,
        queue: 'manual-login',
        concurrency: WORK['manual-login'].places,
        handle: ({ manualLoginId }, stopping) => handleLogin(ctx, manualLoginId, stopping),
        onError: (error) => logger.warn({ err: error }, 'the queue connection failed'),
        onFailedTry: (error, task) => logger.error({ err: error, task }, 'a try of a login by hand failed'),
      })
    },
    async stop() {
      await consumer?.stop(STOP_GRACE_MS)
      await places.stop()
    },
  }
}

/** Runs again after a crash at any line: what was open is lost then. */
async function handleLogin(ctx: WorkerContext, id: string, stopping: AbortSignal): Promise<void> {
  const { pool } = ctx.logins
  const wanted = await readWanted(pool, id)
  if (!wanted) return
  const work = {
    kind: 'manual-login',
    accountId: wanted.accountId,
    queue: 'manual-login',
    messageId: id,
  } as const
  if (wanted.hasEnded || wanted.leftMs <= 0) return ctx.places.leave(work)
  using _place = await ctx.places.take(work, wanted.leftMs)
  const claim = await claimLogin(pool, id)
  if (claim.kind === 'stale') return
  if (claim.kind === 'held') throw onceFree(claim)
  if (claim.row.isOpened) await endLogin(ctx.logins, claim.row, 'failed', LOST)
  else await attend(ctx, claim.row, stopping)
}

async function attend(ctx: WorkerContext, login: ClaimedLogin, stopping: AbortSignal): Promise<void> {
  const { logins, logger, metrics } = ctx
  const open = metrics.gauge('gleaner_manual_logins_open')
  const ended = metrics.counter('gleaner_manual_logins_total')
  const renew = () => loginClaims.renew(logins.pool, login)
  await using claim = keepClaim({ name: 'renew-manual-login', renew, logger })
  open.set(++ctx.open.count)
  try {
    const { outcome, error } = await attendLogin(ctx, login, { stopping, lost: claim.lost })
    ended.inc({ result: outcome })
    if (outcome !== 'kept' && !claim.lost.aborted) await endLogin(logins, login, outcome, error)
  } finally {
    open.set(--ctx.open.count)
  }
}

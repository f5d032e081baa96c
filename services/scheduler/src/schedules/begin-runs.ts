import { readStandingCaller } from '@gleaner/accounts'
import {
  ApiError,
  type ErrorCode,
  inWords,
  LIMITS,
  type RunState,
  type ScheduleKind,
} from '@gleaner/contracts'
import { SCHEDULE_KINDS } from '@gleaner/contracts/schemas/schedules'
import { isDatabaseUnavailable, transaction } from '@gleaner/db'
import { type IntakeContext, type PreparedWork, prepareWork } from '@gleaner/intake'
import { WAKE, WAKE_CHANNEL } from '@gleaner/jobs'
import type { Logger } from '@gleaner/runtime'
import {
  beginRun,
  finishRun,
  openSchedule,
  pauseSchedule,
  postponeRuns,
  type RunEnd,
  RunLost,
  type SchedulesContext,
  type TakenRun,
  takeRuns,
} from '@gleaner/schedules'

export interface BeginContext {
  schedules: SchedulesContext
  intake: IntakeContext
  logger: Logger
  /** Called for each run that ends without having begun. */
  onEnd(state: RunState): void
}

/** How many runs a lane begins at once. Each holds a connection while it is accepted: all together fewer than the pool has. */
export const LANES = { runs: 2, searches: 2 } as const
export type Lane = keyof typeof LANES

/** Who begins a search waits for an engine: others do not wait for it. */
const LANE_OF = {
  batch: 'runs',
  crawl: 'runs',
  map: 'runs',
  search: 'searches',
} as const satisfies Record<ScheduleKind, Lane>

/** Whoever has been tried so often fails for a reason of its own. */
const MOST_TRIES = 5

/** Shorter than a run is held by who has taken it. */
const LONGEST_QUESTION_MS = 45_000

/** Begins the runs of a lane (or of all) that are due, and have a place among what their accounts have under way. Returns when none is left that may begin now. */
export async function beginRuns(ctx: BeginContext, signal: AbortSignal, lane?: Lane): Promise<void> {
  const kinds = SCHEDULE_KINDS.filter((kind) => lane === undefined || LANE_OF[kind] === lane)
  while (!signal.aborted) {
    const runs = await takeRuns(ctx.schedules, LANES[lane ?? 'runs'], kinds)
    if (runs.length === 0) return
    await Promise.all(runs.map((run) => begin(ctx, run, signal)))
  }
}

async function begin(ctx: BeginContext, run: TakenRun, signal: AbortSignal): Promise<void> {
  try {
    if (run.tries > MOST_TRIES) return await end(ctx, run, { state: 'failed', error: BROKEN })
    await make(ctx, run, signal)
  } catch (error) {
    if (error instanceof RunLost || signal.aborted) return
    if (error instanceof ApiError) return await refuse(ctx, run, error)
    // Its lease ends, and it is tried again.
    const { id, scheduleId } = run
    if (!isDatabaseUnavailable(error))
      ctx.logger.error({ err: error, runId: id, scheduleId }, 'a run of a schedule could not be begun')
  }
}

/** The authority is read anew; the work is checked as if it were sent now, and made in the transaction that says so. */
async function make({ schedules, intake }: BeginContext, run: TakenRun, signal: AbortSignal): Promise<void> {
  const schedule = await openSchedule(schedules, schedules.pool, run.accountId, run.scheduleId)
  const caller = await readStandingCaller(schedules.pool, schedule)
  // Who is told by a monitor is told what it found.
  const webhookUrl = schedule.isMonitor ? undefined : (schedule.webhookUrl ?? undefined)
  const work = await prepareWork(intake, caller, schedule.work, webhookUrl)
  await using _held = await ask(work, signal)
  await transaction(schedules.pool, async (sql) => {
    await beginRun(schedules, sql, run, await work.accept(sql))
  })
  // What is not told is found by who carries it out.
  await work.announce().catch(() => {})
}

/** Throws SERVICE_UNAVAILABLE when nobody has answered in time. */
async function ask(work: PreparedWork, signal: AbortSignal): Promise<AsyncDisposable | undefined> {
  const late = AbortSignal.timeout(LONGEST_QUESTION_MS)
  try {
    return await work.ask?.(AbortSignal.any([signal, late]))
  } catch (error) {
    if (error === late.reason) throw new ApiError('SERVICE_UNAVAILABLE', LATE_ANSWER)
    throw error
  }
}

const LATE_ANSWER = 'Nothing was searched, and nothing is charged: the search engine did not answer in time.'

/** What a refusal makes of a run. All others fail. */
const REFUSALS: Partial<Record<ErrorCode, 'wait' | RunState>> = {
  BATCH_LIMIT_REACHED: 'wait',
  CRAWL_LIMIT_REACHED: 'wait',
  CONCURRENCY_LIMITED: 'wait',
  RATE_LIMITED: 'wait',
  SPEND_LIMIT_EXCEEDED: 'skipped_limit',
  INSUFFICIENT_BALANCE: 'skipped_no_credits',
}
/** Whom it acts for is gone, or may not any more: the next run would fail as well. */
const OF_AUTHORITY: ReadonlySet<ErrorCode> = new Set(['UNAUTHENTICATED', 'FORBIDDEN'])

async function refuse(ctx: BeginContext, run: TakenRun, { code, message }: ApiError): Promise<void> {
  const outcome = REFUSALS[code] ?? 'failed'
  if (outcome === 'wait' && !run.isLate) return await postponeRuns(ctx.schedules, run)
  if (outcome === 'wait') return await end(ctx, run, { state: 'skipped_limit', error: LATE })
  await end(ctx, run, { state: outcome, error: { code, message } })
  if (!OF_AUTHORITY.has(code)) return
  const { accountId, scheduleId } = run
  await transaction(ctx.schedules.pool, (sql) =>
    pauseSchedule(ctx.schedules, sql, accountId, scheduleId, 'authority', 'any'),
  )
}

async function end({ schedules, intake, onEnd }: BeginContext, run: TakenRun, how: RunEnd): Promise<void> {
  const isMine = await transaction(schedules.pool, (sql) =>
    finishRun(schedules, sql, { id: run.id, state: 'pending', fence: run.fence }, how),
  )
  if (!isMine) return
  onEnd(how.state)
  intake.jobs.pubSub.publish(WAKE_CHANNEL, WAKE.webhooks, '')
}

const LATE = {
  code: 'CONCURRENCY_LIMITED',
  message: `The account had no place for this run within ${inWords(LIMITS.scheduleWaitMs)}.`,
}
const BROKEN = { code: 'INTERNAL', message: 'The run could not be begun; the service is at fault.' }

import type { Pool } from '@gleaner/db'
import type { BlobStore } from '@gleaner/storage'
import { openDestination } from '../destinations/open-destination.ts'
import type { ClaimedRun, ExportError } from '../runs/export-run.ts'
import { planObjects } from '../runs/plan-objects.ts'
import { endRun, postpone, readOpenObjects } from '../runs/record-progress.ts'
import { openTarget, type TargetsContext } from '../targets/open-target.ts'
import { type Target, TargetFailure } from '../targets/target.ts'
import { abandonLost } from './abandon-lost.ts'
import { createFileBringer } from './bring-files.ts'
import { createTurn, type RunContext } from './run-context.ts'
import { writeObject } from './write-object.ts'
import { writePageFiles } from './write-page-files.ts'

export interface WorkContext extends Omit<TargetsContext, 'pool'> {
  pool: Pool
  publicUrl: string
  files: Pick<BlobStore, 'open'>
  /** Pauses after the first failed try and each that follows; the last one repeats. */
  pausesMs?: readonly number[] | undefined
}

export type RunResult = 'completed' | 'failed' | 'cancelled' | 'postponed' | 'lost'

const PAUSES_MS = [5_000, 15_000, 60_000, 300_000]
/** Tries in a row in which nothing was taken. */
const MOST_FAILURES = 8
/** A run that so many processes have vanished with, before anything was taken, is not tried again. */
const MOST_LOST_LEASES = 10

const LATE: ExportError = {
  code: 'SERVICE_UNAVAILABLE',
  message:
    'The export was not written in time. Objects that are whole stay; export it again, with fewer fields or another destination.',
}
const DEADLY: ExportError = {
  code: 'INTERNAL',
  message:
    'The export ended the processes that worked on it. Export it in another format, or with fewer fields.',
}
const NO_DESTINATION: ExportError = { code: 'NOT_FOUND', message: 'The destination has been deleted.' }

/** Goes on with a run until it has ended or its turn is over. Throws RunLost, and the reason of `signal`. */
export async function workOnRun(ctx: WorkContext, run: ClaimedRun, signal: AbortSignal): Promise<RunResult> {
  const { pool } = ctx
  const destination =
    run.destinationId === null ? undefined : await openDestination(ctx, run.accountId, run.destinationId)
  if (!destination) return await end(pool, run, NO_DESTINATION)
  const target = await openTarget(ctx, destination, run.id, signal)
  try {
    const error = reasonToStop(run)
    if (error !== undefined) return await stop({ pool, run, target }, error)
    await planObjects(pool, run)
    const isOver = createTurn()
    const withFiles = createFileBringer(run, target, ctx.files)
    return await writeAll({ pool, run, target, signal, publicUrl: ctx.publicUrl, isOver, withFiles })
  } catch (error) {
    if (!(error instanceof TargetFailure)) throw error
    return await fail(ctx, run, target, error)
  } finally {
    await target.close()
  }
}

async function writeAll(ctx: RunContext): Promise<RunResult> {
  const { pool, run } = ctx
  const write = run.request.format === 'files' ? writePageFiles : writeObject
  for (const object of await readOpenObjects(pool, run))
    if (!(await write(ctx, object))) {
      await postpone(pool, run, {})
      return 'postponed'
    }
  await ctx.target.clear()
  return await end(pool, run, null)
}

/** Null: it was cancelled. */
function reasonToStop({ isCancelled, isLate, lostLeases }: ClaimedRun): ExportError | null | undefined {
  if (isCancelled) return null
  if (isLate) return LATE
  return lostLeases > MOST_LOST_LEASES ? DEADLY : undefined
}

async function fail(
  ctx: WorkContext,
  run: ClaimedRun,
  target: Target,
  failure: TargetFailure,
): Promise<RunResult> {
  const error: ExportError = { code: 'SERVICE_UNAVAILABLE', message: failure.message }
  const tries = run.failures + 1
  if (failure.isFinal || tries >= MOST_FAILURES) return await stop({ pool: ctx.pool, run, target }, error)
  const pauses = ctx.pausesMs ?? PAUSES_MS
  await postpone(ctx.pool, run, { ms: pauses[tries - 1] ?? pauses.at(-1)!, error })
  return 'postponed'
}

type StoppedRun = Pick<RunContext, 'pool' | 'run' | 'target'>

/** Ends a run, and removes what its destination has of objects that are not whole, as far as it lets us. */
async function stop(ctx: StoppedRun, error: ExportError | null): Promise<RunResult> {
  const { pool, run, target } = ctx
  for (const object of await readOpenObjects(pool, run)) {
    const { name, uploadId } = object
    if (uploadId !== null) await target.abandon({ name, contentType: '', id: uploadId }).catch(() => {})
    else await abandonLost(ctx, object).catch(() => {})
  }
  await target.clear().catch(() => {})
  return await end(pool, run, error)
}

async function end(pool: Pool, run: ClaimedRun, error: ExportError | null): Promise<RunResult> {
  if (!(await endRun(pool, run, error))) return 'lost'
  if (run.isCancelled) return 'cancelled'
  return error ? 'failed' : 'completed'
}

import { binaryTextArray, type Pool, type Queryable, storableJson, transaction } from '@gleaner/db'
import { hasEndedWith } from '../accepting/confirm-acceptance.ts'
import type { Attempt } from '../attempt.ts'
import { batchedStatement } from '../batched-statement.ts'
import type { ClaimedJob } from '../claiming/claim-job.ts'
import type { JobsContext } from '../context.ts'
import { parametersOf } from '../given-sql.ts'
import type { JobError } from '../planning/escalation.ts'
import { type FinishedJob, type JobRow, jobRowOf } from '../rows.ts'
import { completeSql, type EndingKind, failSql, takesFindings, WITHDRAW_JOB } from './settle-sql.ts'

/** What a delivered attempt leaves behind. */
export interface Delivery {
  attempt: Attempt
  costMicros: number
  deliveredMode: 'html' | 'js' | 'pdf' | 'ocr'
  statusCode: number
  sizeBytes: number
  /** The page part of the result, as JSON text. */
  page: string
  /** Of an item of a crawl: what was found on the page, as JSON text (`crawl_findings`). */
  findings?: string | undefined
}

/** A claimed job that ends: which, by which claim, whether it was plain at that time, and, in its spec, whether it has a login session. */
export type EndingJob = Pick<ClaimedJob, 'id' | 'fence'> & Partial<Pick<ClaimedJob, 'isPlain' | 'spec'>>

/**
 * Ends a job in one statement, so in one commit, with others that end at the same time: its state, its result, and its money (the true
 * cost captured, the rest of the hold released). The guard on fence and state lets exactly one worker through, once; the others get
 * undefined, and their work is thrown away. `beside`: what else is written in the same commit, before; the job then ends by itself.
 */
export async function completeJob(
  ctx: Pick<JobsContext, 'pool'>,
  job: ClaimedJob,
  delivery: Delivery,
  beside?: (sql: Queryable) => Promise<void>,
): Promise<FinishedJob | undefined> {
  const size = delivery.page.length + (delivery.findings?.length ?? 0)
  const ending = { job, jobId: job.id, delivery, size, isBulk: job.batchId !== null }
  const completed = await (beside
    ? completeBeside(ctx.pool, ending, beside)
    : completing.end(ctx.pool, ending))
  if (!completed) return undefined
  const { deliveries, ...ended } = completed
  return { row: { ...completedRow(job, delivery), ...ended }, page: delivery.page, deliveries }
}

/** Undoes what was written beside the end of a job that has not ended. */
class NotEnded extends Error {}

async function completeBeside(
  pool: Pool,
  ending: Completing,
  beside: (sql: Queryable) => Promise<void>,
): Promise<Completed | undefined> {
  try {
    return await transaction(pool, async (sql) => {
      await beside(sql)
      const completed = await completing.endWithin(sql, ending)
      if (!completed) throw new NotEnded()
      return completed
    })
  } catch (error) {
    if (error instanceof NotEnded) return undefined
    throw error
  }
}

/** What the statement has made of the row: the fence proves that nobody changed it since the claim. */
function completedRow(job: ClaimedJob, { attempt, sizeBytes }: Delivery): JobRow {
  return { ...jobRowOf(job), status: 'completed', attempts: [...job.attempts, attempt], sizeBytes }
}

interface Ending {
  jobId: string
  job: EndingJob
  isBulk?: boolean
}

/** What the statement says of a job that it has ended. */
interface Ended {
  id: string
  deliveries: number
}

type Completed = Ended & Pick<JobRow, 'finishedAt' | 'costMicros'>

type Completing = Ending & { delivery: Delivery; size: number }

const completing = endingStatement<Completing, Completed>({
  name: 'complete-job',
  sqlOf: completeSql,
  givenOf: ({ delivery }) => {
    const { attempt, costMicros, deliveredMode, statusCode, sizeBytes } = delivery
    return [storableJson([attempt]), costMicros, deliveredMode, statusCode, sizeBytes]
  },
  textOf: ({ delivery }) => delivery.page,
  findingsOf: ({ delivery }) => delivery.findings,
})

/** Ends a claimed job without a result, in one commit; the whole hold is released. As `completeJob` otherwise. */
export async function failJob(
  ctx: Pick<JobsContext, 'pool'>,
  job: EndingJob,
  error: JobError,
  attempt?: Attempt,
): Promise<FinishedJob | undefined> {
  const failed = await failing.end(ctx.pool, { job, jobId: job.id, error, attempt })
  if (!failed) return undefined
  const { deliveries, ...row } = failed
  return { row, deliveries }
}

interface Failure extends Ending {
  error: JobError
  attempt: Attempt | undefined
}

const failing = endingStatement<Failure, Ended & JobRow>({
  name: 'fail-job',
  sqlOf: failSql,
  givenOf: ({ error, attempt }) => [storableJson(attempt ? [attempt] : []), storableJson(error)],
})

interface EndingStatement<Call> {
  name: string
  sqlOf(kind: EndingKind): string
  /** What is given of a job besides its id and fence. */
  givenOf(call: Call): unknown[]
  /** Its last parameter, which may be large. */
  textOf?(call: Call): string
  /** One more parameter of the kinds that take findings. */
  findingsOf?(call: Call): string | undefined
}

function endingStatement<Call extends Ending, Row extends Ended>(options: EndingStatement<Call>) {
  const { name, sqlOf, givenOf, textOf, findingsOf } = options
  const textOfKind = {
    one: sqlOf('one'),
    many: sqlOf('many'),
    'many-with-findings': sqlOf('many-with-findings'),
    'many-with-sessions': sqlOf('many-with-sessions'),
  } satisfies Record<EndingKind, string>

  async function run(sql: Queryable, calls: readonly Call[], kind: EndingKind): Promise<Map<string, Row>> {
    const howMany = kind === 'one' ? 'one' : 'many'
    const values = parametersOf(
      howMany,
      calls.map((call) => [call.job.id, call.job.fence, ...givenOf(call)]),
    )
    if (textOf) values.push(howMany === 'one' ? textOf(calls[0]!) : binaryTextArray(calls.map(textOf)))
    if (findingsOf && takesFindings(kind))
      values.push(binaryTextArray(calls.map((call) => findingsOf(call) ?? '')))
    const { rows } = await sql.query<Row>({ name: `${name}-${kind}`, text: textOfKind[kind], values })
    return new Map(rows.map((row) => [row.id, row]))
  }

  return {
    /** Ends a job in a commit of its own, or with others. */
    end: batchedStatement<Call, Row>(async (pool, calls) => {
      const many = kindOfMany(calls)
      if (calls.length > 1 || !calls[0]!.job.isPlain) return await run(pool, calls, many)
      const ended = await run(pool, calls, 'one')
      // It may have ceased to be plain since it was claimed.
      return ended.size === 1 ? ended : await run(pool, calls, many)
    }),
    /** Ends a job in the caller's transaction. */
    endWithin: async (sql: Queryable, call: Call): Promise<Row | undefined> =>
      (await run(sql, [call], kindOfMany([call]))).get(call.jobId),
  }

  function kindOfMany(calls: readonly Call[]): EndingKind {
    if (calls.some(({ job }) => mayHaveSession(job))) return 'many-with-sessions'
    return calls.some((call) => findingsOf?.(call) !== undefined) ? 'many-with-findings' : 'many'
  }
}

/** Who ends a job that they have not claimed do not know. */
function mayHaveSession({ spec }: EndingJob): boolean {
  return spec === undefined || spec.session_id !== undefined
}

/**
 * Takes back a job that no worker has claimed yet, because it never reached its queue, and frees its idempotency key in the
 * same commit. False when a worker has it after all, which then answers as usual. May be repeated.
 */
export async function withdrawJob(
  ctx: Pick<JobsContext, 'pool'>,
  jobId: string,
  error: JobError,
): Promise<boolean> {
  const { rowCount } = await ctx.pool.query({
    name: 'withdraw-job',
    text: WITHDRAW_JOB,
    values: [jobId, storableJson(error)],
  })
  return rowCount === 1 || (await hasEndedWith(ctx.pool, jobId, error.code))
}

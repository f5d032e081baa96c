import { recordAudit } from '@gleaner/audit-log'
import {
  acceptRedriven,
  enqueueRedriven,
  type FailedJob,
  findFailedJobs,
  redrivenJob,
  refusalOf,
} from '@gleaner/jobs'
import { createProducer, type Producer } from '@gleaner/queue'
import { DAY_MS } from '@gleaner/runtime/units'
import { ACCOUNT_OPTIONS, accountOf } from '../account-of.ts'
import { type AdminContext, AdminError, type Command, positiveNumber, type Values } from '../command.ts'
import { redisUrl } from '../local-settings.ts'

/** Jobs of one run: what one account may have waiting without harm to others. */
const MOST = 1_000

export const redriveJobsCommand: Command = {
  summary:
    'Runs failed jobs again as new ones, at the cost of their accounts. Without --yes it only shows which.',
  options: {
    ...ACCOUNT_OPTIONS,
    host: { value: 'name', help: 'jobs at this host' },
    error: { value: 'CODE', help: 'jobs that ended with this error, e.g. ALL_TIERS_FAILED' },
    since: { value: 'time', help: 'accepted at or after, e.g. 2026-11-22T08:00Z; by default a day ago' },
    until: { value: 'time', help: 'accepted before; by default now' },
    limit: { value: 'number', help: `how many at most, the oldest first; by default 100, at most ${MOST}` },
    yes: { help: 'does it; balances are charged for what is delivered' },
  },
  async run(ctx, values) {
    const named = values.email !== undefined || values.account !== undefined
    const jobs = await findFailedJobs(ctx.db.pool, {
      accountId: named ? (await accountOf(ctx, values)).id : undefined,
      host: values.host === undefined ? undefined : String(values.host).toLowerCase(),
      errorCode: values.error === undefined ? undefined : String(values.error),
      since: readTime(values, 'since', Date.now() - DAY_MS),
      until: readTime(values, 'until', Date.now() + DAY_MS),
      limit: Math.min(MOST, Math.ceil(positiveNumber(values, 'limit', 100))),
    })
    const results = values.yes
      ? await redriveAll(ctx, jobs)
      : jobs.map(({ obstacle }) => obstacle ?? 'would be run again')
    return jobs.map(({ id, accountId, url, errorCode }, at) => ({
      job_id: id,
      account_id: accountId,
      url,
      error: errorCode,
      result: results[at]!,
    }))
  },
}

async function redriveAll(ctx: AdminContext, jobs: readonly FailedJob[]): Promise<string[]> {
  const producer = createProducer({ redisUrl: redisUrl(ctx.env), onError: () => {} })
  const results: string[] = []
  try {
    for (const job of jobs) results.push(job.obstacle ?? (await redrive(ctx, producer, job)))
    return results
  } finally {
    await producer.close()
  }
}

async function redrive({ db, actor }: AdminContext, producer: Producer, failed: FailedJob): Promise<string> {
  try {
    const job = redrivenJob(failed)
    const isAccepted = await db.transaction(async (both) => {
      if (!(await acceptRedriven(both.sql, job))) return false
      const entry = {
        accountId: failed.accountId,
        actor,
        target: `job:${failed.id}`,
        details: { job_id: job.id },
      }
      await recordAudit(both, { ...entry, action: 'job.redriven' })
      return true
    })
    if (!isAccepted) return 'was run again before'
    // Accepted is accepted: where the queue is away, the scheduler puts it there.
    await enqueueRedriven(producer, job).catch(() => {})
    return `runs again as ${job.id}`
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === undefined) throw error
    return `refused: ${refusal}`
  }
}

function readTime(values: Values, option: string, fallbackMs: number): Date {
  const text = values[option]
  const time = new Date(text === undefined ? fallbackMs : String(text))
  if (!Number.isNaN(time.getTime())) return time
  throw new AdminError(`--${option} must be a time such as 2026-11-22T08:00Z, and it is "${text}".`)
}

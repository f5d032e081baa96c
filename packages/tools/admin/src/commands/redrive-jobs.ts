import { REDRIVEN_MAX } from '@gleaner/contracts'
import { type FailedJob, findFailedJobs } from '@gleaner/jobs'
import { redriveJobs } from '@gleaner/operator'
import { createProducer } from '@gleaner/queue'
import { DAY_MS } from '@gleaner/runtime/units'
import { ACCOUNT_OPTIONS, accountOf } from '../account-of.ts'
import { type AdminContext, AdminError, type Command, positiveNumber, type Values } from '../command.ts'
import { redisUrl } from '../local-settings.ts'

export const redriveJobsCommand: Command = {
  summary:
    'Runs failed jobs again as new ones, at the cost of their accounts. Without --yes it only shows which.',
  options: {
    ...ACCOUNT_OPTIONS,
    host: { value: 'name', help: 'jobs at this host' },
    error: { value: 'CODE', help: 'jobs that ended with this error, e.g. ALL_TIERS_FAILED' },
    since: { value: 'time', help: 'accepted at or after, e.g. 2026-11-22T08:00Z; by default a day ago' },
    until: { value: 'time', help: 'accepted before; by default now' },
    limit: {
      value: 'number',
      help: `how many at most, the oldest first; by default 100, at most ${REDRIVEN_MAX}`,
    },
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
      limit: Math.min(REDRIVEN_MAX, Math.ceil(positiveNumber(values, 'limit', 100))),
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

async function redriveAll({ db, actor, env }: AdminContext, jobs: readonly FailedJob[]): Promise<string[]> {
  const producer = createProducer({ redisUrl: redisUrl(env), onError: () => {} })
  try {
    return await redriveJobs({ db, producer, actor }, jobs)
  } finally {
    await producer.close()
  }
}

function readTime(values: Values, option: string, fallbackMs: number): Date {
  const text = values[option]
  const time = new Date(text === undefined ? fallbackMs : String(text))
  if (!Number.isNaN(time.getTime())) return time
  throw new AdminError(`--${option} must be a time such as 2026-11-22T08:00Z, and it is "${text}".`)
}

import { CREDITS_PER_DOLLAR, type JobList, type Usage, type UsageReport } from '@gleaner/contracts'
import type { DoorCall, DoorHandler } from '../call.ts'

const CREDITS_PER_CENT = CREDITS_PER_DOLLAR / 100

/** Names of the same in the newer dialect; the older one writes them with underlines. */
function balanceAs(unit: 'credits' | 'tokens'): DoorHandler {
  return async ({ ours, dialect }) => {
    const { body } = await ours.ask<Usage>('GET', '/usage')
    const [remaining, plan] = [body.balance.current_cents, body.balance.deposited_cents].map((cents) =>
      Math.floor(cents * CREDITS_PER_CENT),
    )
    const { start, end } = body.period
    if (dialect !== 'v2')
      return {
        success: true,
        data: {
          [`remaining_${unit}`]: remaining,
          [`plan_${unit}`]: plan,
          billing_period_start: start,
          billing_period_end: end,
        },
      }
    const name = unit === 'credits' ? 'Credits' : 'Tokens'
    return {
      success: true,
      data: {
        [`remaining${name}`]: remaining,
        [`plan${name}`]: plan,
        billingPeriodStart: start,
        billingPeriodEnd: end,
      },
    }
  }
}

/** GET /team/credit-usage. */
export const getCreditUsage = balanceAs('credits')
/** GET /team/token-usage: models are the caller's own, so tokens are credits. */
export const getTokenUsage = balanceAs('tokens')

/** How far usage is told by day and key. In ms. */
const HISTORY_MS = 95 * 86_400_000

function historyAs(unit: 'creditsUsed' | 'tokensUsed'): DoorHandler {
  return async ({ ours, request }) => {
    const byKey = request.query.byApiKey === 'true'
    const from = new Date(Date.now() - HISTORY_MS).toISOString().slice(0, 7)
    const { body } = await ours.ask<UsageReport>(
      'GET',
      `/usage/report?group_by=${byKey ? 'day,key' : 'day'}&start_date=${from}-01&limit=10000`,
    )
    const months = new Map<string, { startDate: string; endDate: string; apiKey?: string; credits: number }>()
    for (const { day = '', key, credits } of body.rows) {
      const month = day.slice(0, 7)
      const id = `${month} ${byKey ? key : ''}`
      const known = months.get(id) ?? {
        ...boundsOf(month),
        ...(byKey && { apiKey: key ?? 'none' }),
        credits: 0,
      }
      known.credits += credits
      months.set(id, known)
    }
    return {
      success: true,
      periods: [...months.values()].map(({ credits, ...period }) => ({ ...period, [unit]: credits })),
    }
  }
}

function boundsOf(month: string): { startDate: string; endDate: string } {
  const start = new Date(`${month}-01T00:00:00.000Z`)
  const end = new Date(start)
  end.setUTCMonth(end.getUTCMonth() + 1)
  return { startDate: start.toISOString(), endDate: end.toISOString() }
}

/** GET /team/credit-usage/historical: by calendar month. */
export const getCreditHistory = historyAs('creditsUsed')
export const getTokenHistory = historyAs('tokensUsed')

/** GET /concurrency-check. */
export const getConcurrency: DoorHandler = async ({ ours }) => {
  await ours.ask('GET', '/usage')
  return { success: true, ...concurrencyOf(ours) }
}

function concurrencyOf({ limits }: DoorCall['ours']): { concurrency: number; maxConcurrency: number } {
  return {
    concurrency: Number(limits['x-concurrency-current'] ?? 0),
    maxConcurrency: Number(limits['x-concurrency-limit'] ?? 0),
  }
}

/** GET /team/queue-status: counted up to 100 of each. */
export const getQueueStatus: DoorHandler = async ({ ours }) => {
  const jobsOf = (filter: string) => ours.ask<JobList>('GET', `/jobs?${filter}`)
  const [running, waiting, done] = [
    await jobsOf('status=running&limit=100'),
    await jobsOf('status=pending&limit=100'),
    await jobsOf('status=completed&limit=1'),
  ]
  const [active, queued] = [running.body.jobs.length, waiting.body.jobs.length]
  return {
    success: true,
    jobsInQueue: active + queued,
    activeJobsInQueue: active,
    waitingJobsInQueue: queued,
    maxConcurrency: concurrencyOf(ours).maxConcurrency,
    mostRecentSuccess: done.body.jobs[0]?.completed_at ?? null,
  }
}

/** GET /team/activity: the jobs that were asked for last. */
export const getActivity: DoorHandler = async ({ ours, request }) => {
  const { limit = '50', cursor } = request.query as Record<string, string | undefined>
  const query = new URLSearchParams({
    limit: String(Math.min(Number(limit) || 50, 100)),
    ...(cursor && { cursor }),
  })
  const { body } = await ours.ask<JobList>('GET', `/jobs?${query}`)
  return {
    success: true,
    data: body.jobs.map(({ id, url, status, created_at, credits, key_id, batch_id, crawl_id }) => ({
      id,
      endpoint: crawl_id ? 'crawl' : batch_id ? 'batch_scrape' : 'scrape',
      api_version: 'v2',
      created_at,
      target: url,
      status,
      credits_used: credits,
      api_key_id: key_id,
    })),
    cursor: body.next_cursor,
    has_more: body.next_cursor !== null,
  }
}

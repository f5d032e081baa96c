import { createPool } from '@gleaner/db'
import { checkLedger } from '../chaos/check-ledger.ts'
import { openKey } from '../lib/account.ts'
import { callApi } from '../lib/api.ts'
import { load } from '../lib/load.ts'
import { withStack } from '../lib/stack.ts'

const AT_ONCE = 8
const TIMES = 3
const PAUSE_MS = 200
const PATIENCE_MS = 120_000

/** Each of `requests` scrapes is sent three times at once under one key: there must be one job and one charge of each. */
export async function proveIdempotency({
  requests,
}: {
  requests: number
}): Promise<{ figures: string[]; faults: string[] }> {
  return await withStack({}, async (stack) => {
    const info = await stack.info()
    const key = await openKey(info)
    const jobs = new Set<string>()
    const run = `proof-${Date.now()}`

    /** The job of the answer; what says that the first one is still at it is asked again. */
    async function send(index: number): Promise<string> {
      const until = Date.now() + PATIENCE_MS
      const body = { url: `${info.sample_site}/bench/5kb?${run}=${index}`, formats: ['markdown'] }
      for (;;) {
        const headers = { 'idempotency-key': `${run}-${index}` }
        const answer = await callApi(info, 'POST', '/scrape', { body, headers, key })
        const reply = JSON.parse(answer.text)
        if (answer.status === 200 || answer.status === 202) return reply.job_id
        if (reply.error !== 'IDEMPOTENCY_IN_PROGRESS' || Date.now() > until)
          throw new Error(`${answer.status} ${reply.error}`)
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      }
    }

    const { perSecond, failures } = await load({ count: requests, clients: AT_ONCE }, async (index) => {
      const named = new Set(await Promise.all(Array.from({ length: TIMES }, () => send(index))))
      for (const id of named) jobs.add(id)
      return named.size === 1 ? undefined : 'answers of one key name several jobs'
    })
    const faults = Object.entries(failures).map(([what, count]) => `${what}: ${count} x`)
    faults.push(
      ...(await checkLedger(info.database_url)),
      ...(await countJobs(info.database_url, run, requests)),
    )
    if (jobs.size !== requests) faults.push(`${jobs.size} jobs were named, of ${requests}`)
    return {
      figures: [
        `${requests} requests, each ${TIMES} times at once`,
        `${jobs.size} jobs`,
        `${perSecond.toFixed(1)}/s`,
      ],
      faults,
    }
  })
}

async function countJobs(url: string, run: string, requests: number): Promise<string[]> {
  const pool = createPool({ url, max: 1 })
  try {
    const { rows } = await pool.query<{ jobs: number; charges: number }>(
      `SELECT count(DISTINCT job.id)::int AS jobs, count(ledger_entry.job_id)::int AS charges
       FROM job LEFT JOIN ledger_entry ON ledger_entry.job_id = job.id AND kind = 'capture' WHERE job.url LIKE $1`,
      [`%${run}%`],
    )
    const { jobs, charges } = rows[0]!
    return jobs === requests && charges === requests
      ? []
      : [`${jobs} jobs and ${charges} charges of ${requests}`]
  } finally {
    await pool.end()
  }
}

import { createBalance, deposit } from '@gleaner/billing'
import { LIMITS, type ScrapeRequestInput, uuidv7 } from '@gleaner/contracts'
import { createBodyMemory } from '@gleaner/http-tiers'
import { createJob, type NewJob, readFinishedJob } from '@gleaner/jobs'
import { handleTask } from '../handle-task.ts'
import { createWorkerFixture } from './fixture.ts'

/**
 * A program: a tier's worker whom one account floods with huge bodies while another one asks for honest pages. Reports
 * to its parent how each job ended. Arguments: the hostile site, the tier, the flood's size, BODY_MEMORY_MB.
 */
export interface JobEnd {
  status: string
  /** Of its last attempt. */
  result: string
  error: string
  costMicros: number
}

export interface FloodEnds {
  honest: JobEnd[]
  flooding: JobEnd[]
  /** Memory for bodies that is still given out after the last job, and bodies that wait for it. */
  heldBytes: number
  waiting: number
}

const [siteUrl, tier, count, bodyMemoryMb] = process.argv.slice(2) as [string, '1' | '2', string, string]
/** For the first bodies of the flood to be read while the others wait in vain. */
const FLOOD_TIMEOUT_S = 8
const HOSTILE = ['/plain', '/gzip', '/br']
const HONEST = ['/small', '/large', '/small', '/large', '/small', '/large']

const fixture = await createWorkerFixture()
const permits = await fixture.permits({ slots: 256, perHost: 256 })
const bodies = createBodyMemory({ megabytes: Number(bodyMemoryMb), maxBytes: LIMITS.responseBody })
const ctx = { ...fixture.context(tier), permits, bodies }
const honestAccount = await openAccount()

process.send!('ready')
const flood = Array.from({ length: Number(count) }, (_, i) =>
  run({ url: `${siteUrl}${HOSTILE[i % 3]}?${i}`, timeout: FLOOD_TIMEOUT_S }),
)
const honest = HONEST.map((path, i) =>
  run({ url: `${siteUrl}${path}?honest${i}`, timeout: 120 }, { accountId: honestAccount }),
)
const ended = { honest: await Promise.all(honest), flooding: await Promise.all(flood) }
process.send!({ ...ended, heldBytes: bodies.heldBytes, waiting: bodies.waiting } satisfies FloodEnds)
await fixture.close()
process.disconnect()

async function run(request: Partial<ScrapeRequestInput>, more: Partial<NewJob> = {}): Promise<JobEnd> {
  const job = fixture.newJob({ formats: ['text'], cost_controls: { force_tier: tier }, ...request }, more)
  await createJob(fixture.jobs, job)
  await handleTask(ctx, await fixture.taskOf(job.id), new AbortController().signal)
  const ended = await readFinishedJob(fixture.jobs.pool, job.id)
  const { result, error = '' } = ended!.row.attempts.at(-1)!
  return { status: ended!.row.status, result, error, costMicros: Number(ended!.row.costMicros) }
}

async function openAccount(): Promise<string> {
  const id = uuidv7()
  await fixture.jobs.pool.query('INSERT INTO account (id, name) VALUES ($1, $2)', [id, 'honest'])
  await createBalance(fixture.jobs.pool, id)
  await deposit(fixture.jobs.pool, id, 100_000_000n, 'test')
  return id
}

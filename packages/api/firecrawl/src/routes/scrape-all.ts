import { type Batch, type BatchAccepted, type Job, LIMITS } from '@gleaner/contracts'
import { nextTurn } from '@gleaner/runtime'
import type { DoorCall } from '../call.ts'
import { pollUntil } from '../ours.ts'
import { readLines } from '../read-lines.ts'

/** A result above this is not waited for here. In bytes. */
const LINE_BYTES = 16 * 1024 * 1024

/** Scrapes addresses as a batch, and waits for it. The jobs stand in the order of the addresses; what is no address has none. */
export async function scrapeAll(
  { ours, signal }: DoorCall,
  urls: readonly string[],
  request: Record<string, unknown>,
  deadline: number,
): Promise<Map<string, Job>> {
  if (urls.length === 0) return new Map()
  const asked = { ...request, urls: urls.slice(0, LIMITS.batchUrls), on_invalid: 'skip' }
  const { body: accepted } = await ours.ask<BatchAccepted>('POST', '/batch', asked)
  const path = `/batch/${accepted.batch_id}`
  await pollUntil(deadline, signal, async () => {
    const { body } = await ours.ask<Batch>('GET', `${path}?include_results=false`)
    return body.pending === 0 || undefined
  })
  return await readJobs(ours, path, signal)
}

/** The jobs of a batch by their addresses. */
export async function readJobs(
  ours: DoorCall['ours'],
  path: string,
  signal: AbortSignal,
): Promise<Map<string, Job>> {
  const response = await ours.stream(
    `${path}/results?format=jsonl`,
    { accept: 'application/x-ndjson' },
    signal,
  )
  const jobs = new Map<string, Job>()
  for await (const line of readLines(response, LINE_BYTES)) {
    if (line === undefined) continue
    await nextTurn()
    const job = JSON.parse(line) as Job
    jobs.set(job.url, job)
  }
  return jobs
}

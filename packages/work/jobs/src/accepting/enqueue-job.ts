import type { Tier } from '@gleaner/contracts'
import { type AddOptions, PRIORITY, type Producer, type ScrapeTask, scrapeQueueOf } from '@gleaner/queue'
import type { ScrapeSpec } from '../spec.ts'

/** What a job's message is made of. */
export interface QueuedJob {
  id: string
  accountId: string
  url: string
  /** Answered from built-in pages: no host is asked. */
  test: boolean
  deadlineAt: Date
  asksModel: boolean
  /** Bulk work, which lets a waiting caller's go first. */
  batchId: string | null
  /** With bounds of its own at its target (`lineName`). */
  line: string | null
}

/**
 * Puts a job on the queue of a tier; adding it again while it waits there changes nothing. Throws QueueUnavailable.
 */
export async function enqueueJob(producer: Producer, job: QueuedJob, tier: Tier): Promise<void> {
  await producer.add(scrapeQueueOf(tier), scrapeTaskOf(job), addOptions(job, tier))
}

/** The same for many jobs, in one round trip for each tier. */
export async function enqueueJobs(
  producer: Producer,
  jobs: readonly (QueuedJob & { tier: Tier })[],
): Promise<void> {
  for (const [tier, ofTier] of Map.groupBy(jobs, (job) => job.tier)) {
    const messages = ofTier.map((job) => ({ payload: scrapeTaskOf(job), options: addOptions(job, tier) }))
    await producer.addMany(scrapeQueueOf(tier), messages)
  }
}

function addOptions({ id, batchId }: QueuedJob, tier: Tier): AddOptions {
  return { id: messageIdOf(id, tier), priority: batchId === null ? PRIORITY.interactive : PRIORITY.bulk }
}

/** Message ids are per job and tier, joined by a dot because the queue library refuses `:`. */
export function messageIdOf(jobId: string, tier: Tier): string {
  return `${jobId}.${tier}`
}

/** The message of a job: its id, and what decides whose turn it is. */
export function scrapeTaskOf(job: QueuedJob): ScrapeTask {
  const { id, accountId, url, test, deadlineAt, asksModel, batchId, line } = job
  return {
    jobId: id,
    accountId,
    // A page that its caller has sent is of no host.
    host: test ? null : new URL(url).host || null,
    deadlineAt: deadlineAt.getTime(),
    ...(batchId !== null && { bulk: true }),
    ...(asksModel && { asksModel }),
    ...(line !== null && { line }),
  }
}

/** Whether a job asks a model of its account's; a test key asks none. */
export function asksModel({
  spec,
  test,
}: {
  spec: Pick<ScrapeSpec, 'extraction_prompt' | 'formats'>
  test: boolean
}): boolean {
  return wantsModel(spec) && !test
}

/** Whether a request is answered by a model, with a prompt of its caller's or by a summary. */
export function wantsModel({
  extraction_prompt,
  formats,
}: Pick<ScrapeSpec, 'extraction_prompt' | 'formats'>): boolean {
  return extraction_prompt !== undefined || formats?.includes('summary') === true
}

/** SQL expression: the same of a row of `job`. */
export const ASKS_MODEL =
  "((job.spec->>'extraction_prompt' IS NOT NULL OR coalesce(job.spec->>'formats' LIKE '%\"summary\"%', false)) AND NOT job.test)"

import { z } from 'zod'
import { JobId, ownId } from '../fields/ids.ts'
import { JOB_STATUSES, UnderWay } from '../fields/statuses.ts'
import { CreatedAt, time } from '../fields/times.ts'
import { inWords, RETENTION } from '../limits.ts'
import { TIERS } from '../tier.ts'
import { SHOWN_LABELS } from './labels.ts'
import { PollUrl } from './poll-url.ts'
import { Escalation } from './scrape/billing.ts'
import { ScrapeResult } from './scrape/result.ts'

export { JOB_STATUSES }
export type JobStatus = (typeof JOB_STATUSES)[number]

export const Job = z
  .object({
    id: ownId('job_id'),
    status: z
      .enum([...JOB_STATUSES, 'succeeded'])
      .describe(
        'How far it is; `succeeded` is what one published client, told by its User-Agent, calls `completed`.',
      ),
    url: z.string().describe('The page, as it was asked for; a login in it is shown as `***`.'),
    mode: z
      .string()
      .describe('How the page is read, as it was asked for: `auto`, `html`, `js`, `pdf` or `ocr`.'),
    batch_id: z.string().optional().describe('Of an item of a batch: the batch.'),
    crawl_id: z.uuid().optional().describe('Of a page of a crawl: the crawl.'),
    ...SHOWN_LABELS,
    progress: z
      .number()
      .optional()
      .describe('How far it is, from 0 to 100 percent: of a running or completed job.'),
    tier: z
      .enum(TIERS)
      .optional()
      .describe('Of a job that is under way: the tier that tries it, or is the next to.'),
    attempts: z
      .array(Escalation)
      .optional()
      .describe('Of a job that is under way: the attempts that have ended, in order.'),
    result: ScrapeResult.optional().describe(`Of a completed job, for ${inWords(RETENTION.resultMs)}.`),
    error: z.string().optional().describe('Of a failed job: the message of its error.'),
    error_code: z.string().optional().describe('Of a failed job: the code of its error.'),
    error_details: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Of a failed job: what a program can use of its error, among it `billing`.'),
    created_at: CreatedAt,
    completed_at: time('When it was delivered; of a completed job.').optional(),
    failed_at: time('When it failed; of a failed job.').optional(),
  })
  .describe('A scrape that goes on after its request was answered, and once it is completed its result.')
export type Job = z.infer<typeof Job>

export const JobAccepted = z
  .object({
    job_id: JobId,
    status: UnderWay,
    ...SHOWN_LABELS,
    poll_url: PollUrl,
  })
  .describe('A job that was taken on.')
export type JobAccepted = z.infer<typeof JobAccepted>

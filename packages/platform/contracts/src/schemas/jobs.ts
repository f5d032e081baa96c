import { z } from 'zod'
import { inWords, RETENTION } from '../limits.ts'
import { SHOWN_LABELS } from './labels.ts'
import { PollUrl } from './poll-url.ts'
import { ScrapeResult } from './scrape/result.ts'

export const JOB_STATUSES = ['pending', 'running', 'completed', 'failed'] as const
export type JobStatus = (typeof JOB_STATUSES)[number]

export const Job = z.object({
  id: z.uuid(),
  status: z
    .enum([...JOB_STATUSES, 'succeeded'])
    .describe('`succeeded`: what one published client, told by its User-Agent, calls completed.'),
  url: z.string(),
  mode: z.string(),
  batch_id: z.string().optional().describe('The batch that it is an item of.'),
  crawl_id: z.uuid().optional().describe('The crawl that it is a page of.'),
  ...SHOWN_LABELS,
  progress: z.number().optional(),
  result: ScrapeResult.optional().describe(`Of a completed job, for ${inWords(RETENTION.resultMs)}.`),
  error: z.string().optional().describe('Of a failed job: the message of its error.'),
  error_code: z.string().optional().describe('Of a failed job: the code of its error.'),
  error_details: z.record(z.string(), z.unknown()).optional(),
  created_at: z.iso.datetime(),
  completed_at: z.iso.datetime().optional(),
  failed_at: z.iso.datetime().optional(),
})
export type Job = z.infer<typeof Job>

export const JobAccepted = z.object({
  job_id: z.uuid(),
  status: z.enum(['pending', 'running']),
  ...SHOWN_LABELS,
  poll_url: PollUrl,
})
export type JobAccepted = z.infer<typeof JobAccepted>

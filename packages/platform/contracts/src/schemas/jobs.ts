import { z } from 'zod'
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
  /** Of an item of a batch. */
  batch_id: z.string().optional(),
  crawl_id: z.uuid().optional(),
  progress: z.number().optional(),
  result: ScrapeResult.optional(),
  error: z.string().optional(),
  error_code: z.string().optional(),
  error_details: z.record(z.string(), z.unknown()).optional(),
  created_at: z.iso.datetime(),
  completed_at: z.iso.datetime().optional(),
  failed_at: z.iso.datetime().optional(),
})
export type Job = z.infer<typeof Job>

export const JobAccepted = z.object({
  job_id: z.uuid(),
  status: z.enum(['pending', 'running']),
  poll_url: z.string(),
})
export type JobAccepted = z.infer<typeof JobAccepted>

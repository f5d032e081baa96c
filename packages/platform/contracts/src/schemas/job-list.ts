import { z } from 'zod'
import { hostNameOf } from '../fields/hosts.ts'
import { limitUpTo } from '../fields/lists.ts'
import { credits } from '../fields/money.ts'
import { LIMITS } from '../limits.ts'
import { TIERS } from '../tier.ts'
import { JOB_STATUSES, Job } from './jobs.ts'
import { LABEL_FILTER } from './labels.ts'
import { Moment } from './moment.ts'

const { pageRows, textChars } = LIMITS.jobList

/** Query of GET /jobs. */
export const JobListQuery = z.strictObject({
  status: z.enum(JOB_STATUSES).optional().describe('Only jobs of this status.'),
  domain: z
    .string()
    .min(1)
    .max(LIMITS.urlChars)
    .toLowerCase()
    .transform(hostNameOf)
    .optional()
    .describe('Only pages of this host, as it stands in their addresses; an address there will do.'),
  tier: z.enum(TIERS).optional().describe('Only jobs that this tier has ended with, or works on.'),
  key_id: z.uuid().optional().describe('Only jobs of this key of yours.'),
  batch_id: z.string().optional().describe('Only items of this batch.'),
  crawl_id: z.uuid().optional().describe('Only pages of this crawl.'),
  url: z
    .string()
    .min(1)
    .max(textChars)
    .optional()
    .describe('Only jobs whose address holds this text, in either case.'),
  created_after: Moment.optional().describe('A day in UTC, or a time; included.'),
  created_before: Moment.optional().describe('A day in UTC, or a time; not included.'),
  ...LABEL_FILTER,
  limit: limitUpTo(pageRows, 20),
  cursor: z.uuid().optional().describe('`next_cursor` of the reply before.'),
})
export type JobListQuery = z.infer<typeof JobListQuery>

export const JobListEntry = Job.omit({ result: true, progress: true, error_details: true })
  .extend({
    domain: z
      .string()
      .nullable()
      .describe('The host of its address; null for a page that you have sent yourself.'),
    tier: z.enum(TIERS).optional().describe('Of a completed job: what has delivered it.'),
    status_code: z.number().int().optional().describe('What the target has answered; of a completed job.'),
    credits: credits('Credits charged; 0 until it is delivered.'),
    cached: z.boolean().describe('Whether the page came from your cache.'),
    test: z.boolean().describe('Made with a test key.'),
    key_id: z
      .uuid()
      .nullable()
      .describe('The key that it was asked with; null: a person who had signed in, or a key that is gone.'),
  })
  .describe('A job without its result, as a list shows it.')
export type JobListEntry = z.infer<typeof JobListEntry>

const count = z.number().int()

export const JobList = z.object({
  jobs: z.array(JobListEntry).describe('The newest first.'),
  next_cursor: z
    .uuid()
    .nullable()
    .describe(
      'Where the list goes on; null at its end. A page may hold fewer jobs than `limit`, or none, before it: only so many jobs are looked through at once.',
    ),
  counts: z
    .object({
      total: count.describe('All that have ended: the sum of the next three.'),
      completed: count.describe('Delivered by a fetch.'),
      failed: count.describe('Ended without a page.'),
      cached: count.describe('Answered from your cache.'),
    })
    .nullable()
    .describe(
      'What has ended in that time, by quarters of an hour, without jobs of test keys; `total` is the sum of the others. Null with filters by which nothing is counted ahead: all but time, key and tier.',
    ),
})
export type JobList = z.infer<typeof JobList>

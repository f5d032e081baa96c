import { z } from 'zod'
import { Batch } from './batches/replies.ts'
import { Crawl } from './crawls/replies.ts'
import { CHANGE_KINDS } from './monitors/settings.ts'
import { ScheduleRun } from './schedules.ts'
import { ScrapeResult } from './scrape/result.ts'
import { WEBHOOK_TEST_EVENT, type WebhookEvent } from './webhooks.ts'

// What receivers of webhooks are sent. Fields may be added.

const Time = z.iso.datetime()

const ofJob = {
  batch_id: z.string().nullable().describe('The batch that it is an item of.'),
  crawl_id: z.uuid().optional().describe('The crawl that it is a page of.'),
  job_id: z.uuid(),
  url: z.string(),
}

export const JobCompletedWebhook = z.object({
  event: z.literal('job.completed'),
  ...ofJob,
  status: z.literal('completed'),
  completed_at: Time,
  result: ScrapeResult.optional().describe('Up to 1 MB; a larger one is at `result_url`.'),
  result_url: z.url().optional().describe('To be fetched with your key, where there is no `result`.'),
})

export const JobFailedWebhook = z.object({
  event: z.literal('job.failed'),
  ...ofJob,
  status: z.literal('failed'),
  completed_at: Time,
  error: z.string().describe('The message of its error.'),
  error_code: z.string(),
  error_details: z.record(z.string(), z.unknown()),
})

export const BatchCompletedWebhook = Batch.omit({
  items: true,
  webhook_status: true,
  webhook_attempts: true,
}).extend({
  event: z.literal('batch.completed'),
})

export const CrawlCompletedWebhook = Crawl.omit({ results: true, limit: true, offset: true }).extend({
  event: z.literal('crawl.completed'),
})

export const MonitorChangedWebhook = z.object({
  event: z.literal('monitor.changed'),
  monitor_id: z.uuid(),
  monitor_name: z.string(),
  check_id: z.uuid(),
  changed: z.boolean(),
  pages: z.record(z.string(), z.number().int()).describe('How many pages are in which state.'),
  changes: z
    .array(
      z.object({
        change_id: z.uuid(),
        url: z.string(),
        kind: z.enum(CHANGE_KINDS),
        text: z.string().describe('What has changed, in Markdown; cut where it is long.'),
        total_changes: z.number().int(),
        picture_url: z.string().nullable(),
      }),
    )
    .describe('The first ones; all are at `changes_url`.'),
  total_changes: z.number().int(),
  changes_url: z.string(),
})

export const ScheduleCompletedWebhook = ScheduleRun.omit({ id: true }).extend({
  event: z.literal('schedule.completed'),
  schedule_name: z.string(),
  run_id: z.uuid(),
})

const alert = {
  alert_id: z.uuid(),
  rule_id: z.uuid(),
  rule_name: z.string(),
  type: z.string().describe('That of the rule, whose conditions stand beside these fields.'),
  value: z.unknown().describe('What was measured.'),
  message: z.string(),
  created_at: Time,
}

export const AlertFiredWebhook = z.looseObject({
  event: z.literal('alert.fired'),
  ...alert,
  status: z.literal('fired'),
})

export const AlertResolvedWebhook = z.looseObject({
  event: z.literal('alert.resolved'),
  ...alert,
  status: z.literal('resolved'),
})

export const TestWebhook = z.object({
  event: z.literal(WEBHOOK_TEST_EVENT),
  webhook_id: z.uuid(),
  message: z.string(),
  created_at: Time,
})

/** The body of each event, and when it is sent. */
export const WEBHOOK_BODIES = {
  'job.completed': [JobCompletedWebhook, 'A job, an item or a page of a crawl has delivered.'],
  'job.failed': [JobFailedWebhook, 'A job, an item or a page of a crawl has failed.'],
  'batch.completed': [BatchCompletedWebhook, 'All items of a batch have ended.'],
  'crawl.completed': [CrawlCompletedWebhook, 'A crawl has ended.'],
  'monitor.changed': [MonitorChangedWebhook, 'A check of a monitor has found what it tells.'],
  'schedule.completed': [ScheduleCompletedWebhook, 'A run of a schedule has ended.'],
  'alert.fired': [AlertFiredWebhook, 'The conditions of an alert rule are met.'],
  'alert.resolved': [AlertResolvedWebhook, 'The conditions of an alert rule are no longer met.'],
  [WEBHOOK_TEST_EVENT]: [TestWebhook, '`POST /webhooks/{webhook_id}/test` was asked for.'],
} as const satisfies Record<WebhookEvent | typeof WEBHOOK_TEST_EVENT, readonly [z.ZodType, string]>

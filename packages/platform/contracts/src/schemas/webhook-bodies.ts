import { z } from 'zod'
import { AlertMessage } from '../fields/alerts.ts'
import { CheckId, JobId, ownId } from '../fields/ids.ts'
import { ChangeKind } from '../fields/monitors.ts'
import { GivenName, PageUrl } from '../fields/names.ts'
import { time } from '../fields/times.ts'
import { AlertRule } from './alerts/rules.ts'
import { Batch } from './batches/replies.ts'
import { Crawl } from './crawls/replies.ts'
import { ScheduleRun } from './schedule-replies.ts'
import { ScrapeResult } from './scrape/result.ts'
import { WEBHOOK_TEST_EVENT, type WebhookEvent } from './webhooks.ts'

// What receivers of webhooks are sent. Fields may be added.

const ofJob = {
  batch_id: z.string().nullable().describe('The batch that it is an item of; null of others.'),
  crawl_id: z.uuid().optional().describe('Of a page of a crawl: the crawl.'),
  job_id: JobId,
  url: z.string().describe('The page, as it was asked for; a login in it is shown as `***`.'),
}

export const JobCompletedWebhook = z.object({
  event: z.literal('job.completed').describe('What has happened.'),
  ...ofJob,
  status: z.literal('completed').describe('How the job has ended.'),
  completed_at: time('When it ended.'),
  result: ScrapeResult.optional().describe(
    'The result, up to 1 MB; a larger one is at `result_url` in place of this.',
  ),
  result_url: z.url().optional().describe('To be fetched with your key, where there is no `result`.'),
})

export const JobFailedWebhook = z.object({
  event: z.literal('job.failed').describe('What has happened.'),
  ...ofJob,
  status: z.literal('failed').describe('How the job has ended.'),
  completed_at: time('When it ended.'),
  error: z.string().describe('The message of its error.'),
  error_code: z.string().describe('The code of its error, for programs.'),
  error_details: z
    .record(z.string(), z.unknown())
    .describe('What a program can use of its error, among it `billing`.'),
})

export const BatchCompletedWebhook = Batch.omit({
  items: true,
  webhook_status: true,
  webhook_attempts: true,
}).extend({
  event: z.literal('batch.completed').describe('What has happened: the batch has ended, in whichever way.'),
})

export const CrawlCompletedWebhook = Crawl.omit({ results: true, limit: true, offset: true }).extend({
  event: z.literal('crawl.completed').describe('What has happened: the crawl has ended, in whichever way.'),
})

export const MonitorChangedWebhook = z.object({
  event: z
    .literal('monitor.changed')
    .describe('What has happened: pages were checked, and there is something that `notify_on` asks for.'),
  monitor_id: ownId('monitor_id'),
  monitor_name: GivenName,
  check_id: CheckId,
  changed: z.boolean().describe('Whether any page has changed.'),
  pages: z.record(z.string(), z.number().int()).describe('How many pages are in which state.'),
  changes: z
    .array(
      z.object({
        change_id: ownId('change_id'),
        url: PageUrl,
        kind: ChangeKind,
        text: z.string().describe('What has changed, in Markdown; cut where it is long.'),
        total_changes: z.number().int().describe('How many differences the page has.'),
        picture_url: z
          .string()
          .nullable()
          .describe('Path of its picture (PNG), with `screenshots`; null where there was none before.'),
      }),
    )
    .describe('The first ones; all are at `changes_url`.'),
  total_changes: z.number().int().describe('How many pages have changed.'),
  changes_url: z.string().describe('Path at which all changes are read, with your key.'),
})

export const ScheduleCompletedWebhook = ScheduleRun.omit({ id: true }).extend({
  event: z.literal('schedule.completed').describe('What has happened: a run has ended, in whichever way.'),
  schedule_name: GivenName,
  run_id: z.uuid().describe('The run, which `GET /schedules/{schedule_id}/runs` lists.'),
})

const alert = {
  alert_id: z.uuid().describe('The entry of the history, which `GET /alerts/history` lists.'),
  rule_id: ownId('rule_id'),
  rule_name: GivenName,
  ...AlertRule.pick({
    type: true,
    threshold: true,
    unit: true,
    domain: true,
    window_minutes: true,
    min_jobs: true,
  }).shape,
  value: z
    .number()
    .nullable()
    .describe('What was measured; null where there was nothing to measure any more.'),
  message: AlertMessage,
  created_at: time('When it was found.'),
}

export const AlertFiredWebhook = z.looseObject({
  event: z.literal('alert.fired').describe('What has happened.'),
  ...alert,
  status: z.literal('fired').describe('The value has passed the threshold.'),
})

export const AlertResolvedWebhook = z.looseObject({
  event: z.literal('alert.resolved').describe('What has happened.'),
  ...alert,
  status: z.literal('resolved').describe('The value is back.'),
})

export const TestWebhook = z.object({
  event: z.literal(WEBHOOK_TEST_EVENT).describe('What has happened: nothing but a test.'),
  webhook_id: ownId('webhook_id'),
  message: z.string().describe('That this is a test, in a sentence.'),
  created_at: time('When the test was asked for.'),
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

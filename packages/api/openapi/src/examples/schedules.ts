import type { AreaExamples } from './endpoint-example.ts'

const id = '019a9f41-2e3d-7f60-9ba1-6c7d8e9f0a13'
const params = { schedule_id: id }
const webhookUrl = 'https://hooks.example.com/gleaner'

const exported = { destination_id: '019a9f44-6c7d-7e8f-9091-a2bc1d2e3f57', format: 'csv' }

const schedule = {
  id,
  name: 'prices',
  status: 'active',
  paused_reason: null,
  test: false,
  kind: 'batch',
  urls: ['https://example.com/product/1', 'https://example.com/product/2'],
  options: { extraction_profile: 'product' },
  schedule: 'every weekday at 9am',
  cron: '0 9 * * 1-5',
  every_seconds: null,
  timezone: 'Europe/Berlin',
  next_run_at: '2026-11-23T08:01:12.480Z',
  spread_seconds: 72.48,
  webhook_url: webhookUrl,
  export: exported,
  created_at: '2026-11-22T08:00:00.000Z',
  updated_at: '2026-11-22T08:00:00.000Z',
}

const run = {
  id: '019a9f42-3f4e-7071-8cb2-7d8e9f0a1b24',
  schedule_id: id,
  status: 'completed',
  trigger: 'schedule',
  due_at: '2026-11-23T08:01:12.480Z',
  started_at: '2026-11-23T08:01:13.102Z',
  finished_at: '2026-11-23T08:01:16.330Z',
  batch_id: 'batch_019a9f42-4a5b-7c6d-8e7f-809a0b1c2d35',
  crawl_id: null,
  map_id: null,
  search_id: null,
  total: 2,
  completed: 2,
  failed: 0,
  cancelled: 0,
  credits_used: 2,
  error: null,
  export_id: '019a9f43-5b6c-7d7e-8f80-91ab0c1d2e46',
  export_error: null,
}

const pending = {
  ...run,
  status: 'pending',
  trigger: 'manual',
  due_at: '2026-11-22T08:05:00.000Z',
  started_at: null,
  finished_at: null,
  batch_id: null,
  total: null,
  completed: null,
  failed: null,
  cancelled: null,
  credits_used: null,
  export_id: null,
}

const list = { limit: 20, offset: 0 }

export const schedules: AreaExamples = {
  listSchedules: {
    query: { ...list, active_only: 'true' },
    replies: { 200: { schedules: [schedule], total: 1, ...list } },
  },
  createSchedule: {
    bodies: {
      'Pages, in English': {
        name: 'prices',
        urls: schedule.urls,
        options: schedule.options,
        schedule: schedule.schedule,
        timezone: schedule.timezone,
        webhook_url: webhookUrl,
        export: exported,
      },
      'A crawl, by cron': {
        name: 'docs',
        crawl: { url: 'https://example.com/docs/', max_pages: 200 },
        cron: '30 2 * * 0',
      },
      'A map, by a step': {
        name: 'new pages',
        map: { url: 'https://example.com' },
        schedule: { every: '6 hours' },
      },
    },
    replies: { 201: schedule },
  },
  getSchedule: { params, replies: { 200: schedule } },
  updateSchedule: { params, body: { schedule: 'daily at 07:30' }, replies: { 200: schedule } },
  deleteSchedule: { params },
  pauseSchedule: {
    params,
    replies: { 200: { ...schedule, status: 'paused', paused_reason: 'caller', next_run_at: null } },
  },
  resumeSchedule: { params, replies: { 200: schedule } },
  runSchedule: { params, replies: { 202: pending } },
  listScheduleRuns: { params, query: list, replies: { 200: { runs: [run], total: 1, ...list } } },
}

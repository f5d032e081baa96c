import type { AreaExamples } from './endpoint-example.ts'

const id = '019a9f51-2e3d-7f60-9ba1-6c7d8e9f0a13'
const checkId = '019a9f52-3f4e-7071-8cb2-7d8e9f0a1b24'
const snapshotId = '019a9f53-4a5b-7c6d-8e7f-809a0b1c2d35.2'
const params = { monitor_id: id }
const monitorGroupId = '019a9f50-1d2c-7e5f-8a90-5b6c7d8e9f02'
const url = 'https://example.com/product/1'
const webhookUrl = 'https://hooks.example.com/gleaner'
const NO_PAGES = { new: 0, same: 0, changed: 0, removed: 0, error: 0 }

const monitor = {
  id,
  name: 'price of the anvil',
  status: 'active',
  paused_reason: null,
  test: false,
  group_id: null,
  own: {
    check_interval: 'every hour',
    diff_mode: 'fields',
    monitor_fields: {
      price: { selector: '.price', type: 'currency', take: 'lowest', min_change: { pct: 5 } },
    },
    webhook_url: webhookUrl,
  },
  target: 'url',
  url,
  options: {},
  screenshots: true,
  check_interval: 'every hour',
  cron: '0 * * * *',
  every_seconds: null,
  timezone: 'UTC',
  next_check_at: '2026-11-23T09:01:12.480Z',
  diff_mode: 'fields',
  monitor_selectors: null,
  monitor_fields: {
    price: { selector: '.price', type: 'currency', take: 'lowest', min_change: { pct: 5 } },
  },
  filters: null,
  notify_on: ['change'],
  webhook_url: webhookUrl,
  pages: { ...NO_PAGES, same: 1 },
  feed_url: `/api/v1/monitors/${id}/feed.atom`,
  created_at: '2026-11-22T08:00:00.000Z',
  updated_at: '2026-11-22T08:00:00.000Z',
}

const check = {
  id: checkId,
  monitor_id: id,
  status: 'completed',
  trigger: 'schedule',
  due_at: '2026-11-23T08:01:12.480Z',
  started_at: '2026-11-23T08:01:13.102Z',
  finished_at: '2026-11-23T08:01:14.330Z',
  batch_id: 'batch_019a9f52-4a5b-7c6d-8e7f-809a0b1c2d35',
  crawl_id: null,
  map_id: null,
  search_id: null,
  total: 1,
  completed: 1,
  failed: 0,
  cancelled: 0,
  credits_used: 1,
  error: null,
  again_batch_id: 'batch_019a9f52-5b6c-7d7e-8f80-91ab0c1d2e46',
  judged_at: '2026-11-23T08:01:18.020Z',
  pages: { ...NO_PAGES, changed: 1 },
}

const pending = {
  ...check,
  status: 'pending',
  trigger: 'manual',
  started_at: null,
  finished_at: null,
  batch_id: null,
  total: null,
  completed: null,
  failed: null,
  cancelled: null,
  credits_used: null,
  again_batch_id: null,
  judged_at: null,
  pages: null,
}

const change = {
  id: '019a9f54-5b6c-7d7e-8f80-91ab0c1d2e46',
  monitor_id: id,
  check_id: checkId,
  url,
  kind: 'changed',
  text: '### price\n\n- ~~19.99~~**15**',
  changes: [{ kind: 'replaced', what: 'field', section: 'price', before: '19.99', after: '15' }],
  total_changes: 1,
  patch: [{ op: 'replace', path: '/price', value: 15 }],
  picture_url: `/api/v1/monitors/${id}/changes/019a9f54-5b6c-7d7e-8f80-91ab0c1d2e46/picture.png`,
  created_at: '2026-11-23T08:01:18.020Z',
}

const snapshot = { id: snapshotId, url, taken_at: '2026-11-23T08:01:18.020Z' }
const list = { limit: 20, offset: 0 }

export const monitors: AreaExamples = {
  listMonitors: {
    query: { ...list, active_only: 'true', group_id: monitorGroupId },
    replies: { 200: { monitors: [monitor], total: 1, ...list } },
  },
  createMonitor: {
    bodies: {
      'The lowest price of a page': {
        name: monitor.name,
        url,
        check_interval: monitor.check_interval,
        diff_mode: 'fields',
        monitor_fields: monitor.monitor_fields,
        screenshots: true,
        webhook_url: webhookUrl,
      },
      'One of a group': { name: 'a shop', group_id: monitorGroupId, url },
      'What a list of pages says': {
        name: 'terms',
        urls: ['https://example.com/terms', 'https://example.com/privacy'],
        check_interval: 'daily at 6am',
        filters: { ignore: [{ contains: 'Cookie settings' }], only: ['added', 'replaced'] },
        notify_on: ['change', 'error'],
      },
      'Who is found': {
        name: 'found first',
        search: { query: 'cast iron anvils', num_results: 20, country: 'DE', scrape_results: true },
      },
      'New pages of a site': { name: 'new pages', map: { url: 'https://example.com' } },
    },
    replies: { 201: monitor },
  },
  getMonitor: { params, replies: { 200: monitor } },
  updateMonitor: { params, body: { check_interval: 'every 30 minutes' }, replies: { 200: monitor } },
  deleteMonitor: { params },
  pauseMonitor: {
    params,
    replies: { 200: { ...monitor, status: 'paused', paused_reason: 'caller', next_check_at: null } },
  },
  resumeMonitor: { params, replies: { 200: monitor } },
  checkMonitor: { params, replies: { 202: pending } },
  listMonitorChecks: { params, query: list, replies: { 200: { checks: [check], total: 1, ...list } } },
  listMonitorPages: {
    params,
    query: list,
    replies: {
      200: {
        pages: [
          {
            url,
            state: 'changed',
            error: null,
            first_seen_at: '2026-11-22T08:01:18.020Z',
            checked_at: '2026-11-23T08:01:18.020Z',
            changed_at: '2026-11-23T08:01:18.020Z',
            noise: [],
          },
        ],
        total: 1,
        ...list,
      },
    },
  },
  resetMonitorNoise: { params },
  listMonitorChanges: {
    params,
    query: { ...list, url },
    replies: { 200: { changes: [change], total: 1, ...list } },
  },
  listMonitorFieldHistory: {
    params: { ...params, field: 'price' },
    query: { limit: 100, offset: 0, url },
    replies: {
      200: {
        field: 'price',
        type: 'currency',
        values: [
          { url, value: 15, checked_at: '2026-11-23T08:01:18.020Z', until: null },
          { url, value: 19.99, checked_at: '2026-11-22T08:01:18.020Z', until: '2026-11-23T08:01:18.020Z' },
        ],
        total: 2,
        limit: 100,
        offset: 0,
      },
    },
  },
  getMonitorFieldChart: { params: { ...params, field: 'price' }, query: { url, days: 30 } },
  getMonitorChangePicture: { params: { ...params, change_id: change.id } },
  listMonitorSnapshots: {
    params,
    query: { ...list, url },
    replies: { 200: { snapshots: [snapshot], total: 1, ...list } },
  },
  getMonitorSnapshot: {
    params: { ...params, snapshot_id: snapshotId },
    replies: { 200: { ...snapshot, html: null, fields: { price: 15 } } },
  },
  getMonitorFeed: { params },
}

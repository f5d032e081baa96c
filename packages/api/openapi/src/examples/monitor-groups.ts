import type { AreaExamples } from './endpoint-example.ts'

const id = '019a9f50-1d2c-7e5f-8a90-5b6c7d8e9f02'
const params = { group_id: id }
const settings = {
  check_interval: 'every hour',
  timezone: 'Europe/Berlin',
  filters: { ignore: [{ contains: 'Cookie settings' }] },
  notify_on: ['change' as const, 'error' as const],
  webhook_url: 'https://hooks.example.com/gleaner',
}
const group = {
  id,
  name: 'shops',
  test: false,
  ...settings,
  monitors: 3,
  created_at: '2026-11-22T08:00:00.000Z',
  updated_at: '2026-11-22T08:00:00.000Z',
}
const list = { limit: 20, offset: 0 }

export const monitorGroups: AreaExamples = {
  listMonitorGroups: { query: list, replies: { 200: { groups: [group], total: 1, ...list } } },
  createMonitorGroup: {
    body: { name: group.name, ...settings },
    replies: { 201: { ...group, monitors: 0 } },
  },
  getMonitorGroup: { params, replies: { 200: group } },
  updateMonitorGroup: {
    params,
    body: { check_interval: 'every 30 minutes', webhook_url: null },
    replies: { 200: { ...group, check_interval: 'every 30 minutes', webhook_url: undefined } },
  },
  deleteMonitorGroup: { params },
}

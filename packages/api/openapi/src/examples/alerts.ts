import type { AreaExamples } from './endpoint-example.ts'

const id = '019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d51'
const params = { rule_id: id }

const condition = { name: 'Shop fails', type: 'domain_failure_rate' as const, threshold: 20 }
const rule = {
  id,
  ...condition,
  domain: 'shop.example.com',
  window_minutes: 60,
  min_jobs: 10,
  channels: [
    { type: 'email' as const, address: null },
    { type: 'slack' as const, address: 'https://hooks.slack.com/***' },
  ],
  cooldown_minutes: 60,
  notify_resolved: true,
  is_active: true,
  status: 'ok' as const,
  value: 2.5,
  last_fired_at: null,
  last_checked_at: '2026-11-22T08:05:00.000Z',
  created_at: '2026-11-22T08:00:00.000Z',
  updated_at: '2026-11-22T08:00:00.000Z',
}

const alert = {
  id: '019a9f40-11d2-7c3f-8a66-4b1c7d2e3f51',
  rule_id: id,
  rule_name: rule.name,
  type: rule.type,
  status: 'fired' as const,
  value: 34.2,
  threshold: 20,
  message:
    '34.2 % of 120 jobs at shop.example.com in the last 60 minutes have failed; the rule fires at 20 %.',
  notifications: [
    { channel: 'email' as const, host: null, status: 'mailed' as const, attempts: 0 },
    { channel: 'slack' as const, host: 'hooks.slack.com', status: 'delivered' as const, attempts: 1 },
  ],
  created_at: '2026-11-22T09:00:00.000Z',
}

const tested = {
  success: true,
  channels: [
    { type: 'email' as const, address: null, success: true, status_code: null, error: null },
    {
      type: 'slack' as const,
      address: 'https://hooks.slack.com/***',
      success: true,
      status_code: 200,
      error: null,
    },
  ],
}

export const alerts: AreaExamples = {
  listAlertRules: { query: { limit: 20, offset: 0 }, replies: { 200: { rules: [rule], total: 1 } } },
  createAlertRule: {
    body: {
      ...condition,
      domain: rule.domain,
      channels: [{ type: 'email' }, { type: 'slack', url: 'https://hooks.slack.com/services/T0/B0/x' }],
    },
    replies: { 201: { ...rule, value: null, last_checked_at: null } },
  },
  getAlertRule: { params, replies: { 200: { ...rule, recent_alerts: [alert] } } },
  updateAlertRule: { params, body: { threshold: 30 }, replies: { 200: { ...rule, threshold: 30 } } },
  deleteAlertRule: { params },
  testAlertRule: {
    params,
    replies: {
      200: tested,
      202: {
        success: false,
        channels: [tested.channels[0]!, { ...tested.channels[1]!, success: null, status_code: null }],
      },
    },
  },
  listAlertHistory: { query: { limit: 20, offset: 0 }, replies: { 200: { alerts: [alert], total: 1 } } },
}

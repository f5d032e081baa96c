import type { AreaExamples } from './endpoint-example.ts'

export const usage: AreaExamples = {
  getUsage: {
    query: { start_date: '2026-11-01', end_date: '2026-11-30' },
    replies: {
      200: {
        period: { start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z', current: true },
        balance: { current_cents: 4_812.5, deposited_cents: 5_000, used_cents: 187.5 },
        requests: { total: 1_204, successful: 1_150, failed: 41, cached: 13 },
        by_mode: { html: 1_101, js: 40, pdf: 9, ocr: 0 },
        by_tier: { '1': 1_020, '2': 90, '4': 40 },
        rate_limits: { requests_per_minute: 120, current_usage: 2, reset_at: '2026-11-22T08:01:00.000Z' },
        spend_tier: { current: 'standard', rolling_30d_spend_cents: 187.5, next_tier_at_cents: 20_000 },
        period_start: '2026-11-01T00:00:00.000Z',
        period_end: '2026-12-01T00:00:00.000Z',
        requests_month: 1_204,
        credits_used_month: 9_375,
        balance_dollars: 48.125,
        credits_available: 48_125_000,
      },
    },
  },
  getUsageReport: {
    query: { group_by: 'day,kind', start_date: '2026-11-01' },
    replies: {
      200: {
        period: { start: '2026-11-01T00:00:00.000Z', end: '2026-11-22T08:00:00.000Z' },
        rows: [
          {
            day: '2026-11-21',
            kind: 'batch',
            requests: 100,
            completed: 97,
            failed: 3,
            cached: 0,
            credits: 145.5,
          },
        ],
        is_cut: false,
      },
    },
  },
  getUsageCaps: {
    query: { start_date: '2026-11-01' },
    replies: {
      200: {
        period: { start: '2026-11-01T00:00:00.000Z', end: '2026-11-22T08:00:00.000Z' },
        requests: 1_000,
        is_cut: false,
        as_it_was: { delivered: 960, failed: 40, credits: 1_880 },
        caps: [
          {
            max_tier: '2',
            delivered: 900,
            lost: 55,
            failed: 40,
            unknown: 5,
            credits: 960,
            unknown_credits_at_most: 7.5,
          },
        ],
      },
    },
  },
}

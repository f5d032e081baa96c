import type { AreaExamples } from './endpoint-example.ts'

export const billing: AreaExamples = {
  getBillingUsage: {
    replies: {
      200: {
        today_credits: 120,
        this_week_credits: 840,
        this_month_credits: 9_375,
        total_credits: 12_050,
        today_requests: 88,
        this_week_requests: 610,
        this_month_requests: 6_204,
        top_domains: [{ domain: 'example.com', credits_used: 4_100, requests: 4_100 }],
        usage_since: '2026-10-02T11:20:00.000Z',
      },
    },
  },
  getBillingBalance: {
    replies: {
      200: {
        balance_microcents: 48_125_000,
        balance_display: '$48.13',
        total_deposited_cents: 5_000,
        total_spent_cents: 187.5,
        balance_credits: 240_625,
        available_credits: 240_615,
        held_credits: 10,
        owed_credits: 0,
      },
    },
  },
}

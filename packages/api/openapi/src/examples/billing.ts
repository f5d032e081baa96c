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
  listTransactions: {
    query: { limit: 20 },
    replies: {
      200: {
        transactions: [
          {
            id: '90233',
            kind: 'charge',
            amount_credits: -1,
            amount_cents: -0.02,
            balance_after_credits: 240_625,
            job_id: '019a9f3e-55aa-7d1b-8c44-1f2e3d4c5b6a',
            note: null,
            created_at: '2026-11-22T08:00:01.204Z',
          },
          {
            id: '90120',
            kind: 'deposit',
            amount_credits: 250_000,
            amount_cents: 5_000,
            balance_after_credits: 240_626,
            job_id: null,
            note: 'payment',
            created_at: '2026-11-20T17:31:09.000Z',
          },
        ],
        total: 6_206,
        limit: 20,
        offset: 0,
        next_cursor: '90119',
      },
    },
  },
}

import type { AreaExamples } from './endpoint-example.ts'

const accountId = '019a9f3e-1111-7d1b-8c44-1f2e3d4c5b6a'
const keyId = '019a9f3e-90aa-7d1b-8c44-1f2e3d4c5b6a'
const body = { budget_limit_credits: 50_000, request_limit: 20_000, reset_period: 'monthly' }

const limits = {
  budget_limit_credits: 50_000,
  budget_limit_microcents: 10_000_000,
  request_limit: 20_000,
  reset_period: 'monthly',
  enabled: true,
  usage: {
    used_credits: 9_375,
    held_credits: 20,
    requests: 6_205,
    period_start: '2026-11-01T00:00:00.000Z',
    resets_at: '2026-12-01T00:00:00.000Z',
  },
  created_at: '2026-11-03T10:00:00.000Z',
  updated_at: '2026-11-03T10:00:00.000Z',
}

const ofAccount = {
  account_id: accountId,
  user_id: '019a9f3e-2222-7d1b-8c44-1f2e3d4c5b6a',
  has_limits: true,
  limits,
}
const ofKey = { api_key_id: keyId, has_limits: true, limits }
const params = { key_id: keyId }

export const spendLimits: AreaExamples = {
  getAccountLimits: { replies: { 200: ofAccount } },
  setAccountLimits: { body, replies: { 200: ofAccount } },
  deleteAccountLimits: {},
  getApiKeyLimits: { params, replies: { 200: ofKey } },
  setApiKeyLimits: { params, body, replies: { 200: ofKey } },
  deleteApiKeyLimits: { params },
}

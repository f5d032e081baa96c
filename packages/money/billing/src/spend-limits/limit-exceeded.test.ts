import { expect, test } from '@jest/globals'
import { type AppliedLimit, limitExceeded } from './limit-exceeded.ts'
import { resetsAt } from './reset-period.ts'

const NOW = new Date('2026-03-01T23:59:30.500Z')
const limitOf = (more: Partial<AppliedLimit>): AppliedLimit => ({
  owner_id: 'account',
  budget_micros: null,
  request_limit: null,
  reset_period: 'daily',
  period_start: '2026-03-01T00:00:00+00:00',
  used_micros: 0,
  held_micros: 0,
  requests: 0,
  ...more,
})
const exceeded = (limits: AppliedLimit[], price = 1_000) => limitExceeded(limits, 'account', price, NOW)

test('a limit that leaves room for exactly the price refuses nothing', () => {
  const budget = limitOf({ budget_micros: 5_000, used_micros: 3_000, held_micros: 1_000 })
  const requests = limitOf({ request_limit: 3, requests: 2 })
  expect(exceeded([])).toBeUndefined()
  expect(exceeded([limitOf({}), budget, requests])).toBeUndefined()
})

test('what others hold keeps out for seconds, and the message says so', () => {
  const limit = limitOf({ owner_id: 'key', budget_micros: 5_000, used_micros: 4_000, held_micros: 1 })
  expect(exceeded([limit])).toMatchObject({
    code: 'SPEND_LIMIT_EXCEEDED',
    message:
      'The daily budget of 25 credits of this API key does not leave room for this request. Requests under way hold the rest: repeat this one when they have ended.',
    details: {
      scope: 'api_key',
      limit: 'budget',
      budget_limit_credits: 25,
      used_credits: 20,
      held_credits: 0.005,
      needed_credits: 5,
      reset_period: 'daily',
      resets_at: '2026-03-02T00:00:00.000Z',
      retry_after_seconds: 5,
    },
  })
})

test('what is used keeps out until the limit resets', () => {
  const used = limitOf({ budget_micros: 5_000, used_micros: 4_001, held_micros: 500 })
  const error = exceeded([used])
  expect(error!.message).toContain(
    'It resets at 2026-03-02T00:00:00.000Z; until then raise it, or remove it.',
  )
  expect(error!.details).toMatchObject({ scope: 'account', limit: 'budget', retry_after_seconds: 30 })
})

test('so does the number of requests, which is told before the budget; the first limit is told', () => {
  const requests = limitOf({ request_limit: 3, requests: 3, budget_micros: 0, reset_period: 'weekly' })
  const key = limitOf({ owner_id: 'key', request_limit: 0 })
  const error = exceeded([limitOf({ request_limit: 9 }), requests, key])
  expect(error!.message).toContain('The weekly limit of 3 requests of this account')
  expect(error!.details).toMatchObject({ scope: 'account', limit: 'requests', request_limit: 3, requests: 3 })
  expect(error!.details).toMatchObject({ resets_at: '2026-03-02T00:00:00.000Z' })
})

test('nobody is told to repeat at once, also when the period has just ended', () => {
  const limit = limitOf({ request_limit: 0, period_start: '2026-02-28T00:00:00Z' })
  expect(exceeded([limit])!.details).toMatchObject({ retry_after_seconds: 1 })
})

test.each([
  ['daily', '2026-02-28T00:00:00Z', '2026-03-01T00:00:00.000Z'],
  ['daily', '2026-12-31T00:00:00Z', '2027-01-01T00:00:00.000Z'],
  ['weekly', '2026-02-23T00:00:00Z', '2026-03-02T00:00:00.000Z'],
  ['weekly', '2026-12-28T00:00:00Z', '2027-01-04T00:00:00.000Z'],
  ['monthly', '2026-01-01T00:00:00Z', '2026-02-01T00:00:00.000Z'],
  ['monthly', '2026-02-01T00:00:00Z', '2026-03-01T00:00:00.000Z'],
  ['monthly', '2026-04-01T00:00:00Z', '2026-05-01T00:00:00.000Z'],
  ['monthly', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00.000Z'],
] as const)('a %s limit that counts from %s begins anew at %s', (period, start, next) => {
  expect(resetsAt(period, new Date(start)).toISOString()).toBe(next)
})

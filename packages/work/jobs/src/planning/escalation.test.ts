import { describe, expect, test } from '@jest/globals'
import type { Attempt } from '../attempt.ts'
import { attempt } from '../testing/attempts.ts'
import { decideNext, type Situation } from './escalation.ts'

const NOW = new Date('2026-01-01T00:00:00Z')

function decide(attempts: Situation['attempts'], more: Partial<Situation> = {}) {
  const steps = [
    { tier: '1' as const, priceMicros: 200 },
    { tier: '2' as const, priceMicros: 300 },
    { tier: '3' as const, priceMicros: 2_000 },
    { tier: '4' as const, priceMicros: 4_000 },
  ]
  return decideNext({
    plan: { steps, options: [], cutByBudget: false },
    holdMicros: 4_000,
    attempts,
    method: 'GET',
    prefersCost: false,
    deadlineAt: new Date(NOW.getTime() + 60_000),
    now: NOW,
    ...more,
  })
}

describe('after an attempt', () => {
  test('a delivered page finishes the job', () => {
    expect(decide([attempt('1', 'delivered')])).toEqual({ kind: 'finish' })
  })

  test.each(['blocked', 'timeout', 'network_error', 'server_error', 'broken_body', 'internal'] as const)(
    '%s goes up exactly one tier',
    (result) => {
      expect(decide([attempt('1', result)])).toEqual({ kind: 'escalate', tier: '2' })
    },
  )

  test.each([
    ['unsupported', 'UNSUPPORTED_CONTENT_TYPE'],
    ['not_allowed', 'URL_NOT_ALLOWED'],
    ['too_large', 'ALL_TIERS_FAILED'],
    ['resource_limit', 'RESOURCE_LIMIT_EXCEEDED'],
  ] as const)('%s ends the climb at once with %s', (result, code) => {
    expect(decide([attempt('1', result)])).toMatchObject({ kind: 'give-up', error: { code } })
  })

  test('the last tier gives up and names what every tier met', () => {
    const attempts = [
      attempt('1', 'blocked', { error: 'blocked by Acme (403)' }),
      attempt('2', 'timeout'),
      attempt('3', 'timeout'),
      attempt('4', 'blocked'),
    ]
    const next = decide(attempts)
    expect(next).toMatchObject({ kind: 'give-up', error: { code: 'ALL_TIERS_FAILED' } })
    expect(next).toHaveProperty('error.message', expect.stringContaining('tier 1: blocked by Acme (403)'))
  })

  test('a ladder that max_credits cut ends with BUDGET_EXCEEDED', () => {
    const plan = { steps: [{ tier: '1' as const, priceMicros: 200 }], options: [], cutByBudget: true }
    expect(decide([attempt('1', 'blocked')], { plan })).toMatchObject({ error: { code: 'BUDGET_EXCEEDED' } })
  })

  test('a tier that the hold does not pay is not started, and the message says why', () => {
    const next = decide([attempt('1', 'blocked'), attempt('2', 'blocked')], { holdMicros: 300 })
    expect(next).toMatchObject({ kind: 'give-up', error: { code: 'ALL_TIERS_FAILED' } })
    expect(next).toHaveProperty('error.message', expect.stringContaining('balance'))
  })

  test('a target that fails at two tiers in a row is given up', () => {
    expect(decide([attempt('1', 'server_error'), attempt('2', 'server_error')])).toMatchObject({
      kind: 'give-up',
      error: { message: expect.stringContaining('ask again later') },
    })
    expect(decide([attempt('1', 'blocked'), attempt('2', 'server_error')])).toEqual({
      kind: 'escalate',
      tier: '3',
    })
  })

  test('a body that broke off unnoticed by browsers is never left to one', () => {
    const [broken, blocked] = [attempt('2', 'broken_body'), attempt('3', 'blocked')]
    expect(decide([attempt('1', 'server_error'), broken])).toMatchObject({ kind: 'give-up' })
    expect(decide([attempt('1', 'broken_body')])).toEqual({ kind: 'escalate', tier: '2' })
    expect(decide([attempt('1', 'blocked'), broken])).toEqual({ kind: 'escalate', tier: '3' })
    for (const attempts of [[attempt('3', 'broken_body')], [attempt('1', 'blocked'), broken, blocked]]) {
      expect(decide(attempts)).toMatchObject({
        kind: 'give-up',
        error: { code: 'ALL_TIERS_FAILED', message: expect.stringContaining('Tier 4 was not tried') },
      })
    }
  })

  test('nothing is started after the deadline', () => {
    expect(decide([attempt('1', 'timeout')], { deadlineAt: NOW })).toHaveProperty(
      'error.message',
      expect.stringMatching(/timeout passed.* a longer timeout, up to 300 seconds/),
    )
  })
})

describe('by what stood in the way', () => {
  const WITH_5 = {
    steps: (['1', '2', '3', '4', '5'] as const).map((tier) => ({ tier, priceMicros: 200 })),
    options: [],
    cutByBudget: false,
  }
  const AT_MOST_3 = { ...WITH_5, steps: WITH_5.steps.slice(0, 3) }

  describe.each<[string, Partial<Attempt>]>([
    ['an empty shell', { result: 'empty_shell' }],
    ['a sign-in', { wall: 'login' }],
    ['a question of consent', { wall: 'consent' }],
  ])('%s', (_, met) => {
    const at = (tier: Attempt['tier']) => attempt(tier, 'blocked', met)

    test('is left to a browser at once, and to one only', () => {
      expect(decide([at('1')])).toEqual({ kind: 'escalate', tier: '4' })
      expect(decide([attempt('1', 'timeout'), at('2')])).toEqual({ kind: 'escalate', tier: '4' })
      expect(decide([at('1'), at('4')], { plan: WITH_5 })).toMatchObject({ kind: 'give-up' })
    })

    test('is climbed step by step for those who prefer the price', () => {
      expect(decide([at('1')], { prefersCost: true })).toEqual({ kind: 'escalate', tier: '2' })
    })

    test('ends the climb of a request that allows no browser', () => {
      expect(decide([at('1')], { plan: AT_MOST_3 })).toMatchObject({ error: { code: 'ALL_TIERS_FAILED' } })
      const plan = { ...AT_MOST_3, cutByBudget: true }
      expect(decide([at('1')], { plan })).toMatchObject({ error: { code: 'BUDGET_EXCEEDED' } })
      expect(decide([at('1')], { holdMicros: 300 })).toHaveProperty(
        'error.message',
        expect.stringContaining('Tier 4 was not tried: the balance'),
      )
    })
  })

  test('a host that is not there ends it at once', () => {
    const error = 'The host name has no address'
    expect(decide([attempt('1', 'network_error', { error, unreachable: true })])).toMatchObject({
      error: { code: 'ALL_TIERS_FAILED', message: expect.stringContaining(error) },
    })
    expect(decide([attempt('1', 'network_error', { error })])).toEqual({ kind: 'escalate', tier: '2' })
  })

  test.each<{ met: Partial<Attempt>; hint: string | undefined }>([
    { met: { wall: 'challenge' }, hint: 'cost_controls.max_tier "5"' },
    { met: { wall: 'challenge', tier: '2' }, hint: 'mode "auto", cost_controls.max_tier "4"' },
    { met: { wall: 'refusal' }, hint: 'advanced.use_own_proxy' },
    { met: { result: 'timeout' }, hint: undefined },
    { met: { result: 'empty_shell' }, hint: 'advanced.wait_for' },
    { met: { result: 'empty_shell', tier: '3' }, hint: 'cost_controls.max_tier "4"' },
    { met: { wall: 'login' }, hint: 'POST /sessions' },
    { met: { wall: 'login', session: { version: 1, result: 'rejected' } }, hint: undefined },
    { met: { wall: 'http_auth' }, hint: 'https://name:password@host/' },
    { met: { wall: 'consent' }, hint: 'advanced.actions' },
    { met: { wall: 'rate_limit' }, hint: 'Wait before you ask' },
    { met: { wall: 'challenge', tier: '5' }, hint: undefined },
  ])('after $met the caller is told $hint', ({ met, hint }) => {
    const last = attempt(met.tier ?? '4', 'blocked', met)
    const plan = { ...WITH_5, steps: WITH_5.steps.filter(({ tier }) => tier <= last.tier) }
    const next = decide([last], { plan })
    expect(next).toHaveProperty(
      'error.message',
      hint === undefined ? expect.stringMatching(/\)\.$/) : expect.stringContaining(hint),
    )
  })
})

describe('a request that changes something', () => {
  test('goes up when it was blocked', () => {
    const attempts = [attempt('1', 'blocked', { mayHaveBeenSent: false })]
    expect(decide(attempts, { method: 'POST' })).toEqual({ kind: 'escalate', tier: '2' })
  })

  test('goes up when the connection failed before it was sent', () => {
    const attempts = [attempt('1', 'network_error', { mayHaveBeenSent: false })]
    expect(decide(attempts, { method: 'PUT' })).toEqual({ kind: 'escalate', tier: '2' })
  })

  test('is never sent twice when it may have arrived', () => {
    const attempts = [attempt('1', 'timeout', { mayHaveBeenSent: true })]
    expect(decide(attempts, { method: 'POST' })).toMatchObject({ error: { code: 'OUTCOME_UNKNOWN' } })
    expect(decide(attempts, { method: 'GET' })).toEqual({ kind: 'escalate', tier: '2' })
  })
})

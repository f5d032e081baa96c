import { SESSION_STATUSES } from '@gleaner/contracts'
import { describe, expect, test } from '@jest/globals'
import { cookiesEnd, endOf, expiryStatus } from './session-expiry.ts'
import { allows, leadsFrom, TRANSITIONS, type TransitionName } from './session-states.ts'

describe('the states of a session', () => {
  const from = (name: TransitionName) => SESSION_STATUSES.filter((state) => leadsFrom(name, state))

  test('nothing leads out of a deleted one', () => {
    for (const name of Object.keys(TRANSITIONS) as TransitionName[])
      expect([name, from(name).includes('inactive')]).toEqual([name, false])
  })

  test('other cookies help every other one, and a page alone none that has expired', () => {
    expect(from('renew')).toEqual(['active', 'expired', 'invalid', 'pending_validation'])
    for (const name of ['confirm', 'refute', 'doubt'] as const) expect(leadsFrom(name, 'expired')).toBe(false)
    expect(from('extend')).toEqual(['expired'])
  })

  test('a statement is guarded by the same table', () => {
    expect(allows('doubt')).toBe("login_session.status IN ('active')")
  })
})

describe('the end of a session', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
  const ends = (expiresAt: Date | null, cookiesExpireAt: Date | null) => ({ expiresAt, cookiesExpireAt })

  test('is the earlier one, or the one that is known', () => {
    expect(endOf(ends(inHours(2), inHours(1)))).toEqual(inHours(1))
    expect(endOf(ends(inHours(2), null))).toEqual(inHours(2))
    expect(endOf(ends(null, inHours(1)))).toEqual(inHours(1))
    expect(endOf(ends(null, null))).toBeNull()
  })

  test.each([
    [null, 'unknown'],
    [0, 'expired'],
    [-1, 'expired'],
    [1, 'expiring'],
    [24, 'expiring'],
    [25, 'valid'],
  ])('in %j hours is %s', (hours, label) => {
    expect(expiryStatus(hours === null ? null : hours * 3_600_000)).toBe(label)
  })

  test('of cookies is that of the last one, as long as each has one and nothing else logs in', () => {
    const cookie = { name: 'a', value: '', domain: 'a.com', hostOnly: true, path: '/', httpOnly: false }
    const [soon, late] = [inHours(1), inHours(2)].map((end) => ({ ...cookie, expiresAt: end.getTime() }))
    const nothing = { cookies: [], headers: {}, storage: [] }
    const stored = [{ origin: 'https://a.com', local: [['token', 'x'] as const], session: [] }]
    expect(cookiesEnd({ ...nothing, cookies: [late!, soon!] })).toEqual(inHours(2))
    expect(cookiesEnd({ ...nothing, cookies: [late!, cookie] })).toBeNull()
    expect(cookiesEnd({ ...nothing, cookies: [late!], headers: { 'X-Token': 'x' } })).toBeNull()
    expect(cookiesEnd({ ...nothing, cookies: [late!], storage: stored })).toBeNull()
    expect(cookiesEnd({ ...nothing, headers: { 'X-Token': 'x' } })).toBeNull()
    expect(cookiesEnd(nothing)).toBeNull()
  })
})

import { WORK } from '@gleaner/queue/work'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Holder } from '../holder.ts'
import { readSession } from '../read-sessions.ts'
import { createPeople, type People } from '../testing/people.ts'
import { storeSession } from '../testing/store-session.ts'
import { createValidationsFixture, type ValidationsFixture } from '../testing/validations-fixture.ts'
import { announceValidation } from './await-validation.ts'
import { beginValidation } from './begin-validation.ts'
import { claimValidation } from './claim-validation.ts'
import { requestValidation } from './request-validation.ts'
import { settleValidation } from './settle-validation.ts'
import { showValidation } from './show-validation.ts'
import { nothingKnown, type Observation } from './validation.ts'

let fixture: ValidationsFixture
let people: People
let holder: Holder
beforeAll(async () => {
  fixture = await createValidationsFixture()
  people = createPeople(fixture.ctx.pool)
})
beforeEach(async () => {
  await fixture.forgetQueues()
  const accountId = await people.account()
  holder = { accountId, userId: undefined, actor: 'key:a' }
})
afterAll(() => fixture.close())

const never = new AbortController().signal
const session = () => storeSession(fixture.ctx, { accountId: holder.accountId, domain: 'example.com' })
const ask = (
  id: string,
  options: { isTest?: boolean; waitMs?: number; signal?: AbortSignal } = {},
  by = holder,
) => requestValidation(fixture.ctx, by, id, { isTest: false, signal: never, waitMs: 60_000, ...options })
const change = (id: string, set: string) =>
  fixture.ctx.pool.query(`UPDATE login_session SET ${set} WHERE id = $1`, [id])
const observation = (confidence: number): Observation => ({
  ...nothingKnown('A page told.', 200),
  isConclusive: true,
  confidence,
})

/** Does what a worker does once the validation of a session has begun. */
async function work(id: string, findings: Observation, before = async () => {}): Promise<void> {
  const row = await eventually(async () => {
    const row = await fixture.row('login_session_validation', id)
    expect(row).toMatchObject({ ended_at: null })
    return row
  })
  const { accountId } = holder
  const task = { validationId: row.id, sessionId: id, accountId, version: row.version, deadlineAt: 0 }
  const claim = await claimValidation(fixture.ctx, task, 'http')
  if (claim.kind !== 'claimed') throw new Error(claim.kind)
  await before()
  await settleValidation(fixture.ctx.pool, claim.row, findings)
  announceValidation(fixture.ctx.pubSub, claim.row)
}

describe('who has a session validated', () => {
  test.each([
    [90, true, 'active'],
    [10, false, 'invalid'],
  ])('is told what came of it: %i', async (confidence, isValid, status) => {
    const id = await session()
    const [reply] = await Promise.all([ask(id), work(id, observation(confidence))])
    expect(reply).toMatchObject({
      id,
      is_valid: isValid,
      valid: isValid,
      confidence,
      status,
      http_status: 200,
    })
    expect(reply.reason).toBe(isValid ? null : 'A page told.')
  })

  test('is told nothing of cookies that were replaced meanwhile, which are not judged', async () => {
    const id = await session()
    const replace = async () => void (await change(id, 'version = version + 1'))
    const [reply] = await Promise.all([ask(id), work(id, observation(10), replace)])
    expect(reply).toMatchObject({ is_valid: true, status: 'active', confidence: 50 })
    expect(reply.details).toContain('changed while it was validated')
  })

  test('is told that it has expired, before or meanwhile, whatever a page tells', async () => {
    const id = await session()
    const expire = async () => void (await change(id, "expires_at = now() - interval '1 s'"))
    const [meanwhile] = await Promise.all([ask(id), work(id, observation(90), expire)])
    for (const reply of [meanwhile, await ask(id)])
      expect(reply).toMatchObject({ is_valid: false, confidence: 0, status: 'expired' })
    expect(await fixture.queued()).toEqual([id])
  })

  test('with a test key is told of its end alone, and nobody is asked', async () => {
    const id = await session()
    expect(await ask(id, { isTest: true })).toMatchObject({ is_valid: true, confidence: 50, http_status: 0 })
    await change(id, "status = 'invalid'")
    expect(await ask(id, { isTest: true })).toMatchObject({ is_valid: false, status: 'invalid' })
    expect(await fixture.queued()).toEqual([])
  })

  test('may leave, and the validation goes on', async () => {
    const id = await session()
    await expect(ask(id, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    })
    expect(await fixture.row('login_session_validation', id)).toMatchObject({
      ended_at: null,
      actor: 'key:a',
    })
  })

  test('is refused that of another account, and that of one that was deleted', async () => {
    const id = await session()
    const stranger = { ...holder, accountId: await people.account() }
    await expect(ask(id, {}, stranger)).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' })
    await change(id, "status = 'inactive', secret = NULL, data_key = NULL")
    await expect(ask(id)).rejects.toMatchObject({ code: 'SESSION_INACTIVE' })
    expect(await fixture.queued()).toEqual([])
  })
})

describe('the validations of an account', () => {
  const most = WORK.validation.unfinished
  const [UNDER_WAY, REFUSED] = ['SERVICE_UNAVAILABLE', 'CONCURRENCY_LIMITED']
  /** Asks, and leaves; gives how it was answered. */
  const begin = (id: string) =>
    ask(id, { signal: AbortSignal.abort() }).catch((error: { code: string }) => error.code)
  let ids: string[]
  let next: string
  beforeEach(async () => {
    ids = await Promise.all(Array.from({ length: most }, session))
    for (const id of ids) expect(await begin(id)).toBe(UNDER_WAY)
    next = await session()
  })

  test('are so many at once at most; one that goes on is joined, and others have theirs', async () => {
    expect(await begin(next)).toBe(REFUSED)
    expect(await begin(ids[0]!)).toBe(UNDER_WAY)
    const own = holder
    holder = { ...holder, accountId: await people.account() }
    expect(await begin(await session())).toBe(UNDER_WAY)
    holder = own
    await work(ids[0]!, observation(90))
    expect(await begin(next)).toBe(UNDER_WAY)
  })

  test('one that was begun for its failed uses is joined, whatever else there is', async () => {
    await beginValidation(fixture.ctx.pool, next, 'system')
    expect(await begin(next)).toBe(UNDER_WAY)
    expect(await begin(await session())).toBe(REFUSED)
  })

  test('that are past their deadline leave room', async () => {
    await fixture.ctx.pool.query(
      "UPDATE login_session_validation SET deadline_at = now() - interval '1 s' WHERE session_id = $1",
      [ids[0]],
    )
    expect([await begin(next), await begin(await session())]).toEqual([UNDER_WAY, REFUSED])
  })
})

describe('what a validation has found', () => {
  test('is told as it is', async () => {
    const id = await session()
    const shown = await readSession(fixture.ctx.pool, holder, id)
    const findings = {
      ...observation(50),
      detectedUser: 'Ada',
      cookieExpiry: '2027-01-01T00:00:00.000Z',
      accountLinks: ['/account'],
      userElements: ['.user'],
    }
    expect(showValidation(shown, findings)).toMatchObject({
      is_valid: true,
      detected_user: 'Ada',
      cookie_expiry_detected: '2027-01-01T00:00:00.000Z',
      cookies_expiring_soon: false,
      indicators_found: { account_links: ['/account'], user_elements: ['.user'] },
      reason: null,
    })
    expect(showValidation(shown, { ...findings, isExpirySoon: true }).cookies_expiring_soon).toBe(true)
    expect(showValidation({ ...shown, expiry_status: 'expiring' }, findings).cookies_expiring_soon).toBe(true)
    const end = '2027-02-02T00:00:00.000Z'
    expect(showValidation({ ...shown, cookies_expire_at: end }, observation(49))).toMatchObject({
      is_valid: false,
      cookie_expiry_detected: end,
      reason: 'A page told.',
    })
  })

  test('where it leans to neither side leaves the session as it was', async () => {
    const shown = await readSession(fixture.ctx.pool, holder, await session())
    const isValid = (status: typeof shown.status, findings: Observation) =>
      showValidation({ ...shown, status }, findings).is_valid
    expect(isValid('active', nothingKnown('x'))).toBe(true)
    expect(isValid('pending_validation', nothingKnown('x'))).toBe(false)
    expect(isValid('pending_validation', { ...nothingKnown('x'), confidence: 60 })).toBe(true)
    expect(isValid('invalid', observation(50))).toBe(true)
    expect(isValid('active', { ...nothingKnown('x'), confidence: 40 })).toBe(false)
  })
})

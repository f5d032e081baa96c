import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProducer, type SessionValidationTask } from '@gleaner/queue'
import { eventually, startRedis } from '@gleaner/testkit'
import { runPurges } from '@gleaner/testkit/run-purges'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { expireSessions } from '../expire-sessions.ts'
import { SESSION_PURGES } from '../purge-sessions.ts'
import { runValidations } from '../testing/run-validations.ts'
import { createValidationsFixture, type ValidationsFixture } from '../testing/validations-fixture.ts'
import { beginValidation } from './begin-validation.ts'
import { type ClaimedValidation, claimValidation, validationClaims } from './claim-validation.ts'
import { requestValidation } from './request-validation.ts'
import { passToBrowser, settleValidation } from './settle-validation.ts'
import { nothingKnown, type Observation } from './validation.ts'

let fixture: ValidationsFixture
beforeAll(async () => {
  fixture = await createValidationsFixture()
})
beforeEach(async () => {
  await fixture.forgetQueues()
  await fixture.ctx.pool.query('DELETE FROM login_session')
})
afterAll(() => fixture.close())

const pool = () => fixture.ctx.pool
const KEY = 'key:a'
const PENDING = "status = 'pending_validation', consecutive_failures = 3"

const observation = (confidence: number): Observation => ({
  ...nothingKnown('told', 200),
  isConclusive: true,
  confidence,
})
const UNKNOWN = nothingKnown('The target refused the connection')

async function begun(sessionId: string, actor: typeof KEY | 'system' = KEY) {
  return (await beginValidation(pool(), sessionId, actor))!.validation
}

async function claimed(sessionId: string, actor: typeof KEY | 'system' = KEY): Promise<ClaimedValidation> {
  const claim = await claimValidation(fixture.ctx, taskOf(await begun(sessionId, actor)), 'http')
  if (claim.kind !== 'claimed') throw new Error(claim.kind)
  return claim.row
}

function taskOf({ id, ...rest }: Awaited<ReturnType<typeof begun>>): SessionValidationTask {
  return { ...rest, validationId: id, deadlineAt: rest.deadlineAt.getTime() }
}

const settle = (validation: ClaimedValidation, findings: Observation) =>
  settleValidation(pool(), validation, findings)
const pauseOf = async (id: string) => {
  const { rows } = await pool().query(
    'SELECT round(extract(epoch FROM validate_at - now()) / 60)::int AS minutes FROM login_session WHERE id = $1',
    [id],
  )
  return rows[0].minutes
}

describe('a validation', () => {
  test('is one for all who ask at once, and another one for other cookies', async () => {
    const id = await fixture.session()
    const all = await Promise.all(Array.from({ length: 8 }, () => beginValidation(pool(), id, KEY)))
    expect(new Set(all.map((one) => one!.validation.id)).size).toBe(1)
    expect(all.filter((one) => one!.isNew)).toHaveLength(1)
    await pool().query('UPDATE login_session SET version = 2 WHERE id = $1', [id])
    const next = await beginValidation(pool(), id, KEY)
    expect(next).toMatchObject({ isNew: true, validation: { version: 2 } })
    expect(next!.validation.id).not.toBe(all[0]!.validation.id)
  })

  test.each([
    "status = 'expired'",
    "expires_at = now() - interval '1 s'",
    "status = 'inactive', secret = NULL, data_key = NULL",
  ])('is not begun for a session with %s', async (set) => {
    expect(await beginValidation(pool(), await fixture.session(set), KEY)).toBeUndefined()
  })

  test('is held by one worker, and free again when that one gives it back or vanishes', async () => {
    const id = await fixture.session()
    const first = await claimed(id)
    const task = taskOf(first)
    expect(await claimValidation(fixture.ctx, task, 'http')).toMatchObject({ kind: 'held' })
    expect(await claimValidation(fixture.ctx, task, 'browser')).toEqual({ kind: 'stale' })
    await validationClaims.release(pool(), first)
    const second = await claimValidation(fixture.ctx, task, 'http')
    expect(second).toMatchObject({ kind: 'claimed', row: { lostLeases: 0 } })
    await pool().query("UPDATE login_session_validation SET lease_until = now() - interval '1 s'")
    const third = await claimValidation(fixture.ctx, task, 'http')
    expect(third).toMatchObject({ kind: 'claimed', row: { lostLeases: 1, secrets: { headers: {} } } })
    expect([await validationClaims.renew(pool(), first), await settle(first, observation(99))]).toEqual([
      false,
      false,
    ])
    expect(await fixture.row('login_session', id)).toMatchObject({
      status: 'active',
      last_validated_at: null,
    })
  })

  test('whose secrets no key opens is claimed without them', async () => {
    const id = await fixture.session("secret = '\\x00'")
    expect((await claimed(id)).secrets).toBeUndefined()
  })
})

describe('what came of a validation', () => {
  test.each([
    [50, 'active', 0, true],
    [49, 'invalid', 3, false],
  ])('a confidence of %i makes a session %s, once', async (confidence, status, failures, isValid) => {
    const id = await fixture.session(`${PENDING}, unclear_validations = 2`)
    const validation = await claimed(id)
    expect(
      await Promise.all([
        settle(validation, observation(confidence)),
        settle(validation, observation(confidence)),
      ]),
    ).toContain(true)
    expect(await fixture.row('login_session', id)).toMatchObject({
      status,
      consecutive_failures: failures,
      validation_confidence: confidence,
      last_validated_at: expect.any(Date),
      unclear_validations: 0,
      validate_at: null,
    })
    const details = { is_valid: isValid, confidence, http_status: 200 }
    expect(await fixture.events(id)).toEqual([{ actor: KEY, action: 'validated', details }])
  })

  test('nothing known changes no state, and makes the pauses grow', async () => {
    const id = await fixture.session(PENDING)
    const pauses: number[] = []
    for (let n = 0; n < 5; n++) {
      await settle(await claimed(id, 'system'), UNKNOWN)
      pauses.push(await pauseOf(id))
    }
    expect(pauses).toEqual([1, 5, 30, 60, 60])
    expect(await fixture.row('login_session', id)).toMatchObject({
      status: 'pending_validation',
      consecutive_failures: 3,
      validation_confidence: null,
    })
    expect(await fixture.events(id)).toEqual([])
  })

  test.each([
    ['replaced', "version = version + 1, status = 'active'", 'active'],
    ['deleted', "status = 'inactive', secret = NULL, data_key = NULL", 'inactive'],
    ['expired', 'expires_at = now()', 'active'],
  ])('of cookies that were %s meanwhile changes nothing', async (_, set, status) => {
    const id = await fixture.session()
    const validation = await claimed(id)
    await pool().query(`UPDATE login_session SET ${set} WHERE id = $1`, [id])
    expect(await settle(validation, observation(3))).toBe(true)
    expect(await fixture.row('login_session', id)).toMatchObject({ status, last_validated_at: null })
    expect(await fixture.events(id)).toEqual([])
  })

  test('texts of a page are kept whatever they hold', async () => {
    const id = await fixture.session()
    await settle(await claimed(id), { ...observation(90), detectedUser: 'A\0da \ud800' })
    const { findings } = await fixture.row('login_session_validation', id)
    expect(findings.detectedUser).toBe('A\ufffdda \ufffd')
  })

  test('of plain requests alone is kept for the browser that goes on', async () => {
    const id = await fixture.session()
    const passed = await passToBrowser(pool(), await claimed(id), UNKNOWN)
    const claim = await claimValidation(fixture.ctx, taskOf(passed!), 'browser')
    expect(claim).toMatchObject({
      kind: 'claimed',
      row: { stage: 'browser', earlier: UNKNOWN, lostLeases: 0 },
    })
  })
})

describe('in the background', () => {
  test('sessions that failed in use are validated once, however many schedulers there are', async () => {
    const due = await Promise.all(Array.from({ length: 5 }, () => fixture.session(PENDING)))
    await Promise.all([
      fixture.session(),
      fixture.session("status = 'invalid'"),
      fixture.session(`${PENDING}, validate_at = now() + interval '1 minute'`),
    ])
    const runs = await Promise.all(Array.from({ length: 4 }, () => runValidations(fixture.ctx)))
    expect(runs.reduce((sum, run) => sum + run.begun, 0)).toBe(5)
    expect((await fixture.queued()).toSorted()).toEqual(due.toSorted())
    expect(await runValidations(fixture.ctx)).toEqual({ begun: 0, requeued: 0, overdue: 0 })
    expect(await fixture.row('login_session_validation', due[0]!)).toMatchObject({ actor: 'system' })
  })

  test('a message that Redis has lost is queued again, and one that waits is not', async () => {
    const [lost, waiting] = [await fixture.session(PENDING), await fixture.session(PENDING)]
    await runValidations(fixture.ctx)
    await pool().query("UPDATE login_session_validation SET queued_at = now() - interval '1 minute'")
    expect((await runValidations(fixture.ctx)).requeued).toBe(0)
    await fixture.forgetQueues()
    await pool().query(
      "UPDATE login_session_validation SET queued_at = now() - interval '1 minute' WHERE session_id = $1",
      [lost],
    )
    expect((await runValidations(fixture.ctx)).requeued).toBe(1)
    expect(await fixture.queued()).toEqual([lost])
    expect(waiting).not.toBe(lost)
  })

  test('one past its deadline that nobody works on ends with what is known, and is due again', async () => {
    const id = await fixture.session(`${PENDING}, validate_at = now() + interval '6 minutes'`)
    await claimed(id, 'system')
    await pool().query("UPDATE login_session_validation SET deadline_at = now() - interval '1 minute'")
    expect((await runValidations(fixture.ctx)).overdue).toBe(0)
    await pool().query("UPDATE login_session_validation SET lease_until = now() - interval '1 s'")
    expect((await runValidations(fixture.ctx)).overdue).toBe(1)
    expect(await fixture.row('login_session_validation', id)).toMatchObject({
      ended_at: expect.any(Date),
      findings: { isConclusive: false },
    })
    expect(await fixture.row('login_session', id)).toMatchObject({ unclear_validations: 1 })
  })

  test('what came of them is forgotten after an hour', async () => {
    const [old, fresh] = [await fixture.session(), await fixture.session()]
    for (const id of [old, fresh]) await settle(await claimed(id), observation(90))
    await pool().query(
      "UPDATE login_session_validation SET ended_at = now() - interval '61 minutes' WHERE session_id = $1",
      [old],
    )
    expect(await runPurges(pool(), SESSION_PURGES)).toBe(1)
    expect(await fixture.row('login_session_validation', old)).toBeUndefined()
    expect(await fixture.row('login_session_validation', fresh)).toBeDefined()
  })

  test('sessions whose time has passed are expired once, with an event', async () => {
    const ended = await Promise.all([
      fixture.session("expires_at = now() - interval '1 s', cookies_expire_at = now() + interval '1 day'"),
      fixture.session(`${PENDING}, cookies_expire_at = now() - interval '1 s'`),
    ])
    const going = await fixture.session("expires_at = now() + interval '1 day'")
    const counts = await Promise.all([1, 2, 3].map(() => expireSessions(pool())))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2)
    for (const id of ended) {
      expect(await fixture.row('login_session', id)).toMatchObject({ status: 'expired' })
      expect(await fixture.events(id)).toMatchObject([{ actor: 'system', action: 'expired' }])
    }
    expect(await fixture.row('login_session', going)).toMatchObject({ status: 'active' })
  })
})

test('a validation that cannot be queued is refused, and keeps nobody from the next one', async () => {
  const redis = await startRedis({
    dir: await mkdtemp(join(tmpdir(), 'gleaner-validations-')),
    persistent: false,
  })
  const producer = createProducer({ redisUrl: redis.url, onError: () => {} })
  await eventually(() => producer.queues()[0]!.getWaitingCount())
  await redis.stop()
  const id = await fixture.session()
  const holder = { accountId: fixture.accountId, userId: undefined, actor: KEY } as const
  const options = { isTest: false, signal: new AbortController().signal }
  await expect(requestValidation({ ...fixture.ctx, producer }, holder, id, options)).rejects.toMatchObject({
    code: 'QUEUE_UNAVAILABLE',
  })
  await producer.close()
  expect((await beginValidation(pool(), id, KEY))!.isNew).toBe(true)
})

test('who has waited long enough is told that it goes on', async () => {
  const id = await fixture.session()
  const holder = { accountId: fixture.accountId, userId: undefined, actor: KEY } as const
  const options = { isTest: false, signal: new AbortController().signal, waitMs: 1 }
  await expect(requestValidation(fixture.ctx, holder, id, options)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  })
  expect(await fixture.queued()).toEqual([id])
})

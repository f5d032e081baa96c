import type { SessionValidationTask } from '@gleaner/queue'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { runValidations } from '../testing/run-validations.ts'
import { createValidationsFixture, type ValidationsFixture } from '../testing/validations-fixture.ts'
import { beginValidation } from './begin-validation.ts'
import {
  type ClaimedValidation,
  claimValidation,
  readValidated,
  validationClaims,
} from './claim-validation.ts'
import { enqueueValidations } from './enqueue-validation.ts'
import { passToBrowser, settleValidation } from './settle-validation.ts'
import { nothingKnown, type OpenValidation } from './validation.ts'

let fixture: ValidationsFixture
let id: string
beforeAll(async () => {
  fixture = await createValidationsFixture()
})
beforeEach(async () => {
  await fixture.forgetQueues()
  await fixture.ctx.pool.query('DELETE FROM login_session')
  id = await fixture.session()
})
afterAll(() => fixture.close())

const pool = () => fixture.ctx.pool
const VALID = { ...nothingKnown('told', 200), isConclusive: true, confidence: 90 }
const UNKNOWN = nothingKnown('nothing')

async function begin(session = id): Promise<SessionValidationTask> {
  const { validation } = (await beginValidation(pool(), session, 'key:a'))!
  return taskOf(validation)
}

function taskOf({ id, deadlineAt, ...rest }: OpenValidation): SessionValidationTask {
  return { ...rest, validationId: id, deadlineAt: deadlineAt.getTime() }
}

async function claim(
  task: SessionValidationTask,
  stage: 'http' | 'browser' = 'http',
): Promise<ClaimedValidation> {
  const claim = await claimValidation(fixture.ctx, task, stage)
  if (claim.kind !== 'claimed') throw new Error(claim.kind)
  return claim.row
}

const stateOf = () => fixture.row('login_session_validation', id)
const vanish = () => pool().query("UPDATE login_session_validation SET lease_until = now() - interval '1 s'")

/** All that who holds a claim does with it; gives what of it was done. */
async function useAll(validation: ClaimedValidation) {
  await validationClaims.release(pool(), validation)
  return [
    await validationClaims.renew(pool(), validation),
    (await passToBrowser(pool(), validation, UNKNOWN)) !== undefined,
    await settleValidation(pool(), validation, VALID),
  ]
}

describe('a worker', () => {
  test('that another one has taken a validation from does nothing to it any more', async () => {
    const task = await begin()
    const first = await claim(task)
    await vanish()
    const second = await claim(task)
    const before = await stateOf()
    expect(await useAll(first)).toEqual([false, false, false])
    expect(await stateOf()).toEqual(before)
    expect(await validationClaims.renew(pool(), second)).toBe(true)
    expect(await settleValidation(pool(), second, VALID)).toBe(true)
  })

  test('does nothing to a validation that has ended', async () => {
    const validation = await claim(await begin())
    expect(await settleValidation(pool(), validation, VALID)).toBe(true)
    const before = await stateOf()
    expect(before).toMatchObject({ lease_until: null, findings: VALID })
    expect(await useAll(validation)).toEqual([false, false, false])
    expect(await stateOf()).toEqual(before)
  })

  test('does nothing to the next validation of the session, nor to that of another', async () => {
    const first = await claim(await begin())
    await settleValidation(pool(), first, UNKNOWN)
    const next = await claim(await begin())
    const other = await fixture.session()
    await claim(await begin(other))
    const before = await stateOf()
    expect(await useAll({ ...first, fence: next.fence })).toEqual([false, false, false])
    expect(await stateOf()).toEqual(before)
    const others = await fixture.row('login_session_validation', other)
    await validationClaims.renew(pool(), next)
    await passToBrowser(pool(), next, UNKNOWN)
    expect(await fixture.row('login_session_validation', other)).toEqual(others)
  })

  test('that goes on holds it for longer, and passes it on once', async () => {
    const validation = await claim(await begin())
    await pool().query("UPDATE login_session_validation SET lease_until = now() + interval '1 s'")
    expect(await validationClaims.renew(pool(), validation)).toBe(true)
    const { rows } = await pool().query(
      "SELECT lease_until > now() + interval '5 s' AS held FROM login_session_validation",
    )
    expect(rows).toEqual([{ held: true }])
    expect(await passToBrowser(pool(), validation, UNKNOWN)).toMatchObject({
      stage: 'browser',
      sessionId: id,
    })
    expect(await passToBrowser(pool(), validation, UNKNOWN)).toBeUndefined()
    expect(await stateOf()).toMatchObject({ stage: 'browser', lease_until: null, lost_leases: 0 })
  })
})

describe('a message', () => {
  test('of a validation that goes on finds it, with what its worker needs', async () => {
    await pool().query(
      "UPDATE login_session SET site = 'https://example.com', last_page = 'https://example.com/a' WHERE id = $1",
      [id],
    )
    const validated = await readValidated(fixture.ctx, await begin(), 'http')
    expect(validated).toMatchObject({
      sessionId: id,
      accountId: fixture.accountId,
      domain: 'example.com',
      site: 'https://example.com',
      lastPage: 'https://example.com/a',
      isShared: false,
      secrets: { cookies: [{ name: 'sid', value: 'x' }] },
    })
    expect(validated!.leftMs).toBeGreaterThan(200_000)
    expect(validated).not.toHaveProperty('secret')
  })

  test('of one whose secrets no key opens finds all else of it', async () => {
    await pool().query("UPDATE login_session SET secret = '\\x00' WHERE id = $1", [id])
    const task = await begin()
    expect(await readValidated(fixture.ctx, task, 'http')).toMatchObject({
      sessionId: id,
      secrets: undefined,
    })
    const validation = await claim(task)
    expect(validation).toMatchObject({ sessionId: id, domain: 'example.com', secrets: undefined })
    // Its worker can end it.
    expect(await settleValidation(pool(), validation, UNKNOWN)).toBe(true)
  })

  test('that a caller waits for is before those of the background', async () => {
    const background = await fixture.session("status = 'pending_validation'")
    await runValidations(fixture.ctx)
    const { validation } = (await beginValidation(pool(), id, 'key:a'))!
    await enqueueValidations(fixture.ctx.producer, [validation])
    const queue = fixture.ctx.producer.queues().find(({ name }) => name === 'session-validation')!
    const messages = await queue.getJobs(['wait', 'prioritized'])
    const priorityOf = (session: string) =>
      messages.find(({ data }) => data.sessionId === session)!.opts.priority ?? 0
    expect(priorityOf(id)).toBeLessThan(priorityOf(background))
  })

  test.each([
    ['has ended', 'UPDATE login_session_validation SET ended_at = now()'],
    ['has moved on', "UPDATE login_session_validation SET stage = 'browser'"],
    ['is another by now', 'UPDATE login_session_validation SET id = gen_random_uuid()'],
    ['is of cookies that were replaced', 'UPDATE login_session SET version = version + 1'],
    ['is of a session that has expired', 'UPDATE login_session SET expires_at = now()'],
  ])('of a validation that %s is stale', async (_, change) => {
    const task = await begin()
    await pool().query(change)
    expect(await readValidated(fixture.ctx, task, 'http')).toBeUndefined()
    expect(await claimValidation(fixture.ctx, task, 'http')).toEqual({ kind: 'stale' })
  })

  test('of one that another worker holds tells for how long at most', async () => {
    const task = await begin()
    await claim(task)
    const held = await claimValidation(fixture.ctx, task, 'http')
    expect(held).toMatchObject({ kind: 'held', ms: expect.any(Number) })
    expect(held.kind === 'held' && held.ms > 0 && held.ms <= 8_000).toBe(true)
  })
})

describe('a validation is begun anew', () => {
  test.each([
    ['has ended', "ended_at = now(), findings = '{}'"],
    ['is past its deadline', "deadline_at = now() - interval '1 s'"],
  ])('where the former one %s, as if there had been none', async (_, set) => {
    const first = await claim(await begin())
    await pool().query(`UPDATE login_session_validation SET stage = 'browser', lost_leases = 2, ${set}`)
    const next = (await beginValidation(pool(), id, 'system'))!
    expect(next).toMatchObject({ isNew: true, validation: { stage: 'http', actor: 'system', sessionId: id } })
    expect(next.validation.id).not.toBe(first.id)
    expect(await stateOf()).toMatchObject({
      lost_leases: 0,
      ended_at: null,
      findings: null,
      lease_until: null,
    })
    expect((await claim(taskOf(next.validation))).fence).toBeGreaterThan(first.fence)
  })

  test('and not while one goes on, which is joined', async () => {
    const { validationId } = await begin()
    expect(await beginValidation(pool(), id, 'system')).toMatchObject({
      isNew: false,
      validation: { id: validationId, actor: 'key:a', version: 1 },
    })
  })
})

describe('validations that nobody works on', () => {
  const later = (set: string) => pool().query(`UPDATE login_session_validation SET ${set}`)
  const QUEUED = "queued_at = now() - interval '1 minute'"

  test('are not queued again while a worker holds them, or when they have ended', async () => {
    await begin()
    await later(`${QUEUED}, lease_until = now() + interval '8 s'`)
    expect(await runValidations(fixture.ctx)).toMatchObject({ requeued: 0 })
    await later(`${QUEUED}, lease_until = NULL, ended_at = now()`)
    expect(await runValidations(fixture.ctx)).toMatchObject({ requeued: 0 })
    await later(`${QUEUED}, ended_at = NULL`)
    expect(await runValidations(fixture.ctx)).toMatchObject({ requeued: 1 })
    expect(await fixture.queued()).toEqual([id])
  })

  test('are queued again after a worker was lost, at the stage that they have come to', async () => {
    await begin()
    await later(`${QUEUED}, stage = 'browser', lease_until = now() - interval '1 s'`)
    expect(await runValidations(fixture.ctx)).toMatchObject({ requeued: 1 })
    expect(await fixture.queued('session-validation-browser')).toEqual([id])
    expect(await fixture.queued()).toEqual([])
  })

  test('end at their deadline with what plain requests have told, and it is left alone before', async () => {
    await passToBrowser(pool(), await claim(await begin()), { ...UNKNOWN, details: 'kept' })
    expect(await runValidations(fixture.ctx)).toMatchObject({ overdue: 0 })
    await later("deadline_at = now() - interval '1 minute'")
    expect(await runValidations(fixture.ctx)).toMatchObject({ overdue: 1 })
    expect(await stateOf()).toMatchObject({ ended_at: expect.any(Date), findings: { details: 'kept' } })
    expect(await runValidations(fixture.ctx)).toMatchObject({ overdue: 0 })
  })
})

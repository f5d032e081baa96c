import { uuidv7 } from '@gleaner/contracts'
import { silentLogger } from '@gleaner/runtime'
import { eventually } from '@gleaner/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { WAKE_CHANNEL } from '../ending/announce.ts'
import { createJobsFixture, type JobsFixture } from '../testing/fixture.ts'
import { createWokenLoop, type WokenLoop } from './woken-loop.ts'

let fixture: JobsFixture
let loop: WokenLoop
/** Channels of Redis are those of other suites too. */
let key: string
beforeAll(async () => {
  fixture = await createJobsFixture()
})
beforeEach(() => {
  key = uuidv7()
})
afterEach(() => loop.stop())
afterAll(() => fixture.close())

/** A loop that counts its turns; `turn` says what each does. */
async function start(turn: (nth: number) => Promise<number>) {
  const seen = { turns: 0, messages: [] as string[] }
  loop = createWokenLoop({
    ctx: fixture.ctx,
    key,
    onMessage: (message) => seen.messages.push(message),
    turn: () => turn(++seen.turns),
    logger: silentLogger(),
    failed: 'played',
  })
  await loop.start()
  return seen
}
const inAnHour = async () => Date.now() + 3600_000
const reaches = (seen: { turns: number }, turns: number) =>
  eventually(() => expect(seen.turns).toBeGreaterThanOrEqual(turns))
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a turn is made at once, and another one for what comes with a message of its key', async () => {
  const seen = await start(inAnHour)
  await reaches(seen, 1)
  await eventually(() => {
    fixture.ctx.pubSub.publish(WAKE_CHANNEL, uuidv7(), 'of others')
    fixture.ctx.pubSub.publish(WAKE_CHANNEL, key, 'account')
    expect(seen.messages).toContain('account')
  })
  await reaches(seen, 2)
  expect(new Set(seen.messages)).toEqual(new Set(['account']))
  const { turns } = seen
  loop.wake()
  await reaches(seen, turns + 1)
})

test('without a message the next turn begins at the time that the one before has said', async () => {
  const seen = await start(async (nth) => (nth < 4 ? Date.now() - 1 : await inAnHour()))
  await reaches(seen, 4)
  await settled()
  expect(seen.turns).toBe(4)
})

test('what wakes it during a turn makes another one follow', async () => {
  const working = Promise.withResolvers<void>()
  const seen = await start(async (nth) => {
    if (nth === 1) await working.promise
    return await inAnHour()
  })
  await reaches(seen, 1)
  loop.wake()
  working.resolve()
  await reaches(seen, 2)
})

test('a turn that fails is followed by another', async () => {
  const seen = await start(async (nth) => {
    if (nth === 1) throw new Error('played')
    return await inAnHour()
  })
  await reaches(seen, 2)
})

test('stopping ends the wait, lets the turn that runs come to its end, and hears no more messages', async () => {
  const working = Promise.withResolvers<void>()
  let hasEnded = false
  const seen = await start(async () => {
    await working.promise
    hasEnded = true
    return await inAnHour()
  })
  const stopped = loop.stop()
  expect(loop.signal.aborted).toBe(true)
  working.resolve()
  await stopped
  expect(hasEnded).toBe(true)
  fixture.ctx.pubSub.publish(WAKE_CHANNEL, key, 'late')
  expect(seen).toEqual({ turns: 1, messages: [] })
})

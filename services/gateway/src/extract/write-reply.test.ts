import { LIMITS, type PageResult } from '@gleaner/contracts'
import { openPlaces } from '@gleaner/queue/work'
import { watchEventLoop } from '@gleaner/testkit/event-loop-blocking'
import { describe, expect, test } from '@jest/globals'
import { type ReplyFacts, shapeReply } from './shape-reply.ts'
import { writeReply } from './write-reply.ts'

const CTX = { replyThreads: openPlaces('reply-thread') }
const JOB = { id: '019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d61', credits: 1, cached: false, latencyMs: 12 }
const FACTS: ReplyFacts[] = [
  { ...JOB, kind: 'extraction', profile: 'auto', contentChars: 7 },
  { ...JOB, kind: 'template test', template: { id: JOB.id, name: 'shop' } },
]
/** A page with so many rows. */
function pageOf(rows: number): PageResult {
  const items = Array.from({ length: rows }, (_, at) => ({ name: `row ${at}`, price: at, tags: ['a', 'é'] }))
  return { content: { json: {} }, filtered_content: { items }, metadata: {}, size_bytes: 7 } as never
}
const write = (facts: ReplyFacts, page: PageResult, signal = new AbortController().signal) =>
  writeReply(CTX, facts, Buffer.from(JSON.stringify(page)), 'an account', signal)

describe.each(FACTS)('a reply to an extraction ($kind)', (facts) => {
  test.each([3, 30_000])('is the same wherever it is made: %d rows', async (rows) => {
    const page = pageOf(rows)
    const reply = JSON.parse(Buffer.from(await write(facts, page)).toString())
    expect(reply).toEqual(JSON.parse(JSON.stringify(shapeReply(facts, page))))
  })
})

test('the largest one is not made by the event loop', async () => {
  const page = Buffer.from(JSON.stringify(pageOf(220_000)))
  expect(page.length).toBeGreaterThan(0.9 * LIMITS.extractResult)
  const inOneGo = process.threadCpuUsage()
  JSON.stringify(shapeReply(FACTS[0]!, JSON.parse(page.toString())))
  const { user, system } = process.threadCpuUsage(inOneGo)
  const watch = watchEventLoop()
  await writeReply(CTX, FACTS[0]!, page, 'an account', new AbortController().signal)
  watch.stop()
  expect(watch.longest().cpuMs).toBeLessThan((user + system) / 1_000 / 2)
})

test('a reply that nobody waits for is given up', async () => {
  const leaving = AbortSignal.abort(new Error('gone'))
  await expect(write(FACTS[0]!, pageOf(30_000), leaving)).rejects.toThrow('gone')
})

import type { Caller } from '@gleaner/accounts'
import { openPlaces } from '@gleaner/queue/work'
import { eventually } from '@gleaner/testkit/eventually'
import { describe, expect, test } from '@jest/globals'
import { readingInTurns } from './reading-in-turns.ts'

const LARGE = 'x'.repeat(300_000)
const OF_ONE = { accountId: 'one' } as Caller
const OF_ANOTHER = { accountId: 'another' } as Caller
const UNTIL_END = new AbortController().signal

/** An endpoint whose replies end when they are let go, and who has begun to be read. */
function openEndpoint() {
  const letGo: (() => void)[] = []
  let reading = 0
  const fetch = async () => {
    const body = new ReadableStream(
      {
        pull(controller) {
          reading++
          return new Promise<void>((resolve) => {
            letGo.push(() => {
              controller.enqueue(new TextEncoder().encode(LARGE))
              controller.close()
              resolve()
            })
          })
        },
      },
      { highWaterMark: 0 },
    )
    return new Response(body)
  }
  return { fetch, letGo, reading: () => reading }
}

describe('large replies that are read for agents', () => {
  test('are read one at a time for an account, and those of another meanwhile', async () => {
    const { fetch, letGo, reading } = openEndpoint()
    const ctx = { agentReplies: openPlaces('agent-reply') }
    const first = readingInTurns(ctx, OF_ONE, fetch, UNTIL_END)('http://inside/1')
    await eventually(() => expect(reading()).toBe(1))
    const second = readingInTurns(ctx, OF_ONE, fetch, UNTIL_END)('http://inside/2')
    const other = readingInTurns(ctx, OF_ANOTHER, fetch, UNTIL_END)('http://inside/3')
    await eventually(() => expect(reading()).toBe(2))
    letGo[1]!()
    expect((await (await other).text()).length).toBe(LARGE.length)
    expect(reading()).toBe(2)
    letGo[0]!()
    await first
    await eventually(() => expect(reading()).toBe(3))
    letGo[2]!()
    expect((await (await second).text()).length).toBe(LARGE.length)
  })

  test('wait for no place when they are small, or when nobody waits for them', async () => {
    const ctx = { agentReplies: openPlaces('agent-reply') }
    const { fetch, letGo, reading } = openEndpoint()
    const held = readingInTurns(ctx, OF_ONE, fetch, UNTIL_END)('http://inside/1')
    await eventually(() => expect(reading()).toBe(1))
    const small = async () => new Response('small', { headers: { 'content-length': '5' } })
    expect(await (await readingInTurns(ctx, OF_ONE, small, UNTIL_END)('http://inside/2')).text()).toBe(
      'small',
    )
    const left = readingInTurns(ctx, OF_ONE, fetch, AbortSignal.abort(new Error('left')))('http://inside/3')
    await expect(left).rejects.toThrow('left')
    letGo[0]!()
    await held
  })
})

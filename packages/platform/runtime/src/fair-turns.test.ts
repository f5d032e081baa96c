import { describe, expect, test } from '@jest/globals'
import { createFairTurns, createPace, inLineOf, nextTurn } from './fair-turns.ts'

/** Holds the event loop. */
function hold(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

describe('turns of the event loop', () => {
  test('go from one share to the next, however many one of them waits for', async () => {
    const take = createFairTurns()
    const order: string[] = []
    const work = async (share: string) => {
      await take(share)
      order.push(share)
    }
    await Promise.all([...Array.from({ length: 5 }, () => work('greedy')), work('one'), work('two')])
    expect(order).toEqual(['greedy', 'one', 'two', 'greedy', 'greedy', 'greedy', 'greedy'])
  })

  test('are one a round of the loop, so that whatever else is ready goes between', async () => {
    const take = createFairTurns()
    let [round, isOver] = [0, false]
    const count = () => {
      round++
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const rounds = await Promise.all(
      ['a', 'a', 'b', 'b', 'c'].map(async (share) => {
        await take(share)
        hold(2)
        return round
      }),
    )
    isOver = true
    expect(new Set(rounds).size).toBe(5)
  })

  test('leave the loop to others for twice as long as they took', async () => {
    const take = createFairTurns()
    const from = performance.now()
    for (let turn = 0; turn < 4; turn++) {
      await take('a')
      hold(20)
    }
    // Four turns, and three rests between them.
    expect(performance.now() - from).toBeGreaterThanOrEqual((4 + 3 * 2) * 20 - 5)
  })

  test('are waited for in the line of whom the work is for', async () => {
    const order: string[] = []
    const work = (share: string) =>
      inLineOf(share, async () => {
        const pace = createPace()
        for (let step = 0; step < 3; step++) {
          await nextTurn()
          order.push(share)
          await pace()
        }
      })
    await Promise.all([work('a'), work('a'), work('a'), work('b')])
    expect(order.indexOf('b')).toBe(1)
    expect(order.lastIndexOf('b')).toBeLessThan(7)
    await nextTurn()
  })
})

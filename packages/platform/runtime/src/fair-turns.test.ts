import { describe, expect, test } from '@jest/globals'
import { createFairTurns, createPace, forEachInTurns, inLineOf, nextTurn } from './fair-turns.ts'

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

describe('a step for each of many things', () => {
  const never = new AbortController().signal

  test('is done for all, in their order, with turns of others between steps that take long', async () => {
    const done: number[] = []
    let turns = 0
    const others = setInterval(() => turns++, 0)
    await forEachInTurns([1, 2, 3, 4], never, (thing) => {
      const until = performance.now() + 10
      while (performance.now() < until);
      done.push(thing)
    })
    clearInterval(others)
    expect(done).toEqual([1, 2, 3, 4])
    expect(turns).toBeGreaterThanOrEqual(3)
  })

  test('is not begun any more once the signal has aborted, also where no turn ends', async () => {
    const stopping = new AbortController()
    const done: number[] = []
    const doing = forEachInTurns([1, 2, 3], stopping.signal, (thing) => {
      done.push(thing)
      if (thing === 2) stopping.abort(new Error('stopped'))
    })
    await expect(doing).rejects.toThrow('stopped')
    expect(done).toEqual([1, 2])
  })
})

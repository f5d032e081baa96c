import { afterEach, describe, expect, test } from '@jest/globals'
import { type BatchedCallOptions, createBatchedCall } from './batched-call.ts'

type Pending = ReturnType<typeof Promise.withResolvers<void>>

let open: Pending[] = []
afterEach(() => {
  for (const { resolve } of open) resolve()
  open = []
})

/** A batched call that doubles numbers; each batch waits until the test lets it go. */
function doubling(options: Partial<BatchedCallOptions<number, number>> = {}) {
  const batches: number[][] = []
  const call = createBatchedCall<number, number>({
    run: async (numbers) => {
      batches.push([...numbers])
      const pending = Promise.withResolvers<void>()
      open.push(pending)
      await pending.promise
      if (numbers.includes(13)) throw new Error('13')
      return numbers.map((number) => number * 2)
    },
    keyOf: String,
    maxCalls: 3,
    slowMs: 60_000,
    maxAtOnce: 4,
    mayBeOfOne: () => true,
    ...options,
  })
  return { call, batches }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))
/** Lets go what is under way, until nothing is. */
async function finishAll() {
  while (open.length > 0) {
    for (const { resolve } of open.splice(0)) resolve()
    await turn()
  }
}

describe('a batched call', () => {
  test('goes out at once while nothing is under way; what comes meanwhile goes out together', async () => {
    const { call, batches } = doubling()
    const first = call(1)
    await turn()
    expect(batches).toEqual([[1]])
    const others = [call(2), call(3)]
    await turn()
    expect(batches).toEqual([[1]])
    await finishAll()
    expect(await Promise.all([first, ...others])).toEqual([2, 4, 6])
    expect(batches).toEqual([[1], [2, 3]])
  })

  test('keeps a call with patience back until it is due, the batch is full, or one without comes', async () => {
    const { call, batches } = doubling({
      patienceOf: (number) => (number > 100 ? 60_000 : number > 10 ? 20 : 0),
    })
    const all = [call(101)]
    await turn()
    expect(batches).toEqual([])
    all.push(call(1))
    await turn()
    expect(batches).toEqual([[101, 1]])
    await finishAll()

    all.push(call(102), call(103), call(104))
    await turn()
    expect(batches[1]).toEqual([102, 103, 104])
    await finishAll()

    all.push(call(105), call(20))
    await turn()
    expect(batches).toHaveLength(2)
    // Until its patience has ended: timers come between two turns.
    while (batches.length < 3) await new Promise((resolve) => setTimeout(resolve, 1))
    expect(batches[2]).toEqual([105, 20])
    await finishAll()
    expect(await Promise.all(all)).toEqual([202, 2, 204, 206, 208, 210, 40])
  })

  test('takes calls that are made together, and no more than fit', async () => {
    const { call, batches } = doubling({ maxWeight: 10, weightOf: (number) => number })
    const all = Promise.all([5, 4, 2, 20, 1, 2, 3, 4].map(call))
    await turn()
    await finishAll()
    await all
    expect(batches).toEqual([[5, 4], [2], [20], [1, 2, 3], [4]])
  })

  test('never holds two calls of one key', async () => {
    const { call, batches } = doubling()
    const all = Promise.all([1, 1, 2].map(call))
    await turn()
    await finishAll()
    expect(await all).toEqual([2, 2, 4])
    expect(batches).toEqual([[1], [1, 2]])
  })

  test('waits for a slow batch no longer than that, and begins no more than may be under way', async () => {
    const { call, batches } = doubling({ slowMs: 0, maxAtOnce: 2 })
    const all = [call(1)]
    await turn()
    all.push(call(2))
    while (batches.length < 2) await turn()
    all.push(call(3))
    // Time in which a third batch would begin.
    for (let i = 0; i < 5; i++) await new Promise((resolve) => setTimeout(resolve, 1))
    expect(batches).toEqual([[1], [2]])
    await finishAll()
    expect(await Promise.all(all)).toEqual([2, 4, 6])
  })

  test('begins a full batch beside the one that is under way', async () => {
    const { call, batches } = doubling()
    const all = [call(1)]
    await turn()
    all.push(...[2, 3, 4, 5].map(call))
    await turn()
    expect(batches).toEqual([[1], [2, 3, 4]])
    await finishAll()
    expect(await Promise.all(all)).toEqual([2, 4, 6, 8, 10])
  })

  test('that fails with others fails alone', async () => {
    const { call, batches } = doubling()
    const all = Promise.allSettled([1, 13, 2].map(call))
    await turn()
    await finishAll()
    expect(await all).toEqual([
      { status: 'fulfilled', value: 2 },
      { status: 'rejected', reason: new Error('13') },
      { status: 'fulfilled', value: 4 },
    ])
    expect(batches).toEqual([[1, 13, 2], [1], [13], [2]])
  })

  test('fails with its batch when that is nobody in particular, and is run once', async () => {
    const { call, batches } = doubling({ mayBeOfOne: () => false })
    const all = Promise.allSettled([1, 13].map(call))
    await turn()
    await finishAll()
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(batches).toEqual([[1, 13]])
    const next = call(4)
    await turn()
    await finishAll()
    expect(await next).toBe(8)
  })
})

import { MEGABYTE } from '@gleaner/runtime/units'
import { describe, expect, test } from '@jest/globals'
import { createBodyMemory } from './body-memory.ts'

const never = new AbortController().signal
const settled = () => new Promise((resolve) => setImmediate(resolve))
const create = () => createBodyMemory({ megabytes: 512, maxBytes: 50 * MEGABYTE })

describe('memory for large bodies', () => {
  test('is never given out twice, and all of it comes back', async () => {
    const memory = create()
    const reservations = Array.from({ length: 200 }, (_, i) => memory.open(`account ${i % 7}`))
    let most = 0
    const work = reservations.map(async (reservation, i) => {
      using _reservation = reservation
      await reservation.acquire((10 + (i % 140)) * MEGABYTE, never)
      most = Math.max(most, memory.heldBytes)
      await settled()
      reservation.shrinkTo((i % 10) * MEGABYTE)
      await settled()
    })
    await Promise.all(work)
    expect(most).toBeGreaterThan(256 * MEGABYTE)
    expect(most).toBeLessThanOrEqual(512 * MEGABYTE)
    expect(memory).toMatchObject({ heldBytes: 0, waiting: 0 })
  })

  test('leaves half of it to others, however many bodies one account fetches', async () => {
    const memory = create()
    const greedy = Array.from({ length: 50 }, () => memory.open('greedy'))
    for (const reservation of greedy) reservation.acquire(50 * MEGABYTE, never)?.catch(() => {})
    await settled()
    expect(memory.heldBytes).toBe(250 * MEGABYTE)
    await memory.open('other').acquire(150 * MEGABYTE, never)
    expect(memory.waiting).toBe(45)
    for (const reservation of greedy) reservation[Symbol.dispose]()
    expect(memory).toMatchObject({ heldBytes: 150 * MEGABYTE, waiting: 0 })
  })

  test('never makes one that has memory wait for more', async () => {
    const memory = create()
    const reservation = memory.open('a')
    await reservation.acquire(150 * MEGABYTE, never)
    expect(reservation.acquire(500 * MEGABYTE, never)).toBeUndefined()
  })

  test('is enough for one body of the costliest kind, however little it is', async () => {
    const memory = createBodyMemory({ megabytes: 100, maxBytes: 50 * MEGABYTE })
    await memory.open('a').acquire(150 * MEGABYTE, never)
    expect(memory.heldBytes).toBe(100 * MEGABYTE)
  })

  test('is not lost to a body that is given up while it waits, or at the moment it gets its memory', async () => {
    const memory = create()
    const first = ['a', 'b'].map((account) => memory.open(account))
    for (const reservation of first) await reservation.acquire(256 * MEGABYTE, never)
    const leaving = memory.open('c')
    const left = leaving.acquire(50 * MEGABYTE, never)
    expect(leaving.isWaiting).toBe(true)
    leaving[Symbol.dispose]()
    await expect(left).rejects.toThrow()
    expect(leaving.isWaiting).toBe(false)

    const late = memory.open('d')
    const granted = late.acquire(50 * MEGABYTE, never)
    first[0]![Symbol.dispose]()
    late[Symbol.dispose]()
    await expect(granted).rejects.toThrow()
    first[1]![Symbol.dispose]()
    await settled()
    await memory.open('e').acquire(256 * MEGABYTE, never)
    expect(memory).toMatchObject({ heldBytes: 256 * MEGABYTE, waiting: 0 })
  })

  test('is waited for no longer than the attempt may take', async () => {
    const memory = create()
    for (const account of ['a', 'b']) await memory.open(account).acquire(256 * MEGABYTE, never)
    const ending = new AbortController()
    const reservation = memory.open('c')
    const waiting = reservation.acquire(50 * MEGABYTE, ending.signal)
    ending.abort(new Error('over'))
    await expect(waiting).rejects.toThrow('over')
    expect(reservation.isWaiting).toBe(true)
    expect(memory.waiting).toBe(0)
  })
})

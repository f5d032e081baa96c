import { describe, expect, test } from '@jest/globals'
import { createBodyMemory } from './body-memory.ts'

const MEGABYTE = 1024 * 1024
const never = new AbortController().signal
const settled = () => new Promise((resolve) => setImmediate(resolve))
const create = () => createBodyMemory({ megabytes: 512, maxBytes: 50 * MEGABYTE })

describe('memory for large bodies', () => {
  test('is never given out twice, and all of it comes back', async () => {
    const memory = create()
    const rooms = Array.from({ length: 200 }, (_, i) => memory.open(`account ${i % 7}`))
    let most = 0
    const work = rooms.map(async (room, i) => {
      using _room = room
      await room.take((10 + (i % 140)) * MEGABYTE, never)
      most = Math.max(most, memory.heldBytes)
      await settled()
      room.shrinkTo((i % 10) * MEGABYTE)
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
    for (const room of greedy) room.take(50 * MEGABYTE, never)?.catch(() => {})
    await settled()
    expect(memory.heldBytes).toBe(250 * MEGABYTE)
    await memory.open('other').take(150 * MEGABYTE, never)
    expect(memory.waiting).toBe(45)
    for (const room of greedy) room[Symbol.dispose]()
    expect(memory).toMatchObject({ heldBytes: 150 * MEGABYTE, waiting: 0 })
  })

  test('never makes one that has room wait for more', async () => {
    const memory = create()
    const room = memory.open('a')
    await room.take(150 * MEGABYTE, never)
    expect(room.take(500 * MEGABYTE, never)).toBeUndefined()
  })

  test('has room for one body of the costliest kind, however little it is', async () => {
    const memory = createBodyMemory({ megabytes: 100, maxBytes: 50 * MEGABYTE })
    await memory.open('a').take(150 * MEGABYTE, never)
    expect(memory.heldBytes).toBe(100 * MEGABYTE)
  })

  test('is not lost to a body that is given up while it waits, or at the moment it gets its room', async () => {
    const memory = create()
    const first = ['a', 'b'].map((share) => memory.open(share))
    for (const room of first) await room.take(256 * MEGABYTE, never)
    const leaving = memory.open('c')
    const left = leaving.take(50 * MEGABYTE, never)
    expect(leaving.isMissing).toBe(true)
    leaving[Symbol.dispose]()
    await expect(left).rejects.toThrow()
    expect(leaving.isMissing).toBe(false)

    const late = memory.open('d')
    const granted = late.take(50 * MEGABYTE, never)
    first[0]![Symbol.dispose]()
    late[Symbol.dispose]()
    await expect(granted).rejects.toThrow()
    first[1]![Symbol.dispose]()
    await settled()
    await memory.open('e').take(256 * MEGABYTE, never)
    expect(memory).toMatchObject({ heldBytes: 256 * MEGABYTE, waiting: 0 })
  })

  test('is waited for no longer than the attempt may take', async () => {
    const memory = create()
    for (const share of ['a', 'b']) await memory.open(share).take(256 * MEGABYTE, never)
    const ending = new AbortController()
    const room = memory.open('c')
    const waiting = room.take(50 * MEGABYTE, ending.signal)
    ending.abort(new Error('over'))
    await expect(waiting).rejects.toThrow('over')
    expect(room.isMissing).toBe(true)
    expect(memory.waiting).toBe(0)
  })
})

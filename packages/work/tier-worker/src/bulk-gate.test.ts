import { TryLater } from '@gleaner/queue'
import { eventually } from '@gleaner/testkit'
import { expect, test } from '@jest/globals'
import { type BulkGate, createBulkGate, type Turn } from './bulk-gate.ts'

const never = new AbortController().signal
const BULK = { bulk: true }
const begin = (gate: BulkGate, task: { bulk?: boolean }, stopping = never) => gate.begin(task, stopping)

/** Bulk tasks that begin when they may; those that have. */
function beginMany(gate: BulkGate, count: number): Turn[] {
  const begun: Turn[] = []
  for (let i = 0; i < count; i++) void begin(gate, BULK).then((turn) => begun.push(turn))
  return begun
}
/** Bulk work rests four times as long as its turn took: on a machine that is busy for two seconds, for eight. */
const RESTED = { timeoutMs: 20_000 }
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('bulk work alone has many turns at once', async () => {
  const begun = beginMany(createBulkGate({ maxWaiting: 64, cores: 2 }), 64)
  await settled()
  expect(begun).toHaveLength(16)
})

test('beside single scrapes it has half the cores, goes on by turns, and has all of them again when these are over', async () => {
  const gate = createBulkGate({ maxWaiting: 64, cores: 4 })
  const single = await begin(gate, {})
  const begun = beginMany(gate, 64)
  await settled()
  expect(begun).toHaveLength(2)
  begun[0]![Symbol.dispose]()
  await eventually(() => expect(begun.length).toBeGreaterThanOrEqual(3), RESTED)
  using _another = await begin(gate, {})
  single[Symbol.dispose]()
  begun[1]![Symbol.dispose]()
  await eventually(() => expect(begun.length).toBeGreaterThanOrEqual(4), RESTED)
  _another[Symbol.dispose]()
  await eventually(() => expect(begun.length).toBeGreaterThanOrEqual(32), RESTED)
})

test('single scrapes never wait, and those of another process count as well', async () => {
  const gate = createBulkGate({ maxWaiting: 64, cores: 2 })
  gate.noteSingles()
  const begun = beginMany(gate, 64)
  await settled()
  expect(begun).toHaveLength(1)
  await Promise.all(Array.from({ length: 100 }, () => begin(gate, {})))
})

test('who waits for a target gives the turn away, and goes on before others begin', async () => {
  const gate = createBulkGate({ maxWaiting: 64, cores: 2 })
  using _single = await begin(gate, {})
  const order: string[] = []
  const first = await begin(gate, BULK)
  const target = Promise.withResolvers<void>()
  const fetching = first.whileWaiting(() => target.promise).then(() => order.push('goes on'))
  const second = await begin(gate, BULK)
  const third = begin(gate, BULK).then((turn) => {
    order.push('begins')
    return turn
  })
  target.resolve()
  await settled()
  expect(order).toEqual([])
  second[Symbol.dispose]()
  await fetching
  first[Symbol.dispose]()
  first[Symbol.dispose]()
  await third
  expect(order).toEqual(['goes on', 'begins'])
})

test('what throws while it waits still ends its turn once', async () => {
  const gate = createBulkGate({ maxWaiting: 64, cores: 2 })
  using _single = await begin(gate, {})
  const turn = await begin(gate, BULK)
  await expect(turn.whileWaiting(() => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer')
  turn[Symbol.dispose]()
  const begun = beginMany(gate, 2)
  await eventually(() => expect(begun).toHaveLength(1))
})

test('too many that wait go back to their queue, and so do all when the process stops', async () => {
  const gate = createBulkGate({ maxWaiting: 2, cores: 2 })
  gate.noteSingles()
  const stopping = new AbortController()
  using _turn = await begin(gate, BULK)
  const waiting = [begin(gate, BULK, stopping.signal), begin(gate, BULK, stopping.signal)]
  await expect(begin(gate, BULK)).rejects.toBeInstanceOf(TryLater)
  stopping.abort()
  for (const one of waiting) await expect(one).rejects.toBeInstanceOf(TryLater)
  await expect(begin(gate, BULK, stopping.signal)).rejects.toBeInstanceOf(TryLater)
})

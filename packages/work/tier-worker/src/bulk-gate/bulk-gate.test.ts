import { TryLater } from '@gleaner/queue'
import { eventually } from '@gleaner/testkit'
import { beforeEach, expect, test } from '@jest/globals'
import { type BulkGate, createBulkGate, fetchInTurn, type Turn } from './bulk-gate.ts'

const never = new AbortController().signal
const BULK = { bulk: true }
const begin = (gate: BulkGate, task: { bulk?: boolean; accountId?: string }, stopping = never) =>
  gate.begin({ accountId: 'one', ...task }, stopping)

let clock = 0
const now = () => clock
beforeEach(() => {
  clock = 0
})
const openGate = (maxWaiting: number, cores: number) => createBulkGate({ maxWaiting, cores, now })

/** The account uses so much processor time, with nobody about. */
async function work(gate: BulkGate, task: { bulk?: boolean; accountId?: string }, ms: number): Promise<void> {
  using turn = await begin(gate, task)
  turn.used(ms)
  clock += 300
}

async function gateOfLongBatch(maxWaiting: number, cores: number): Promise<BulkGate> {
  const gate = openGate(maxWaiting, cores)
  await work(gate, BULK, 1_000)
  return gate
}

/** Bulk tasks that begin when they may; those that have. */
function beginMany(gate: BulkGate, count: number, accountId = 'one'): Turn[] {
  const begun: Turn[] = []
  for (let i = 0; i < count; i++) void begin(gate, { ...BULK, accountId }).then((turn) => begun.push(turn))
  return begun
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('bulk work alone has many turns at once', async () => {
  const begun = beginMany(await gateOfLongBatch(64, 2), 64)
  await settled()
  expect(begun).toHaveLength(16)
})

test('beside single scrapes it has half the cores, goes on by turns, and has all of them again when these are over', async () => {
  const gate = await gateOfLongBatch(64, 4)
  const single = await begin(gate, {})
  const begun = beginMany(gate, 64)
  await settled()
  expect(begun).toHaveLength(2)
  begun[0]![Symbol.dispose]()
  await eventually(() => expect(begun).toHaveLength(3))
  single[Symbol.dispose]()
  begun[1]![Symbol.dispose]()
  await eventually(() => expect(begun).toHaveLength(4))
  clock += 300
  begun[2]![Symbol.dispose]()
  await eventually(() => expect(begun).toHaveLength(3 + 32))
})

test('it rests after a turn beside single scrapes', async () => {
  const gate = await gateOfLongBatch(64, 2)
  using _single = await begin(gate, {})
  const begun = beginMany(gate, 2)
  await settled()
  clock += 5
  begun[0]![Symbol.dispose]()
  await settled()
  expect(begun).toHaveLength(1)
  await eventually(() => expect(begun).toHaveLength(2))
})

test('single scrapes never wait, and those of another process count as well', async () => {
  const gate = await gateOfLongBatch(64, 2)
  gate.noteSingles()
  const begun = beginMany(gate, 64)
  await settled()
  expect(begun).toHaveLength(1)
  await Promise.all(Array.from({ length: 100 }, () => begin(gate, {})))
})

test('small bulk work is behind nobody, until it has grown large', async () => {
  const gate = openGate(64, 2)
  using single = await begin(gate, { accountId: 'other' })
  const small = await begin(gate, BULK)
  expect([small.isBackground(), single.isBackground()]).toEqual([false, false])
  const more = beginMany(gate, 4)
  await settled()
  expect(more).toHaveLength(4)
  small.used(250)
  for (const turn of [small, ...more]) turn[Symbol.dispose]()
  const later = beginMany(gate, 4)
  await settled()
  expect(later).toHaveLength(0)
})

test('a flood of single scrapes holds up no bulk work that has used far less', async () => {
  const gate = openGate(64, 2)
  await work(gate, { accountId: 'flood' }, 20_000)
  await work(gate, BULK, 1_000)
  using flood = await begin(gate, { accountId: 'flood' })
  const begun = beginMany(gate, 16)
  await settled()
  expect(begun.map((turn) => turn.isBackground())).toEqual(Array.from({ length: 16 }, () => false))
  // A page of somebody who asks for few goes before both.
  using light = await begin(gate, { accountId: 'light' })
  expect([begun[0]!, flood, light].map((turn) => turn.isBackground())).toEqual([true, true, false])
  const further = beginMany(gate, 1)
  await settled()
  expect(further).toHaveLength(0)
})

test('what was used is forgotten with time', async () => {
  const gate = openGate(64, 2)
  await work(gate, BULK, 1_000)
  clock += 10_000
  using _single = await begin(gate, { accountId: 'other' })
  const begun = beginMany(gate, 4)
  await settled()
  expect(begun).toHaveLength(4)
})

test('time that passes is no use of the processor, and a browser is', async () => {
  const gate = openGate(64, 2)
  using _light = await begin(gate, { accountId: 'light' })
  const patient = await begin(gate, { accountId: 'patient' })
  clock += 60_000
  expect(patient.isBackground()).toBe(false)
  for (let page = 0; page < 5; page++) await fetchInTurn('4', patient, async () => {})
  expect(patient.isBackground()).toBe(true)
})

test('bulk work alone is read in the background, as single scrapes may come meanwhile', async () => {
  using turn = await begin(await gateOfLongBatch(64, 2), BULK)
  expect(turn.isBackground()).toBe(true)
})

test('who waits for a target gives the turn away, and goes on before others begin', async () => {
  const gate = await gateOfLongBatch(64, 2)
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
  const gate = await gateOfLongBatch(64, 2)
  using _single = await begin(gate, {})
  const turn = await begin(gate, BULK)
  await expect(turn.whileWaiting(() => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer')
  turn[Symbol.dispose]()
  const begun = beginMany(gate, 2)
  await eventually(() => expect(begun).toHaveLength(1))
})

test('too many that wait go back to their queue, and so do all when the process stops', async () => {
  const gate = await gateOfLongBatch(2, 2)
  gate.noteSingles()
  const stopping = new AbortController()
  using _turn = await begin(gate, BULK)
  const waiting = [begin(gate, BULK, stopping.signal), begin(gate, BULK, stopping.signal)]
  await expect(begin(gate, BULK)).rejects.toBeInstanceOf(TryLater)
  stopping.abort()
  for (const one of waiting) await expect(one).rejects.toBeInstanceOf(TryLater)
  await expect(begin(gate, BULK, stopping.signal)).rejects.toBeInstanceOf(TryLater)
})

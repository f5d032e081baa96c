import { uuidv7 } from '@gleaner/contracts'
import { createMetrics, silentLogger } from '@gleaner/runtime'
import { expect, test } from '@jest/globals'
import { CLOSE } from './close-codes.ts'
import type { Connection } from './connection.ts'
import { createConnections } from './connections.ts'

function connectionOf(accountId: string): Connection {
  return { caller: { accountId } as never, close() {}, beat() {}, waiting: 0, stalledSince: undefined }
}

test('an account has so many connections, others have theirs, and one that ends makes room', () => {
  const connections = createConnections({
    logger: silentLogger(),
    metrics: createMetrics({ service: 'test' }),
  })
  const accountId = uuidv7()
  const open = Array.from({ length: 200 }, () => connectionOf(accountId))
  for (const one of open) {
    expect(connections.refusalOf(accountId)).toBeUndefined()
    connections.add(one)
  }
  expect(connections.refusalOf(accountId)).toBe(CLOSE.tooManyConnections)
  expect(connections.refusalOf(uuidv7())).toBeUndefined()
  connections.delete(open[0]!)
  connections.delete(open[0]!)
  expect(connections.refusalOf(accountId)).toBeUndefined()
})

test('an account that connects again and again is refused', () => {
  const connections = createConnections({
    logger: silentLogger(),
    metrics: createMetrics({ service: 'test' }),
  })
  const accountId = uuidv7()
  const refusals = Array.from({ length: 700 }, () => connections.refusalOf(accountId))
  expect(refusals.findIndex((refusal) => refusal !== undefined)).toBeGreaterThanOrEqual(600)
  expect(refusals.at(-1)).toBe(CLOSE.connectsTooOften)
})

test('a process that stops closes all, and takes no more', async () => {
  const connections = createConnections({
    logger: silentLogger(),
    metrics: createMetrics({ service: 'test' }),
  })
  const closed: unknown[] = []
  const accountId = uuidv7()
  connections.add({ ...connectionOf(accountId), close: (why) => closed.push(why) })
  await connections.stop()
  expect(closed).toEqual([CLOSE.restarting])
  expect(connections.refusalOf(accountId)).toBe(CLOSE.restarting)
})

import { createTestRedis, type TestRedis } from '@gleaner/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals'
import type { Redis } from 'ioredis'
import { connectRedis, whenReady } from './connection.ts'
import { createFairSemaphore, type FairSemaphore, PERMIT_LEASE_MS, type Ticket } from './fair-semaphore.ts'
import type { Resource } from './work/index.ts'

let server: TestRedis
let redis: Redis
beforeAll(async () => {
  server = await createTestRedis()
  redis = connectRedis(server.url, 'worker', () => {})
  await whenReady(redis, 5_000)
})
beforeEach(() => redis.flushdb())
afterAll(async () => {
  redis.disconnect()
  await server.close()
})

const semaphore = (permits: number, { worker = 'w', brings = {} } = {}) =>
  createFairSemaphore(redis, { worker, brings, defaultPermits: permits })

let made = 0
/** The rules ask nothing of a name: short ones stand for the places of some kind. */
const ticket = (account: string, ...names: string[]): Ticket => ({
  account,
  resources: names as Resource[],
  queue: 'scrape-tier-1',
  messageId: `${account}.${made++}`,
})
const accountsOf = (tickets: Ticket[]) => tickets.map(({ account }) => account)

async function acquireMany(from: FairSemaphore, tickets: readonly Ticket[]): Promise<Ticket[]> {
  const granted = []
  for (const one of tickets) if ((await from.acquire(one)).kind === 'granted') granted.push(one)
  return granted
}
const many = (count: number, account: string, ...resources: string[]) =>
  Array.from({ length: count }, () => ticket(account, ...resources))

/** As if the time had passed since permits were given. */
async function passTime(ms: number): Promise<void> {
  for (const key of await redis.keys('*')) {
    if ((await redis.type(key)) !== 'zset' || key.includes(':rotation:')) continue
    for (const member of await redis.zrange(key, '0', '-1')) await redis.zincrby(key, -ms, member)
  }
}

describe('permits', () => {
  test('are as many as there are, over all processes', async () => {
    const [one, other] = [semaphore(3), semaphore(3)]
    const granted = [
      ...(await acquireMany(one, [ticket('a', 'r'), ticket('b', 'r')])),
      ...(await acquireMany(other, [ticket('c', 'r'), ticket('d', 'r')])),
    ]
    expect(accountsOf(granted)).toEqual(['a', 'b', 'c'])
    expect(accountsOf(await other.release(granted[0]!))).toEqual(['d'])
  })

  test('of one resource are no other’s, and those of several are taken together or not at all', async () => {
    const from = semaphore(1)
    const [x, both, y] = [ticket('a', 'x'), ticket('b', 'x', 'y'), ticket('c', 'y')]
    expect(await acquireMany(from, [x, both, y])).toEqual([x, y])
    expect(await from.release(x)).toEqual([])
    expect(await from.release(y)).toEqual([both])
    expect(await from.acquire(ticket('d', 'x'))).toEqual({ kind: 'waiting' })
  })

  test('are those that living workers bring', async () => {
    const [one, other] = ['one', 'other'].map((worker) =>
      semaphore(99, { worker, brings: { slots: 2 } }),
    ) as [FairSemaphore, FairSemaphore]
    await one.renew()
    await other.renew()
    expect(
      await acquireMany(
        one,
        ['a', 'b', 'c', 'd', 'e'].map((account) => ticket(account, 'slots')),
      ),
    ).toHaveLength(4)
    await passTime(PERMIT_LEASE_MS + 1)
    await one.renew()
    expect(
      await acquireMany(
        one,
        ['f', 'g', 'h'].map((account) => ticket(account, 'slots')),
      ),
    ).toHaveLength(0)
  })

  test('of a process that died are given to others after a lease, those of a living one are kept', async () => {
    const [dead, alive] = [semaphore(2), semaphore(2)]
    await dead.acquire(ticket('a', 'r'))
    await alive.acquire(ticket('b', 'r'))
    const next = ticket('c', 'r')
    expect(await alive.acquire(next)).toEqual({ kind: 'waiting' })
    await passTime(PERMIT_LEASE_MS / 2)
    expect(await alive.renew()).toEqual([])
    await passTime(PERMIT_LEASE_MS / 2)
    expect(await alive.renew()).toEqual([next])
    expect(await alive.acquire(next)).toEqual({ kind: 'granted' })
    expect(await alive.acquire(ticket('d', 'r'))).toEqual({ kind: 'waiting' })
  })

  test('are given once to a ticket that asks again', async () => {
    const from = semaphore(2)
    const mine = ticket('a', 'r')
    await from.acquire(mine)
    expect(await from.acquire(mine)).toEqual({ kind: 'granted' })
    await from.release(mine)
    await from.release(mine)
    expect(await acquireMany(from, [ticket('b', 'r'), ticket('c', 'r'), ticket('d', 'r')])).toHaveLength(2)
  })
})

describe('an account', () => {
  test.each([2, 7, 20, 64])(
    'alone gets half of %i permits, and leaves some for whoever comes',
    async (permits) => {
      const from = semaphore(permits)
      const greedy = await acquireMany(from, many(300, 'greedy', 'r'))
      expect(greedy).toHaveLength(Math.ceil(permits / 2))
      expect(await acquireMany(from, [ticket('other', 'r')])).toHaveLength(1)
    },
  )

  test('gets a permit also where there is only one', async () => {
    expect(await acquireMany(semaphore(1), many(3, 'a', 'r'))).toHaveLength(1)
  })

  test('finds a permit beside many accounts that hold all they may', async () => {
    const from = semaphore(256)
    for (let account = 0; account < 50; account++)
      await acquireMany(from, many(100, `greedy-${account}`, 'r'))
    expect(await acquireMany(from, [ticket('other', 'r')])).toHaveLength(1)
  })

  test('waits in turn with the others, however many it has waiting', async () => {
    const from = semaphore(1)
    const holder = ticket('x', 'r')
    await from.acquire(holder)
    await acquireMany(from, [...many(50, 'a', 'r'), ...many(2, 'b', 'r'), ticket('c', 'r')])
    const order = []
    for (let holding = holder; order.length < 7; ) {
      const woken = await from.release(holding)
      expect(woken).toHaveLength(1)
      holding = woken[0]!
      await from.acquire(holding)
      order.push(holding.account)
    }
    expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a'])
  })

  test('that waits for one host does not keep its other jobs waiting', async () => {
    const from = semaphore(2, { brings: { slots: 100 } })
    await from.renew()
    await acquireMany(from, many(50, 'a', 'slots', 'host:slow'))
    expect(await from.acquire(ticket('a', 'slots', 'host:fast'))).toEqual({ kind: 'granted' })
  })
})

describe('a ticket that waits', () => {
  test('is woken again when its worker never came', async () => {
    const from = semaphore(1)
    const [first, second] = [ticket('a', 'r'), ticket('b', 'r')]
    await acquireMany(from, [first, second])
    expect(await from.release(first)).toEqual([second])
    expect(await semaphore(1).renew()).toEqual([])
    await passTime(PERMIT_LEASE_MS + 1)
    expect(await semaphore(1).renew()).toEqual([second])
  })

  test('stands once in line, however often it asks', async () => {
    const from = semaphore(1)
    const [first, second] = [ticket('a', 'r'), ticket('b', 'r')]
    await acquireMany(from, [first, second, second, second])
    expect(await from.release(first)).toEqual([second])
    expect(await from.acquire(second)).toEqual({ kind: 'granted' })
    expect(await from.release(second)).toEqual([])
    expect(await redis.keys('*waiting*')).toEqual([])
  })

  test('can be asked whether it was woken before it was put off', async () => {
    const from = semaphore(1)
    const [first, second] = [ticket('a', 'r'), ticket('b', 'r')]
    await acquireMany(from, [first, second])
    expect(await from.isWoken(second)).toBe(false)
    await from.release(first)
    expect(await from.isWoken(second)).toBe(true)
  })

  test('can be given up, and leaves what it was given to the next', async () => {
    const from = semaphore(1)
    const [first, gone, last] = [ticket('a', 'r'), ticket('b', 'r'), ticket('c', 'r')]
    await acquireMany(from, [first, gone, last])
    await from.release(first)
    expect(await from.release(gone)).toEqual([last])
  })
})

describe('a resource', () => {
  test('that is closed gives no permits until it opens', async () => {
    const from = semaphore(5)
    await from.closeFor('host' as Resource, 60_000)
    const answer = await from.acquire(ticket('a', 'slots', 'host'))
    expect(answer).toMatchObject({ kind: 'closed' })
    expect(answer.kind === 'closed' && answer.ms).toBeGreaterThan(50_000)
    expect(await redis.zcard('{gleaner}:fair:held:slots')).toBe(0)
  })

  test.each([-3_600_000, 3_600_000])(
    'is closed by the clock of Redis: that of its worker is %i ms off',
    async (off) => {
      const [wrong, right] = [semaphore(1), semaphore(1)]
      const clock = jest
        .spyOn(Date, 'now')
        .mockImplementation(() => performance.timeOrigin + performance.now() + off)
      try {
        await wrong.closeFor('host' as Resource, 60_000)
      } finally {
        clock.mockRestore()
      }
      const acquired = await right.acquire(ticket('a', 'host'))
      expect(acquired).toMatchObject({ kind: 'closed', ms: expect.any(Number) })
      const { ms } = acquired as { ms: number }
      expect(ms > 0 && ms <= 60_000).toBe(true)
    },
  )

  test('with a gap is closed for so long after each permit', async () => {
    const from = semaphore(5)
    expect(await from.acquire(ticket('a', 'slots', 'host'), 60_000)).toEqual({ kind: 'granted' })
    expect(await from.acquire(ticket('b', 'slots', 'host'), 60_000)).toMatchObject({ kind: 'closed' })
    expect(await from.acquire(ticket('b', 'slots', 'other'), 60_000)).toEqual({ kind: 'granted' })
  })
})

test('bulk work hears of single scrapes on its own machine, whichever process has them', async () => {
  const on = (machine: string) =>
    createFairSemaphore(redis, { machine, worker: machine, brings: {}, defaultPermits: 9 })
  const [one, same, other] = [on('m'), on('m'), on('n')]
  expect(await same.acquire(ticket('a', 'r'), 0, true)).toEqual({ kind: 'granted' })
  await one.acquire(ticket('b', 'r'))
  expect(await same.acquire(ticket('a', 'r'), 0, true)).toEqual({ kind: 'granted', besideSingles: true })
  expect(await other.acquire(ticket('a', 'r'), 0, true)).toEqual({ kind: 'granted' })
  const [note] = await redis.keys('*singles:m')
  expect(await redis.pttl(note!)).toBeGreaterThan(0)
})

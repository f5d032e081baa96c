import { uuidv7 } from '@gleaner/contracts/ids'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { DELIVERY_SHARES } from './delivery-shares.ts'
import { oldestDueSeconds } from './oldest-due.ts'
import { counted, createClaimer, createOutbox, type Outbox, sum } from './testing/outbox.ts'

let outbox: Outbox
beforeAll(async () => {
  outbox = await createOutbox()
})
afterEach(async () => {
  await outbox.pool.query('DELETE FROM webhook_delivery; DELETE FROM webhook_pace')
})
afterAll(() => outbox.close())

const hosts = (count: number, prefix = 'h') =>
  Array.from({ length: count }, (_, i) => `${prefix}${i}.example`)
const claimer = (options?: Parameters<typeof createClaimer>[1]) => createClaimer(outbox.pool, options)
/** Tokens so many that no rate is felt. */
const quick = () => outbox.account({ tokens: 10_000 })
const { ofFree } = DELIVERY_SHARES

describe('places', () => {
  test('of one account are bounded over all of its hosts, over all dispatchers', async () => {
    const greedy = await quick()
    await outbox.deliveries(greedy, hosts(20), 600)
    const all = [await claimer().claimAll(), await claimer().claimAll()].flat()
    expect(all).toHaveLength(DELIVERY_SHARES.hosts * 32)
    // Each host had its third before any had its fourth.
    const perHost = [...counted(all, ({ host }) => host).values()]
    expect(perHost).toHaveLength(20)
    expect(Math.max(...perHost) - Math.min(...perHost)).toBeLessThanOrEqual(1)
  })

  test('of one host are bounded, and one account alone gets half of them', async () => {
    const [one, other] = [await quick(), await quick()]
    for (const account of [one, other, await quick()]) await outbox.deliveries(account, ['h.example'], 50)
    const all = await claimer().claimAll()
    expect(all).toHaveLength(32)
    const perAccount = counted(all, ({ accountId }) => accountId)
    expect(Math.max(...perAccount.values()) - Math.min(...perAccount.values())).toBeLessThanOrEqual(1)
    await outbox.pool.query('DELETE FROM webhook_delivery WHERE account_id <> $1', [one])
    await outbox.pool.query('UPDATE webhook_delivery SET lease_until = NULL, next_attempt_at = now()')
    expect(await claimer().claimAll()).toHaveLength(16)
  })

  test('of a lane that may have fewer are so many', async () => {
    const account = await quick()
    await outbox.deliveries(account, ['slow.example', 'paused.example', 'quick.example'], 60)
    const slowLanes = [
      { accountId: account, host: 'slow.example', limit: 4 },
      { accountId: account, host: 'paused.example', limit: 0 },
    ]
    const all = await claimer({ slowLanes }).claimAll()
    expect(counted(all, ({ host }) => host)).toEqual(
      new Map([
        ['quick.example', 16],
        ['slow.example', 4],
      ]),
    )
  })

  test('are dealt to accounts in turn, however many hosts one has', async () => {
    const greedy = await quick()
    await outbox.deliveries(greedy, hosts(300), 300)
    const others = await Promise.all(Array.from({ length: 20 }, quick))
    for (const other of others) await outbox.deliveries(other, ['other.example'], 1)
    const { deliveries } = await claimer({ perHost: 200 }).claim()
    const perAccount = counted(deliveries, ({ accountId }) => accountId)
    expect(others.map((other) => perAccount.get(other))).toEqual(others.map(() => 1))
  })

  test('of a process are never all taken by those who hold some: who holds none gets one', async () => {
    const small = claimer({ most: { places: 40, bytes: 64_000_000 } })
    for (let i = 0; i < 8; i++) {
      const greedy = await quick()
      await outbox.deliveries(greedy, hosts(20, `g${i}-`), 100)
      const taken = await small.claimAll()
      expect(taken.filter(({ accountId }) => accountId === greedy).length).toBeGreaterThan(0)
    }
    expect(small.held().length).toBeLessThan(40)
  })

  test('of hosts behind many that may have none come up as well', async () => {
    const account = await quick()
    const all = hosts(90).sort()
    await outbox.deliveries(account, all, 90)
    const slowLanes = all.slice(0, 60).map((host) => ({ accountId: account, host, limit: 0 }))
    const one = claimer({ slowLanes })
    const seen = new Set<string>()
    for (let turn = 0; turn < 5; turn++) {
      const { deliveries } = await one.claim()
      for (const { host } of deliveries) seen.add(host)
      await one.end(deliveries)
    }
    expect([...seen].sort()).toEqual(all.slice(60))
  })
})

test('of a thousand accounts the place among their hosts is remembered, of those that came last', async () => {
  const hosts = new Map(Array.from({ length: 1_200 }, (_, i) => [uuidv7(), `h${i}.example`]))
  const { position } = await claimer({ position: { account: undefined, hosts } }).claim()
  expect([...position.hosts]).toEqual([...hosts].slice(200))
})

describe('bytes', () => {
  const LARGE = 900_000

  test('at hand of one account are a part of what is free, and what it may not have is not claimed', async () => {
    const greedy = await quick()
    await outbox.deliveries(greedy, hosts(20), 60, await outbox.job(greedy, LARGE))
    const one = claimer()
    const all = await one.claimAll()
    const { length } = all
    expect(sum(all)).toBeGreaterThan(length * LARGE)
    expect(sum(all)).toBeLessThanOrEqual(ofFree * (64_000_000 - sum(all) + LARGE + 10_000))
    expect(length).toBeGreaterThan(5)
    // What ends makes room for as many.
    await one.end(all.slice(0, 3))
    expect(await one.claimAll()).toHaveLength(3)
  })

  test('are left for who holds none, however many hold theirs', async () => {
    const one = claimer()
    for (let i = 0; i < 12; i++) {
      const greedy = await quick()
      await outbox.deliveries(greedy, hosts(20), 30, await outbox.job(greedy, LARGE))
    }
    await one.claimAll()
    const newcomer = await quick()
    await outbox.deliveries(newcomer, ['new.example'], 3, await outbox.job(newcomer, LARGE))
    const { deliveries } = await one.claim()
    expect(deliveries.map(({ accountId }) => accountId)).toEqual(deliveries.map(() => newcomer))
    expect(deliveries.length).toBeGreaterThan(0)
    expect(sum(one.held())).toBeLessThan(64_000_000)
  })

  test('of all together never pass the budget', async () => {
    const one = claimer({ most: { places: 1_000, bytes: 3_000_000 } })
    for (let i = 0; i < 6; i++) {
      const account = await quick()
      await outbox.deliveries(account, hosts(3), 3, await outbox.job(account, LARGE))
    }
    await one.claimAll()
    expect(one.held()).toHaveLength(3)
    await one.end(one.held().slice(0, 1))
    expect(await one.claimAll()).toHaveLength(1)
  })

  test('of a page that is told by a link, and of a cached answer, are what is read', async () => {
    const account = await quick()
    const [huge, source, cached] = [
      await outbox.job(account, 3_000_000),
      await outbox.job(account, LARGE),
      await outbox.job(account, 1),
    ]
    await outbox.pool.query('UPDATE job SET cached_from = $1 WHERE id = $2', [source, cached])
    for (const job of [huge, cached]) await outbox.deliveries(account, ['h.example'], 1, job)
    const bytes = new Map((await claimer().claimAll()).map((each) => [each.jobId, each.bytes]))
    expect(bytes.get(huge)).toBeLessThan(10_000)
    expect(bytes.get(cached)).toBeGreaterThan(LARGE)
  })
})

describe('a minute of an account', () => {
  const ATTEMPTS = 30 * DELIVERY_SHARES.attemptsPerToken
  const BYTES = 30 * DELIVERY_SHARES.bytesPerToken
  const pass = (seconds: number) =>
    outbox.pool.query(
      `UPDATE webhook_pace SET attempts_full_at = attempts_full_at - $1 * interval '1 second',
       bytes_full_at = bytes_full_at - $1 * interval '1 second'`,
      [seconds],
    )
  /** Sends all it may at once, by two dispatchers in turn. */
  async function sendAll(): Promise<number> {
    const both = [claimer(), claimer()]
    for (let sent = 0, idle = 0; ; ) {
      for (const one of both) {
        const taken = await one.claimAll()
        await one.end(taken)
        sent += taken.length
        idle = taken.length === 0 ? idle + 1 : 0
      }
      if (idle >= 2) return sent
    }
  }

  test('bounds its attempts over all hosts and dispatchers; what is beyond waits in turn and nothing is lost', async () => {
    const account = await outbox.account()
    await outbox.deliveries(account, hosts(20), ATTEMPTS + 100)
    const first = await sendAll()
    // Time passes while the test works: some more are due meanwhile.
    expect(first).toBeGreaterThanOrEqual(ATTEMPTS)
    expect(first).toBeLessThan(ATTEMPTS + 100)
    await pass(6)
    expect(await sendAll()).toBeGreaterThanOrEqual(Math.min(ATTEMPTS / 10, ATTEMPTS + 100 - first))
    await pass(60)
    await sendAll()
    const { rows } = await outbox.pool.query(
      'SELECT count(*)::int AS left FROM webhook_delivery WHERE ended_at IS NULL',
    )
    expect(rows).toEqual([{ left: 0 }])
  })

  test('counts what is tried again, whatever came of it', async () => {
    const account = await outbox.account({ tokens: 1 })
    await outbox.deliveries(account, ['h.example'], 4)
    const one = claimer()
    const all: string[] = []
    for (let turn = 0; turn < 6; turn++) {
      const { deliveries } = await one.claim()
      all.push(...deliveries.map(({ id }) => id))
      await one.end(deliveries, 'failed')
    }
    // Of twelve attempts that four deliveries have.
    expect(all.length).toBeGreaterThanOrEqual(DELIVERY_SHARES.attemptsPerToken)
    expect(all.length).toBeLessThan(12)
    expect(new Set(all).size).toBe(4)
  })

  test('bounds the bytes of its bodies', async () => {
    const account = await outbox.account()
    await outbox.deliveries(account, hosts(20), 60, await outbox.job(account, 900_000))
    const sent = await sendAll()
    expect(sent).toBeGreaterThanOrEqual(Math.floor(BYTES / 902_000))
    expect(sent).toBeLessThan(60)
  })

  test.each([
    ['its balance', { micros: 5_000_000 }, 60],
    ["the operator's own for it", { micros: 5_000_000, tokens: 5 }, 5],
    ['enterprise', { enterprise: true }, 10_000],
  ])('is as %s allows', async (_, options, tokens) => {
    const account = await outbox.account(options)
    await outbox.deliveries(account, hosts(20), 20)
    const { deliveries } = await claimer().claim()
    const { rows } = await outbox.pool.query(
      'SELECT extract(epoch FROM attempts_full_at - now())::float8 AS used FROM webhook_pace WHERE account_id = $1',
      [account],
    )
    const cost = (60 * deliveries.length) / (tokens * DELIVERY_SHARES.attemptsPerToken)
    expect(rows[0].used).toBeLessThanOrEqual(cost + 0.001)
    expect(rows[0].used).toBeGreaterThan(cost - 10)
    expect(deliveries.length).toBe(20)
  })

  test('that is used up is not late for who watches, and holds back nobody else', async () => {
    const [busy, other] = [await outbox.account({ tokens: 1 }), await outbox.account()]
    await outbox.deliveries(busy, hosts(20), 100)
    await outbox.pool.query("UPDATE webhook_delivery SET next_attempt_at = now() - interval '1 hour'")
    expect(await oldestDueSeconds(outbox.pool)).toBeGreaterThan(3_500)
    const one = claimer()
    await one.claimAll()
    expect(await oldestDueSeconds(outbox.pool)).toBe(0)
    await outbox.deliveries(other, ['h0.example'], 1)
    expect(await oldestDueSeconds(outbox.pool)).toBeGreaterThan(0)
    expect((await one.claim()).deliveries.map(({ accountId }) => accountId)).toEqual([other])
  })
})

test('a claim while another one claims takes nothing, and goes on where it was', async () => {
  const account = await quick()
  await outbox.deliveries(account, hosts(3), 30)
  const claims = await Promise.all(Array.from({ length: 4 }, () => claimer().claim()))
  const ids = claims.flatMap(({ deliveries }) => deliveries.map(({ id }) => id))
  expect(new Set(ids).size).toBe(ids.length)
  for (const { isBusy, deliveries } of claims) if (isBusy) expect(deliveries).toEqual([])
})

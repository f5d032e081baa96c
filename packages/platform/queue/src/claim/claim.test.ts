import { createPool, type Pool, type Queryable, transaction } from '@gleaner/db'
import { silentLogger } from '@gleaner/runtime'
import { createTestDatabase, type TestDatabase } from '@gleaner/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createClaims, type Held, onceFree } from './claims.ts'
import { keepClaim } from './keep-claim.ts'
import { beginAnew, END, LEASE_MS } from './lease-sql.ts'

let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool({ url: database.url, connectTimeoutMs: 20_000 })
  await pool.query(`CREATE TABLE chore (room text, name text, kind text NOT NULL DEFAULT 'wash', done_by text,
    lease_until timestamptz(3), fence int NOT NULL DEFAULT 0, lost_leases int NOT NULL DEFAULT 0, ended_at timestamptz(3),
    PRIMARY KEY (room, name))`)
})
beforeEach(async () => {
  await pool.query(
    "TRUNCATE chore; INSERT INTO chore (room, name) VALUES ('hall', 'floor'), ('hall', 'door')",
  )
})
afterAll(async () => {
  await pool.end()
  await database.close()
})

interface Chore {
  room: string
  name: string
  fence: number
  lostLeases: number
}

const chores = createClaims<Chore, 'room' | 'name'>({
  table: 'chore',
  as: 'c',
  key: { room: 'room', name: 'name' },
  where: 'c.kind = $3',
  returning: 'c.room, c.name, c.fence, c.lost_leases AS "lostLeases"',
})

const takeFloor = (sql: Queryable = pool, kind = 'wash') => chores.take(sql, ['hall', 'floor', kind])

async function claim(): Promise<Chore> {
  const claim = await takeFloor()
  if (claim.kind !== 'claimed') throw new Error(claim.kind)
  return claim.row
}

/** The statement that ends the work, as who uses the module writes it. */
async function end(sql: Queryable, held: Held<'room' | 'name'>, by: string): Promise<boolean> {
  const { rowCount } = await sql.query(`UPDATE chore AS c SET ${END}, done_by = $4 WHERE ${chores.isMine}`, [
    ...chores.valuesOf(held),
    by,
  ])
  return rowCount === 1
}

const rowOf = async (name = 'floor') =>
  (await pool.query('SELECT * FROM chore WHERE name = $1', [name])).rows[0]
const set = (columns: string) => pool.query(`UPDATE chore SET ${columns}`)

test('of many who want a row at once one has it, and the others know for how long at most', async () => {
  const claims = await Promise.all(Array.from({ length: 8 }, () => takeFloor()))
  const held = claims.filter((claim) => claim.kind === 'held')
  expect(claims.filter(({ kind }) => kind === 'claimed')).toHaveLength(1)
  expect(held).toHaveLength(7)
  for (const { ms } of held) expect(ms > 0 && ms <= LEASE_MS).toBe(true)
  expect(await rowOf()).toMatchObject({ fence: 1, lost_leases: 0 })
  expect(await rowOf('door')).toMatchObject({ fence: 0, lease_until: null })
})

describe('a claim', () => {
  test('holds until its lease ends, and not in that moment any more', async () => {
    const first = await claim()
    await set("lease_until = now() + interval '1 minute'")
    expect(await takeFloor()).toMatchObject({ kind: 'held' })
    await set('lease_until = now()')
    expect(await claim()).toMatchObject({ fence: first.fence + 1, lostLeases: 1 })
  })

  test('holds for longer when it is renewed', async () => {
    const held = await claim()
    await set('lease_until = now()')
    expect(await chores.renew(pool, held)).toBe(true)
    expect(await takeFloor()).toMatchObject({ kind: 'held' })
  })

  test('that is given back is free at once, and counts as no lost one', async () => {
    await chores.release(pool, await claim())
    expect(await claim()).toMatchObject({ fence: 2, lostLeases: 0 })
  })

  test.each([
    [
      'somebody else has by now',
      async () => {
        await set('lease_until = now()')
        await claim()
      },
    ],
    [
      'somebody else has given back',
      async () => {
        await set('lease_until = now()')
        await chores.release(pool, await claim())
      },
    ],
    ['has ended', async (held: Chore) => void (await end(pool, held, 'first'))],
    ['was begun anew', async () => void (await set(beginAnew('chore')))],
  ])('on what %s renews, gives back and ends nothing', async (_, lose) => {
    const lost = await claim()
    await lose(lost)
    const before = await rowOf()
    expect([await chores.renew(pool, lost), await end(pool, lost, 'late')]).toEqual([false, false])
    await chores.release(pool, lost)
    expect(await rowOf()).toEqual(before)
  })

  test('ends its own row alone, once', async () => {
    const held = await claim()
    expect([await end(pool, held, 'me'), await end(pool, held, 'me again')]).toEqual([true, false])
    expect(await rowOf()).toMatchObject({ done_by: 'me', lease_until: null, ended_at: expect.any(Date) })
    expect(await rowOf('door')).toMatchObject({ ended_at: null })
  })
})

test.each([
  ['has ended', () => takeFloor(), 'ended_at = now()'],
  ['is not of the wanted kind', () => takeFloor(pool, 'paint'), "kind = 'wash'"],
  ['does not exist', () => chores.take(pool, ['hall', 'roof', 'wash']), "kind = 'wash'"],
])('a message about what %s is stale', async (_, take, columns) => {
  await set(columns)
  expect(await take()).toEqual({ kind: 'stale' })
})

test('work that is begun anew is free, as if there had been no claim', async () => {
  await end(pool, await claim(), 'me')
  await set(`lost_leases = 3, ended_at = now()`)
  await set(beginAnew('chore'))
  expect(await claim()).toMatchObject({ fence: 3, lostLeases: 0 })
})

describe('a process that is killed', () => {
  /** Does `work` in a transaction on a connection that is gone before the commit. */
  async function killedIn(work: (sql: Queryable) => Promise<unknown>): Promise<void> {
    const killed = transaction(pool, async (sql) => {
      await work(sql)
      const { rows } = await sql.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      await pool.query('SELECT pg_terminate_backend($1, 10000)', [rows[0]!.pid])
      await sql.query('SELECT 1')
    })
    await expect(killed).rejects.toThrow()
  }

  test('while it takes a row leaves it free', async () => {
    await killedIn((sql) => takeFloor(sql))
    expect(await claim()).toMatchObject({ fence: 1, lostLeases: 0 })
  })

  test('while it ends the work leaves that to the next, once its lease is over', async () => {
    const first = await claim()
    await killedIn((sql) => end(sql, first, 'first'))
    expect(await takeFloor()).toMatchObject({ kind: 'held' })
    await set('lease_until = now()')
    const second = await claim()
    expect(second).toMatchObject({ lostLeases: 1 })
    expect([await end(pool, first, 'first'), await end(pool, second, 'second')]).toEqual([false, true])
    expect(await rowOf()).toMatchObject({ done_by: 'second' })
  })

  test('before its commit does not let another one end the work that waits for it', async () => {
    const first = await claim()
    await set('lease_until = now()')
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
    const { promise: hasTaken, resolve: taken } = Promise.withResolvers<void>()
    const second = transaction(pool, async (sql) => {
      const claim = await takeFloor(sql)
      taken()
      await mayCommit
      return claim
    })
    await hasTaken
    const late = end(pool, first, 'first')
    commit()
    expect([(await second).kind, await late]).toEqual(['claimed', false])
  })
})

describe('a claim that is kept', () => {
  const keep = (held: Chore) =>
    keepClaim({ name: 'keep', renew: () => chores.renew(pool, held), logger: silentLogger() })

  test('is renewed, and tells when it is lost', async () => {
    const held = await claim()
    await using kept = keep(held)
    await set('lease_until = now()')
    await kept.renew()
    expect(kept.lost.aborted).toBe(false)
    expect(await takeFloor()).toMatchObject({ kind: 'held' })
    await set(beginAnew('chore'))
    await kept.renew()
    expect(kept.lost.aborted).toBe(true)
  })
})

test('a message whose work somebody holds comes again when that may be over, and not at once', () => {
  expect(onceFree({ ms: 5_000 })).toMatchObject({ delayMs: 5_000 })
  expect(onceFree({ ms: 0 })).toMatchObject({ delayMs: 100 })
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPool } from '@gleaner/db'
import type { WorkKind } from '@gleaner/queue/work'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Fleet, startFleet } from '../fleet.ts'
import { type Api, apiOf } from '../testing/fair/api.ts'
import { type HostileSite, startHostileSite, type WayToHold } from '../testing/fair/hostile-site.ts'
import { KINDS_OF_WORK, type Started } from '../testing/fair/kinds-of-work.ts'
import { FLEET_UNDER_TEST } from '../testing/fleet-under-test.ts'
import { openAccount } from '../testing/open-account.ts'

const STARTED = Object.entries(KINDS_OF_WORK).flatMap(([kind, how]) =>
  'tests' in how ? [] : [[kind as WorkKind, how] as const],
)

/**
 * Tests a fleet of which as much of every kind is held as accounts may hold, in that way: a neighbour's work of every kind is done all the same.
 */
export function testFairShares(way: WayToHold): void {
  /** What ends by itself, as it is too large, holds nothing for long. */
  const holdsOn = way === 'silent' || way === 'dripping'

  let home: string
  let fleet: Fleet | undefined
  let site: HostileSite
  const hostiles = new Map<WorkKind, Api>()
  let neighbour: Api

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'gleaner-home-'))
    site = await startHostileSite(
      STARTED.map(([kind]) => kind),
      undefined,
      way,
    )
    fleet = await startFleet({
      home,
      port: 0,
      env: {
        ...FLEET_UNDER_TEST,
        EGRESS_ALLOW: '127.0.0.0/8',
        SEARCH_ENGINE: 'searxng',
        SEARXNG_URL: site.searxng,
        SEARCH_TIMEOUT: '60s',
      },
    })
    const { database_url, base_url } = fleet.info
    const pool = createPool({ url: database_url, max: 4, connectTimeoutMs: 30_000 })
    const open = async () => apiOf(base_url, await openAccount(pool))
    neighbour = await open()
    // One for each kind: what an account holds of one keeps it from others.
    for (const [kind] of STARTED) hostiles.set(kind, await open())
    await pool.end()
  })

  afterAll(async () => {
    site.close()
    await fleet?.stop()
    await rm(home, { recursive: true, force: true, maxRetries: 20 })
  })

  describe('beside accounts that hold as much of every kind as they may', () => {
    beforeAll(async () => {
      for (const [kind, { flood }] of STARTED) flood(hostiles.get(kind)!, site)
      await eventually(() => {
        for (const [kind] of holdsOn ? STARTED : []) expect([kind, site.held(kind)]).not.toEqual([kind, 0])
      })
    })

    test.each(STARTED)(
      'another’s %s is done while those are held',
      async (kind: WorkKind, { once }: Started) => {
        await once(neighbour, site)
        if (holdsOn) expect([kind, site.held(kind)]).not.toEqual([kind, 0])
      },
    )
  })
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LinkedSite, startLinkedSite } from '@gleaner/target-site/sites/linked-site'
import type { DevInfo } from '../dev-info.ts'
import type { Environment } from '../environment.ts'
import { startFleet } from '../fleet.ts'
import { FLEET_UNDER_TEST } from './fleet-under-test.ts'

/** What clients are tried with: a fleet, and beside its sample site one that can be crawled. */
export interface FleetWithSite {
  info: DevInfo
  site: LinkedSite
  close(): Promise<void>
}

/** `env`: settings of the fleet beside those of any fleet under test. `reachable`: more hosts with ports that it may reach. */
export async function startFleetWithSite({
  pages = 12,
  env = {},
  reachable = [],
}: {
  pages?: number
  env?: Environment
  reachable?: readonly string[]
} = {}): Promise<FleetWithSite> {
  const home = await mkdtemp(join(tmpdir(), 'gleaner-home-'))
  const site = await startLinkedSite(pages)
  const fleet = await startFleet({
    home,
    port: 0,
    env: {
      ...FLEET_UNDER_TEST,
      EGRESS_ALLOW: [new URL(site.url).host, ...reachable].join(),
      ...env,
    },
  })
  return {
    info: fleet.info,
    site,
    async close() {
      await fleet.stop()
      await site.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}

import { type LinkedSite, startLinkedSite } from '@gleaner/target-site/sites/linked-site'
import type { DevInfo } from '../dev-info.ts'
import { shareFleet } from './shared-fleet.ts'

/** What clients are tried with: the shared fleet, and beside its sample site one that can be crawled. */
export interface FleetWithSite {
  info: DevInfo
  site: LinkedSite
  /** Of 127.0.0.1, for what else the fleet is to reach. */
  port: number
  close(): Promise<void>
}

export async function startFleetWithSite({ pages = 12 } = {}): Promise<FleetWithSite> {
  const { info, ports } = await shareFleet()
  const site = await startLinkedSite(pages, ports[0])
  return { info, site, port: ports[1]!, close: site.close }
}

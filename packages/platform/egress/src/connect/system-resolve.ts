import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'

/** The system's resolver (hosts file, search rules and DNS), in the order it prefers. */
export function systemResolve(hostname: string): Promise<LookupAddress[]> {
  return lookup(hostname, { all: true, order: 'verbatim' })
}

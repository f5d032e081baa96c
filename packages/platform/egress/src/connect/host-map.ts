import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { canonicalHost } from '../policy/allow-list.ts'

/** Addresses of names that the operator gives, in place of what resolvers say. */
export type HostMap = ReadonlyMap<string, LookupAddress[]>

/**
 * Reads `EGRESS_HOSTS`: a comma list of `name=address`; a name may stand in several entries. Throws with the faulty entry: it is a setting.
 * Nothing is opened by it: an address is checked as if a resolver had given it.
 */
export function parseHostMap(setting: string | undefined): HostMap {
  const map = new Map<string, LookupAddress[]>()
  for (const entry of (setting ?? '').split(',').map((part) => part.trim())) {
    if (entry === '') continue
    const [, written = '', address = ''] = /^([^=]+)=([^=]+)$/.exec(entry) ?? []
    const [name, family] = [canonicalHost(written.trim()), isIP(address.trim())]
    if (!name || isIP(name) !== 0 || family === 0)
      throw new Error(`EGRESS_HOSTS: "${entry}" is no name=address (example.com=10.0.0.8)`)
    map.set(name, [...(map.get(name) ?? []), { address: address.trim(), family }])
  }
  return map
}

import { BlockList, isIP } from 'node:net'

/** Lists as they were read, for as long as somebody holds them. */
const compiled = new WeakMap<readonly string[], BlockList>()

/** Whether a key that is bound to these addresses and networks is taken from an address; from any where it is bound to none. */
export function isAllowedFrom(address: string, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true
  const family = isIP(address)
  if (family === 0) return false
  const list = compiled.get(allowed) ?? compile(allowed)
  return list.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

function compile(allowed: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of allowed) {
    const [network = '', prefix] = entry.split('/')
    const [family, bits] = isIP(network) === 4 ? (['ipv4', 32] as const) : (['ipv6', 128] as const)
    list.addSubnet(network, prefix === undefined ? bits : Number(prefix), family)
  }
  compiled.set(allowed, list)
  return list
}

/** An address as people write it: an IPv4 address that a socket tells as IPv6 is one (`::ffff:192.0.2.1`), and a zone is left out. */
export function plainAddress(address: string): string {
  return address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
}

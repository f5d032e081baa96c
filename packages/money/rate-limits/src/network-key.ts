import ipaddr from 'ipaddr.js'

const NETWORK_BITS = 64
/** Longer than any address: what a proxy passes on may be anything. */
const KEY_CHARS = 64

/**
 * What stands for the sender of an address in limits: an IPv4 address, or the /64 of an IPv6 one, because who has one address of it
 * has the other 2^64 as well. Text that is no address stands for itself.
 */
export function networkKeyOf(address: string): string {
  const bare = address.split('%', 1)[0]!
  if (!ipaddr.isValid(bare)) return bare.slice(0, KEY_CHARS)
  // Takes an IPv4 address that is written as IPv6 (`::ffff:1.2.3.4`) as what it is.
  const parsed = ipaddr.process(bare)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${NETWORK_BITS}`)}/${NETWORK_BITS}`
}

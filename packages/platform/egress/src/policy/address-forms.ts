import ipaddr from 'ipaddr.js'

interface Embedding {
  network: [ipaddr.IPv6, number]
  /** The first of the address's 16 bytes that are the IPv4 address. */
  at: number
  /** They are its complement. */
  inverted?: boolean
}

/** The IPv6 addresses that carry an IPv4 address. */
const EMBEDDINGS: readonly Embedding[] = [
  // Mapped, which the system dials as IPv4 (RFC 4291, 2.5.5.2), and compatible (2.5.5.1)
  { network: ipaddr.IPv6.parseCIDR('::ffff:0:0/96'), at: 12 },
  { network: ipaddr.IPv6.parseCIDR('::/96'), at: 12 },
  // Translated (RFC 2765, 2.1)
  { network: ipaddr.IPv6.parseCIDR('::ffff:0:0:0/96'), at: 12 },
  // NAT64: 64:ff9b::/96 (RFC 6052) and 64:ff9b:1::/48 (RFC 8215)
  { network: ipaddr.IPv6.parseCIDR('64:ff9b::/32'), at: 12 },
  // 6to4: 2002:aabb:ccdd:: (RFC 3056)
  { network: ipaddr.IPv6.parseCIDR('2002::/16'), at: 2 },
  // Teredo: the server, and the client in complement (RFC 4380, 4)
  { network: ipaddr.IPv6.parseCIDR('2001::/32'), at: 4 },
  { network: ipaddr.IPv6.parseCIDR('2001::/32'), at: 12, inverted: true },
]
/** ISATAP: an interface id of 0:5efe or 200:5efe before the address, under any prefix (RFC 5214, 6.1). */
const ISATAP = /^0[02]005efe$/

/**
 * The addresses that one address may lead to: itself in its one canonical spelling, without a zone, and every IPv4
 * address that it carries. Empty for what is no address.
 */
export function formsOf(address: string): string[] {
  const bare = address.split('%', 1)[0]!
  if (!ipaddr.isValid(bare)) return []
  const parsed = ipaddr.parse(bare)
  if (parsed instanceof ipaddr.IPv4) return [parsed.toString()]
  const bytes = parsed.toByteArray()
  const carried = EMBEDDINGS.filter(({ network }) => parsed.match(network)).map(({ at, inverted }) =>
    dotted(bytes.slice(at, at + 4), inverted ? 0xff : 0),
  )
  if (ISATAP.test(Buffer.from(bytes.slice(8, 12)).toString('hex'))) carried.push(dotted(bytes.slice(12), 0))
  return [parsed.toString(), ...carried]
}

function dotted(bytes: readonly number[], mask: number): string {
  return bytes.map((byte) => byte ^ mask).join('.')
}

import ipaddr from 'ipaddr.js'

/** Where an IPv6 address hides an IPv4 address: the bytes it begins with, and the first of the four that hide. */
const DISGUISES: readonly { prefix: readonly number[]; at: number; inverted?: true }[] = [
  // ::ffff:a.b.c.d (RFC 4291, 2.5.5.2), which the system dials as IPv4
  { prefix: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff], at: 12 },
  // ::a.b.c.d (RFC 4291, 2.5.5.1)
  { prefix: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], at: 12 },
  // ::ffff:0:a.b.c.d (RFC 2765, 2.1)
  { prefix: [0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0], at: 12 },
  // NAT64: 64:ff9b::/96 (RFC 6052) and 64:ff9b:1::/48 (RFC 8215)
  { prefix: [0, 0x64, 0xff, 0x9b], at: 12 },
  // 6to4: 2002:aabb:ccdd:: (RFC 3056)
  { prefix: [0x20, 0x02], at: 2 },
  // Teredo: the server, and the client in complement (RFC 4380, 4)
  { prefix: [0x20, 0x01, 0, 0], at: 4 },
  { prefix: [0x20, 0x01, 0, 0], at: 12, inverted: true },
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
  const bytes = parsed.toByteArray()
  if (bytes.length === 4) return [parsed.toString()]
  const hidden = DISGUISES.filter(({ prefix }) => prefix.every((byte, i) => bytes[i] === byte)).map(
    ({ at, inverted }) => dotted(bytes.slice(at, at + 4), inverted ? 0xff : 0),
  )
  if (ISATAP.test(Buffer.from(bytes.slice(8, 12)).toString('hex'))) hidden.push(dotted(bytes.slice(12), 0))
  return [parsed.toString(), ...hidden]
}

function dotted(bytes: readonly number[], mask: number): string {
  return bytes.map((byte) => byte ^ mask).join('.')
}

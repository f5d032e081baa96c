import { BlockList, isIP } from 'node:net'

type Network = readonly [cidr: string, why: string]

/**
 * IPv4 networks that are not the public internet. Sources: IANA IPv4 Special-Purpose Address Registry, RFC 5771
 * (multicast), and Azure's documentation for its WireServer, a metadata service on a public address.
 */
export const FORBIDDEN_IPV4: readonly Network[] = [
  ['0.0.0.0/8', 'this network; reaches the host itself on Linux'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'carrier-grade NAT; also the metadata service of Alibaba Cloud'],
  ['127.0.0.0/8', 'loopback'],
  ['168.63.129.16/32', 'metadata service of Azure'],
  ['169.254.0.0/16', 'link-local; metadata services of most clouds'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'protocol assignments; also the metadata service of Oracle Cloud'],
  ['192.0.2.0/24', 'documentation'],
  ['192.31.196.0/24', 'AS112'],
  ['192.52.193.0/24', 'AMT'],
  ['192.88.99.0/24', '6to4 relays'],
  ['192.168.0.0/16', 'private'],
  ['192.175.48.0/24', 'AS112'],
  ['198.18.0.0/15', 'benchmarking'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved and broadcast'],
]

/**
 * The only part of IPv6 that IANA has given out as global unicast. Everything that hides an IPv4 address (mapped,
 * compatible, NAT64, ISATAP on link-local), and loopback, unique local, link-local and multicast, lies outside.
 */
const GLOBAL_IPV6 = '2000::/3'

/** Exceptions inside global unicast. Source: IANA IPv6 Special-Purpose Address Registry. */
export const FORBIDDEN_IPV6: readonly Network[] = [
  ['2001::/23', 'protocol assignments: Teredo, ORCHID, benchmarking'],
  ['2001:db8::/32', 'documentation'],
  ['2002::/16', '6to4: an IPv4 address in disguise'],
  ['2620:4f:8000::/48', 'AS112'],
  ['3fff::/20', 'documentation'],
]

const forbidden4 = networks(FORBIDDEN_IPV4.map(([cidr]) => cidr))
const forbidden6 = networks(FORBIDDEN_IPV6.map(([cidr]) => cidr))
const global6 = networks([GLOBAL_IPV6])

/** Whether an address literal (without brackets) belongs to the public internet. Anything doubtful does not. */
export function isPublicAddress(address: string): boolean {
  // A zone id (`fe80::1%eth0`) only means something inside one network.
  if (address.includes('%')) return false
  switch (isIP(address)) {
    case 4:
      return !forbidden4.check(address, 'ipv4')
    case 6:
      return global6.check(address, 'ipv6') && !forbidden6.check(address, 'ipv6')
    default:
      return false
  }
}

/** A set of networks out of CIDR strings; a bare address is a network of one. Throws on anything else. */
export function networks(cidrs: readonly string[]): BlockList {
  const list = new BlockList()
  for (const cidr of cidrs) {
    const [address = '', bits] = cidr.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

import type { BlockList } from 'node:net'
import { isIP } from 'node:net'
import { networks } from './ip-ranges.ts'

/** Networks, `host:port` pairs and bare names from an operator's setting. */
export interface HostList {
  addresses: BlockList
  /** `host:port`, the host as the URL parser spells it. */
  hostPorts: ReadonlySet<string>
  names: ReadonlySet<string>
}

/** Reads a comma list of CIDR, address, `host:port` and name. Throws with the faulty entry: it is a setting. */
export function parseHostList(setting: string | undefined, variable: string): HostList {
  const cidrs: string[] = []
  const hostPorts = new Set<string>()
  const names = new Set<string>()
  for (const entry of (setting ?? '').split(',').map((part) => part.trim())) {
    if (entry === '') continue
    const [, host = entry, port] = /^(.+):(\d{1,5})$/.exec(entry) ?? []
    const name = canonicalHost(host)
    if (isCidr(entry)) cidrs.push(entry)
    else if (name === undefined || Number(port) > 65_535) {
      throw new Error(`${variable}: "${entry}" is neither a network (10.0.0.0/8) nor a host:port`)
    } else if (port === undefined) names.add(name)
    else hostPorts.add(`${name}:${Number(port)}`)
  }
  return { addresses: networks(cidrs), hostPorts, names }
}

/** Whether the setting opens this endpoint; `host` is an address literal or a name, both without brackets. */
export function contains(list: HostList, host: string, port: number): boolean {
  const family = isIP(host)
  if (list.hostPorts.has(`${host}:${port}`)) return true
  // A zone (`fe80::1%eth0`) means something inside one network only, and no setting can name it.
  if (host.includes('%')) return false
  return family !== 0 && list.addresses.check(host, family === 6 ? 'ipv6' : 'ipv4')
}

function isCidr(entry: string): boolean {
  const [address = '', bits, ...more] = entry.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0 || address.includes('%')) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32))
}

/** The host in the spelling of the URL parser, lower case, without brackets and root dot; undefined when invalid. */
export function canonicalHost(host: string): string | undefined {
  if (/[/?#@\\]/.test(host)) return undefined
  // With a port behind it nothing but a host can stand there.
  const url = URL.parse(`http://${isIP(host) === 6 ? `[${host}]` : host}:1/`)
  return url === null ? undefined : bareHost(url.hostname)
}

/** A URL's `hostname` without the brackets of IPv6 and without the root dot. */
export function bareHost(hostname: string): string {
  if (hostname.startsWith('[')) return hostname.slice(1, -1)
  return hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
}

import type { EgressOptions } from '../egress.ts'
import { bareHost, canonicalHost, type HostList } from './allow-list.ts'

/** A host of this deployment, with one port or (undefined) all of its ports. */
export interface OwnEndpoint {
  host: string
  port: number | undefined
  /**
   * What the name resolves to counts only where it is a private address: the public name of an API often leads to a
   * network of proxies whose addresses serve half of the web.
   */
  privateOnly: boolean
}

/** The endpoints that the settings name: in `EGRESS_OWN_ADDRESSES`, and in the URLs of other services. */
export function ownEndpoints(
  listed: HostList,
  { ownUrls = [], publicUrls = [] }: EgressOptions,
): OwnEndpoint[] {
  return [
    ...[...listed.hostPorts].map(endpointOf),
    ...[...listed.names].map((host) => ({ host, port: undefined, privateOnly: false })),
    ...ownUrls.flatMap((url) => endpointsOfUrl(url, false)),
    ...publicUrls.flatMap((url) => (url === undefined ? [] : endpointsOfUrl(url, true))),
  ]
}

function endpointOf(hostPort: string): OwnEndpoint {
  const colon = hostPort.lastIndexOf(':')
  return { host: hostPort.slice(0, colon), port: Number(hostPort.slice(colon + 1)), privateOnly: false }
}

const DEFAULT_PORTS: Record<string, number> = {
  'http:': 80,
  'https:': 443,
  'postgres:': 5432,
  'postgresql:': 5432,
  'redis:': 6379,
  'rediss:': 6379,
}

/** The endpoint of a URL in our settings; none when it is a socket in the file system. */
function endpointsOfUrl(text: string, privateOnly: boolean): OwnEndpoint[] {
  const url = URL.parse(text)
  if (url === null) return []
  // Postgres takes host and port from the query too, and those win.
  const isPostgres = DEFAULT_PORTS[url.protocol] === 5432
  const queried = isPostgres ? url.searchParams : new URLSearchParams()
  const host = canonicalHost(queried.get('host') ?? bareHost(url.hostname))
  const port = Number(queried.get('port') ?? url.port) || DEFAULT_PORTS[url.protocol]
  return host ? [{ host, port, privateOnly }] : []
}

import type { EgressOptions } from '../egress.ts'
import { bareHost, canonicalHost, type Places } from './allow-list.ts'

/** One place of this deployment. Without a port: all of its ports. */
export interface OwnPlace {
  host: string
  port: number | undefined
  /**
   * What the name resolves to counts only where it is no public address: the public name of an API often leads to a
   * network of proxies whose addresses serve half of the web.
   */
  insideOnly: boolean
}

/** The places that the settings name: those of `EGRESS_OWN_ADDRESSES`, and where the URLs of the settings lead. */
export function ownPlaces(listed: Places, { ownUrls = [], publicUrls = [] }: EgressOptions): OwnPlace[] {
  return [
    ...[...listed.hostPorts].map(placeOf),
    ...[...listed.names].map((host) => ({ host, port: undefined, insideOnly: false })),
    ...ownUrls.flatMap((url) => placesOfUrl(url, false)),
    ...publicUrls.flatMap((url) => (url === undefined ? [] : placesOfUrl(url, true))),
  ]
}

function placeOf(hostPort: string): OwnPlace {
  const colon = hostPort.lastIndexOf(':')
  return { host: hostPort.slice(0, colon), port: Number(hostPort.slice(colon + 1)), insideOnly: false }
}

const DEFAULT_PORTS: Record<string, number> = {
  'http:': 80,
  'https:': 443,
  'postgres:': 5432,
  'postgresql:': 5432,
  'redis:': 6379,
  'rediss:': 6379,
}

/** Where a URL of our settings leads; nowhere when it is a socket in the file system. */
function placesOfUrl(text: string, insideOnly: boolean): OwnPlace[] {
  const url = URL.parse(text)
  if (url === null) return []
  // Postgres takes host and port from the query too, and those win.
  const isPostgres = DEFAULT_PORTS[url.protocol] === 5432
  const queried = isPostgres ? url.searchParams : new URLSearchParams()
  const host = canonicalHost(queried.get('host') ?? bareHost(url.hostname))
  const port = Number(queried.get('port') ?? url.port) || DEFAULT_PORTS[url.protocol]
  return host ? [{ host, port, insideOnly }] : []
}

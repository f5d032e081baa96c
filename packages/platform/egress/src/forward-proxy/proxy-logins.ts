import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { ProxyRoute } from './proxy-route.ts'

/** Logins at a forward proxy. Each has a route of its own, so that one listener serves any number of them. */
export interface ProxyLogins {
  /** Generates `user:password`, fit for a URL. */
  add(route: ProxyRoute): { credentials: string; remove(): void }
  /** The route of a request's client, when its login is right. */
  routeOf(request: IncomingMessage): ProxyRoute | undefined
}

const TOKEN_BYTES = 24
const BASIC = /^Basic +([A-Za-z0-9+/]+=*)$/i

export function createProxyLogins(): ProxyLogins {
  const known = new Map<string, { password: Buffer; route: ProxyRoute }>()

  return {
    add(route) {
      const user = randomBytes(TOKEN_BYTES).toString('base64url')
      const password = randomBytes(TOKEN_BYTES).toString('base64url')
      known.set(user, { password: Buffer.from(password), route })
      return { credentials: `${user}:${password}`, remove: () => void known.delete(user) }
    },
    routeOf({ headers }) {
      const [, encoded = ''] = BASIC.exec(headers['proxy-authorization'] ?? '') ?? []
      const given = Buffer.from(encoded, 'base64')
      const colon = given.indexOf(':')
      const entry = known.get(given.subarray(0, Math.max(colon, 0)).toString('latin1'))
      const password = given.subarray(colon + 1)
      const isRight = entry?.password.length === password.length && timingSafeEqual(entry.password, password)
      return isRight ? entry.route : undefined
    },
  }
}

import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Way } from './way.ts'

/** Logins at a forward proxy. Each stands for a way out, so that one listener serves any number of them. */
export interface ProxyLogins {
  /** Makes up `user:password`, fit for a URL. */
  add(way: Way): { credentials: string; remove(): void }
  /** The way of whoever sent a request, when its login is right. */
  wayOf(request: IncomingMessage): Way | undefined
}

const TOKEN_BYTES = 24
const BASIC = /^Basic +([A-Za-z0-9+/]+=*)$/i

export function createProxyLogins(): ProxyLogins {
  const known = new Map<string, { password: Buffer; way: Way }>()

  return {
    add(way) {
      const user = randomBytes(TOKEN_BYTES).toString('base64url')
      const password = randomBytes(TOKEN_BYTES).toString('base64url')
      known.set(user, { password: Buffer.from(password), way })
      return { credentials: `${user}:${password}`, remove: () => void known.delete(user) }
    },
    wayOf({ headers }) {
      const [, encoded = ''] = BASIC.exec(headers['proxy-authorization'] ?? '') ?? []
      const given = Buffer.from(encoded, 'base64')
      const colon = given.indexOf(':')
      const entry = known.get(given.subarray(0, Math.max(colon, 0)).toString('latin1'))
      const password = given.subarray(colon + 1)
      const isRight = entry?.password.length === password.length && timingSafeEqual(entry.password, password)
      return isRight ? entry.way : undefined
    },
  }
}

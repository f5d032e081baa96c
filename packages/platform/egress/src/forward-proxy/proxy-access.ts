import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { isPeerOfUser } from './peer-owner.ts'

/** Who may use a forward proxy. */
export interface ProxyAccess {
  /** `user:password`, fit for a URL. */
  readonly credentials: string
  isGranted(request: IncomingMessage): Promise<boolean>
}

const USER = 'egress'

/**
 * Access for clients that send the generated credentials, and for processes of one user that send none: Chromium takes
 * a proxy without credentials only. Wrong credentials are refused whoever sends them.
 */
export function createProxyAccess(uid = process.getuid?.()): ProxyAccess {
  const credentials = `${USER}:${randomBytes(24).toString('base64url')}`
  const expected = Buffer.from(`Basic ${Buffer.from(credentials).toString('base64')}`)
  const sameUser = new WeakMap<Socket, Promise<boolean>>()

  return {
    credentials,
    async isGranted({ headers, socket }) {
      const given = headers['proxy-authorization']
      if (given !== undefined) {
        const bytes = Buffer.from(given)
        return bytes.length === expected.length && timingSafeEqual(bytes, expected)
      }
      // Asked once per connection, not per request.
      const known = sameUser.get(socket) ?? isPeerOfUser(socket, uid)
      sameUser.set(socket, known)
      return known
    },
  }
}

import type { Issue } from '@gleaner/contracts'
import { invalidRequest } from '@gleaner/contracts/invalid-request'
import { readCookies } from '@gleaner/cookie-rules/import/read-cookies'
import { sessionDomain } from '@gleaner/cookie-rules/session-domain'
import type { SessionSecrets } from './vault.ts'

/** Throws INVALID_REQUEST. */
export function readDomain(given: string): string {
  const { domain, fault } = sessionDomain(given)
  if (fault !== undefined) throw invalidRequest([{ path: 'domain', message: fault }])
  return domain
}

/** The cookies that a caller brings for a domain; throws INVALID_REQUEST. */
export async function readGivenCookies(given: unknown, domain: string) {
  const read = await readCookies(given, domain)
  if (read.issues) throw invalidRequest(read.issues)
  return read
}

const USER_AGENT = 'User-Agent'

/** Headers with another `User-Agent`; null removes it, and without one they stay as they are. */
export function withUserAgent(
  headers: Readonly<Record<string, string>>,
  userAgent: string | null | undefined,
): Record<string, string> {
  if (userAgent === undefined) return { ...headers }
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== USER_AGENT.toLowerCase())
  return { ...Object.fromEntries(others), ...(userAgent !== null && { [USER_AGENT]: userAgent }) }
}

/** Throws INVALID_REQUEST for a session that would send nothing. */
export function refuseEmpty({ cookies, headers, storage }: SessionSecrets): void {
  if (cookies.length > 0 || Object.keys(headers).length > 0 || storage.length > 0) return
  const issue: Issue = {
    path: 'cookies',
    message: 'must not be empty without headers; send at least one cookie',
  }
  throw invalidRequest([issue])
}

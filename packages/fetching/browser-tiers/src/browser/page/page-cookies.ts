import type { Cookie } from '@gleaner/cookie-rules'
import type { FetchRequest } from '@gleaner/http-tiers'
import { isForTlsOnly, startingCookies } from '@gleaner/http-tiers'
import { DAY_MS } from '@gleaner/runtime/units'
import type { CDPSession, Protocol } from 'puppeteer-core'

const SAME_SITE = { strict: 'Strict', lax: 'Lax', none: 'None' } as const
const READ_SAME_SITE = { Strict: 'strict', Lax: 'lax', None: 'none' } as const

/** Gives the page's browser context the cookies that the attempt begins with: where each goes is what it says. */
export async function setCookies(session: CDPSession, { url, cookies }: FetchRequest): Promise<void> {
  if (cookies === undefined || cookies.length === 0) return
  const asked = new URL(url)
  const params = (await startingCookies(asked, cookies)).map((cookie) => cookieParam(cookie, asked))
  const set = (some: Protocol.Network.CookieParam[]) => session.send('Network.setCookies', { cookies: some })
  // One that Chromium does not take would be the end of all.
  await set(params).catch(() => Promise.all(params.map((each) => set([each]).catch(() => undefined))))
}

/**
 * All cookies of the page's browser context (`Storage.getCookies` would tell those of the browser's first one). What no
 * target changed is as it was given.
 */
export async function readCookies(session: CDPSession, { cookies = [] }: FetchRequest): Promise<Cookie[]> {
  const found = await readAllCookies(session)
  return found.map((cookie) => cookies.find((given) => isUnchanged(given, cookie)) ?? cookie)
}

export async function readAllCookies(session: CDPSession): Promise<Cookie[]> {
  const { cookies } = await session.send('Network.getAllCookies')
  return cookies.filter(isOfItsOwnSite).map(cookieOf)
}

function cookieParam(cookie: Cookie, asked: URL): Protocol.Network.CookieParam {
  const { name, value, domain, hostOnly, path, expiresAt, httpOnly, sameSite } = cookie
  const secure = isForTlsOnly(cookie, asked)
  return {
    name,
    value,
    ...(hostOnly ? { url: `${secure ? 'https' : 'http'}://${domain}/` } : { domain: `.${domain}` }),
    path,
    secure,
    httpOnly,
    ...(expiresAt !== undefined && { expires: expiresAt / 1000 }),
    ...(sameSite && { sameSite: SAME_SITE[sameSite] }),
  }
}

function cookieOf({ name, value, domain, path, expires, session, ...rest }: Protocol.Network.Cookie): Cookie {
  const { secure, httpOnly, sameSite } = rest
  return {
    name,
    value,
    domain: domain.replace(/^\./, ''),
    hostOnly: !domain.startsWith('.'),
    path,
    expiresAt: session ? undefined : Math.round(expires * 1000),
    secure,
    httpOnly,
    sameSite: sameSite && READ_SAME_SITE[sameSite],
  }
}

/** A cookie of a frame in another site's page is for such frames alone (CHIPS). */
function isOfItsOwnSite({ partitionKey }: Protocol.Network.Cookie): boolean {
  return !partitionKey?.hasCrossSiteAncestor
}

function isUnchanged(given: Cookie, found: Cookie): boolean {
  const isSame = (['name', 'value', 'domain', 'path', 'httpOnly', 'sameSite'] as const).every(
    (field) => given[field] === found[field],
  )
  return isSame && (given.secure ?? found.secure) === found.secure && isSameExpiry(given, found)
}

/** Chromium keeps none for longer than 400 days. */
function isSameExpiry({ expiresAt: given }: Cookie, { expiresAt: found }: Cookie): boolean {
  if (given === undefined || found === undefined) return given === found
  return Math.abs(given - found) < 1_000 || Math.min(given, found) > Date.now() + LONGEST_MS
}

const LONGEST_MS = 399 * DAY_MS

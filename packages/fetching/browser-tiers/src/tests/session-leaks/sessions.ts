import type { Cookie } from '@gleaner/cookie-rules'
import type { FetchRequest } from '@gleaner/http-tiers'

/** What an attempt is given for one domain. Every value of it begins with `canary`. */
export interface TestSession {
  /** Scheme and host of the address that is asked for. */
  asked: string
  domain: string
  cookies: Cookie[]
}

export const HEADERS = {
  'X-Session': 'canary-header',
  Authorization: 'Bearer canary-bearer',
  'User-Agent': 'canary-agent/1.0',
  Cookie: 'own=canary-cookie',
}

/** `wider`: a domain that strangers have hosts below, which a cookie claims. */
function session(asked: string, domain: string, wider?: string): TestSession {
  const cookie = (name: string, more: Partial<Cookie> = {}): Cookie => ({
    name,
    value: `canary-${name}`,
    domain,
    hostOnly: false,
    path: '/',
    httpOnly: false,
    ...more,
  })
  return {
    asked,
    domain,
    cookies: [
      cookie('bare'),
      cookie('script'),
      cookie('host', { hostOnly: true }),
      cookie('http', { secure: false, httpOnly: true }),
      cookie('tls', { secure: true }),
      cookie('strict', { secure: true, sameSite: 'strict' }),
      cookie('lax', { secure: true, sameSite: 'lax' }),
      cookie('none', { secure: true, sameSite: 'none' }),
      cookie('__Host-name', { secure: true, hostOnly: true }),
      cookie('__Secure-name', { secure: true }),
      cookie('expired', { expiresAt: Date.now() - 1_000 }),
      cookie('elsewhere', { path: '/elsewhere' }),
      ...(wider === undefined ? [] : [cookie('wider', { domain: wider })]),
    ],
  }
}

export const SESSIONS = {
  app: session('https://app.example.com', 'app.example.com'),
  /** Asked for over http, which is how many callers write addresses. */
  plain: session('http://app.example.com', 'app.example.com'),
  pages: session('https://me.github.io', 'me.github.io', 'github.io'),
  country: session('https://app.example.co.uk', 'app.example.co.uk', 'co.uk'),
  top: session('https://app.unknown', 'app.unknown', 'unknown'),
  intranet: session('https://intranet', 'intranet'),
  address: session('https://127.0.0.1', '127.0.0.1'),
} satisfies Record<string, TestSession>

export type SessionName = keyof typeof SESSIONS

/** The request for `path` with a session. */
export function requestWith(name: SessionName, port: number, path: string): FetchRequest {
  const { asked, domain, cookies } = SESSIONS[name]
  return {
    url: `${asked}:${port}${path}`,
    method: 'GET',
    maxBytes: 1_000_000,
    cookies,
    headers: HEADERS,
    headersDomain: domain,
    keepsCookies: true,
  }
}

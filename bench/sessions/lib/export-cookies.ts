import type { Cookie } from '@gleaner/cookie-rules'

export const FORMATS = ['names-and-values', 'json-list', 'cookies.txt', 'header'] as const
export type Format = (typeof FORMATS)[number]

/** What somebody who is signed in would paste: an object, an extension's export, a `cookies.txt`, or a `Cookie` header. */
export function exportCookies(cookies: readonly Cookie[], format: Format): unknown {
  const pairs = cookies.map(({ name, value }) => [name, value] as const)
  if (format === 'names-and-values') return Object.fromEntries(pairs)
  if (format === 'header') return pairs.map(([name, value]) => `${name}=${value}`).join('; ')
  if (format === 'json-list') return cookies.map(asExtensionsDo)
  return ['# Netscape HTTP Cookie File', ...cookies.map(netscapeLine)].join('\n')
}

const SAME_SITE = { strict: 'strict', lax: 'lax', none: 'no_restriction' }

/** The fields of `chrome.cookies.Cookie`. */
function asExtensionsDo({
  name,
  value,
  domain,
  hostOnly,
  path,
  expiresAt,
  secure,
  httpOnly,
  sameSite,
}: Cookie) {
  return {
    domain: hostOnly ? domain : `.${domain}`,
    ...(expiresAt !== undefined && { expirationDate: expiresAt / 1000 }),
    hostOnly,
    httpOnly,
    name,
    path,
    sameSite: sameSite ? SAME_SITE[sameSite] : 'unspecified',
    secure: secure ?? false,
    session: expiresAt === undefined,
    storeId: '0',
    value,
  }
}

function netscapeLine({ name, value, domain, hostOnly, path, expiresAt, secure, httpOnly }: Cookie): string {
  const where = `${httpOnly ? '#HttpOnly_' : ''}${hostOnly ? '' : '.'}${domain}`
  const ends = String(Math.floor((expiresAt ?? 0) / 1000))
  return [where, hostOnly ? 'FALSE' : 'TRUE', path, secure ? 'TRUE' : 'FALSE', ends, name, value].join('\t')
}

import { ApiError } from '@gleaner/contracts'

/** What a client's proxy login says: the key as user name, and options of its scrapes as password. */
export interface ProxyLogin {
  key: string
  options: Record<string, string>
}

/** Reads `Proxy-Authorization` (RFC 7617), as `http://KEY:render_js=true&max_tier=3@host:8900` sends it. Throws UNAUTHENTICATED. */
export function readProxyLogin(header: string | undefined): ProxyLogin {
  const [, encoded] = /^basic +([\w+/=-]+)$/i.exec(header?.trim() ?? '') ?? []
  const [, key = '', password = ''] =
    /^([^:]*):?(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString('utf8')) ?? []
  if (key === '')
    throw new ApiError(
      'UNAUTHENTICATED',
      'The proxy takes your API key as the user name, and options of POST /scrape as the password.',
    )
  return { key, options: Object.fromEntries(new URLSearchParams(password)) }
}

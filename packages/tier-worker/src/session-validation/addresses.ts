import { type Cookie, isWithinDomain } from '@gleaner/cookies'

/** An address that may tell whether a session is signed in. */
export interface ValidationAddress {
  url: string
  /** Nobody has said that the site speaks TLS: where it cannot be connected to, http is tried. */
  mayBeHttp: boolean
}

export interface ValidatedSite {
  domain: string
  /** An origin as its caller has written it; without a scheme it begins with `//`. */
  site: string | null
  /** Of the last page that it showed. */
  lastPage: string | null
  cookies: Cookie[]
}

/** Addresses that are asked, one after the other, at most: those that a page has led to are among them. */
export const MAX_ADDRESSES = 4

/** Where to look, the best address first: below the path that all cookies are for, the last page that the session showed, and the root. */
export function addressesOf(session: ValidatedSite): ValidationAddress[] {
  const root = rootOf(session)
  const path = commonPath(session.cookies)
  const lastPage = session.lastPage === null ? null : URL.parse(session.lastPage)
  const urls = [
    path === '/' ? undefined : new URL(path, root.url).href,
    lastPage && isWithinDomain(lastPage.hostname, session.domain) ? lastPage.href : undefined,
    root.url,
  ]
  return [...new Set(urls)].flatMap((url) =>
    url === undefined ? [] : { url, mayBeHttp: root.mayBeHttp && url.startsWith('https:') },
  )
}

/** By what the caller has said; else by the last page; else over TLS, at the one host that the cookies are for or at the domain. */
function rootOf({ domain, site, lastPage, cookies }: ValidatedSite): ValidationAddress {
  const said = site === null ? null : URL.parse(site.startsWith('//') ? `https:${site}` : site)
  if (said && isWithinDomain(said.hostname, domain))
    return { url: `${said.origin}/`, mayBeHttp: site?.startsWith('//') ?? false }
  const shown = lastPage === null ? null : URL.parse(lastPage)
  if (shown && isWithinDomain(shown.hostname, domain)) return { url: `${shown.origin}/`, mayBeHttp: false }
  const hosts = new Set(cookies.map((cookie) => (cookie.hostOnly ? cookie.domain : domain)))
  const [host = domain] = hosts
  return {
    url: `https://${hosts.size === 1 && isWithinDomain(host, domain) ? host : domain}/`,
    mayBeHttp: true,
  }
}

/** The folder that all cookies are for. Where only some have a path of their own, one may be what a refresh of tokens would use up. */
function commonPath(cookies: Cookie[]): string {
  const paths = cookies.map(({ path }) => path)
  const shortest = paths.reduce((one, other) => (other.length < one.length ? other : one), paths[0] ?? '/')
  return shortest.startsWith('/') && paths.every((path) => path.startsWith(shortest)) ? shortest : '/'
}

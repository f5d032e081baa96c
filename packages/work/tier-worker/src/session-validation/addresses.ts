import { type Cookie, isWithinDomain } from '@gleaner/cookie-rules'

/** An address that may tell whether a session is signed in. */
export interface ValidationAddress {
  url: string
  /** Nobody has said that the site speaks TLS: where it cannot be connected to, http is tried. */
  mayBeHttp: boolean
}

export interface ValidatedSite {
  domain: string
  /** An origin, and perhaps a path, as its caller has written it; without a scheme it begins with `//`. */
  site: string | null
  /** Of the last page that it showed. */
  lastPage: string | null
  cookies: Cookie[]
}

/** Addresses that are asked, one after the other, at most: those that a page has led to are among them. */
export const MAX_ADDRESSES = 4

/**
 * Where to look, the best address first: at the path that the caller has named, at the one that all cookies are for, at the last page that
 * the session showed, and at the root.
 */
export function addressesOf(session: ValidatedSite): ValidationAddress[] {
  const root = rootOf(session)
  const said = saidBy(session)
  const path = commonPath(session.cookies)
  const urls = [
    said?.pathname === '/' ? undefined : said?.href,
    path === '/' ? undefined : new URL(path, root.url).href,
    shownAt(session)?.href,
    root.url,
  ]
  return [...new Set(urls)].flatMap((url) =>
    url === undefined ? [] : { url, mayBeHttp: root.mayBeHttp && url.startsWith('https:') },
  )
}

/** By what the caller has said; else by the last page; else over TLS, at the one host that the cookies are for or at the domain. */
function rootOf(session: ValidatedSite): ValidationAddress {
  const { domain, site, cookies } = session
  const [said, shown] = [saidBy(session), shownAt(session)]
  if (said) return { url: `${said.origin}/`, mayBeHttp: isVague(site) && shown?.host !== said.host }
  if (shown) return { url: `${shown.origin}/`, mayBeHttp: false }
  const hosts = new Set(cookies.map((cookie) => (cookie.hostOnly ? cookie.domain : domain)))
  const [host = domain] = hosts
  return {
    url: `https://${hosts.size === 1 && isWithinDomain(host, domain) ? host : domain}/`,
    mayBeHttp: true,
  }
}

/** Without a scheme it has that of the last page there, if there was one. */
function saidBy(session: ValidatedSite): URL | null {
  const { site, domain } = session
  if (site === null) return null
  const said = URL.parse(isVague(site) ? `https:${site}` : site)
  if (!said || !isWithinDomain(said.hostname, domain)) return null
  const shown = shownAt(session)
  return isVague(site) && shown?.host === said.host ? new URL(`${shown.protocol}${site}`) : said
}

function isVague(site: string | null): boolean {
  return site?.startsWith('//') ?? false
}

function shownAt({ lastPage, domain }: ValidatedSite): URL | null {
  const shown = lastPage === null ? null : URL.parse(lastPage)
  return shown && isWithinDomain(shown.hostname, domain) ? shown : null
}

/** The folder that all cookies are for. Where only some have a path of their own, one may be what a refresh of tokens would use up. */
function commonPath(cookies: Cookie[]): string {
  const paths = cookies.map(({ path }) => path)
  const shortest = paths.reduce((one, other) => (other.length < one.length ? other : one), paths[0] ?? '/')
  return shortest.startsWith('/') && paths.every((path) => path.startsWith(shortest)) ? shortest : '/'
}

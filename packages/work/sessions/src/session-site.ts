/**
 * Where a session's site is, when its caller has said more than a host: an origin (`http://localhost:3000`), or one without its scheme
 * (`//localhost:3000`), and the path below it, if any (`//example.com/wiki/`): another application may be at the root. `http` alone says
 * nothing: people write it for any site, and cookies are not to go in clear for that.
 */
export function siteOf(given: string): string | null {
  const text = given.trim()
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase()
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') return null
  const url = URL.parse(scheme ? text : `https://${text.replace(/^\/\//, '').replace(/^\./, '')}`)
  if (!url) return null
  const path = url.pathname === '/' ? '' : url.pathname
  if (scheme === 'https' || (scheme === 'http' && url.port !== '')) return `${url.origin}${path}`
  return url.port !== '' || path !== '' ? `//${url.host}${path}` : null
}

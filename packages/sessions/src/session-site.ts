/**
 * Where a session's site is, when its caller has said more than a host: an origin (`http://localhost:3000`), or one without its scheme
 * (`//localhost:3000`). `http` alone says nothing: people write it for any site, and cookies are not to go in clear for that.
 */
export function siteOf(given: string): string | null {
  const text = given.trim()
  const [scheme] = /^https?:(?=\/\/)/i.exec(text) ?? []
  const url = URL.parse(scheme ? text : `https://${text.replace(/^\/\//, '').replace(/^\./, '')}`)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  if (url.port === '') return url.protocol === 'https:' && scheme ? url.origin : null
  return scheme ? url.origin : `//${url.host}`
}

/**
 * A link to a page below PUBLIC_URL that brings a token along. It stands behind `#`, which browsers keep to themselves: no server, log or
 * `Referer` sees it.
 */
export function secretLink(publicUrl: string, path: string, token: string): string {
  const url = new URL(path, publicUrl)
  url.hash = token
  return url.href
}

/** Gives the absolute form of an address on a page; undefined for one that leads nowhere (`javascript:`, `data:`). */
export type ResolveAddress = (href: string) => string | undefined

/** Schemes that run code, carry the content themselves, or mean something on the visitor's machine only. */
const DEAD_SCHEMES = /^(?:javascript|vbscript|data|blob|about|file|chrome|view-source):/i

/** An absolute web address that needs no repair, so that it stays as the page spells it. */
const CLEAN_WEB_ADDRESS = /^https?:\/\/[\w.-]+(?::\d+)?(?:[/?#][\w\-.~:/?#@!$&'()*+,;=%[\]]*)?$/
/** Addresses of other schemes (`mailto:`, `tel:`) stay as they are spelt. */
const CLEAN_OTHER_ADDRESS = /^(?!https?:)[a-z][a-z0-9+.-]*:[\w\-.~:/?#@!$&'()*+,;=%]*$/i
/** An absolute path without dot segments: it can be appended to the origin as it is. */
const CLEAN_PATH = /^\/(?![/\\])(?!.*\/\.)[\w\-.~:/?#@!$&'()*+,;=%]*$/

/**
 * Resolves addresses against `base`. Without a base, addresses are given back as they stand. Results are
 * cached: a page repeats its links.
 */
export function createAddressResolver(base: string | undefined): ResolveAddress {
  const known = new Map<string, string | undefined>()
  const origin = base === undefined ? undefined : webOrigin(base)
  return (href) => {
    if (known.has(href)) return known.get(href)
    const resolved = resolve(href, base, origin)
    known.set(href, resolved)
    return resolved
  }
}

function resolve(href: string, base: string | undefined, origin: string | undefined): string | undefined {
  if (CLEAN_WEB_ADDRESS.test(href)) return href
  if (origin !== undefined && CLEAN_PATH.test(href)) return origin + href
  const trimmed = href.replace(/[\t\n\r]/g, '').trim()
  if (DEAD_SCHEMES.test(trimmed)) return undefined
  if (CLEAN_OTHER_ADDRESS.test(trimmed)) return trimmed
  if (base === undefined) return encodeURI(safeUnicode(trimmed)).replace(/%25/g, '%')
  return URL.parse(trimmed, base)?.href
}

function webOrigin(base: string): string | undefined {
  const url = URL.parse(base)
  return url && /^https?:$/.test(url.protocol) ? url.origin : undefined
}

/** Lone surrogates, which `encodeURI` refuses, become the replacement character. */
function safeUnicode(text: string): string {
  return text.toWellFormed()
}

import { isRandom } from './normal-form.ts'

/**
 * An address without what differs from visit to visit: parameters of campaigns, sessions and caches, random tokens, the order
 * of parameters. What is no address stays as it is.
 */
export function normalAddress(address: string): string {
  const url = address.length <= MOST_CHARS ? URL.parse(address, 'relative://x') : null
  if (!url) return address.slice(0, MOST_CHARS)
  const origin = url.protocol === 'relative:' ? '' : url.host
  const path = url.pathname.split('/').map(plainPart).join('/')
  return `${origin}${path}${queryOf(url)}${fragmentOf(url)}`
}

const MOST_CHARS = 2_000
const MOST_PARAMETERS = 50

function queryOf({ searchParams }: URL): string {
  const kept = [...searchParams]
    .slice(0, MOST_PARAMETERS)
    .filter(([name]) => !PASSING.test(name))
    .map(([name, value]) => `${name}=${plainPart(value)}`)
    .sort()
  return kept.length > 0 ? `?${kept.join('&')}` : ''
}

/** Routes of pages that live behind a `#` are part of the address. */
function fragmentOf({ hash }: URL): string {
  return /^#!?\//.test(hash) ? hash : ''
}

/** Parameters that say who came, from where, when: names of the widespread analytics tools, sessions and caches. */
const PASSING =
  /^(?:utm_.*|_ga|_gl|gclid|fbclid|msclkid|dclid|yclid|mc_[ce]id|igshid|ref|referrer|(?:php)?sess(?:ion)?(?:id)?|sid|jsessionid|token|csrf.*|_token|nonce|ts|timestamp|_|rnd|rand(?:om)?|cb|cachebuster|cache|sig(?:nature)?|expires|x-amz-.*|oldid|rev(?:ision)?id|visit(?:or)?(?:id)?|req(?:uest)?_?id)$/i

function plainPart(part: string): string {
  return part.length >= 8 && (isRandom(part) || /^\d{9,}$/.test(part)) ? '~' : part
}

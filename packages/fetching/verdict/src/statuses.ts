import type { Wall } from '@gleaner/contracts'

/** What a status alone means for an attempt. Source: RFC 9110 and the habits noted beside each. */
export type StatusMeaning = { wall: Wall; by: string; detail: string }

const REFUSAL: StatusMeaning = { wall: 'refusal', by: 'unknown', detail: 'The target refuses this visitor' }

/** The target turned this visitor away: another tier may be let in. */
const REFUSED: Readonly<Record<number, StatusMeaning>> = {
  401: { wall: 'login', by: 'login', detail: 'The target wants a login' },
  402: { wall: 'payment', by: 'paywall', detail: 'The target wants to be paid' },
  403: REFUSAL,
  407: { wall: 'network', by: 'proxy', detail: 'A proxy wants a login' },
  // Douban and others answer crawlers with the teapot of RFC 2324.
  418: REFUSAL,
  // "Enhance your calm": a rate limit from before 429.
  420: { wall: 'rate_limit', by: 'rate-limit', detail: 'The target limits the rate of requests' },
  429: { wall: 'rate_limit', by: 'rate-limit', detail: 'The target limits the rate of requests' },
  // What firewalls answer (Signal Sciences, mod_security) where we accept any type.
  406: REFUSAL,
  // Shopify's security rejection.
  430: { ...REFUSAL, by: 'shopify' },
  // Only with the words of a wall.
  503: REFUSAL,
  511: { wall: 'network', by: 'network', detail: 'The network wants a login' },
  // A firewall's own "security incident detected".
  555: REFUSAL,
  // LinkedIn, and firewalls that copied it.
  999: REFUSAL,
}

/** The 400s that mean something to everybody. Source: IANA's registry of status codes. */
const REGISTERED_400S: ReadonlySet<number> = new Set([
  400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413, 414, 415, 416, 417, 418, 421, 422,
  423, 424, 425, 426, 428, 429, 431, 451,
])
/** Habits of web servers and frameworks rather than of firewalls: Laravel's and Spring's of old, and nginx's own. */
const KNOWN_400S: ReadonlySet<number> = new Set([419, 440, 494, 495, 496, 497])

/** The refusal that a status means, if it means one. Firewalls also use unregistered numbers. */
export function refusalOf(status: number): StatusMeaning | undefined {
  if (Object.hasOwn(REFUSED, status)) return REFUSED[status]
  const isMadeUp = status >= 400 && status < 500 && !REGISTERED_400S.has(status) && !KNOWN_400S.has(status)
  return isMadeUp ? REFUSAL : undefined
}

/** The target failed, in the 400s: it did not get to an answer. */
const FAILED_400S: ReadonlySet<number> = new Set([408, 425])

/** Whether the target failed: it may succeed when the request is repeated. */
export function isServerError(status: number): boolean {
  return FAILED_400S.has(status) || (status >= 500 && status <= 599 && REFUSED[status] === undefined)
}

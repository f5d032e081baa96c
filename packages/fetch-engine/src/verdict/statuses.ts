/** What a status alone means for an attempt. Source: RFC 9110 and the habits noted beside each. */
export type StatusMeaning = { by: string; detail: string }

/** The target turned this visitor away: another tier may be let in. */
export const REFUSED: Readonly<Record<number, StatusMeaning>> = {
  401: { by: 'login', detail: 'The target wants a login' },
  402: { by: 'paywall', detail: 'The target wants to be paid' },
  403: { by: 'unknown', detail: 'The target refuses this visitor' },
  407: { by: 'proxy', detail: 'A proxy wants a login' },
  // Douban and others answer crawlers with the teapot of RFC 2324.
  418: { by: 'unknown', detail: 'The target refuses this visitor' },
  // "Enhance your calm": a rate limit from before 429.
  420: { by: 'rate-limit', detail: 'The target limits the rate of requests' },
  429: { by: 'rate-limit', detail: 'The target limits the rate of requests' },
  // Shopify's security rejection.
  430: { by: 'shopify', detail: 'The target refuses this visitor' },
  // 444 and 493 to 499 never reach a client of nginx; some firewalls send them all the same.
  444: { by: 'unknown', detail: 'The target refuses this visitor' },
  456: { by: 'unknown', detail: 'The target refuses this visitor' },
  493: { by: 'unknown', detail: 'The target refuses this visitor' },
  503: { by: 'unknown', detail: 'The target is not available to this visitor' },
  511: { by: 'network', detail: 'The network wants a login' },
  // A firewall's own "security incident detected".
  555: { by: 'unknown', detail: 'The target refuses this visitor' },
  // LinkedIn, and firewalls that copied it.
  999: { by: 'unknown', detail: 'The target refuses this visitor' },
}

/** The target failed, in the 400s: it did not get to an answer. */
const FAILED_400S: ReadonlySet<number> = new Set([408, 425])

/** Whether the target failed: it may answer when asked again. */
export function isServerError(status: number): boolean {
  return FAILED_400S.has(status) || (status >= 500 && status <= 599 && REFUSED[status] === undefined)
}

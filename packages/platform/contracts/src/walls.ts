/**
 * What stands between a visitor and the page that was asked for, by what can be done about it. The verdict of an attempt
 * names it; what follows an attempt, and what a caller is told, goes by it.
 */
export const WALLS = [
  /** A puzzle, a proof of work or a check of the browser: a visitor can get past it. */
  'challenge',
  /** A sign-in of the site: cookies of a signed-in visitor get past it. */
  'login',
  /** 401 with `WWW-Authenticate`: a name and a password in the address get past it, and no browser does. */
  'http_auth',
  /** A question of consent. */
  'consent',
  /** The target wants to be paid. */
  'payment',
  /** Too many requests: it passes with time. */
  'rate_limit',
  /** The network or a proxy on the way wants something, and not the target. */
  'network',
  /** The target turns this visitor away, and names no way in. */
  'refusal',
] as const
export type Wall = (typeof WALLS)[number]

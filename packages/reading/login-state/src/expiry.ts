import type { Cookie } from '@gleaner/cookie-rules'
import { DAY_MS } from '@gleaner/runtime/units'
import { endStatedIn } from './token-end.ts'

export interface Expiry {
  /** When the first of what carries the login ends; absent when nothing says. */
  expiresAt?: Date
  /** Within 24 hours, or over. */
  isSoon: boolean
}

const SOON_MS = DAY_MS

/** The end of a login, by the cookies and headers that carry it: their own end, and what their tokens state. */
export function expiryOf(
  cookies: readonly Cookie[],
  headers: Readonly<Record<string, string>>,
  now: Date,
): Expiry {
  const ends = [
    ...carriersOf(cookies).flatMap((cookie) => [cookie.expiresAt, endStatedIn(cookie.name, cookie.value)]),
    ...Object.entries(headers).map(([name, value]) => endStatedIn(name, value)),
  ].filter((end) => end !== undefined)
  if (ends.length === 0) return { isSoon: false }
  const first = Math.min(...ends)
  return { expiresAt: new Date(first), isSoon: first - now.getTime() < SOON_MS }
}

/** The cookies that carry the login: the first of these kinds that there is. */
function carriersOf(cookies: readonly Cookie[]): readonly Cookie[] {
  const own = cookies.filter(({ name }) => !OF_OTHERS.test(name) && !CSRF.test(name))
  const kinds: ((cookie: Cookie) => boolean)[] = [
    ({ name, value }) => LOGIN_NAME.test(name) || endStatedIn(name, value) !== undefined,
    ({ httpOnly, value }) => httpOnly && isTokenLike(value),
    ({ value }) => isTokenLike(value),
    ({ httpOnly }) => httpOnly,
  ]
  for (const isOfKind of kinds) {
    const carriers = own.filter(isOfKind)
    if (carriers.length > 0) return carriers
  }
  return own.length > 0 ? own : cookies
}

/** Names of cookies for sessions and logins, as frameworks and applications give them. */
const LOGIN_NAME =
  /sess|(?:^|[._-])sid(?:$|[._-])|connect\.sid|auth|token|jwt|log(?:ged)?[._-]?in|remember|identity|(?:^|[._-])sso|ticket|passport|bearer|credential|account|user(?:id|name)?$|_identity_|wordpress_(?:logged|sec)|\.aspnet/i
const CSRF = /csrf|xsrf|antiforgery|requestverification|authenticity/i

/**
 * Names of cookies that come and go without meaning for a login: analytics, consent, advertising, load balancers, bot defences, tastes.
 * Source: the Open Cookie Database's entries that occur most.
 */
const OF_OTHERS =
  /^(?:_ga|_gid|_gat|_gcl|_gac|__gads|__gpi|__utm|_fb[pc]|_hj|_pk_|mtm_|_clck|_clsk|ajs_|amp_|amplitude|mp_|optimizely|_vwo|_vis_opt|optanon|eupubconsent|euconsent|cookie|cc_|cmplz|cky-|consent|gdpr|usprivacy|didomi|borlabs|moove|viewed_cookie|notice_|__cf|cf_|_cfuvid|_dd_s|intercom-|hubspot|__hs|_uet|muid|ide$|nid$|anid$|datadome|ak_bmsc|bm_|_abck|incap_|visid_incap|nlbi_|awsalb|arraffinity|serverid|bigip|_px|_ttp|_tt_|li_|bcookie|lidc|_pin_|_sc[ti]d|_rdt|__stripe_|_lr_|_mkto|ki_|_ym_|yandex|gdid|hm_l|lang|locale|i18n|django_language|theme|skin|tz$|timezone|currency|country|_dc_gtm|wp-settings|wordpress_test|tk_ai|sbjs_)/i

/** Long and without words: what a random token looks like. */
function isTokenLike(value: string): boolean {
  return value.length >= 16 && /^[\w.~%+/=:|-]+$/.test(value) && /\d/.test(value) && /[A-Za-z]/.test(value)
}

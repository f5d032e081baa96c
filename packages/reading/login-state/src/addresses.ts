import { decodeAttributeReferences } from '@gleaner/markup/scan'

/**
 * What addresses of a site tell about its sign-in: by their paths and by the parameters that sites take for them.
 */

/** Addresses that are login pages themselves: who asks for one gets it. */
export const LOGIN_PATH =
  /\/(log-?in|sign-?in|signin|logon|log-on|auth(enticate|entication|orize)?|sso|saml2?|oauth2?|cas|adfs|session(s)?\/new|users\/sign_in|accounts\/login|account\/login|wp-login\.php|connexion|anmelden|iniciar-sesion|acceso|login\.\w+|identity|idp|uas|password)(\/|$|\.|\?)/i
export const LOGIN_HOST = /^(login|signin|sso|auth|accounts?|id|idp|identity|passport|cas|adfs)\./i
/** Addresses that name the page which a visitor is sent back to. */
export const RETURN_PARAMETER =
  /[?&#](next|return|return_?(to|url|path)|redirect(_?(to|url|uri|path))?|continue|dest(ination)?|target|from|goto|back(_?url)?|ref(errer)?|url|r|ru|service|relaystate|came_from|original_?(url|request))=/i

/** Words that stand for signing in, out or up in paths, file names and parameters: `/users/sign_out`, `?do=logout`, `Special:UserLogout`. */
const SIGN_OUT =
  /(?:^|[^A-Za-z]|(?=[A-Z]))(?:[Ll]og[-_]?(?:[Oo]ut|[Oo]ff)|LOG_?(?:OUT|OFF)|[Ss]ign[-_]?(?:[Oo]ut|[Oo]ff(?!-[a-z]))|SIGN_?OUT|[Aa]bmelden|[Aa]bmelde|[Dd]econnexion|[Dd]econnecter|cerrar-?sesion|[Uu]itloggen|[Ww]yloguj|[Oo]dhlasit|utloggning|desconectar|disconnetti|terminate-?session|end-?session)(?![a-z])/
const SIGN_IN =
  /(?:^|[^A-Za-z]|(?=[A-Z]))(?:[Ll]og[-_]?(?:[Ii]n|[Oo]n)|LOG_?(?:IN|ON)|[Ss]ign[-_]?(?:[Ii]n|[Oo]n)|SIGN_?IN|[Aa]nmelden|[Aa]nmeldung|[Cc]onnexion|iniciar-?sesion|[Ii]nloggen|[Aa]anmelden|[Zz]aloguj|[Pp]rihlasit|[Pp]rihlaseni|logga-?in|accedi|session\/new|sessions\/new|authenticate)(?![a-z])/
/** One address for both ways. */
const BOTH = /log-?_?in-?_?log-?_?out/i
const REGISTER =
  /(?:^|[^A-Za-z]|(?=[A-Z]))(?:[Rr]egist(?:er|ration|rieren|rer|rarse|razione|rati)|[Ss]ign[-_]?[Uu]p|[Jj]oin|[Cc]reate[-_]?[Aa]ccount|[Ii]nscription|[Cc]adastro|[Rr]egistro|users\/new)(?![a-z])/
const ACCOUNT =
  /(?:^|[^A-Za-z]|(?=[A-Z]))(?:(?:[Mm]y|[Uu]ser|[Ee]dit|[Mm]ein-?|[Mm]on-?|[Mm]i-?|[Mm]inha-?)?[-_]?(?:[Pp]rofiles?|[Aa]ccounts?|[Kk]onto|[Cc]ompte|[Cc]uenta|[Cc]onta|[Ss]ettings|[Pp]references|[Pp]refs|[Oo]rders?|[Dd]ashboard|[Nn]otifications?|[Mm]essages|[Ii]nbox|[Ww]atchlist|[Ww]ishlist|[Aa]dmin(?:istration|istrator)?|[Bb]estellungen|[Pp]edidos|[Cc]ommandes|[Cc]ontributions|[Ss]ubscriptions)|[Mm]y(?:[-_][a-z]+|page|talk|contributions)?|[Mm]e|wp-admin|usercp|ucp|controlpanel|user\/edit)(?![a-z])/

export interface Address {
  /** Path and parameters, without the values that are addresses themselves. */
  words: string
  host: string
  href: string
}

/** Reads a link's address. Undefined for what leads nowhere: fragments, scripts, mail. */
export function readAddress(href: string, base: URL): Address | undefined {
  const cut = href.slice(0, 2_000).trim()
  const written = cut.includes('&') ? decodeAttributeReferences(cut) : cut
  if (written === '' || /^(?:#|javascript:|mailto:|tel:|data:)/i.test(written)) return undefined
  const url = URL.parse(written, base)
  if (!url?.protocol.startsWith('http')) return undefined
  return { words: wordsOf(url), host: url.hostname, href: url.href }
}

/** Values that lead back (`/login?next=/account`) say nothing about the link itself; neither does what a page is called in another language. */
function wordsOf(url: URL): string {
  const parameters = url.search.slice(1).split('&', 30)
  const own = parameters.filter(
    (parameter) => !RETURN_VALUE.test(parameter) && !RETURN_PARAMETER.test(`?${parameter}`),
  )
  return `${url.pathname}${own.length > 0 ? `?${own.join('&')}` : ''}${/^#!?\//.test(url.hash) ? url.hash : ''}`.slice(
    0,
    500,
  )
}

const RETURN_VALUE = /=(?:\/|%2f|https?(?::|%3a))/i

export const leadsToSignOut = ({ words }: Address): boolean => SIGN_OUT.test(words) && !BOTH.test(words)
export const leadsToSignIn = ({ words }: Address): boolean => SIGN_IN.test(words)
export const leadsToRegister = ({ words }: Address): boolean => REGISTER.test(words)
export const leadsToAccount = ({ words }: Address): boolean => ACCOUNT.test(words)

/**
 * Whether asking for an address may end the login of whoever asks, told by its words alone: one of its segments or parameters is a word for signing
 * out, or ends with one (`/customer/logout.php`, `?do=logout`). Texts about it (`/blog/how-to-log-out`) are none.
 */
export function endsLogin(address: string): boolean {
  const url = URL.parse(address)
  if (url === null) return false
  const words = wordsOf(url)
  const pieces = words.split(/[/?&=#;!]/)
  return (
    ENDS_SESSION.test(words) || pieces.some((piece) => ENDS_LOGIN.test(piece.replace(/\.[a-z]{2,5}$/i, '')))
  )
}

const ENDS_SESSION = /\/sessions?\/(?:end|destroy|terminate|delete)\/?(?:$|[?.])/i
const ENDS_LOGIN = new RegExp(`^[^_-]{0,40}${SIGN_OUT.source}$`)

/** Whether an address is that of a sign-in. */
export function isSignInAddress(url: URL): boolean {
  return SIGN_IN.test(wordsOf(url)) || LOGIN_PATH.test(url.pathname) || LOGIN_HOST.test(url.hostname)
}

/** Whether an address was asked for as a sign-in: what it leads to does not say that another page was wanted. */
export function isSignInAskedFor(asked: URL, final: URL): boolean {
  return isSignInAddress(asked) && !namesAsReturn(final, asked)
}

/**
 * Whether an address carries another one to come back to, as a sign-in does that stands in front of a page. What the page's own
 * address looks like does not matter then: `/admin/auth/user/` is no sign-in.
 */
export function namesAsReturn(final: URL, asked: URL): boolean {
  if (final.pathname === asked.pathname) return false
  return [...final.searchParams.values()].some((value) => {
    const named = /^(?:\/|https?:)/i.test(value) ? URL.parse(value, final) : null
    return named?.pathname === asked.pathname
  })
}

import { LOGIN_HOST, LOGIN_PATH, namesAsReturn, RETURN_PARAMETER } from '@gleaner/login-state/addresses'
import { LOGIN_WORDS } from '@gleaner/login-state/refusals'
import { isThin } from './block-rule.ts'
import type { PageFeatures } from './page-features.ts'
import type { TargetResponse } from './verdict.ts'

export interface VisitorWall {
  wall: 'login' | 'consent'
  rule: string
  detail: string
}

/** Hosts and paths of consent pages that stand before whole sites. Source: where those sites redirect to. */
const CONSENT_ADDRESS =
  /^https?:\/\/(consent\.(google|youtube|yahoo|aol)\.|guce\.|[a-z.]*consent\.(yahoo|aol)|myprivacy\.dpgmedia|cmp\.[a-z-]+\.[a-z]+\/(consent|gate)|consent\.dpgmedia|www\.facebook\.com\/(privacy\/consent|cookie\/consent)|zustimmung\.|privacy-gate|[^/]+\/(consent|consent-management|cookie-?consent|cookie-?wall|privacy-?(gate|wall)|gdpr-?consent|zustimmung)(\/|\?|$))/i

/** Titles and buttons of pages that are nothing but a question of consent. */
const CONSENT_TITLE =
  /before you continue|^(cookie |privacy )?consent\b|privacy (gate|choices|wall)|cookie ?wall|bevor (sie|du) fortf|avant d.accéder|antes de continuar|pur-?abo|(weiter )?mit werbung|prima di continuare|voordat je verdergaat/i
const CONSENT_WORDS =
  /accept|agree|reject|zustimmen|akzeptieren|ablehnen|accepter|aceptar|accetta|akkoord|aceitar/i

/** A page that stands where another was asked for: a login form, or a question of consent. */
export function findLoginOrConsentWall(
  response: TargetResponse,
  page: PageFeatures,
): VisitorWall | undefined {
  return consentWall(response, page) ?? loginWall(response, page)
}

function consentWall(
  { finalUrl, requestedUrl }: TargetResponse,
  page: PageFeatures,
): VisitorWall | undefined {
  if (
    isThin(page) &&
    page.text.length <= 1_500 &&
    CONSENT_TITLE.test(page.title) &&
    CONSENT_WORDS.test(page.text)
  ) {
    return {
      wall: 'consent',
      rule: 'consent-page',
      detail: 'The site asks for consent before it shows the page',
    }
  }
  const asked = requestedUrl !== undefined && CONSENT_ADDRESS.test(requestedUrl)
  if (asked || !CONSENT_ADDRESS.test(finalUrl) || page.text.length > 12_000) return undefined
  return {
    wall: 'consent',
    rule: 'consent-address',
    detail: 'The site asks for consent before it shows the page',
  }
}

function loginWall(response: TargetResponse, page: PageFeatures): VisitorWall | undefined {
  if (!isThin(page)) return undefined
  const hasPassword = page.fields.includes('password')
  if (hasPassword && isElsewhere(response) && RETURN_PARAMETER.test(response.finalUrl))
    return wall('login-elsewhere')
  if (wasAskedFor(response)) return undefined
  const isForm = hasPassword || page.fields.includes('email') || LOGIN_WORDS.test(page.text)
  const final = URL.parse(response.finalUrl)
  if (!final || !isForm) return undefined

  const isLoginAddress = LOGIN_PATH.test(final.pathname) || LOGIN_HOST.test(final.hostname)
  if (isLoginAddress && (wasMoved(response) || RETURN_PARAMETER.test(response.finalUrl)))
    return wall('login-address')
  const isHomePage = final.pathname === '/' || /^\/(index\.\w+)?$/.test(final.pathname)
  if (
    !isHomePage &&
    !isLoginAddress &&
    LOGIN_WORDS.test(`${page.title} ${page.text.slice(0, 400)}`) &&
    hasPassword
  ) {
    return wall('login-form')
  }
  return undefined
}

/** A request for a login page, or for the home page of a site that opens with one, got what it asked for. */
function wasAskedFor({ requestedUrl, finalUrl }: TargetResponse): boolean {
  const asked = URL.parse(requestedUrl ?? finalUrl)
  if (!asked) return false
  if (requestedUrl === undefined) return false
  const final = URL.parse(finalUrl)
  if (final && namesAsReturn(final, asked)) return false
  const isHomePage = asked.pathname === '/' && asked.search === ''
  return isHomePage || LOGIN_PATH.test(asked.pathname) || LOGIN_HOST.test(asked.hostname)
}

/** Another host answers, and its address says where the visitor wanted to go: an identity provider, a guest network. */
function isElsewhere({ requestedUrl, finalUrl }: TargetResponse): boolean {
  const asked = URL.parse(requestedUrl ?? finalUrl)?.hostname.replace(/^www\./, '')
  const final = URL.parse(finalUrl)?.hostname.replace(/^www\./, '')
  return asked !== final && !LOGIN_PATH.test(URL.parse(requestedUrl ?? '')?.pathname ?? '')
}

function wasMoved({ requestedUrl, finalUrl }: TargetResponse): boolean {
  return requestedUrl !== undefined && URL.parse(requestedUrl)?.pathname !== URL.parse(finalUrl)?.pathname
}

function wall(rule: string): VisitorWall {
  return { wall: 'login', rule, detail: 'The site wants a login' }
}

import type { Attributes } from './read-parts.ts'
import type { SignInSigns } from './signs.ts'

type Stated = SignInSigns['stated']

/** Keys of page state whose value says whether somebody is signed in, as applications name them. */
const KEYS =
  /(not_?|un|de)?(logged_?in|signed_?in|authenticated|is_?authorized|is_?guest|is_?anonymous|logged_?out)["']?[ \t]{0,3}[:=][ \t]{0,3}["']?(true|false|1|0|!0|!1)\b/gi
/** The user of the page itself: null for strangers. */
const NO_USER =
  /["'](?:wgUserName|currentUser|current_user|loggedInUser|logged_in_user|sessionUser|authUser|viewer)["'][ \t]{0,3}:[ \t]{0,3}(?:null|false|\{\}|"")/
const USER = /["'](?:wgUserName)["'][ \t]{0,3}:[ \t]{0,3}["'][^"']/

/** Classes of the page for those who are signed in, and for those who are not (WordPress, Drupal, Moodle, GitHub and others). */
const CLASSES_IN = /(?:^|\s)(?:is-|user-|page-)?(?:logged-?in|signed-?in|authenticated)(?:\s|$)/i
const CLASSES_OUT =
  /(?:^|\s)(?:is-|user-)?(?:not-?logged-?in|logged-?out|signed-?out|anonymous|guest|is-guest|anon)(?:\s|$)/i
const ATTRIBUTE = /^data-(?:is-|user-)?(?:logged-?in|signed-?in|authenticated)$/

/** What a page states about its user in classes, attributes and scripts. Undefined where that is nothing, or both. */
export function statedByPage(roots: readonly Attributes[], scripts: string): Stated {
  const seen = new Set<Stated>()
  for (const attributes of roots) {
    const classes = (attributes.class ?? '').slice(0, 4_000)
    if (CLASSES_OUT.test(classes)) seen.add('signed-out')
    else if (CLASSES_IN.test(classes)) seen.add('signed-in')
    for (const [name, value] of Object.entries(attributes))
      if (ATTRIBUTE.test(name)) seen.add(isFalse(value) ? 'signed-out' : 'signed-in')
  }
  readState(scripts, seen)
  return seen.size === 1 ? [...seen][0] : undefined
}

/** What the answer of an API states. */
export function statedByData(text: string): Stated {
  const seen = new Set<Stated>()
  readState(text, seen)
  return seen.size === 1 ? [...seen][0] : undefined
}

function readState(text: string, seen: Set<Stated>): void {
  for (const [, negation = '', key = '', value = ''] of text.matchAll(KEYS)) {
    const isNegative = negation !== '' || /guest|anonymous|out/i.test(key)
    seen.add(isFalse(value) === isNegative ? 'signed-in' : 'signed-out')
    if (seen.size > 1) return
  }
  if (NO_USER.test(text)) seen.add('signed-out')
  else if (USER.test(text)) seen.add('signed-in')
}

function isFalse(value: string): boolean {
  return /^(?:false|0|!1|no|)$/i.test(value)
}

/** Errors of APIs that want a login, in their code or message. */
const REFUSED_DATA =
  /"(?:error|errors|code|message|detail|title|reason|status|name|type)"[ \t]{0,3}:[ \t\n]{0,3}[[{"\s]{0,6}[^"]{0,40}(?:unauthori[sz]ed|unauthenticated|not[ _]authenticated|authentication (?:is )?required|authentication credentials|login[ _]required|not[ _]logged[ _]in|not[ _]signed[ _]in|must (?:be logged|log|sign) in|invalid[ _](?:session|token)|session[ _](?:has )?expired|token[ _](?:has )?expired|notloggedin)/i

export function isRefusedByData(text: string): boolean {
  return REFUSED_DATA.test(text)
}

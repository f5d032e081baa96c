import { decodeBody } from '@gleaner/markup'
import {
  isSignInAddress,
  isSignInAskedFor,
  leadsToAccount,
  leadsToRegister,
  leadsToSignIn,
  leadsToSignOut,
  RETURN_PARAMETER,
  readAddress,
} from './addresses.ts'
import { fingerprintOf } from './fingerprint.ts'
import { kindOfForm } from './forms.ts'
import { saysAccount, saysAnything, saysRegister, saysSignIn, saysSignOut } from './labels.ts'
import { addEntry, LONGEST_ENTRY, MOST_ENTRIES, plainText } from './plain-text.ts'
import { type Control, type PageParts, readParts } from './read-parts.ts'
import { isRefusedByWords } from './refusals.ts'
import type { AnsweredPage, SignInSigns } from './signs.ts'
import { isRefusedByData, statedByData, statedByPage } from './stated.ts'
import { findUser, greetsGuest, userOfData } from './user.ts'

/** What is read of a page; menus with the user's name stand at its start, and some at its end. */
const HEAD_BYTES = 256 * 1024
const TAIL_BYTES = 48 * 1024
/** What its encoding is found by, where nothing declares one. */
const SAMPLE_BYTES = 8 * 1024

/** Reads what a page shows about whether somebody is signed in. Pure; at most some 30 ms for any page. */
export function readSignInSigns(page: AnsweredPage): SignInSigns {
  const text = textOf(page)
  const none = withoutSigns(page)
  if (text === undefined) return none
  return isData(page.contentType, text) ? readData(none, text) : readPage(none, page, text)
}

function withoutSigns(page: AnsweredPage): SignInSigns {
  const asked = URL.parse(page.requestedUrl)
  const final = URL.parse(page.finalUrl)
  return {
    status: page.status,
    requestedUrl: page.requestedUrl,
    finalUrl: page.finalUrl,
    content: 'other',
    isSignInAskedFor: asked !== null && isSignInAskedFor(asked, final ?? asked),
    isRedirectedToSignIn: false,
    isTitledSignIn: false,
    isRefused: page.status === 401,
    forms: [],
    signInLinks: [],
    registerLinks: [],
    signOuts: [],
    accountLinks: [],
    userElements: [],
    user: undefined,
    stated: undefined,
    ownText: 0,
    links: 0,
    fingerprint: [],
  }
}

/** The start and the end of a body as text; undefined where it is none. */
function textOf({ body, contentType }: AnsweredPage): string | undefined {
  if (/^(?:image|audio|video|font)\/|pdf|zip|octet-stream/i.test(contentType ?? '')) return undefined
  // A cut character would make UTF-8 look like another encoding.
  const sample = body.subarray(0, wholeCharacters(body, SAMPLE_BYTES))
  const { encoding } = decodeBody(sample, contentType)
  const decoder = new TextDecoder(encoding === 'replacement' ? 'utf-8' : encoding)
  if (body.length <= HEAD_BYTES + TAIL_BYTES) return decoder.decode(body)
  const tail = body.subarray(afterTag(body, body.length - TAIL_BYTES))
  return decoder.decode(body.subarray(0, afterTag(body, HEAD_BYTES))) + decoder.decode(tail)
}

function wholeCharacters(body: Uint8Array, most: number): number {
  let end = Math.min(body.length, most)
  for (let steps = 0; steps < 4 && end < body.length && (body[end]! & 0xc0) === 0x80; steps++) end--
  return end
}

/** The place behind a `>` before `from`, where no character is cut in two. */
function afterTag(body: Uint8Array, from: number): number {
  const end = body.subarray(0, from).lastIndexOf(0x3e)
  return end > from - 4_096 ? end + 1 : from
}

function isData(contentType: string | undefined, text: string): boolean {
  return (
    /\bjson\b/i.test(contentType ?? '') || (!/html/i.test(contentType ?? '') && /^\s{0,100}[[{]/.test(text))
  )
}

function readData(none: SignInSigns, text: string): SignInSigns {
  return {
    ...none,
    content: 'data',
    isRefused: none.status === 401 || isRefusedByData(text.slice(0, 4_096)),
    user: userOfData(text),
    stated: statedByData(text),
    ownText: text.length,
    fingerprint: fingerprintOf(text),
  }
}

function readPage(none: SignInSigns, page: AnsweredPage, text: string): SignInSigns {
  const parts = readParts(text)
  const base = URL.parse(page.finalUrl) ?? new URL('http://invalid')
  const signs: SignInSigns = {
    ...none,
    content: isShell(parts) ? 'shell' : 'page',
    isTitledSignIn: isTitledSignIn(parts),
    forms: parts.forms.flatMap((form) => kindOfForm(form, base) ?? []).slice(0, MOST_ENTRIES),
    stated: statedByPage(parts.roots, parts.scripts),
    ownText: parts.ownText,
    links: parts.controls.filter(({ tag }) => tag === 'a').length,
  }
  readControls(signs, parts, base)
  const words = parts.pieces.join(' ')
  signs.isRefused ||= isRefusedByWords(words.slice(0, 4_096), signs)
  signs.user = findUser(parts, base, signs.signOuts.length > 0 && signs.signInLinks.length === 0)
  if (signs.stated === undefined && greetsGuest(parts.pieces)) signs.stated = 'signed-out'
  readUserElements(signs, parts)
  signs.isRedirectedToSignIn = isRedirectedToSignIn(signs, base, parts)
  signs.fingerprint = fingerprintOf(words)
  return signs
}

/** Nothing is shown before the page's scripts have run. */
function isShell({ scriptCount, pieces, controls, forms }: PageParts): boolean {
  const shown = pieces.reduce((sum, piece) => sum + piece.trim().length, 0)
  return (
    scriptCount > 0 && shown < 300 && controls.length < 4 && forms.every(({ fields }) => fields.length === 0)
  )
}

function isTitledSignIn({ title, headings }: PageParts): boolean {
  return (
    title.split(/\s[-|–—·•:»/]\s|[|–—·•:»]/).some((part) => saysSignIn(part)) || saysSignIn(headings[0] ?? '')
  )
}

function readControls(signs: SignInSigns, parts: PageParts, base: URL): void {
  if (signs.forms.includes('sign-out')) addSignOutForms(signs, parts, base)
  for (const control of parts.controls.filter(isAboutUser).slice(0, MOST_CONTROLS))
    readControl(signs, control, base)
}

/** Controls about users that are looked at; busy applications have some 150. */
const MOST_CONTROLS = 400

/** Most controls of a page are not, and need no closer look. */
function isAboutUser({
  label,
  attributes: { href, formaction, id, name, onclick, 'data-action': action },
}: Control): boolean {
  return (
    saysAnything(label) ||
    [href, formaction, id, name, onclick, action].some((value) => value && OF_USERS.test(value))
  )
}

/** Parts of the words by which addresses and names of controls are told. */
const OF_USERS =
  /log|sign|sess|auth|regist|join|account|konto|compte|cuenta|conta|inscri|cadastr|profil|setting|pref|order|dashb|notif|messag|inbox|list|admin|bestell|pedido|command|contrib|subscr|my|\bme\b|cp|control|user|meld|connex|connect|sesion|inlog|accedi|hlas|disconn/i

function readControl(signs: SignInSigns, { tag, attributes, label }: Control, base: URL): void {
  const { href, formaction, id, name, onclick, 'data-action': action, 'data-href': dataHref } = attributes
  const address = readAddress(href ?? formaction ?? dataHref ?? '', base)
  const shown = () => plainText(address?.href ?? '') || label
  const isNamedSignOut = [id, name, onclick, action].some((value) =>
    /log-?_?out|sign-?_?out/i.test(value ?? ''),
  )
  if (saysSignOut(label) || (address && leadsToSignOut(address)) || isNamedSignOut) {
    addEntry(signs.signOuts, label || shown())
  } else if (tag === 'input') {
    // A button that signs in belongs to its form.
  } else if ((address && leadsToRegister(address)) || saysRegister(label)) {
    addEntry(signs.registerLinks, shown())
  } else if ((address && leadsToSignIn(address)) || saysSignIn(label)) {
    const link = {
      url: (address?.href ?? '').slice(0, LONGEST_ADDRESS),
      label: label.slice(0, LONGEST_ENTRY),
    }
    if (signs.signInLinks.length < MOST_ENTRIES) signs.signInLinks.push(link)
  } else if (address && isAccountLink(address.words, address.host, label, base)) {
    addEntry(signs.accountLinks, shown())
  }
}

const LONGEST_ADDRESS = 2_000

function isAccountLink(words: string, host: string, label: string, base: URL): boolean {
  return host === base.hostname && (saysAccount(label) || leadsToAccount({ words, host, href: '' }))
}

function addSignOutForms(signs: SignInSigns, parts: PageParts, base: URL): void {
  for (const form of parts.forms) {
    if (kindOfForm(form, base) !== 'sign-out') continue
    const action = readAddress(form.attributes.action ?? '', base)
    addEntry(signs.signOuts, form.submits[0] ?? plainText(action?.href ?? ''))
  }
}

function readUserElements(signs: SignInSigns, { named }: PageParts): void {
  if (signs.user !== undefined) addEntry(signs.userElements, signs.user)
  for (const { attributes, text } of named) {
    const name =
      attributes['aria-label'] || attributes.id || attributes.class || attributes['data-testid'] || ''
    if (text === '' || saysSignIn(text)) continue
    addEntry(signs.userElements, plainText(text.length <= 80 ? `${plainText(name, 60)}: ${text}` : name))
  }
}

/** A sign-in answers for another page: its address says so, or it is a form for passwords somewhere else. */
function isRedirectedToSignIn(signs: SignInSigns, final: URL, parts: PageParts): boolean {
  if (signs.isSignInAskedFor || signs.signOuts.length > 0 || signs.stated === 'signed-in') return false
  const isThin = parts.ownText < THIN_TEXT
  const next = isThin ? URL.parse(forwardOf(parts), final) : null
  if (next && isSignInAddress(next)) return true

  const asked = URL.parse(signs.requestedUrl)
  const isElsewhere = !asked || asked.pathname !== final.pathname || asked.hostname !== final.hostname
  const hasForm = signs.forms.includes('sign-in') || signs.forms.includes('first-step')
  const namesReturn = RETURN_PARAMETER.test(final.href)
  if (isSignInAddress(final) && (isElsewhere || namesReturn))
    return hasForm || (isThin && (namesReturn || signs.isTitledSignIn || signs.content === 'shell'))
  return (
    isElsewhere && hasForm && isThin && (namesReturn || signs.isTitledSignIn || parts.ownText < BARE_TEXT)
  )
}

/** Most text of its own (characters) that a page of a sign-in has; and what is next to nothing. */
const THIN_TEXT = 2_600
const BARE_TEXT = 600

/** Where a page sends its visitor by a meta tag or a script; empty for nowhere. */
function forwardOf({ metas, scripts }: PageParts): string {
  const refresh = metas.find((meta) => meta['http-equiv']?.toLowerCase() === 'refresh')
  const content = refresh?.content?.slice(0, 2_000) ?? ''
  const [, byMeta] = /url\s?=\s?["']?([^"']{1,1500})/i.exec(content) ?? []
  if (byMeta !== undefined) return byMeta.trim()
  if (scripts.length > 4_096) return ''
  const [, byScript] =
    /location(?:\.href)?(?:\s?=\s?|\.(?:replace|assign)\()["']([^"']{1,1500})["']/.exec(scripts) ?? []
  return byScript ?? ''
}

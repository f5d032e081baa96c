import { readAddress } from './addresses.ts'
import { behindSignOut, SIGNED_IN_AS, saysAccount, saysRegister, saysSignIn, saysSignOut } from './labels.ts'
import { plainText } from './plain-text.ts'
import type { Control, PageParts } from './read-parts.ts'

const LONGEST_NAME = 80

/** Names of meta tags that hold the user's name. */
const META =
  /^(?:user-login|current-user(?:-?name|-login)?|octolytics-actor-login|user-?name|logged-in-user|ajs-user-name)$/i
/** Attributes of the page that hold it. */
const ROOT_ATTRIBUTE = /^data-(?:current-)?user-?(?:name|login|email)?$|^data-current-user(?:name)?$/
/** Page state about the user of the page. The text after it is searched for a name. */
const STATE =
  /["'](?:currentUser|current_user|loggedInUser|logged_in_user|sessionUser|authUser|viewer|wgUserName)["'][ \t]{0,3}[:=][ \t]{0,3}/g
const STATE_NAME =
  /["'](?:username|user_name|userName|login|preferred_username|displayName|display_name|fullName|full_name|name|email)["'][ \t]{0,3}:[ \t]{0,3}"((?:[^"\\]|\\.){1,80})"/
/** Page state that holds the user under a plain name, which may as well be an author: it counts on pages that show a sign-out. */
const PLAIN_STATE = /["']user["'][ \t]{0,3}:[ \t]{0,3}\{/g

const GREETING =
  /^(?:hello|hi|hey|welcome(?: back)?|howdy|hallo|willkommen|bonjour|bienvenue|hola|bienvenid[oa]s?|olá|bem-vind[oa]|ciao|benvenut[oa]|welkom|hej|välkommen|velkommen|witaj|vítejte|vitajte|üdv(?:özöljük)?|bun venit|здравствуйте|привет|вітаємо|добре дошли|καλώς ήρθατε|hoş ?geldin(?:iz)?|merhaba|ようこそ|欢迎|歡迎|你好|您好|환영합니다|مرحبا|שלום|selamat datang|xin chào|ยินดีต้อนรับ)(?=[\s,:!、，]|$)[\s,:!、，]{0,5}/iu
const GUEST =
  /^(?:guest|visitor|anonymous|stranger|gast|besucher|invité|visiteur|invitado|visitante|convidado|ospite|gäst|gæst|gjest|vieras|gość|host|hosť|vendég|гость|гост|гість|επισκέπτης|misafir|ziyaretçi|ゲスト|游客|訪客|访客|손님|زائر|אורח|tamu|khách)\b/iu
const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/
/** Elements that hold a name and nothing else. */
const NAME_ELEMENT =
  /user[-_]?name|display[-_]?name|current[-_]?user|logged[-_]?(?:in[-_]?)?(?:as|user)|user[-_]?email|account[-_]?name|profile[-_]?name|user[-_]?login|(?:^|\s)user(?:\s|$)/i
/** What stands before a user's name in addresses. */
const OF_PROFILE =
  /(?:users?|profiles?|members?|people|person|authors?|u|benutzer(?:in)?|utilisateur|utilisatrice|usuari[oa]|utente|gebruiker|użytkownik|участник|участница|користувач|利用者|用户|用戶|사용자|کاربر|مستخدم|user_?name|name|login|id)[/:=]$|~$/i

/**
 * What the signed-in user is called on a page, from the clearest source that it has. Greetings, names beside the sign-out and
 * elements named after users count only where `hasSignOut` says that somebody can sign out: others' names stand on pages too.
 */
export function findUser(parts: PageParts, base: URL, hasSignOut: boolean): string | undefined {
  const sources: (() => string | undefined)[] = [
    () => fromMetas(parts),
    () => fromPhrase(parts.pieces),
    () => fromState(parts.scripts, STATE),
  ]
  if (hasSignOut) {
    sources.push(
      () => fromSignOut(parts.controls),
      () => fromGreeting(parts.pieces),
      () => fromProfileLink(parts.controls, base),
      () => fromNamedElement(parts),
      () => fromState(parts.scripts, PLAIN_STATE),
    )
  }
  for (const find of sources) {
    const name = asName(find())
    if (name !== undefined) return name
  }
  return undefined
}

/** The name in a JSON answer about the user. */
export function userOfData(text: string): string | undefined {
  return asName(fromState(text, STATE))
}

/** Whether the page greets a guest. */
export function greetsGuest(pieces: readonly string[]): boolean {
  return pieces.slice(0, 300).some((piece) => {
    const text = piece.trim()
    const greeting = GREETING.exec(text.slice(0, 60))
    return greeting !== null && GUEST.test(text.slice(greeting[0].length))
  })
}

function asName(found: string | undefined): string | undefined {
  const name = plainText(found ?? '', LONGEST_NAME + 1)
    .replace(/^[[({<"'«:–—-]{1,3}\s?|[\])}>"'»!,;:.]{1,3}$/g, '')
    .trim()
  if (name === '' || name.length > LONGEST_NAME || !/[\p{L}\p{N}]/u.test(name) || GUEST.test(name))
    return undefined
  return saysSignIn(name) || saysSignOut(name) || saysRegister(name) ? undefined : name
}

function fromMetas({ metas, roots }: PageParts): string | undefined {
  for (const { name = '', property = '', content } of metas)
    if (content && (META.test(name) || META.test(property))) return content
  for (const attributes of roots)
    for (const [name, value] of Object.entries(attributes))
      if (ROOT_ATTRIBUTE.test(name) && /\D/.test(value)) return value
  return undefined
}

/** "Logged in as admin": the rest of the text, or what stands in the next element. */
function fromPhrase(pieces: readonly string[]): string | undefined {
  const text = pieces.join(GAP)
  const [head, tail] = [text.slice(0, SEARCHED_HEAD), text.slice(SEARCHED_HEAD).slice(-SEARCHED_TAIL)]
  return behindPhrase(head) ?? behindPhrase(tail)
}

/** Stands between the texts of two elements. */
const GAP = '\u0001'
/** Characters of the text in which the phrase is searched: it stands at the top of pages, or at their end. */
const SEARCHED_HEAD = 24 * 1024
const SEARCHED_TAIL = 8 * 1024

function behindPhrase(text: string): string | undefined {
  const lower = text.toLowerCase()
  // Some letters change their length.
  if (lower.length !== text.length) return undefined
  for (const phrase of SIGNED_IN_AS) {
    const at = lower.indexOf(phrase)
    if (at < 0) continue
    const rest = text.slice(at + phrase.length, at + phrase.length + 200)
    if (/^[\p{L}\p{N}'’-]/u.test(rest) && !UNSPACED.test(phrase)) continue
    const [own = '', ...next] = rest.split(GAP)
    const name = upToMark(own)
    if (/[\p{L}\p{N}]/u.test(name)) return name
    const following = next.find((piece) => /[\p{L}\p{N}]/u.test(piece))
    if (following !== undefined) return upToMark(following)
  }
  return undefined
}

/** Scripts that put no space between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Hebrew}]$/u

/** A name ends where brackets, bars or a sentence begin. */
function upToMark(text: string): string {
  return (/^[\s:"'«“„*-]{0,6}([^|()<>[\]{}"»”“,;!?\n]{1,81})/.exec(text)?.[1] ?? '').replace(
    /\.(?:\s.*)?$/s,
    '',
  )
}

function fromState(scripts: string, start: RegExp): string | undefined {
  for (const found of scripts.matchAll(start)) {
    const text = scripts.slice(found.index + found[0].length, found.index + found[0].length + 800)
    const direct = /^["']((?:[^"'\\]|\\.){1,80})["']/.exec(text)
    const name =
      direct?.[1] ?? (text.startsWith('{') || found[0].endsWith('{') ? STATE_NAME.exec(text)?.[1] : undefined)
    if (name !== undefined) return unescapeJson(name)
  }
  return undefined
}

function unescapeJson(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`))
  } catch {
    return text
  }
}

/** `Logout (admin)`. */
function fromSignOut(controls: readonly Control[]): string | undefined {
  for (const { label } of controls) {
    const rest = behindSignOut(label)
    if (rest !== undefined && /^[[({:–—-]/.test(rest)) return rest
  }
  return undefined
}

function fromGreeting(pieces: readonly string[]): string | undefined {
  for (const [i, piece] of pieces.slice(0, 600).entries()) {
    const text = piece.trim()
    if (text.length > 120) continue
    const greeting = GREETING.exec(text)
    if (!greeting) continue
    const name = upToMark(text.slice(greeting[0].length))
    if (isShortName(name) && !/^(?:to|auf|bei|in|zu|à|sur|en|al?|no|em|на|в)\s/i.test(`${name} `)) return name
    if (text.length === greeting[0].length && pieces[i + 1] !== '\n' && isShortName(pieces[i + 1] ?? ''))
      return pieces[i + 1]
  }
  return undefined
}

function isShortName(name: string): boolean {
  const trimmed = name.trim()
  return trimmed !== '' && trimmed.split(/\s+/, 5).length <= 3 && trimmed.length <= 40
}

/** A link near the sign-out whose label stands in its own address: `/users/admin`, labelled `admin`. */
function fromProfileLink(controls: readonly Control[], base: URL): string | undefined {
  const signOut = controls.findIndex(
    ({ label, attributes }) => saysSignOut(label) || /log-?_?out|sign-?_?out/i.test(attributes.href ?? ''),
  )
  if (signOut < 0) return undefined
  const before = controls.slice(Math.max(0, signOut - 12), signOut).reverse()
  const after = controls.slice(signOut + 1, signOut + 6)
  return [...before, ...after].find((control) => isProfileLink(control, base))?.label
}

function isProfileLink({ label, attributes }: Control, base: URL): boolean {
  if (label.length < 2 || label.length > 40 || isOwnPages(label)) return false
  const address = readAddress(attributes.href ?? '', base)
  if (!address || address.host !== base.hostname) return false
  const path = unescapePath(address.words)
  const at = path.indexOf(slugOf(label))
  return (
    at > 0 &&
    OF_PROFILE.test(path.slice(0, at)) &&
    /^(?:[/?&#]|$)/.test(path.slice(at + slugOf(label).length))
  )
}

function slugOf(label: string): string {
  return label.trim().toLowerCase().replace(/ /g, '_')
}

function unescapePath(path: string): string {
  try {
    return decodeURIComponent(path).toLowerCase()
  } catch {
    return path.toLowerCase()
  }
}

function fromNamedElement({ named }: PageParts): string | undefined {
  const names = named.filter(({ attributes, text }) => {
    return (
      NAME_ELEMENT.test(`${attributes.class ?? ''} ${attributes.id ?? ''}`) &&
      isShortName(text) &&
      !isOwnPages(text)
    )
  })
  const email = names.map(({ text }) => EMAIL.exec(text)?.[0]).find(Boolean)
  return email ?? names[0]?.text
}

/** Words for the pages of a user, which are no names; administrators are often called so. */
function isOwnPages(label: string): boolean {
  return saysAccount(label) && !/^admin$/i.test(label.trim())
}

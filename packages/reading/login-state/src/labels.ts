import { LABELS, type Labels } from './label-words.ts'

/** Longest label of a control that is one: what is longer is somebody's sentence. */
const LONGEST_LABEL = 60
/** Phrases of this length are clear enough to be followed by more ("Log out admin"); shorter ones ("exit") must be the whole label. */
const CLEAR_PHRASE = 6

const byKind = (kind: keyof Labels) => [...new Set(Object.values(LABELS).flatMap((labels) => labels[kind]))]

/** What stands before the name of a signed-in user, the longest first. */
export const SIGNED_IN_AS: readonly string[] = byKind('signedInAs').sort((a, b) => b.length - a.length)

const SIGN_IN = byFirstLetter(byKind('signIn'))
const SIGN_OUT = byFirstLetter(byKind('signOut'))
const REGISTER = byFirstLetter(byKind('register'))
const ACCOUNT: ReadonlySet<string> = new Set(byKind('account'))

export const saysSignIn = (label: string): boolean => begins(SIGN_IN, label)
export const saysSignOut = (label: string): boolean => begins(SIGN_OUT, label)
export const saysRegister = (label: string): boolean => begins(REGISTER, label)
export const saysAccount = (label: string): boolean => ACCOUNT.has(normalizeLabel(label))

/** Any of these. */
export function saysAnything(label: string): boolean {
  return saysSignIn(label) || saysSignOut(label) || saysRegister(label) || saysAccount(label)
}

/** What a label says behind its words for signing out: `Logout [ admin ]` gives `[ admin ]`. */
export function behindSignOut(label: string): string | undefined {
  const phrase = phraseOf(SIGN_OUT, label)
  return phrase === undefined ? undefined : label.trim().slice(phrase.length).trim()
}

function begins(phrases: ReadonlyMap<string, readonly string[]>, label: string): boolean {
  return phraseOf(phrases, label) !== undefined
}

function phraseOf(phrases: ReadonlyMap<string, readonly string[]>, label: string): string | undefined {
  const words = normalizeLabel(label)
  if (words === '' || words.length > LONGEST_LABEL) return undefined
  return phrases.get(words[0]!)?.find((phrase) => {
    if (!words.startsWith(phrase)) return false
    if (words.length === phrase.length) return true
    const rest = words.slice(phrase.length).trimStart()
    if (!/^[\p{L}\p{N}]/u.test(rest)) return true
    return rest.length < words.length - phrase.length && phrase.length >= CLEAR_PHRASE
  })
}

function normalizeLabel(label: string): string {
  return label
    .slice(0, 2 * LONGEST_LABEL)
    .trim()
    .toLowerCase()
}

function byFirstLetter(phrases: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const map = new Map<string, string[]>()
  for (const phrase of [...phrases].sort((a, b) => b.length - a.length)) {
    const list = map.get(phrase[0]!)
    if (list) list.push(phrase)
    else map.set(phrase[0]!, [phrase])
  }
  return map
}

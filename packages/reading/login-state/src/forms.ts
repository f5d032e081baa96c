import { leadsToRegister, leadsToSignIn, leadsToSignOut, readAddress } from './addresses.ts'
import { saysSignIn, saysSignOut } from './labels.ts'
import type { Field, Form } from './read-parts.ts'
import type { FormKind } from './signs.ts'

/** More than user name, code, realm and the like is more than a sign-in asks for. */
const MOST_FIELDS_OF_SIGN_IN = 3

/** What a form is for; undefined for those that have nothing to do with accounts. */
export function kindOfForm(form: Form, base: URL): FormKind | undefined {
  const action = readAddress(form.attributes.action ?? '', base)
  if ((action && leadsToSignOut(action)) || isSignOut(form)) return 'sign-out'

  if (isHiddenForm(form)) return undefined
  const passwords = form.fields.filter(({ type }) => type === 'password')
  const asked = form.fields.filter(isFilledIn)
  if (passwords.length === 0) return isFirstStep(form, asked, base) ? 'first-step' : undefined
  if (passwords.some(isOldPassword) && passwords.length > 1) return 'password-change'
  if (passwords.length > 2) return 'password-change'
  if (passwords.length === 2) return asked.length > 0 ? 'registration' : 'password-change'
  if (action && leadsToSignIn(action)) return POST_PASSWORD.test(action.words) ? 'confirmation' : 'sign-in'
  if (action && leadsToRegister(action)) return 'registration'
  if (asked.length > MOST_FIELDS_OF_SIGN_IN) return 'registration'
  const isNew = passwords[0]?.attributes.autocomplete?.trim().toLowerCase() === 'new-password'
  // Some applications mark the field of their sign-in as new, to keep browsers from filling it in.
  if (isNew && !form.submits.some(saysSignIn)) return asked.length > 0 ? 'registration' : 'password-change'
  return POST_PASSWORD.test(action?.words ?? '') ? 'confirmation' : 'sign-in'
}

/** Forms that nobody sees hand credentials to scripts and password managers (Discourse and others). */
function isHiddenForm({ attributes }: Form): boolean {
  return attributes.hidden !== undefined || /display\s{0,3}:\s{0,3}none/i.test(attributes.style ?? '')
}

/** WordPress asks for the password of a single article. */
const POST_PASSWORD = /postpass/

function isSignOut({ submits, fields }: Form): boolean {
  return (
    fields.every(({ type }) => type === 'hidden') &&
    submits.length > 0 &&
    submits.length < 3 &&
    submits.some(saysSignOut)
  )
}

function isFilledIn({ type }: Field): boolean {
  return !NOT_TYPED.has(type)
}

const NOT_TYPED: ReadonlySet<string> = new Set([
  'hidden',
  'password',
  'checkbox',
  'radio',
  'submit',
  'button',
  'reset',
  'image',
  'select',
  'file',
])

function isOldPassword({ attributes: { autocomplete, name, id } }: Field): boolean {
  return (
    autocomplete === 'current-password' ||
    /old|current|curr|actual|ancien|alt(?:es)?|existing/i.test(`${name} ${id}`)
  )
}

/** The first page of sign-ins that ask for the password on a second one. */
function isFirstStep(form: Form, asked: readonly Field[], base: URL): boolean {
  const [field] = asked
  if (!field || asked.length > 1 || form.fields.some(({ type }) => type === 'textarea')) return false
  const { name, id, autocomplete } = field.attributes
  if (!/user|login|e-?mail|identifier|account/i.test(`${name} ${id} ${autocomplete}`)) return false
  const action = readAddress(form.attributes.action ?? '', base)
  const isSignIn = (action && leadsToSignIn(action)) || form.submits.some(saysSignIn)
  return Boolean(isSignIn) || /\busername\b|\bwebauthn\b/i.test(autocomplete ?? '')
}

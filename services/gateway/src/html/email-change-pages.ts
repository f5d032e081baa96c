import { ENDPOINTS } from '@gleaner/contracts'
import { html } from '@gleaner/security/html'
import type { MailedLinkPage } from './mailed-link-page.ts'

export const CONFIRM_EMAIL_PAGE: MailedLinkPage = {
  title: 'Confirm your address',
  endpoint: ENDPOINTS.confirmEmail,
  fields: html`<p>Your account gets the address of the mail. Somebody else asked for it? Then close this page.</p>`,
  submit: 'Use this address',
  done: 'Your account has this address. Sign in with it.',
  badLink: 'This link was used before, has expired, or a newer one was mailed. Ask for the change again.',
}

export const UNDO_EMAIL_PAGE: MailedLinkPage = {
  title: 'Take your account back',
  endpoint: ENDPOINTS.undoEmail,
  fields: html`<p>Your account gets the address of this mail again, and everybody is signed out.</p>`,
  submit: 'Take it back',
  done: 'Your account has this address again. Set a new password with “forgot password”.',
  badLink: 'This link was used before, or is older than seven days.',
}

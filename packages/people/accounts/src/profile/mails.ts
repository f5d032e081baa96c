import { type Mail, secretLink } from '@gleaner/mail'

/** Paths of the gateway's pages. */
export const CONFIRM_EMAIL_PATH = '/confirm-email'
export const UNDO_EMAIL_PATH = '/undo-email'

export function confirmEmailMail(options: {
  to: string
  publicUrl: string
  token: string
  hours: number
}): Mail {
  const { to, publicUrl, token, hours } = options
  const { host } = new URL(publicUrl)
  const link = secretLink(publicUrl, CONFIRM_EMAIL_PATH, token)
  return {
    to,
    subject: `Confirm this address for ${host}`,
    text: `Somebody, probably you, asked to use ${to} for their account at ${host}.

Open this link to confirm it:
${link}

It works once, within ${hours} hours, and only the newest link works. If you did not ask for it, do nothing.
`,
  }
}

/** To the address that was given up: its reader may not have wanted that. */
export function emailChangedMail(options: {
  to: string
  publicUrl: string
  token: string
  days: number
}): Mail {
  const { to, publicUrl, token, days } = options
  const { host } = new URL(publicUrl)
  const link = secretLink(publicUrl, UNDO_EMAIL_PATH, token)
  return {
    to,
    subject: `Your account at ${host} has another address`,
    text: `The account of ${to} at ${host} was given another e-mail address.

If that was not you, open this link to take the account back:
${link}

It works once, within ${days} days. Everybody is signed out by it; then set a new password with "forgot password".
`,
  }
}

import { API_ROOT, ENDPOINTS } from '@gleaner/contracts'
import { type Mail, secretLink } from '@gleaner/mail'

/** Path of the gateway's page. */
export const CONFIRM_REGISTRATION_PATH = '/confirm-registration'

export function confirmRegistrationMail(options: {
  to: string
  publicUrl: string
  token: string
  hours: number
}): Mail {
  const { to, publicUrl, token, hours } = options
  const { host } = new URL(publicUrl)
  const link = secretLink(publicUrl, CONFIRM_REGISTRATION_PATH, token)
  return {
    to,
    subject: `Open your account at ${host}`,
    text: `Somebody, probably you, asked to open an account for ${to} at ${host}.

Open this link to confirm it:
${link}

It works once, within ${hours} hours, and only the newest link works. It asks for the password that was chosen with the account. If you did not ask for it, do nothing: no account is opened.
`,
  }
}

/** To the holder of the account, and nobody else, it is told that there is one. */
export function hasAccountMail({ to, publicUrl }: { to: string; publicUrl: string }): Mail {
  const { host } = new URL(publicUrl)
  const forgotten = new URL(API_ROOT + ENDPOINTS.forgotPassword.path, publicUrl).href
  return {
    to,
    subject: `You have an account at ${host}`,
    text: `Somebody, probably you, asked to open an account for ${to} at ${host}. There is one already, so nothing has changed: sign in with its password.

If you have forgotten it, ask for a link to set a new one: POST {"email": "${to}"} to
${forgotten}

If you did not ask for an account, do nothing.
`,
  }
}

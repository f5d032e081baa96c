import { type Mail, secretLink } from '@gleaner/mail'

/** Path of the gateway's page. */
export const RESET_PATH = '/reset-password'

export function resetMail(options: { to: string; publicUrl: string; token: string; minutes: number }): Mail {
  const { to, publicUrl, token, minutes } = options
  const { host } = new URL(publicUrl)
  const link = secretLink(publicUrl, RESET_PATH, token)
  return {
    to,
    subject: `Set a new password for ${host}`,
    text: `Somebody, probably you, asked to set a new password for ${to} at ${host}.

Open this link to choose one:
${link}

It works once, within ${minutes} minutes, and only the newest link works. If you did not ask for it, do nothing: your password stays as it is.
`,
  }
}

/** Tells the user of a change that they may not have made. */
export function passwordChangedMail({ to, publicUrl }: { to: string; publicUrl: string }): Mail {
  const { host } = new URL(publicUrl)
  return {
    to,
    subject: `Your password for ${host} was changed`,
    text: `The password of ${to} at ${host} was changed, and everybody who was signed in has been signed out.

If that was not you, set a new one with "forgot password", and look through your API keys.
`,
  }
}

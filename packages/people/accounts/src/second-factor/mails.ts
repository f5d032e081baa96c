import type { Mail } from '@gleaner/mail'

/** Tells a user of a change that they may not have made. `what`: of the second factor. */
export function secondFactorMail({
  to,
  publicUrl,
  what,
}: {
  to: string
  publicUrl: string
  what: string
}): Mail {
  const { host } = new URL(publicUrl)
  return {
    to,
    subject: `The second factor of your account at ${host} ${what}`,
    text: `The second factor (authenticator app) of ${to} at ${host} ${what}.

If that was not you, set a new password with "forgot password", and look through your sign-ins and API keys.
`,
  }
}

/** The same of a passkey. */
export function passkeyMail({ to, publicUrl, what }: { to: string; publicUrl: string; what: string }): Mail {
  const { host } = new URL(publicUrl)
  return {
    to,
    subject: `A passkey of your account at ${host} ${what}`,
    text: `A passkey of ${to} at ${host} ${what}.

If that was not you, set a new password with "forgot password", and look through your passkeys, sign-ins and API keys.
`,
  }
}

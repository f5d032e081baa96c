import type { Mail } from '@gleaner/mail'

export function deletedMail({ to, publicUrl }: { to: string; publicUrl: string }): Mail {
  const { host } = new URL(publicUrl)
  return {
    to,
    subject: `Your account at ${host} was deleted`,
    text: `The account of ${to} at ${host} was deleted, with its keys, proxies, jobs and files. The books keep what was paid and used, without your name.

If that was not you, tell the operator of ${host}.
`,
  }
}

import { ConfigError } from '@gleaner/runtime'
import { createFolderMailer } from './folder-mailer.ts'
import type { Mail } from './mail.ts'
import type { MailSettings } from './settings.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

/** A mail under the id that it keeps however often it is sent. */
export interface SentMail extends Mail {
  id: string
}

export interface Mailer {
  /** Where mails go, for a line in the log: never with a login. */
  readonly destination: string
  /** Hands a mail over. Bounded in time. Throws MailRefused when sending it again would not help. */
  send(mail: SentMail): Promise<void>
  close(): void
}

/** The mail server does not take this mail, now or later: no such mailbox, refused content. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

/** Sends mails by SMTP or, without SMTP_URL, puts them into a folder as files. Throws a ConfigError when the settings name neither. */
export function createMailer(settings: MailSettings): Mailer {
  const { SMTP_URL, MAIL_DIR, MAIL_FROM } = settings
  if (SMTP_URL !== undefined) {
    if (MAIL_FROM === undefined) throw new ConfigError('SMTP_URL needs MAIL_FROM, the sender of mails.')
    return createSmtpMailer(SMTP_URL, MAIL_FROM)
  }
  const folder = MAIL_DIR ?? (settings.STORAGE_DIR === undefined ? undefined : `${settings.STORAGE_DIR}/mail`)
  if (folder === undefined) throw new ConfigError('Set SMTP_URL, or MAIL_DIR: mails need a way or a place.')
  return createFolderMailer(folder, MAIL_FROM ?? 'Gleaner <gleaner@localhost>')
}

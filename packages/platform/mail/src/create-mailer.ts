import { ConfigError } from '@gleaner/runtime'
import { createFolderMailer } from './folder-mailer.ts'
import type { Mailer } from './mailer.ts'
import type { MailSettings } from './settings.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

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

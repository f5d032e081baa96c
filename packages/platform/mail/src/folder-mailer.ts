import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { composeMail } from './compose-mail.ts'
import type { Mailer } from './mailer.ts'
import { openOnUse } from './open-on-use.ts'

/** Writes mails as files, `<id>.eml`, for their owner alone: for a stack without a mail server. Ids of ours sort by time. */
export function createFolderMailer(folder: string, from: string): Mailer {
  const composer = openOnUse({ streamTransport: true, buffer: true })
  return {
    destination: folder,
    async send(mail) {
      const { message } = await (await composer.open()).sendMail(composeMail(from, mail))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, `${mail.id}.eml`)
      // Whoever looks into the folder meanwhile sees whole mails only.
      const draft = `${file}.unfinished`
      await writeFile(draft, message as Buffer, { mode: 0o600 })
      await rename(draft, file)
    },
    close: composer.close,
  }
}

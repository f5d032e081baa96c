import { urlField } from '@gleaner/runtime'
import { z } from 'zod'

/** How mails leave: settings of the service that sends them. */
export const mailFields = {
  SMTP_URL: urlField(['smtp', 'smtps']).optional().describe('e.g. smtps://user:password@mail.example.com'),
  MAIL_FROM: z
    .string()
    .max(320)
    .refine(
      (value) => /^[^\r\n]*@[^\r\n]+$/.test(value),
      'must be an address such as Gleaner <no-reply@example.com>',
    )
    .optional()
    .describe('sender of mails, e.g. Gleaner <no-reply@example.com>'),
  MAIL_DIR: z.string().optional().describe('folder for mails without SMTP_URL; default: mail in STORAGE_DIR'),
}

const mailSettings = z.object(mailFields)

export type MailSettings = z.infer<typeof mailSettings> & { STORAGE_DIR?: string | undefined }

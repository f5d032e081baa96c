import { settingFacts, settings, urlField } from '@gleaner/runtime'
import { z } from 'zod'

/** How mails leave: settings of the service that sends them. */
export const mailFields = settings('mails', {
  SMTP_URL: urlField(['smtp', 'smtps'])
    .optional()
    .describe(
      'mail server: smtps://user:password@mail.example.com (TLS from the start) or smtp://user:password@mail.example.com:587 (STARTTLS, which a login asks for)',
    )
    .register(settingFacts, { secret: true, byDefault: 'files in MAIL_DIR' }),
  MAIL_FROM: z
    .string()
    .max(320)
    .refine(
      (value) => /^[^\r\n]*@[^\r\n]+$/.test(value),
      'must be an address such as Gleaner <no-reply@example.com>',
    )
    .optional()
    .describe('sender of mails, e.g. Gleaner <no-reply@example.com>; required with SMTP_URL'),
  MAIL_DIR: z
    .string()
    .optional()
    .describe('folder for mails without SMTP_URL: each is a file')
    .register(settingFacts, { byDefault: 'mail in STORAGE_DIR' }),
})

const mailSettings = z.object(mailFields)

export type MailSettings = z.infer<typeof mailSettings> & { STORAGE_DIR?: string | undefined }

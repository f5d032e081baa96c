import { z } from 'zod'

export const AskedJob = z
  .object({
    request: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe(
        'Its fields, as `POST /scrape` takes them; what is as by default is left out. Null for a job that was no scrape: its page was sent, or kept.',
      ),
    had_secrets: z
      .boolean()
      .nullable()
      .describe(
        'Whether it had a body, cookies, headers, actions or a login besides, which are never shown; null where that was not noted.',
      ),
  })
  .describe('What a job was asked with, without its secrets.')
export type AskedJob = z.infer<typeof AskedJob>

import { hostFields } from '@gleaner/jobs'
import { mailFields } from '@gleaner/mail'
import {
  captchaFields,
  connectionFields,
  egressFields,
  intervalField,
  intField,
  nodeEnvFields,
  proxyFields,
  settings,
} from '@gleaner/runtime'
import { searchFields } from '@gleaner/search/settings'
import { fileFields } from '@gleaner/storage'
import { z } from 'zod'

export const config = z.object({
  ...connectionFields,
  ...fileFields,
  ...mailFields,
  ...hostFields,
  // Runs of schedules are checked as requests are.
  ...nodeEnvFields,
  ...egressFields,
  ...proxyFields,
  ...captchaFields,
  ...searchFields,
  ...settings('scheduler', {
    BULK_AT_ONCE: intField({ max: 1_000_000, fallback: 0, unit: 'items' }).describe(
      'items of batches that are under way at once, of all accounts; 0: twice the slots of all workers',
    ),
    SWEEP_EVERY: intervalField(3_000).describe('how often lost jobs are looked for'),
    SESSIONS_EVERY: intervalField(5_000).describe(
      'how often sessions are looked for that have expired, or are to be validated because uses failed',
    ),
    PURGE_EVERY: intervalField(10 * 60_000).describe('how often what has expired is deleted'),
    MAIL_EVERY: intervalField(2_000).describe('how often mails that are due are sent'),
    AUDIT_EVERY: intervalField(60_000).describe("how often a round of the ledger's audit is made"),
  }),
})

export type Config = z.infer<typeof config>

import { hostFields } from '@gleaner/jobs'
import { mailFields } from '@gleaner/mail'
import { connectionFields, intervalField, intField } from '@gleaner/runtime'
import { fileFields } from '@gleaner/storage'
import { z } from 'zod'

export const config = z.object({
  ...connectionFields,
  ...fileFields,
  ...mailFields,
  ...hostFields,
  BULK_AT_ONCE: intField({ max: 1_000_000, fallback: 0 }).describe(
    'items of batches under way at once, of all accounts; 0: twice the slots of all workers',
  ),
  SWEEP_EVERY: intervalField(3_000).describe('how often lost jobs are looked for, e.g. 3s'),
  SESSIONS_EVERY: intervalField(5_000).describe(
    'how often sessions are looked for that have expired or are to be validated, e.g. 5s',
  ),
  PURGE_EVERY: intervalField(10 * 60_000).describe('how often expired results are deleted, e.g. 10m'),
  MAIL_EVERY: intervalField(2_000).describe('how often mails that are due are sent, e.g. 2s'),
  AUDIT_EVERY: intervalField(60_000).describe('how often the audit of the ledger takes a turn, e.g. 1m'),
})

export type Config = z.infer<typeof config>

import { connectionFields, durationField, urlField } from '@gleaner/runtime'
import { z } from 'zod'

export const config = z.object({
  ...connectionFields,
  ENCRYPTION_KEYS: z.string().describe('comma list of id:base64 of 32 random bytes, the sealing key first'),
  STORAGE_DIR: z.string().describe('folder for screenshots and PDFs, shared with the tier services'),
  PUBLIC_URL: urlField(['http', 'https']).describe(
    'where callers reach the API, e.g. https://api.example.com',
  ),
  SWEEP_EVERY: durationField(3_000).describe('how often lost jobs are looked for, e.g. 3s'),
  PURGE_EVERY: durationField(10 * 60_000).describe('how often expired results are deleted, e.g. 10m'),
  AUDIT_EVERY: durationField(15 * 60_000).describe(
    'how often the ledger is checked against itself, e.g. 15m',
  ),
})

export type Config = z.infer<typeof config>

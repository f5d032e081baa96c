import { z } from 'zod'

export const PageArchiveInput = z.strictObject({
  enabled: z.boolean().describe('Whether delivered pages are kept as they were fetched.'),
  retention_days: z
    .number()
    .int()
    .min(1)
    .max(365)
    .optional()
    .describe('Days that pages are kept which come from now on. Default: 30, or what it was.'),
})
export type PageArchiveInput = z.infer<typeof PageArchiveInput>

export const PageArchive = z.object({
  enabled: z.boolean().describe('Whether delivered pages are kept as they were fetched.'),
  retention_days: z.number().int().describe('Days that pages are kept which come from now on.'),
  pages: z.number().int().describe('Pages that are kept now.'),
  bytes: z.number().describe('Bytes that they take, compressed.'),
  limit_bytes: z.number().describe('Bytes that they may take. A full archive takes no more pages.'),
})
export type PageArchive = z.infer<typeof PageArchive>

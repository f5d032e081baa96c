import { z } from 'zod'
import { ERROR_STATUS, type ErrorCode } from '../error-codes.ts'
import { Billing } from './scrape/result.ts'

const Issue = z.object({ path: z.string(), message: z.string() })

/** The body of every error reply. `detail` repeats `message` for clients that read that name. */
export const ErrorReply = z.object({
  error: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
  message: z.string().min(1),
  detail: z.string(),
  details: z
    .looseObject({
      issues: z.array(Issue).max(50).optional().describe('What is wrong, field by field.'),
      issues_omitted: z.number().int().optional().describe('How many more issues there are.'),
      bad_indexes: z
        .array(z.number().int())
        .optional()
        .describe('Of a batch: the entries of `urls` that have issues.'),
    })
    .optional(),
  request_id: z.string().min(1),
  billing: Billing.optional().describe('Of a scrape that failed: its attempts.'),
})
export type ErrorReply = z.infer<typeof ErrorReply>

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
    .looseObject({ issues: z.array(Issue).max(50).optional(), issues_omitted: z.number().int().optional() })
    .optional(),
  request_id: z.string().min(1),
  billing: Billing.optional().describe('Of a scrape that failed: its attempts.'),
})
export type ErrorReply = z.infer<typeof ErrorReply>

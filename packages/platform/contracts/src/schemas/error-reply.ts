import { z } from 'zod'
import { ERROR_STATUS, type ErrorCode } from '../error-codes.ts'
import { Billing } from './scrape/billing.ts'

const Issue = z.object({
  path: z
    .string()
    .describe('Where in the request it is, with dots: `advanced.cookies.0.name`; empty for the whole of it.'),
  message: z.string().describe('What is wrong there, and what would be right.'),
})

/** The body of every error reply. `detail` repeats `message` for clients that read that name. */
export const ErrorReply = z
  .object({
    error: z
      .enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]])
      .describe('The code of the error, for programs; `docs/reference/errors.md` says when each comes.'),
    message: z.string().min(1).describe('What is wrong and what to do about it, for people.'),
    detail: z.string().describe('The same as `message`.'),
    details: z
      .looseObject({
        issues: z
          .array(Issue)
          .max(50)
          .optional()
          .describe('What is wrong, field by field; of a request that is not as it must be.'),
        issues_omitted: z
          .number()
          .int()
          .optional()
          .describe('How many more issues there are; absent where `issues` has all.'),
        bad_indexes: z
          .array(z.number().int())
          .optional()
          .describe('Of a batch: the entries of `urls` that have issues.'),
        bad_lines: z
          .array(z.number().int())
          .optional()
          .describe('Of a batch that was sent as CSV: the lines that have issues, from 1.'),
      })
      .optional()
      .describe(
        'What a program can use of this error; which fields there are depends on its code, and there may be none.',
      ),
    request_id: z
      .string()
      .min(1)
      .describe('Finds the request in the logs of the operator; the header `X-Request-Id` says the same.'),
    billing: Billing.optional().describe('Of a scrape that failed: its attempts.'),
  })
  .describe('The body of every error.')
export type ErrorReply = z.infer<typeof ErrorReply>

import { z } from 'zod'

/** `webhook_url` of a reply. */
export const ReceiverUrl = z
  .string()
  .nullable()
  .describe('Who is told of its end, as `webhook_url` of the request; null where nobody is.')

/** How the last attempt to tell somebody has ended. */
export const Attempts = z.number().int().describe('How often it was tried.')
export const AnswerStatus = z
  .number()
  .int()
  .nullable()
  .describe('HTTP status of the last answer; null where none came.')
export const AnswerError = z
  .string()
  .nullable()
  .describe('Why the last attempt failed; null where it did not, or there was none.')
export const AnswerMs = z
  .number()
  .int()
  .nullable()
  .describe('How long the last attempt took, in milliseconds; null where there was none.')

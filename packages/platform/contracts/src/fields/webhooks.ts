import { z } from 'zod'

/** `webhook_url` of a reply. */
export const ToldAt = z
  .string()
  .nullable()
  .describe('Who is told of its end, as `webhook_url` of the request; null where nobody is.')

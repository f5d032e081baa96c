import { z } from 'zod'

const count = z.number().int()

/** Data of the event `complete` of a crawl's stream, the last one. */
export const CrawlCompleteEvent = z.object({
  status: z.enum(['completed', 'failed', 'cancelled']),
  total: count,
  completed: count,
  failed: count,
  cancelled: count,
})
export type CrawlCompleteEvent = z.infer<typeof CrawlCompleteEvent>

import { z } from 'zod'
import { SHOWN_LABELS } from '../labels.ts'

const count = z.number().int()

/** Data of the event `complete` of a crawl's stream, the last one. */
export const CrawlCompleteEvent = z.object({
  status: z.enum(['completed', 'failed', 'cancelled']),
  ...SHOWN_LABELS,
  total: count,
  completed: count,
  failed: count,
  cancelled: count,
})
export type CrawlCompleteEvent = z.infer<typeof CrawlCompleteEvent>

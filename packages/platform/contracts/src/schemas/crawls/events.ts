import { z } from 'zod'
import { countsOf } from '../../fields/counts.ts'
import { SHOWN_LABELS } from '../labels.ts'

const { total, completed, failed, cancelled } = countsOf('pages')

/** Data of the event `complete` of a crawl's stream, the last one. */
export const CrawlCompleteEvent = z.object({
  status: z.enum(['completed', 'failed', 'cancelled']).describe('How the crawl has ended.'),
  ...SHOWN_LABELS,
  total,
  completed,
  failed,
  cancelled,
})
export type CrawlCompleteEvent = z.infer<typeof CrawlCompleteEvent>

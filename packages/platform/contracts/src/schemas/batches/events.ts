import { z } from 'zod'
import { SHOWN_LABELS } from '../labels.ts'

const count = z.number().int()

/** Data of the event `progress` of a batch's stream: what has ended, and the counts at that place of the batch's log. */
export const BatchProgressEvent = z.object({
  completed: count,
  failed: count,
  total: count,
  pending: count.describe('Items that have not ended at this place of the log.'),
  latest_url: z.string().describe('The address of the item that has ended.'),
  latest_status: z.enum(['succeeded', 'failed']),
  job_id: z.uuid().describe('Its job: `GET /jobs/{job_id}` has the result.'),
  ...SHOWN_LABELS,
})
export type BatchProgressEvent = z.infer<typeof BatchProgressEvent>

/** Data of the event `complete`, the last one. */
export const BatchCompleteEvent = z.object({
  status: z.enum(['completed', 'partially_failed', 'failed', 'cancelled']),
  ...SHOWN_LABELS,
  total: count,
  completed: count,
  failed: count,
  cancelled: count,
})
export type BatchCompleteEvent = z.infer<typeof BatchCompleteEvent>

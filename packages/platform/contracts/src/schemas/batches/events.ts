import { z } from 'zod'
import { countsOf } from '../../fields/counts.ts'
import { BatchState } from '../../fields/statuses.ts'
import { SHOWN_LABELS } from '../labels.ts'

const { total, completed, failed, cancelled, pending } = countsOf('items')

/** Data of the event `progress` of a batch's stream: what has ended, and the counts at that place of the batch's log. */
export const BatchProgressEvent = z.object({
  completed,
  failed,
  total,
  pending,
  latest_url: z.string().describe('The address of the item that has ended.'),
  latest_status: z.enum(['succeeded', 'failed']).describe('How that item has ended.'),
  job_id: z.uuid().describe('Its job: `GET /jobs/{job_id}` has the result.'),
  ...SHOWN_LABELS,
})
export type BatchProgressEvent = z.infer<typeof BatchProgressEvent>

/** Data of the event `complete`, the last one. */
export const BatchCompleteEvent = z.object({
  status: BatchState.extract(['completed', 'partially_failed', 'failed', 'cancelled']).describe(
    'How the batch has ended: `partially_failed` where some items failed and some succeeded.',
  ),
  ...SHOWN_LABELS,
  total,
  completed,
  failed,
  cancelled,
})
export type BatchCompleteEvent = z.infer<typeof BatchCompleteEvent>

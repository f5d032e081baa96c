import { z } from 'zod'
import { defineTool, READS } from './tool.ts'
import { WaitSeconds, waitForWork } from './wait-for-work.ts'
import { readWorkId, WorkId } from './work-id.ts'
import { stateReply, WorkState } from './work-state.ts'

export const checkWork = defineTool({
  name: 'check_work',
  title: 'See how far work is, or why it failed',
  description:
    'Says how far a batch, a crawl or a single page is, what it has cost, and why it failed: the error, each attempt, and what to do. Waits up to wait_seconds for its end. Free of charge.',
  annotations: READS,
  input: z.strictObject({ id: WorkId, wait_seconds: WaitSeconds }),
  output: WorkState,
  run: async ({ id, wait_seconds }, call) =>
    stateReply(await waitForWork(call, readWorkId(id), wait_seconds)),
})

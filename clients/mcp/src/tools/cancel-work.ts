import { z } from 'zod'
import { defineTool } from './tool.ts'
import { readWorkId, WorkId } from './work-id.ts'
import { getState, stateReply, WorkState } from './work-state.ts'

export const cancelWork = defineTool({
  name: 'cancel_work',
  title: 'Cancel work',
  description:
    'Cancels what has not begun of a batch or crawl, or a single page. What was fetched is kept and can be read; pages at work end and are charged. Work that has ended stays as it is.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({ id: WorkId }),
  output: WorkState,
  async run({ id }, call) {
    const work = readWorkId(id)
    const { client, signal } = call
    const group = { batch: client.batches, crawl: client.crawls, job: client.jobs }[work.kind]
    await group.cancel(work.id, { signal })
    return stateReply(await getState(call, work))
  },
})

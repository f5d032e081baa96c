import type { IDataObject, IExecuteFunctions } from 'n8n-workflow'
import { read } from '../../shared/api.ts'
import { waitFor } from '../../shared/wait.ts'
import { idField, text } from '../fields.ts'
import type { Resource } from '../operation.ts'

/** The job once it has ended, whichever way. */
export function waitForJob(
  context: IExecuteFunctions,
  itemIndex: number,
  jobId: string,
  atMost: number,
): Promise<IDataObject> {
  return waitFor(context, {
    path: `/jobs/${encodeURIComponent(jobId)}`,
    itemIndex,
    atMost,
    isDone: ({ status }) => status === 'completed' || status === 'failed',
    later: `the operation 'Get' of 'Job' reads job ${jobId}`,
  })
}

export const job: Resource = {
  value: 'job',
  name: 'Job',
  usual: 'get',
  operations: [
    {
      value: 'get',
      name: 'Get',
      action: 'Get a job',
      description: 'Read a scrape that goes on, or a page of a batch or crawl, with its result',
      fields: [idField('Job ID', 'jobId', 'As a scrape, batch or crawl gives it')],
      async run(context, itemIndex) {
        const path = `/jobs/${encodeURIComponent(text(context, itemIndex, 'jobId'))}`
        return [{ json: await read(context, { path, itemIndex }) }]
      },
    },
  ],
}

import { errorOfJob } from '../errors.ts'
import { JobsApi } from '../generated/groups/jobs.ts'
import type { Schemas } from '../types.ts'
import { type WaitOptions, waitUntilOver } from '../waiting/wait-until-over.ts'

/** A job that was delivered. */
export type CompletedJob = Schemas['Job'] & { result: Schemas['ScrapeResult'] }

export class Jobs extends JobsApi {
  /** Waits for a job to end, by the WebSocket where there is one. What made it fail is thrown. */
  async wait(job_id: string, options?: WaitOptions): Promise<CompletedJob> {
    const read = (call: object) => this.get(job_id, call)
    const job = await waitUntilOver(this.transport, { job_id }, read, options)
    if (job.status === 'failed') throw errorOfJob(job)
    return job as CompletedJob
  }
}

// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../../group.ts'
import type { Entry, Fields, Reply, RequestOptions } from '../../types.ts'

export class JobsApi extends Group {
  /** Fetch one page and return it in the asked formats. `POST /scrape` */
  create(fields: Fields<'postScrape'>, options?: RequestOptions): Promise<Reply<'postScrape'>> {
    return this.callOperation('postScrape', [], fields, options)
  }

  /** List your jobs of the last 31 days, the newest first. `GET /jobs` */
  list(fields: Fields<'listJobs'> = {}, options?: RequestOptions): Promise<Reply<'listJobs'>> {
    return this.callOperation('listJobs', [], fields, options)
  }

  /** Every entry of `list`, page by page as they are asked for. */
  all(
    fields: Fields<'listJobs'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Entry<'listJobs', 'jobs'>, void, undefined> {
    return this.turnPages('listJobs', [], fields, options, { by: 'cursor', entries: 'jobs' })
  }

  /** Read a job and, once it is completed, its result. `GET /jobs/{job_id}` */
  get(job_id: string, options?: RequestOptions): Promise<Reply<'getJob'>> {
    return this.callOperation('getJob', [job_id], {}, options)
  }

  /** Read what a job was asked with. `GET /jobs/{job_id}/request` */
  request(job_id: string, options?: RequestOptions): Promise<Reply<'getJobRequest'>> {
    return this.callOperation('getJobRequest', [job_id], {}, options)
  }

  /** Cancel a job that has not ended. `DELETE /jobs/{job_id}` */
  cancel(job_id: string, options?: RequestOptions): Promise<Reply<'cancelJob'>> {
    return this.callOperation('cancelJob', [job_id], {}, options)
  }

  /** Scrape again what a job was asked for, with changes. `POST /jobs/{job_id}/retry` */
  retry(
    job_id: string,
    fields: Fields<'retryJob'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'retryJob'>> {
    return this.callOperation('retryJob', [job_id], fields, options)
  }
}

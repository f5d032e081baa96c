import { endpointsIn, NO_BODY } from '../endpoint.ts'
import { inPath } from '../fields/ids.ts'
import { inWords, RETENTION } from '../limits.ts'
import { JobChanges } from '../schemas/job-changes.ts'
import { JobList, JobListQuery } from '../schemas/job-list.ts'
import { AskedJob } from '../schemas/job-request.ts'
import { Job, JobAccepted } from '../schemas/jobs.ts'
import { ScrapeResult } from '../schemas/scrape/result.ts'
import { postScrape } from './scrape.ts'

const endpoint = endpointsIn('Jobs', 'Scrapes that go on after their request was answered.')

const params = inPath('job_id')

export const getJob = endpoint({
  method: 'GET',
  path: '/jobs/{job_id}',
  summary: 'Read a job and, once it is completed, its result.',
  description: `Results are kept for ${inWords(RETENTION.resultMs)}. Items of batches and pages of crawls are jobs as well.`,
  auth: 'apiKeyOrBearer',
  consent: 'work',
  params,
  responses: { 200: Job, 304: NO_BODY },
  errors: ['JOB_NOT_FOUND', 'JOB_EXPIRED'],
})

export const getJobRequest = endpoint({
  method: 'GET',
  path: '/jobs/{job_id}/request',
  summary: 'Read what a job was asked with.',
  description:
    'Its request as `POST /scrape` takes it, to ask for the same once more, or to look why it came to what it did. What a request kept secret is never shown.',
  auth: 'apiKeyOrBearer',
  consent: 'work',
  params,
  responses: { 200: AskedJob },
  errors: ['JOB_NOT_FOUND'],
})

export const listJobs = endpoint({
  method: 'GET',
  path: '/jobs',
  summary: `List your jobs of the last ${inWords(RETENTION.jobMs)}, the newest first.`,
  description:
    'Scrapes, items of batches and pages of crawls, by any of the filters together. `next_cursor` goes on from where a page ended, whatever has been added meanwhile.',
  auth: 'apiKeyOrBearer',
  consent: 'work',
  query: JobListQuery,
  responses: { 200: JobList },
  errors: [],
})

export const cancelJob = endpoint({
  method: 'DELETE',
  path: '/jobs/{job_id}',
  summary: 'Cancel a job that has not ended.',
  description:
    'It ends as `failed` with `CANCELLED`, nothing is charged, and a worker that is at it stops. A job that has ended stays as it is. Items of batches and crawls are cancelled with these: 409.',
  auth: 'apiKeyOrBearer',
  consent: 'work',
  params,
  responses: { 200: Job },
  errors: ['JOB_NOT_FOUND', 'JOB_EXPIRED', 'CONFLICT'],
})

export const retryJob = endpoint({
  method: 'POST',
  path: '/jobs/{job_id}/retry',
  summary: 'Scrape again what a job was asked for, with changes.',
  description:
    'A new job of the same request, in which the fields of the body replace those of before; `advanced` and `cost_controls` are joined field by field. It is answered and charged as `POST /scrape` is. What a request kept secret (a body, cookies, headers, actions, a login in the address) ended with its job, and has to be sent anew.',
  auth: 'apiKeyOrBearer',
  consent: 'work',
  params,
  body: JobChanges.optional(),
  polled: ['/jobs/{job_id}'],
  responses: { 200: ScrapeResult, 202: JobAccepted },
  errors: [...postScrape.errors, 'JOB_NOT_FOUND', 'CONFLICT'],
})

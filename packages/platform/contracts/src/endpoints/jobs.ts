import { z } from 'zod'
import { endpointsIn } from '../endpoint.ts'
import { inWords, RETENTION } from '../limits.ts'
import { Job } from '../schemas/jobs.ts'

const endpoint = endpointsIn('Jobs', 'Scrapes that go on after their request was answered.')

export const getJob = endpoint({
  method: 'GET',
  path: '/jobs/{job_id}',
  summary: 'Read a job and, once it is completed, its result.',
  description: `Results are kept for ${inWords(RETENTION.resultMs)}. Items of batches and pages of crawls are jobs as well.`,
  auth: 'apiKeyOrBearer',
  consent: 'work',
  params: z.object({ job_id: z.string() }),
  responses: { 200: Job },
  errors: ['JOB_NOT_FOUND', 'JOB_EXPIRED'],
})

import type { AreaExamples } from './endpoint-example.ts'
import { scrapeResult } from './scrape.ts'

export const jobs: AreaExamples = {
  getJob: {
    params: { job_id: scrapeResult.job_id },
    replies: {
      200: {
        id: scrapeResult.job_id,
        status: 'completed',
        url: scrapeResult.url,
        mode: 'auto',
        created_at: '2026-11-22T08:00:00.000Z',
        progress: 100,
        completed_at: '2026-11-22T08:00:00.231Z',
        result: scrapeResult,
      },
    },
  },
  getJobRequest: {
    params: { job_id: scrapeResult.job_id },
    replies: {
      200: {
        request: {
          url: scrapeResult.url,
          formats: ['markdown'],
          cost_controls: { max_tier: '3' },
        },
        had_secrets: false,
      },
    },
  },
  listJobs: {
    query: { status: 'completed', domain: 'example.com', limit: '1' },
    replies: {
      200: {
        jobs: [
          {
            id: scrapeResult.job_id,
            status: 'completed',
            url: scrapeResult.url,
            domain: 'example.com',
            mode: 'auto',
            tier: '1',
            status_code: 200,
            credits: 1,
            cached: false,
            test: false,
            key_id: '01981c5e-6f1e-7c3a-9a51-2b1f6f0a1c11',
            created_at: '2026-11-22T08:00:00.000Z',
            completed_at: '2026-11-22T08:00:00.231Z',
          },
        ],
        next_cursor: scrapeResult.job_id,
        counts: null,
      },
    },
  },
  cancelJob: {
    params: { job_id: scrapeResult.job_id },
    replies: {
      200: {
        id: scrapeResult.job_id,
        status: 'failed',
        url: scrapeResult.url,
        mode: 'auto',
        created_at: '2026-11-22T08:00:00.000Z',
        error: 'The job was cancelled; nothing was charged.',
        error_code: 'CANCELLED',
        failed_at: '2026-11-22T08:00:00.231Z',
      },
    },
  },
  retryJob: {
    params: { job_id: scrapeResult.job_id },
    body: { cost_controls: { max_tier: '5' } },
    replies: {
      200: scrapeResult,
      202: {
        job_id: scrapeResult.job_id,
        status: 'pending',
        poll_url: `https://api.example.com/api/v1/jobs/${scrapeResult.job_id}`,
      },
    },
  },
}

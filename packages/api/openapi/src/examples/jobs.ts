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
}

import type { AreaExamples } from './endpoint-example.ts'
import { scrapeResult } from './scrape.ts'

/** Streams of a batch and of a crawl tell the same, each of its own things. */
export const live: AreaExamples = {
  streamBatch: {
    params: { batch_id: 'batch_01a1b2c3-4d5e-7f60-8a9b-0c1d2e3f4a5b' },
    events: {
      progress: {
        completed: 1,
        failed: 0,
        total: 1,
        pending: 0,
        latest_url: scrapeResult.url,
        latest_status: 'succeeded',
        job_id: scrapeResult.job_id,
      },
      complete: { status: 'completed', total: 1, completed: 1, failed: 0, cancelled: 0 },
    },
  },
  streamCrawl: {
    params: { crawl_id: '01a1b2c3-4d5e-7f60-8a9b-0c1d2e3f4a5b' },
    events: {
      progress: {
        completed: 1,
        failed: 0,
        total: 12,
        pending: 11,
        latest_url: scrapeResult.url,
        latest_status: 'succeeded',
        job_id: scrapeResult.job_id,
      },
      complete: { status: 'completed', total: 40, completed: 39, failed: 1, cancelled: 0 },
    },
  },
  streamEvents: {
    query: { kinds: 'job,batch', statuses: 'completed,failed' },
    events: {
      subscribed: {
        cursor: `1763900000000_${scrapeResult.job_id}`,
        type: 'subscribed',
        feed: 'account',
        ts: 1763900000,
      },
      job_update: {
        cursor: `1763900001000_${scrapeResult.job_id}`,
        type: 'job_update',
        job_id: scrapeResult.job_id,
        status: 'completed',
        url: scrapeResult.url,
        ts: 1763900001,
        error: null,
        result: null,
      },
      batch_update: {
        cursor: '1763900002000_01a1b2c3-4d5e-7f60-8a9b-0c1d2e3f4a5b',
        type: 'batch_update',
        batch_id: 'batch_01a1b2c3-4d5e-7f60-8a9b-0c1d2e3f4a5b',
        status: 'partially_failed',
        total: 2,
        completed: 1,
        failed: 1,
        cancelled: 0,
        pending: 0,
        ts: 1763900002,
      },
      crawl_update: {
        cursor: '1763900003000_01a1b2c3-4d5e-7f60-8a9b-0c1d2e3f4a5b',
        type: 'crawl_update',
        crawl_id: '01a1b2c3-4d5e-7f60-8a9b-0c1d2e3f4a5b',
        status: 'completed',
        total: 12,
        completed: 12,
        failed: 0,
        cancelled: 0,
        pending: 0,
        ts: 1763900003,
      },
    },
  },
}

import type { AreaExamples } from './endpoint-example.ts'
import { scrapeResult } from './scrape.ts'

const crawlId = '019a9f40-1d2c-7e5f-8a90-5b6c7d8e9f02'
const webhookUrl = 'https://hooks.example.com/gleaner'

const crawl = {
  crawl_id: crawlId,
  url: 'https://example.com/docs/',
  status: 'running',
  end_reason: null,
  paused_reason: null,
  total: 40,
  completed: 31,
  failed: 1,
  cancelled: 0,
  pending: 8,
  pages_scraped: 31,
  pages_failed: 1,
  pages_total: 200,
  max_pages: 200,
  discovered: 412,
  skipped: { excluded: 12, other_host: 9 },
  waiting: ['https://example.com/docs/limits', 'https://example.com/docs/webhooks'],
  left_out: { excluded: ['https://example.com/blog/'], other_host: ['https://elsewhere.example/'] },
  traps: [],
  site: { sitemaps: [{ url: 'https://example.com/sitemap.xml', urls: 380 }] },
  estimated_credits: 200,
  credits_used: 31,
  created_at: '2026-11-22T08:00:00.000Z',
  completed_at: null,
  cancelled_at: null,
  webhook_url: webhookUrl,
}

const entry = {
  crawl_id: crawlId,
  url: crawl.url,
  status: 'completed',
  end_reason: 'exhausted',
  paused_reason: null,
  total: 120,
  completed: 118,
  failed: 2,
  cancelled: 0,
  pending: 0,
  max_pages: 200,
  credits_used: 118,
  created_at: '2026-11-22T08:00:00.000Z',
  completed_at: '2026-11-22T08:00:04.000Z',
}

export const crawls: AreaExamples = {
  createCrawl: {
    bodies: {
      'A site': { url: 'https://example.com/docs/' },
      'Within bounds, with what every page is scraped with': {
        url: 'https://example.com/docs/',
        max_pages: 200,
        max_depth: 5,
        include_patterns: ['/docs/**'],
        exclude_patterns: ['**/*.pdf'],
        delay: 0.5,
        formats: ['markdown'],
        cost_controls: { max_credits: 1_000, max_tier: '4' },
        webhook_url: webhookUrl,
      },
    },
    replies: {
      202: {
        crawl_id: crawlId,
        status: 'discovering',
        estimated_pages: 200,
        total_enqueued: 0,
        estimated_credits: 200,
        message: `The crawl has begun: GET /api/v1/crawl/${crawlId} shows how far it is, GET /api/v1/crawl/${crawlId}/stream follows it.`,
        poll_url: `https://api.example.com/api/v1/crawl/${crawlId}`,
        webhook_url: webhookUrl,
      },
    },
  },
  getCrawl: {
    params: { crawl_id: crawlId },
    query: { include_results: 'true', limit: 20, offset: 0 },
    replies: {
      200: {
        ...crawl,
        limit: 20,
        offset: 0,
        results: [
          {
            url: scrapeResult.url,
            job_id: scrapeResult.job_id,
            status: 'succeeded',
            depth: 0,
            source: 'start',
            status_code: 200,
            credits: 1,
            result: scrapeResult,
          },
        ],
      },
    },
  },
  postCrawlEstimate: {
    body: { url: crawl.url, max_pages: 200, include_patterns: ['/docs/**'], formats: ['markdown'] },
    replies: {
      200: {
        url: crawl.url,
        estimated_pages: 120,
        min_pages: 120,
        max_pages: 200,
        estimated_tier: '1',
        estimated_credits: 120,
        min_credits: 120,
        max_possible_credits: 4_000,
        estimated_cost_dollars: 0.024,
        min_cost_dollars: 0.024,
        max_cost_dollars: 0.8,
        confidence: 'medium',
        reasoning: 'Sitemaps and links name 120 pages within the bounds; links may lead to more.',
        sitemap_found: true,
      },
    },
  },
  cancelCrawl: {
    params: { crawl_id: crawlId },
    replies: {
      200: {
        ...crawl,
        status: 'cancelled',
        end_reason: 'cancelled',
        cancelled: 6,
        pending: 2,
        cancelled_at: '2026-11-22T08:00:05.000Z',
      },
    },
  },
  pauseCrawl: {
    params: { crawl_id: crawlId },
    replies: { 200: { ...crawl, paused_reason: 'caller' } },
  },
  resumeCrawl: { params: { crawl_id: crawlId }, replies: { 200: crawl } },
  listCrawls: {
    query: { limit: 20, offset: 0 },
    replies: { 200: { crawls: [entry], total: 1, limit: 20, offset: 0 } },
  },
}

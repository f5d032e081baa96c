import type { AreaExamples } from './endpoint-example.ts'

const search_id = 'search_019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d4e'

const found = {
  search_id,
  status: 'completed',
  query: 'harbour lamps',
  engine: 'index',
  page: 1,
  results_requested: 10,
  results_count: 1,
  results: [
    {
      position: 1,
      title: 'How a lighthouse lamp finds the horizon',
      url: 'https://example.com/lighthouse',
      snippet: '… the lens that surrounds a harbour lamp bends those lost rays until they leave the tower …',
      date_published: '2026-03-14',
    },
  ],
  credits_used: 5,
  cost_breakdown: { search_credits: 5, scrape_credits: 0, total_microcents: 1_000 },
  pages_waiting: 0,
  created_at: '2026-11-22T08:00:00.000Z',
}

const job_id = '019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d50'

const scraped = {
  ...found,
  results: [
    {
      ...found.results[0],
      scrape: { job_id, status: 'succeeded', status_code: 200, credits: 1 },
      content: { markdown: '# How a lighthouse lamp finds the horizon\n' },
    },
  ],
  credits_used: 6,
  cost_breakdown: { search_credits: 5, scrape_credits: 1, total_microcents: 1_200 },
  scrapes: { total: 1, completed: 1, failed: 0, cancelled: 0, pending: 0 },
}

const scraping = {
  ...found,
  status: 'scraping',
  results: [{ ...found.results[0], scrape: { job_id, status: 'pending' } }],
  scrapes: { total: 1, completed: 0, failed: 0, cancelled: 0, pending: 1 },
  poll_url: `https://api.example.com/api/v1/search/${search_id}`,
}

export const search: AreaExamples = {
  createSearch: {
    bodies: {
      Search: { query: 'harbour lamps', num_results: 10, domain: 'example.com' },
      'Search and scrape': { query: '"harbour lamps" -oil', scrape_results: true, formats: ['markdown'] },
    },
    replies: { 200: found, 202: scraping },
  },
  getSearch: { params: { search_id }, replies: { 200: scraped } },
}

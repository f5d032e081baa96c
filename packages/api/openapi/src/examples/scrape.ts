import type { AreaExamples } from './endpoint-example.ts'

const jobId = '019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d4e'

/** A delivered page, as POST /scrape and a completed job show it. */
export const scrapeResult = {
  job_id: jobId,
  url: 'https://example.com/',
  cached: false,
  response_time_ms: 231,
  billing: {
    total_credits: 1,
    total_cost: 0.0002,
    tier_used: '1',
    tier_name: 'curl',
    escalations: [{ tier: '1', result: 'success', credits: 1, cost: 0.0002, duration_ms: 187 }],
    savings: 49,
    cost_dollars: 0.0002,
    final_cost_microcents: 200,
    byop_applied: false,
  },
  final_url: 'https://example.com/',
  redirected: false,
  redirect_chain: [],
  status_code: 200,
  content: {
    markdown:
      '# Example Domain\n\nThis domain is for use in documentation examples without needing permission.\n\n[Learn more](https://iana.org/domains/example)',
    json: { '@type': 'WebPage', name: 'Example Domain' },
  },
  title: 'Example Domain',
  metadata: { title: 'Example Domain', language: 'en' },
  headers: { 'content-type': 'text/html' },
  size_bytes: 513,
  screenshot_url: null,
  pdf_url: null,
  extraction_method: 'algorithmic',
  version: 'v1',
}

export const jobAccepted = {
  job_id: jobId,
  status: 'pending',
  poll_url: `https://api.example.com/api/v1/jobs/${jobId}`,
}

export const scrape: AreaExamples = {
  postScrape: {
    bodies: {
      'A page as Markdown and JSON': { url: 'https://example.com/', formats: ['markdown', 'json'] },
      'A page rendered by a browser, with a screenshot': {
        url: 'https://example.com/app',
        advanced: { render_js: true, wait_for: '#results', screenshot: true },
      },
      'Fields of your own': {
        url: 'https://example.com/product',
        extraction_schema: {
          type: 'object',
          properties: { title: { type: 'string' }, price: { type: 'number' }, in_stock: { type: 'boolean' } },
        },
      },
      'A page behind a login': {
        url: 'https://example.com/account/orders',
        session_id: '019a9f3e-8d10-7c44-a1f2-5b6c7d8e9f01',
        advanced: { session_update: true },
      },
      'What has changed since the last scrape': {
        url: 'https://example.com/prices',
        formats: ['markdown', 'change_tracking'],
        advanced: { change_tracking: { tag: 'nightly' } },
      },
      'A job to be polled, with a limit of its price': {
        url: 'https://example.com/report.pdf',
        sync: false,
        cost_controls: { max_credits: 5 },
      },
    },
    replies: { 200: scrapeResult, 202: jobAccepted },
  },
  postDemo: {
    body: { url: 'https://example.com/' },
    replies: {
      200: {
        ...scrapeResult,
        billing: {
          ...scrapeResult.billing,
          total_credits: 0,
          total_cost: 0,
          savings: 0,
          cost_dollars: 0,
          final_cost_microcents: 0,
          escalations: [{ tier: '1', result: 'success', credits: 0, cost: 0, duration_ms: 187 }],
        },
      },
    },
  },
  postEstimate: {
    body: { url: 'https://example.com/', advanced: { screenshot: true, render_js: true } },
    replies: {
      200: {
        url: 'https://example.com/',
        estimated_tier: '4',
        tier_name: 'browser',
        estimated_credits: 24,
        max_possible_credits: 24,
        estimated_cost_dollars: 0.0048,
        min_cost_dollars: 0.0048,
        max_cost_dollars: 0.0048,
        tiers: [{ tier: '4', name: 'browser', credits: 24 }],
        confidence: 'low',
        reasoning: 'advanced.render_js asks for a browser.',
      },
    },
  },
}

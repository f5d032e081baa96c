import { expect } from '@jest/globals'
import type { PublishedCall, PublishedClient } from './call.ts'

const text = expect.any(String)
const number = expect.any(Number)

/** What each of its scrapes sends. */
const SCRAPE = {
  mode: 'auto',
  sync: true,
  cache: false,
  force_refresh: false,
  include_raw_html: false,
  timeout: 120,
  evidence: false,
  promote_schema_org: true,
  wait_until: 'networkidle',
}
const RESULT = {
  url: text,
  status_code: 200,
  metadata: expect.any(Object),
  headers: expect.any(Object),
  cached: false,
  response_time_ms: number,
  size_bytes: number,
  extraction_method: text,
  billing: {
    total_credits: number,
    tier_used: text,
    escalations: [{ tier: text, result: 'success', credits: number, duration_ms: number }],
    savings: number,
    byop_applied: false,
    final_cost_microcents: number,
  },
}

const scrape = (call: string, more: object, reads: object = RESULT, path = '/article'): PublishedCall => ({
  call,
  request: ['POST', '/scrape', { url: `{site}${path}`, ...SCRAPE, ...more }],
  status: 200,
  reads,
})

/** The asynchronous class sends the same. More of its scrapes are in published-clients.test.ts. */
export const PYTHON: PublishedClient = {
  name: 'Python SDK 2.0.0',
  userAgent: 'AlterLab-Python-SDK/2.0.0',
  calls: [
    scrape('scrape_html', { mode: 'html' }, { ...RESULT, title: text, author: text, published_at: text }),
    scrape(
      'scrape_js',
      { mode: 'js', wait_for: 'article', advanced: { render_js: true, screenshot: true } },
      { status_code: 200, content: { text }, screenshot_url: text },
    ),
    scrape(
      'scrape_pdf',
      { mode: 'pdf', pdf_format: 'markdown' },
      { status_code: 200, content: { markdown: text } },
      '/pdf',
    ),
    scrape(
      'scrape_ocr',
      { mode: 'ocr', ocr_language: 'eng' },
      { status_code: 200, content: { text } },
      '/photo-with-text.png',
    ),
    scrape('scrape with raw HTML', { include_raw_html: true }, { ...RESULT, raw_html: text }),
    scrape(
      'scrape by a schema',
      { extraction_schema: { price: 'number' } },
      { ...RESULT, filtered_content: { price: 89.5 } },
      '/product',
    ),
    scrape('scrape for the cache', { cache: true, cache_ttl: 600 }),
    scrape(
      'scrape from the cache',
      { cache: true, cache_ttl: 600 },
      { cached: true, cached_at: text, expires_at: text, billing: { total_credits: 0 } },
    ),
    {
      call: 'scrape without waiting',
      request: ['POST', '/scrape', { url: '{site}/article', ...SCRAPE, sync: false }],
      status: 202,
      reads: { job_id: text },
    },
    {
      call: 'wait_for_job',
      request: ['GET', '/jobs/{job}'],
      status: 200,
      reads: { status: 'succeeded', result: RESULT },
    },
    {
      call: 'wait_for_job of one that fails',
      request: ['GET', '/jobs/{failed}'],
      status: 200,
      reads: { status: 'failed', error: text },
    },
    {
      call: 'estimate_cost',
      request: [
        'POST',
        '/scrape/estimate',
        {
          url: '{site}/article',
          mode: 'auto',
          advanced: { render_js: true, wait_condition: 'networkidle', remove_cookie_banners: true },
          cost_controls: { prefer_cost: false, prefer_speed: false, fail_fast: false, max_tier: '4' },
        },
      ],
      status: 200,
      reads: {
        url: text,
        estimated_tier: '4',
        estimated_credits: number,
        confidence: text,
        max_possible_credits: number,
        reasoning: text,
      },
    },
    {
      call: 'get_usage',
      request: ['GET', '/usage'],
      status: 200,
      reads: { credits_available: number, credits_used_month: number, period_start: text, period_end: text },
      fault:
        'Looks for credits_limit and plan, which a service that is paid from a balance has not; it shows none.',
    },
    {
      call: 'a page that no tier gives',
      request: ['POST', '/scrape', { url: '{site}/status/503', ...SCRAPE, cost_controls: { max_tier: '1' } }],
      status: 422,
      reads: { detail: text },
    },
    {
      call: 'a request that is not right',
      request: ['POST', '/scrape', { url: '{site}/article', ...SCRAPE, timeout: 0 }],
      status: 400,
      reads: { detail: expect.stringContaining('timeout') },
    },
  ],
}

import { expect } from '@jest/globals'
import type { PublishedCall, PublishedClient } from './call.ts'

const text = expect.any(String)
const number = expect.any(Number)

const RESULT = {
  url: text,
  final_url: text,
  status_code: 200,
  text,
  html: text,
  title: text,
  description: text,
  cached: false,
  response_time_ms: number,
  size_bytes: number,
  billing: {
    tier_used: text,
    tier_name: text,
    final_cost_microcents: number,
    cost_dollars: number,
    byop_applied: false,
    escalations: [{ tier: text, result: 'success', duration_ms: number }],
  },
}

const scrape = (call: string, more: object, reads: object = RESULT, path = '/article'): PublishedCall => ({
  call,
  request: ['POST', '/scrape', { url: `{site}${path}`, mode: 'auto', sync: true, ...more }],
  status: 200,
  reads,
})

/** More of its scrapes are in published-clients.test.ts. */
export const NODE: PublishedClient = {
  name: 'Node SDK 2.0.0',
  userAgent: 'alterlab-node/2.0.0',
  calls: [
    {
      ...scrape('scrape', {}),
      fault:
        'Looks for cost_microcents and escalation_path, which the contract calls final_cost_microcents and escalations.',
    },
    scrape('scrapeHtml', { mode: 'html' }),
    scrape(
      'scrapeJs',
      { mode: 'js', screenshot: true, wait_for: 'article' },
      { status_code: 200, text, screenshot_url: text, billing: { tier_used: '4', tier_name: 'browser' } },
    ),
    scrape('scrapePdf', { mode: 'pdf' }, { status_code: 200, text }, '/pdf'),
    {
      call: 'scrapeOcr',
      request: ['POST', '/scrape', { url: '{site}/photo-with-text.png', mode: 'ocr', language: 'eng' }],
      status: 200,
      reads: { status_code: 200, text },
    },
    scrape(
      'scrape with options',
      {
        formats: ['text', 'json', 'html', 'markdown'],
        cache: true,
        cache_ttl: 600,
        force_refresh: true,
        extraction_profile: 'article',
        cost_controls: { max_tier: 3, prefer: 'balanced', fail_fast: true, max_cost_dollars: 0.01 },
      },
      { ...RESULT, json: expect.any(Object), markdown_content: text },
    ),
    scrape(
      'scrape by a schema, whose names it writes in snake case',
      {
        extraction_schema: {
          type: 'object',
          properties: { price: { type: 'number' } },
          additional_properties: false,
        },
      },
      { status_code: 200, json: { price: 89.5 } },
      '/product',
    ),
    {
      call: 'estimateCost',
      request: ['POST', '/scrape/estimate', { url: '{site}/article' }],
      status: 200,
      reads: {
        estimated_tier: text,
        tier_name: text,
        estimated_cost_dollars: number,
        min_cost_dollars: number,
        max_cost_dollars: number,
        confidence: text,
        reasoning: text,
      },
      fault: 'Looks for reason, which the contract calls reasoning.',
    },
    {
      call: 'getUsage',
      request: ['GET', '/usage'],
      status: 200,
      reads: {
        balance_dollars: number,
        credits_used_month: number,
        requests_month: number,
        period_start: text,
        period_end: text,
      },
    },
    {
      call: 'scrapeAsync',
      request: ['POST', '/scrape', { url: '{site}/article', mode: 'auto', sync: false }],
      status: 202,
      reads: { job_id: text },
    },
    {
      call: 'waitForJob',
      request: ['GET', '/jobs/{job}'],
      status: 200,
      reads: { id: '{job}', status: 'completed', result: RESULT, created_at: text, completed_at: text },
      fault:
        'Looks for job_id and updated_at, which the contract calls id and completed_at; it waits and reads the result.',
    },
    {
      call: 'waitForJob of one that fails',
      request: ['GET', '/jobs/{failed}'],
      status: 200,
      reads: { status: 'failed', error: text },
    },
    {
      call: 'a page that no tier gives',
      request: [
        'POST',
        '/scrape',
        { url: '{site}/status/503', mode: 'auto', sync: true, cost_controls: { max_tier: 1 } },
      ],
      status: 422,
      reads: { detail: text, billing: { escalations: expect.any(Array) } },
      fault: 'Looks for url and tier beside the message; what was tried is in billing.',
    },
    {
      call: 'a request that is not right',
      request: ['POST', '/scrape', { url: '{site}/article', mode: 'auto', timeout: 0 }],
      status: 400,
      reads: { detail: expect.stringContaining('timeout'), details: { issues: [{ path: 'timeout' }] } },
      fault: 'Looks for field beside the message; the contract has a list of issues, each with its path.',
    },
  ],
}

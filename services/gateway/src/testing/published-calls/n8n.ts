import { expect } from '@jest/globals'
import type { PublishedClient } from './call.ts'
import { N8N_SCRAPES } from './n8n-scrapes.ts'

const text = expect.any(String)
const number = expect.any(Number)

const ESTIMATED = {
  url: text,
  estimated_tier: text,
  estimated_credits: number,
  confidence: text,
  max_possible_credits: number,
  reasoning: text,
}
const SESSION = {
  id: text,
  name: text,
  domain: '127.0.0.1',
  cookie_names: ['selwyn_session'],
  status: 'active',
  consecutive_failures: 0,
  total_requests: number,
  successful_requests: number,
  success_rate: number,
  expiry_status: text,
  created_at: text,
  updated_at: text,
}
const COOKIES = { selwyn_session: 'sample-session' }

export const N8N: PublishedClient = {
  name: 'n8n node 0.10.0',
  userAgent: 'n8n',
  calls: [
    {
      call: 'tries its key',
      request: ['GET', '/usage'],
      status: 200,
      reads: { balance: { current_cents: number } },
    },
    ...N8N_SCRAPES,
    {
      call: 'estimate: as it is',
      request: ['POST', '/scrape/estimate', { url: '{site}/article', mode: 'auto' }],
      status: 200,
      reads: ESTIMATED,
    },
    {
      call: 'estimate: with options',
      request: [
        'POST',
        '/scrape/estimate',
        {
          url: '{site}/article',
          mode: 'auto',
          advanced: { render_js: true, use_proxy: true, use_system_proxy: true, proxy_country: 'US' },
          cost_controls: { max_credits: 5_000, max_tier: '4', prefer_speed: true, fail_fast: false },
        },
      ],
      status: 200,
      reads: { ...ESTIMATED, estimated_tier: '4' },
    },
    {
      call: 'crawl: starts with all settings',
      request: [
        'POST',
        '/crawl',
        {
          url: '{site}/docs',
          max_pages: 5,
          max_depth: 1,
          formats: ['markdown', 'content', 'json_v2'],
          include_patterns: ['/docs/*'],
          exclude_patterns: ['/admin/*'],
          sitemap: 'only',
          advanced: { render_js: 'auto', use_proxy: true, max_concurrency: 5, delay: 1, timeout: 60 },
        },
      ],
      status: 202,
      reads: { crawl_id: text },
    },
    {
      call: 'crawl: polls',
      request: ['GET', '/crawl/{crawl}'],
      status: 200,
      reads: { crawl_id: '{crawl}', status: 'discovering' },
    },
    {
      call: 'crawl: cancels',
      request: ['DELETE', '/crawl/{crawl}'],
      status: 200,
      reads: { crawl_id: '{crawl}', status: 'cancelled' },
    },
    {
      call: 'crawl: polls what has ended',
      request: ['GET', '/crawl/{crawl}'],
      status: 200,
      reads: { status: 'cancelled', results: [] },
    },
    {
      call: 'search: with all options',
      request: [
        'POST',
        '/search',
        {
          query: 'article',
          num_results: 5,
          page: 1,
          country: 'US',
          language: 'en',
          domain: '127.0.0.1',
          time_range: 'year',
          scrape_results: true,
          formats: ['markdown', 'json'],
          extraction_schema: { title: 'string' },
        },
      ],
      status: 200,
      reads: { search_id: text, results: expect.any(Array) },
    },
    {
      call: 'search: polls',
      request: ['GET', '/search/{search}'],
      status: 200,
      reads: { search_id: '{search}', status: 'completed', results: expect.any(Array) },
    },
    {
      call: 'map: as it is',
      request: ['POST', '/map', { url: '{site}/docs' }],
      status: 200,
      reads: { map_id: text, total_urls: number, urls: expect.any(Array) },
    },
    {
      call: 'map: with all options',
      request: [
        'POST',
        '/map',
        {
          url: '{site}/docs',
          max_pages: 10,
          max_depth: 1,
          sitemap: 'skip',
          include_patterns: ['/**'],
          exclude_patterns: ['/admin/*'],
          search: 'docs',
          include_metadata: true,
          include_subdomains: true,
          respect_robots: false,
          sitemap_path: '/custom-sitemap.xml',
        },
      ],
      status: 200,
      reads: { map_id: text, urls: expect.any(Array) },
    },
    {
      call: 'extract: as it is',
      request: ['POST', '/extract', { content: '<h1>Lamp</h1><p>Price: $12.50</p>', content_type: 'html' }],
      status: 200,
      reads: {
        extract_id: text,
        credits_used: 12.5,
        model_used: null,
        extraction_method: text,
        content_size_chars: 33,
      },
    },
    {
      call: 'extract: with all options',
      request: [
        'POST',
        '/extract',
        {
          content: '# Lamp\n\nPrice: $12.50',
          content_type: 'markdown',
          formats: ['html', 'json', 'json_v2', 'markdown', 'rag', 'text'],
          extraction_schema: { title: 'string' },
          source_url: 'https://example.com/lamp',
          evidence: true,
        },
      ],
      status: 200,
      reads: {
        formats: {
          html: text,
          json: { title: 'Lamp' },
          json_v2: expect.anything(),
          markdown: text,
          rag: expect.anything(),
          text,
        },
      },
    },
    {
      call: 'extract: by a prompt, without a model of its own',
      request: [
        'POST',
        '/extract',
        { content: 'Lamp', content_type: 'text', extraction_prompt: 'The price' },
      ],
      status: 400,
      reads: { detail: expect.stringContaining('/llm-keys') },
    },
    {
      call: 'batch: submits',
      request: ['POST', '/batch', { urls: [{ url: '{site}/article', mode: 'auto', formats: ['markdown'] }] }],
      status: 200,
      reads: { batch_id: text },
    },
    {
      call: 'batch: with a webhook',
      request: ['POST', '/batch', { urls: [{ url: '{site}/article' }], webhook_url: '{site}/hook' }],
      status: 200,
      reads: { batch_id: text, webhook_url: text },
    },
    {
      call: 'batch: polls',
      request: ['GET', '/batch/{batch}'],
      status: 200,
      reads: { batch_id: '{batch}', status: 'completed', completed: 1 },
    },
    {
      call: 'batch: polls one of which a part has failed',
      request: ['GET', '/batch/{partly}'],
      status: 200,
      reads: { status: 'partially_failed', completed: 1, failed: 1, pending: 0, items: expect.any(Array) },
      fault:
        'Knows no other ends than completed and failed; it polls for five minutes, and then shows the batch.',
    },
    {
      call: 'session: creates',
      request: [
        'POST',
        '/sessions',
        {
          name: 'n8n',
          domain: '{site}',
          cookies: COOKIES,
          consent: true,
          headers: { 'X-A': 'b' },
          notes: 'mine',
          expires_at: '2030-01-31T10:00:00.000Z',
        },
      ],
      status: 200,
      reads: { ...SESSION, header_names: ['X-A'], notes: 'mine', expires_at: '2030-01-31T10:00:00.000Z' },
    },
    {
      call: 'session: lists',
      request: ['GET', '/sessions?domain=127.0.0.1&status=active'],
      status: 200,
      reads: { sessions: expect.arrayContaining([expect.objectContaining(SESSION)]), total: number },
    },
    { call: 'session: gets', request: ['GET', '/sessions/{session}'], status: 200, reads: SESSION },
    {
      call: 'session: updates',
      request: [
        'PATCH',
        '/sessions/{session}',
        {
          name: 'other',
          notes: 'new',
          cookies: COOKIES,
          headers: { 'X-A': 'b' },
          expires_at: '2030-01-31T10:00:00.000Z',
        },
      ],
      status: 200,
      reads: { ...SESSION, name: 'other', notes: 'new' },
    },
    {
      call: 'session: validates',
      request: ['POST', '/sessions/{session}/validate'],
      status: 200,
      reads: {
        is_valid: expect.any(Boolean),
        confidence: number,
        http_status: 200,
        cookies_expiring_soon: false,
        consecutive_failures: 0,
        details: text,
      },
    },
    {
      call: 'session: refreshes',
      request: ['POST', '/sessions/{session}/refresh', { cookies: COOKIES, headers: { 'X-A': 'b' } }],
      status: 200,
      reads: SESSION,
    },
    {
      call: 'session: refreshes nothing',
      request: ['POST', '/sessions/{session}/refresh', {}],
      status: 200,
      reads: { id: '{session}', last_validated_at: text },
    },
    {
      call: 'session: refreshes headers alone',
      request: ['POST', '/sessions/{session}/refresh', { headers: { 'X-A': 'c' } }],
      status: 400,
      reads: { details: { issues: [{ path: 'cookies', message: expect.stringMatching(/^is required/) }] } },
      fault: 'Offers cookies as optional, which the contract requires: new headers alone are a PATCH.',
    },
    { call: 'session: deletes', request: ['DELETE', '/sessions/{session}'], status: 204, reads: {} },
  ],
}

import { expect } from '@jest/globals'
import type { PublishedCall, PublishedClient } from './call.ts'

const text = expect.any(String)
const number = expect.any(Number)

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
  created_at: text,
  updated_at: text,
}
const COOKIES = { selwyn_session: 'sample-session' }
const EXTRACTED = {
  extract_id: text,
  credits_used: 12.5,
  model_used: null,
  extraction_method: text,
  content_size_chars: number,
  cache_hit: false,
  extraction_metadata: { mode: 'algorithmic', cost_microcents: null, latency_ms: number },
}

const get = (call: string, path: string, reads: object, fault?: string): PublishedCall => ({
  call,
  request: ['GET', path],
  status: 200,
  reads,
  ...(fault !== undefined && { fault }),
})
const post = (call: string, path: string, body: object | undefined, reads: object): PublishedCall => ({
  call,
  request: ['POST', path, ...(body ? [body] : [])] as unknown as PublishedCall['request'],
  status: 200,
  reads,
})

/** Its scrapes, crawls and searches with what they send besides are in published-clients.test.ts. */
export const MCP: PublishedClient = {
  name: 'MCP server 1.8.0',
  userAgent: 'alterlab-mcp-server/1.7.1',
  calls: [
    post(
      'estimate_cost',
      '/scrape/estimate',
      {
        url: '{site}/article',
        mode: 'auto',
        formats: ['markdown'],
        advanced: { render_js: false, use_proxy: false },
      },
      {
        url: text,
        estimated_tier: text,
        estimated_credits: number,
        confidence: text,
        max_possible_credits: number,
        reasoning: text,
      },
    ),
    get('check_balance', '/billing/balance', {
      balance_microcents: number,
      balance_display: expect.stringMatching(/^\$\d/),
      total_deposited_cents: number,
      total_spent_cents: number,
    }),
    get('get_usage', '/billing/usage', {
      today_credits: number,
      this_week_credits: number,
      this_month_credits: number,
      total_credits: number,
      today_requests: number,
      this_week_requests: number,
      top_domains: expect.any(Array),
    }),
    post(
      'batch_scrape (one of its scrapes)',
      '/scrape',
      {
        url: '{site}/article',
        mode: 'auto',
        formats: ['markdown'],
        sync: true,
        timeout: 90,
        advanced: {
          render_js: false,
          use_proxy: false,
          markdown: true,
          scroll_to_load: false,
          scroll_count: 3,
          remove_cookie_banners: true,
          block_images: false,
        },
      },
      { title: text, content: { markdown: text }, billing: { tier_used: '1', final_cost_microcents: 200 } },
    ),
    post(
      'scrape through a proxy',
      '/scrape',
      {
        url: '{site}/article',
        formats: ['markdown'],
        sync: true,
        advanced: { use_proxy: true, proxy_country: 'US' },
      },
      { content: { markdown: text }, billing: { final_cost_microcents: 400 } },
    ),
    post(
      'extract, as it was before it took content',
      '/scrape',
      {
        url: '{site}/product',
        formats: ['json'],
        sync: true,
        extraction_profile: 'product',
        extraction_schema: { price: 'number' },
        advanced: { render_js: false, use_proxy: false },
      },
      { content: { json: expect.any(Object) }, filtered_content: { price: 89.5 }, extraction_method: text },
    ),
    post(
      'extract: text',
      '/extract',
      { content: 'Lamp', content_type: 'text', extraction_profile: 'auto', formats: ['text', 'markdown'] },
      { ...EXTRACTED, formats: { text: 'Lamp', markdown: 'Lamp' } },
    ),
    post(
      'extract: by a schema',
      '/extract',
      { content: '# Lamp', content_type: 'markdown', extraction_schema: { title: 'string' }, cache: 'skip' },
      { ...EXTRACTED, formats: { json: { title: 'Lamp' } } },
    ),
    {
      call: 'extract: only what is cached',
      request: ['POST', '/extract', { content: '# Never seen', content_type: 'markdown', cache: 'only' }],
      status: 404,
      reads: { detail: text },
    },
    post(
      'map',
      '/map',
      {
        url: '{site}/docs',
        max_pages: 50,
        max_depth: 1,
        search: 'docs',
        sitemap: 'include',
        include_metadata: false,
        include_subdomains: false,
        respect_robots: true,
      },
      {
        map_id: text,
        total_urls: number,
        sitemap_found: expect.any(Boolean),
        credits_used: 5,
        robots_txt: { exists: expect.any(Boolean) },
        urls: expect.arrayContaining([
          expect.objectContaining({ url: text, source: text, depth: number, relevance_score: number }),
        ]),
      },
    ),
    get(
      'crawl_status of one that has begun',
      '/crawl/{crawl}',
      { crawl_id: '{crawl}', status: 'discovering', url: text, pages_scraped: 0, pages_total: 0 },
      'Knows queued and running, not the contract’s discovering: it shows the state without the advice to poll again.',
    ),
    {
      call: 'crawl_cancel',
      request: ['DELETE', '/crawl/{crawl}'],
      status: 200,
      reads: { crawl_id: '{crawl}', status: 'cancelled', pages_scraped: 0 },
      fault:
        'Shows credits_refunded: a crawl holds nothing before its pages, so there is nothing to refund, and it shows 0.',
    },
    post(
      'search with pages',
      '/search',
      { query: 'article', num_results: 3, scrape_results: true, formats: ['markdown', 'json_v2'] },
      {
        search_id: text,
        query: 'article',
        results_requested: 3,
        results_count: number,
        credits_used: number,
        results: expect.any(Array),
      },
    ),
    post(
      'batch',
      '/batch',
      {
        urls: [
          {
            url: '{site}/article',
            mode: 'auto',
            formats: ['markdown', 'content'],
            extraction_schema: { title: 'string' },
            timeout: 90,
            cache: false,
            advanced: { use_proxy: false },
          },
        ],
        webhook_url: '{site}/hook',
      },
      {
        batch_id: text,
        status: text,
        total_urls: 1,
        estimated_credits: number,
        job_ids: [text],
      },
    ),
    get('batch_status', '/batch/{batch}', {
      status: 'completed',
      total_urls: 1,
      completed: 1,
      failed: 0,
      credits_used: 1,
      items: [{ url: text, status: 'succeeded' }],
    }),
    get('batch_status of one of which a part has failed', '/batch/{partly}', {
      status: 'partially_failed',
      total_urls: 2,
      completed: 1,
      failed: 1,
      items: [
        { url: text, status: 'succeeded' },
        { url: text, status: 'failed', error: text },
      ],
    }),
    post(
      'create_session',
      '/sessions/',
      { name: 'agent', domain: '{site}', cookies: COOKIES, user_agent: 'Mozilla/5.0' },
      { id: text, name: 'agent', domain: '127.0.0.1', status: 'active', created_at: text },
    ),
    get('list_sessions', '/sessions/', {
      total: 2,
      sessions: expect.arrayContaining([
        expect.objectContaining({ id: text, name: 'mine', status: 'active', cookie_count: 1 }),
      ]),
    }),
    post(
      'scrape with a session',
      '/scrape',
      { url: '{site}/account', formats: ['markdown'], sync: true, session_id: '{session}' },
      { content: { markdown: expect.stringContaining('Ada Pilchard') } },
    ),
    get(
      'get_session',
      '/sessions/{session}',
      { ...SESSION, total_requests: 1, success_rate: 100 },
      'Multiplies success_rate by 100, which the contract has from 0 to 100.',
    ),
    {
      call: 'update_session',
      request: [
        'PATCH',
        '/sessions/{session}',
        {
          name: 'other',
          cookies: COOKIES,
          headers: { 'X-A': 'b' },
          expires_at: '2030-01-31T10:00:00Z',
          notes: 'n',
        },
      ],
      status: 200,
      reads: { ...SESSION, name: 'other', header_names: ['X-A'], notes: 'n' },
    },
    post('validate_session', '/sessions/{session}/validate', undefined, {
      id: '{session}',
      name: 'other',
      domain: '127.0.0.1',
      status: text,
      valid: expect.any(Boolean),
    }),
    post('refresh_session', '/sessions/{session}/refresh', { cookies: COOKIES }, SESSION),
    post(
      'refresh_session without cookies',
      '/sessions/{session}/refresh',
      {},
      {
        id: '{session}',
        last_validated_at: text,
        cookie_names: ['selwyn_session'],
      },
    ),
    {
      call: 'delete_session',
      request: ['DELETE', '/sessions/{session}'],
      status: 200,
      reads: { deleted: true },
    },
    get('list_beta_features', '/beta-features', {
      total: 1,
      features: [
        { slug: 'new-tables', name: 'New tables', description: 'd', status: 'beta', enabled: false },
      ],
    }),
    post('enable_beta_feature', '/beta-features/new-tables/enable', undefined, {
      feature_slug: 'new-tables',
      enabled: true,
      message: text,
    }),
    get('list_my_beta_features', '/beta-features/my', { features: ['new-tables'] }),
    post('disable_beta_feature', '/beta-features/new-tables/disable', undefined, {
      feature_slug: 'new-tables',
      enabled: false,
      message: text,
    }),
    {
      call: 'a page that no tier gives',
      request: [
        'POST',
        '/scrape',
        { url: '{site}/status/503', formats: ['markdown'], sync: true, cost_controls: { max_tier: '1' } },
      ],
      status: 422,
      reads: { detail: text },
    },
  ],
}

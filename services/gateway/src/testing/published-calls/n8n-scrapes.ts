import { expect } from '@jest/globals'
import type { PublishedCall } from './call.ts'

const text = expect.any(String)
const number = expect.any(Number)

const SCRAPED = {
  url: text,
  status_code: 200,
  title: text,
  cached: false,
  response_time_ms: number,
  size_bytes: number,
  billing: { total_credits: number, tier_used: text, savings: number },
}
const { title: _, ...ECHOED } = SCRAPED
const scrape = (call: string, more: object, reads: object = SCRAPED, path = '/article'): PublishedCall => ({
  call: `scrape: ${call}`,
  request: ['POST', '/scrape', { url: `{site}${path}`, mode: 'auto', sync: true, ...more }],
  status: 200,
  reads,
})

/** A scrape waits for its page; for a job only where that takes longer than two minutes. */
export const N8N_SCRAPES: PublishedCall[] = [
  scrape('as it is', {}, { ...SCRAPED, content: expect.stringMatching(/^# What/) }),
  scrape(
    'all formats',
    { formats: ['content', 'html', 'json', 'json_v2', 'markdown', 'rag', 'text'] },
    {
      ...SCRAPED,
      author: text,
      published_at: text,
      content: {
        html: text,
        json: { '@type': 'NewsArticle' },
        json_v2: { sections: expect.any(Array) },
        markdown: text,
        rag: { chunks: expect.any(Array) },
        text,
      },
    },
  ),
  scrape('HTML', { mode: 'html' }),
  scrape('JavaScript', { mode: 'js' }, { ...SCRAPED, billing: { tier_used: '4' } }),
  scrape('PDF', { mode: 'pdf' }, { status_code: 200, content: text }, '/pdf'),
  scrape('OCR', { mode: 'ocr' }, { status_code: 200, content: text }, '/photo-with-text.png'),
  scrape('POST', { method: 'POST', body: '{"a":1}', formats: ['text'] }, ECHOED, '/echo'),
  scrape('PUT', { method: 'PUT', body: '{"a":1}' }, ECHOED, '/echo'),
  scrape('PATCH', { method: 'PATCH', body: '{"a":1}' }, ECHOED, '/echo'),
  scrape('DELETE', { method: 'DELETE' }, ECHOED, '/echo'),
  scrape(
    'output options',
    { formats: ['markdown', 'json'], include_raw_html: true, timeout: 60, max_response_bytes: 0 },
    { ...SCRAPED, raw_html: expect.stringContaining('<html') },
  ),
  scrape('from the cache', { cache: true, cache_ttl: 600 }),
  scrape(
    'a picture and a PDF of the page',
    {
      advanced: {
        render_js: true,
        screenshot: true,
        generate_pdf: true,
        scroll_to_load: true,
        wait_condition: 'load',
        remove_cookie_banners: false,
      },
    },
    { ...SCRAPED, screenshot_url: text, pdf_url: text, billing: { tier_used: '4' } },
  ),
  scrape('words of pictures', { advanced: { ocr: true } }),
  scrape('by a proxy', { advanced: { use_proxy: true, use_system_proxy: true, proxy_country: 'US' } }),
  scrape(
    'with cookies, as a tree of sections',
    {
      formats: ['json_v2'],
      advanced: {
        cookies: { a: '1' },
        section_filter: { min_content_blocks: 1, content_only: false, exclude_content_types: ['image'] },
      },
    },
    { ...SCRAPED, content: { json_v2: { sections: expect.any(Array) } } },
  ),
  scrape('with a session', { advanced: { session_id: '{session}' } }, { status_code: 200 }, '/account'),
  scrape(
    'by a profile',
    { extraction_profile: 'product', promote_schema_org: false, evidence: true },
    { ...SCRAPED, extraction_method: text, filtered_content: { price: 89.5 } },
    '/product',
  ),
  scrape(
    'by a schema',
    { extraction_schema: { name: 'string', price: 'number' } },
    { ...SCRAPED, filtered_content: { price: 89.5 } },
    '/product',
  ),
  scrape('by a prompt, without a model of its own', { extraction_prompt: 'The title' }),
  scrape('bounds of its cost', {
    cost_controls: { max_credits: 5_000, max_tier: '2', prefer_cost: true, fail_fast: true },
  }),
  scrape(
    'at one tier',
    { cost_controls: { force_tier: '3.5' } },
    { ...SCRAPED, billing: { tier_used: '3.5' } },
  ),
  scrape('at once', { cost_controls: { prefer_speed: true } }, { ...SCRAPED, billing: { tier_used: '4' } }),
  {
    call: 'scrape: waits for a job',
    request: ['GET', '/jobs/{job}'],
    status: 200,
    reads: { status: 'completed', result: { status_code: 200, content: text, billing: { tier_used: '1' } } },
    fault: 'Looks for status_code beside the status of a job, where the contract has it in its result.',
  },
]

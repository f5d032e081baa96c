import type { AreaExamples } from './endpoint-example.ts'

const extract_id = '019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d60'
const fields = { name: 'Desk lamp', price: 12.5, availability: 'in stock' }
const extraction_schema = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' }, availability: { type: 'string' } },
}

const history = {
  extract_id: '019a9f3e-9c3d-7b2e-9d55-3f0a6c1b2d72',
  monitor_id: '019a9f51-2e3d-7f60-9ba1-6c7d8e9f0a13',
  url: 'https://example.com/product/1',
  status: 'completed',
  rows: [
    {
      checked_at: '2026-11-20T08:01:18.020Z',
      last_checked_at: '2026-11-21T08:01:18.020Z',
      versions: 2,
      data: { price: 19.99 },
      job_id: '019a9f3e-9c3d-7b2e-9d55-3f0a6c1b2d73',
    },
    {
      checked_at: '2026-11-23T08:01:18.020Z',
      last_checked_at: '2026-11-23T08:01:18.020Z',
      versions: 1,
      data: { price: 15 },
      job_id: '019a9f3e-9c3d-7b2e-9d55-3f0a6c1b2d75',
    },
  ],
  versions: { total: 3, asked: 3, read: 3, failed: 0 },
  credits_used: 37.5,
}

export const extract: AreaExamples = {
  getExtract: {
    params: { extract_id: history.extract_id },
    replies: {
      200: history,
      202: {
        extract_id,
        job_id: extract_id,
        status: 'pending',
        poll_url: `https://api.example.com/api/v1/jobs/${extract_id}`,
      },
    },
  },
  postExtract: {
    bodies: {
      'A page of your own, without a model': {
        content: '<h1>Desk lamp</h1><p>Price: 12.50 euros. In stock.</p>',
        source_url: 'https://shop.example.com/lamp',
        extraction_schema,
        evidence: true,
      },
      'A page that is fetched, by a model of yours': {
        url: 'https://example.com/',
        extraction_prompt: 'What is this page for, and who runs it?',
        extraction_provider: 'openai',
      },
      'A page of your archive': { job_id: '019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d70', extraction_schema },
      'All archived pages of a crawl': {
        crawl_id: '019a9f3e-8b2c-7b2e-9d55-3f0a6c1b2d71',
        extraction_profile: 'product',
      },
      'What a monitored page has said, over time': {
        monitor_id: history.monitor_id,
        from: '2026-11-01T00:00:00Z',
        extraction_schema: { type: 'object', properties: { price: { type: 'number' } } },
      },
    },
    replies: {
      200: {
        extract_id,
        formats: { json: fields },
        extraction_result: fields,
        filtered_content: fields,
        missing_fields: [],
        credits_used: 12.5,
        model_used: null,
        extraction_method: 'schema_filter',
        extraction_profile: 'auto',
        content_size_chars: 57,
        cache_hit: false,
        extraction_metadata: {
          mode: 'algorithmic',
          provider: null,
          model: null,
          input_tokens: null,
          output_tokens: null,
          cost_microcents: null,
          cached: false,
          latency_ms: 24,
        },
        warnings: [],
      },
      202: {
        extract_id,
        job_id: extract_id,
        status: 'pending',
        poll_url: `https://api.example.com/api/v1/jobs/${extract_id}`,
      },
    },
  },
}

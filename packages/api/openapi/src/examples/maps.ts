import type { AreaExamples } from './endpoint-example.ts'

const map_id = '019a9f3e-5b6c-7d8e-9f0a-1b2c3d4e5f60'

const map = {
  map_id,
  total_urls: 2,
  urls: [
    {
      url: 'https://example.com/docs/webhooks/signatures',
      source: 'sitemap',
      depth: 1,
      title: 'Signatures of webhooks',
      last_modified: '2026-11-02',
      relevance_score: 0.9312,
    },
    {
      url: 'https://example.com/docs/webhooks',
      source: 'link',
      depth: 1,
      title: 'Webhooks',
      relevance_score: 0.4105,
    },
  ],
  sitemap_found: true,
  robots_txt: { exists: true, disallowed_paths: ['/cart', '/admin/'] },
  credits_used: 5,
  warnings: ['3 found addresses were left out, as robots.txt disallows them.'],
}

export const maps: AreaExamples = {
  createMap: {
    bodies: {
      'All that a site names': { url: 'https://example.com' },
      'What it has on a subject': {
        url: 'https://example.com',
        search: 'webhook signatures',
        include_patterns: ['/docs/**'],
        max_pages: 100,
      },
    },
    replies: { 200: map },
  },
  getMap: {
    params: { map_id },
    replies: {
      200: map,
      202: { map_id, status: 'running', poll_url: `https://api.example.com/api/v1/map/${map_id}` },
    },
  },
}

import type { AreaExamples } from './endpoint-example.ts'
import { jobAccepted } from './scrape.ts'

export const pages: AreaExamples = {
  getPage: {
    query: { url: 'https://example.com/', format: 'text', max_tier: '3' },
    replies: { 202: jobAccepted },
  },
  readAddress: { params: { url: 'https://example.com/' }, replies: { 202: jobAccepted } },
}

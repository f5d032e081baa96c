import type { AreaExamples } from './endpoint-example.ts'
import { scrapeResult } from './scrape.ts'

export const parse: AreaExamples = {
  postParse: {
    bodies: {
      'A page': { content: '<h1>Desk lamp</h1><p>12.50 euros</p>', formats: ['markdown'] },
      'A file': {
        content: 'JVBERi0xLjcK',
        encoding: 'base64',
        filename: 'report.pdf',
        source_url: 'https://example.com/report.pdf',
        formats: ['markdown', 'tables'],
      },
    },
    replies: {
      200: { ...scrapeResult, url: 'about:content', final_url: 'about:content' },
      202: {
        job_id: scrapeResult.job_id,
        status: 'pending',
        poll_url: `https://api.example.com/api/v1/jobs/${scrapeResult.job_id}`,
      },
    },
  },
}

import { z } from 'zod'
import { FETCHING, Formats, fetchingOf, MaxTokens, Url } from './fields.ts'
import { PagePart, type PageResult, pageReply } from './page.ts'
import { defineTool, FETCHES } from './tool.ts'

export const scrape = defineTool({
  name: 'scrape',
  title: 'Scrape a page',
  description:
    'Fetches one web page or document (PDF, Office) now and returns it as Markdown or another format. Use it whenever you have an address and need what stands there; it renders JavaScript and gets past blocks where needed. Charged only when it delivers, from 1 credit ($0.0002). Long pages come in parts: go on with read_page and next_cursor, free of charge. For several addresses use scrape_batch, for a whole site crawl_site, for single fields extract.',
  annotations: FETCHES,
  input: z.strictObject({
    url: Url,
    formats: Formats,
    ...FETCHING,
    cache_seconds: z
      .number()
      .int()
      .min(60)
      .max(86_400)
      .optional()
      .describe('Take the page from your cache where it is no older; that costs nothing.'),
    max_credits: z.number().min(0).optional().describe('Fail rather than charge more.'),
    screenshot: z.boolean().optional().describe('Take a picture of the whole page; renders it.'),
    max_tokens: MaxTokens,
  }),
  output: PagePart,
  async run({ url, formats, cache_seconds, max_credits, screenshot, max_tokens, ...fetching }, call) {
    const fields = fetchingOf({ ...fetching, ...(screenshot && { render_js: true }) })
    const result = await call.client.jobs.create(
      {
        url,
        formats,
        ...fields,
        ...(screenshot && { advanced: { ...fields.advanced, screenshot } }),
        ...(max_credits !== undefined && { cost_controls: { ...fields.cost_controls, max_credits } }),
        ...(cache_seconds !== undefined && { cache: true, cache_ttl: cache_seconds }),
      },
      { signal: call.signal },
    )
    if ('poll_url' in result) return stillRunning(result.job_id)
    return pageReply(result as PageResult, { isPaid: true, format: formats[0], at: 0, maxTokens: max_tokens })
  },
})

/** The page was not there when the wait was over. */
export function stillRunning(jobId: string) {
  return {
    structured: { status: 'running' as const, job_id: jobId, next_cursor: null, warnings: [] },
    says: [`The page is still being fetched. Call check_work with id ${jobId} in a few seconds.`],
  }
}

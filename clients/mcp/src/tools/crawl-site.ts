import { z } from 'zod'
import { FETCHING, Formats, fetchingOf, Url } from './fields.ts'
import { defineTool, FETCHES } from './tool.ts'
import { WaitSeconds, waitForBegun } from './wait-for-work.ts'
import { begunReply, WorkState } from './work-state.ts'

const Patterns = z.array(z.string().min(1).max(500)).max(50).optional()

export const crawlSite = defineTool({
  name: 'crawl_site',
  title: 'Crawl a site',
  description:
    'Scrapes the pages of a site from a start address on, found by links and sitemaps, up to max_pages. Each page is charged as by scrape. It goes on by itself: the reply says how far it is and gives a work_id for check_work, list_results and cancel_work. Use map_site first to see which addresses there are, and estimate_cost for what it would cost.',
  annotations: FETCHES,
  beginsWork: true,
  input: z.strictObject({
    url: Url.describe('Where the crawl begins, with https://.'),
    max_pages: z.number().int().min(1).max(10_000).default(20).describe('Most pages that are scraped.'),
    max_depth: z
      .number()
      .int()
      .min(0)
      .max(20)
      .optional()
      .describe('Most links away from the start; 3 by default.'),
    include_patterns: Patterns.describe('Globs on the path of which one must match: /blog/**, *.html.'),
    exclude_patterns: Patterns.describe('Globs on the path; what matches one is left out.'),
    max_credits: z.number().min(0).optional().describe('Stop before the whole crawl costs more.'),
    formats: Formats,
    ...FETCHING,
    wait_seconds: WaitSeconds,
  }),
  output: WorkState,
  async run(
    {
      wait_seconds,
      max_credits,
      url,
      formats,
      max_pages,
      max_depth,
      include_patterns,
      exclude_patterns,
      ...fetching
    },
    call,
  ) {
    const fields = fetchingOf(fetching)
    const { crawl_id } = await call.client.crawls.create(
      {
        url,
        formats,
        max_pages,
        max_depth,
        include_patterns,
        exclude_patterns,
        ...fields,
        ...(max_credits !== undefined && { cost_controls: { ...fields.cost_controls, max_credits } }),
      },
      { signal: call.signal },
    )
    return begunReply(await waitForBegun(call, { kind: 'crawl', id: crawl_id }, wait_seconds))
  },
})

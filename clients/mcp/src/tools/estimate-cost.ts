import { z } from 'zod'
import { FETCHING, fetchingOf, Url, Warnings } from './fields.ts'
import { defineTool, READS } from './tool.ts'

export const estimateCost = defineTool({
  name: 'estimate_cost',
  title: 'Estimate what scraping costs',
  description:
    'Says beforehand what a page, or a whole crawl of up to max_pages, will probably cost and at most. Free of charge; a page is not fetched, of a crawl the sitemaps and the start page are read.',
  annotations: { ...READS, openWorldHint: true },
  input: z.strictObject({
    url: Url,
    max_pages: z
      .number()
      .int()
      .min(2)
      .max(10_000)
      .optional()
      .describe('Estimate a crawl of so many pages that begins there; without it that page alone.'),
    ...FETCHING,
  }),
  output: z.object({
    estimated_credits: z.number().describe('What it will probably cost; 5,000 credits are one dollar.'),
    max_credits: z.number().describe('What it costs at most.'),
    estimated_pages: z.number().int().describe('Pages that will probably be scraped.'),
    confidence: z.string().describe('high, medium or low.'),
    reasoning: z.string().describe('What the estimate rests on.'),
    warnings: Warnings,
  }),
  async run({ url, max_pages, ...fetching }, { client, signal }) {
    const fields = { url, ...fetchingOf(fetching) }
    const found = toOutput(
      max_pages === undefined
        ? await client.estimate(fields, { signal })
        : await client.crawls.estimate({ ...fields, max_pages }, { signal }),
    )
    const { estimated_credits, max_credits, estimated_pages, confidence, reasoning, warnings } = found
    return {
      structured: found,
      says: [
        `About ${estimated_credits} credits ($${(estimated_credits / 5_000).toFixed(4)}) for ${estimated_pages} page(s), ${max_credits} at most; confidence ${confidence}.`,
        reasoning,
        ...warnings,
      ],
    }
  },
})

interface Estimated {
  estimated_credits: number
  max_possible_credits: number
  estimated_pages?: number
  confidence: string
  reasoning: string
  warnings?: string[]
}

function toOutput({ estimated_pages = 1, max_possible_credits, warnings = [], ...found }: Estimated) {
  const { estimated_credits, confidence, reasoning } = found
  return {
    estimated_credits,
    max_credits: max_possible_credits,
    estimated_pages,
    confidence,
    reasoning,
    warnings,
  }
}

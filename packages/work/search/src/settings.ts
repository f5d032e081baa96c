import { SEARCH_ENGINES } from '@gleaner/contracts'
import { durationField, settingFacts, settings, urlField } from '@gleaner/runtime'
import { z } from 'zod'

/** Which engine answers searches: settings of the gateway. */
export const searchFields = settings('search', {
  SEARCH_ENGINE: z
    .enum(SEARCH_ENGINES)
    .default('index')
    .describe(
      'what POST /search asks: index (the pages that the account has scraped itself), searxng or brave',
    ),
  SEARXNG_URL: urlField(['http', 'https'])
    .optional()
    .describe('address of a SearXNG whose settings.yml has json among search.formats'),
  BRAVE_API_KEY: z
    .string()
    .optional()
    .describe("key of Brave's search API")
    .register(settingFacts, { secret: true }),
  BRAVE_URL: urlField(['http', 'https'])
    .default('https://api.search.brave.com/res/v1')
    .describe("address of Brave's search API"),
  SEARCH_TIMEOUT: durationField(15_000).describe('how long searxng or brave may take to answer'),
})

export type SearchSettings = z.infer<z.ZodObject<typeof searchFields>>

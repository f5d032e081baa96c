import type { EngineAnswer, EngineQuery, SearchEngine } from './engines/engine.ts'

/** Results that there are in all. */
const SAMPLES = 30
const HOST = 'example.com'

/** What test keys find: the same results for the same query, of a host that is nobody's; scraped they give the built-in sample pages. */
export function createSampleEngine(name: SearchEngine['name']): SearchEngine {
  return {
    name,
    async search({ query, page, numResults, domain = HOST }: EngineQuery): Promise<EngineAnswer> {
      const slug =
        query
          .toLowerCase()
          .match(/[a-z0-9]+/g)
          ?.slice(0, 5)
          .join('-') ?? 'query'
      const all = Array.from({ length: SAMPLES }, (_, index) => ({
        url: `https://${domain}/${slug}/${index + 1}`,
        title: `Sample result ${index + 1} for ${query}`,
        snippet: `A sample result for a test key: nothing was searched for "${query}", and nothing is charged.`,
      }))
      return { results: all.slice((page - 1) * numResults, page * numResults), warnings: [] }
    },
  }
}

// Runs Firecrawl's tools for Vercel's AI SDK of `FOLDER/node_modules`, and prints what each gives.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const { FOLDER, API_URL, API_KEY, SITE } = process.env
const TOOLS = 'node_modules/firecrawl-aisdk/dist/index.js'
const tools = await import(pathToFileURL(join(FOLDER, TOOLS)).href)

const CALLS = {
  scrape: { url: SITE, formats: ['markdown', 'html'] },
  search: { query: 'page', limit: 2 },
  map: { url: SITE, limit: 2 },
  crawl: { url: SITE, limit: 2 },
  batchScrape: { urls: [SITE], formats: ['markdown'] },
}

const found = {}
for (const [name, input] of Object.entries(CALLS)) {
  const tool = tools[name]({ apiKey: API_KEY, apiUrl: API_URL })
  const given = await tool.execute(input, { toolCallId: 'call', messages: [] })
  // Some give how far they are first.
  if (!given[Symbol.asyncIterator]) found[name] = given
  else for await (const state of given) found[name] = state
}
console.log(JSON.stringify(found))
// Its client keeps connections open.
process.exit(0)

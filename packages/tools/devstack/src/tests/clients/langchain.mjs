// Runs LangChain's FireCrawlLoader of `FOLDER/node_modules` in each of its modes, and prints what it gives.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const { FOLDER, API_URL, API_KEY, SITE } = process.env
const LOADER = 'node_modules/@langchain/community/dist/document_loaders/web/firecrawl.js'
const { FireCrawlLoader } = await import(pathToFileURL(join(FOLDER, LOADER)).href)

const MODES = {
  scrape: { formats: ['markdown'], onlyMainContent: true },
  crawl: { limit: 2, scrapeOptions: { formats: ['markdown', 'html'] } },
  map: { limit: 2 },
}

const found = {}
for (const [mode, params] of Object.entries(MODES))
  found[mode] = await new FireCrawlLoader({
    url: SITE,
    apiKey: API_KEY,
    apiUrl: API_URL,
    mode,
    params,
  }).load()
console.log(JSON.stringify(found))

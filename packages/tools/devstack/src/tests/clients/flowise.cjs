// Runs Flowise's FireCrawl loader of `FOLDER/node_modules` in each of its modes, and prints what it gives.
const Module = require('node:module')
const { join } = require('node:path')

const { FOLDER, API_URL, API_KEY, SITE } = process.env
const load = Module._load
// Of Flowise's helpers the loader uses three; their file needs all of Flowise and its database.
Module._load = function (name, ...rest) {
  if (name !== '../../../src/utils') return load.call(this, name, ...rest)
  return {
    getCredentialData: async () => ({ firecrawlApiToken: API_KEY, firecrawlApiUrl: API_URL }),
    getCredentialParam: (field, data) => data[field],
    handleEscapeCharacters: (text) => text,
  }
}
const LOADER = 'node_modules/flowise-components/dist/nodes/documentloaders/FireCrawl/FireCrawl.js'
const { nodeClass } = require(join(FOLDER, LOADER))

const schema = JSON.stringify({ type: 'object', properties: { title: { type: 'string' } } })
const MODES = {
  scrape: { url: SITE },
  crawl: { url: SITE, limit: '2' },
  extract: { url: SITE, extractSchema: schema },
  search: { searchQuery: 'page', searchLimit: '2' },
}

;(async () => {
  const found = {}
  for (const [crawlerType, inputs] of Object.entries(MODES)) {
    const data = { credential: 'x', inputs: { crawlerType, ...inputs }, outputs: { output: 'document' } }
    found[crawlerType] = await new nodeClass().init(data, '', {})
  }
  console.log(JSON.stringify(found))
})()

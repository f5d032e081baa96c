import type { Pool } from '@gleaner/db'
import { openPlaces } from '@gleaner/queue/work'
import { createBrave } from './engines/brave.ts'
import type { SearchEngine } from './engines/engine.ts'
import { createSearxng } from './engines/searxng.ts'
import { createIndexEngine } from './index/index-engine.ts'
import type { SearchSettings } from './settings.ts'

/** The engine that the operator has chosen, which accounts ask in turn. Throws when it lacks its address or key. */
export function createSearchEngine(settings: SearchSettings, pool: Pool): SearchEngine {
  const engine = openEngine(settings, pool)
  const places = openPlaces('search')
  return {
    name: engine.name,
    search: (query, accountId, signal) =>
      places.with(accountId, signal, (ends) => engine.search(query, accountId, ends)),
  }
}

function openEngine(settings: SearchSettings, pool: Pool): SearchEngine {
  const timeoutMs = settings.SEARCH_TIMEOUT
  switch (settings.SEARCH_ENGINE) {
    case 'index':
      return createIndexEngine(pool)
    case 'searxng':
      if (!settings.SEARXNG_URL) throw new Error('SEARCH_ENGINE is searxng, and SEARXNG_URL is not set')
      return createSearxng({ url: settings.SEARXNG_URL, timeoutMs })
    case 'brave':
      if (!settings.BRAVE_API_KEY) throw new Error('SEARCH_ENGINE is brave, and BRAVE_API_KEY is not set')
      return createBrave({ url: settings.BRAVE_URL, apiKey: settings.BRAVE_API_KEY, timeoutMs })
  }
}

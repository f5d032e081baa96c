import type { DevInfo } from '@gleaner/devstack/dev-info'
import { postScrape, request } from '../lib/api.ts'
import { CRW_VERSION, type Crw } from '../lib/crw.ts'

export interface Case {
  name: string
  /** Requests per round at one client; more clients send as many times more, up to four times. */
  count: number
  /** The process that does the work; default: all but those that are named here. */
  process?: string
  /** Sends one request; says what went wrong, or nothing. */
  send: (info: DevInfo, index: number) => Promise<string | undefined>
}

const FORMATS = ['markdown', 'json']
const PAGE = '/bench/20kb'

export const BARE = 'bare fetch of the page'
/** Answers tier 1 with a 403, and tier 2 with a page. */
const BLOCKED = '/not-browser'
/** The difference between the two is the price of one more tier, the fetch that was blocked included. */
export const CLIMB = 'tier 1 blocked, tier 2 delivers'
export const CLIMBED = 'tier 2 only, the same page'

/** What is measured in every round, the bare fetch of the same page first. */
export const CASES: Case[] = [
  {
    name: BARE,
    count: 200,
    send: async (info, index) => {
      const { status } = await request(`${info.sample_site}${PAGE}?i=${index}`)
      return status === 200 ? undefined : `status ${status}`
    },
  },
  scrapeCase('tier 1, markdown + json', 80, '1', (index) => ({ path: `${PAGE}?i=${index}` })),
  scrapeCase('answered from the cache', 80, '1', () => ({ path: `${PAGE}?cached`, body: { cache: true } })),
  scrapeCase('tier 2 only', 40, '2', (index) => ({
    path: `${PAGE}?i=${index}`,
    body: { cost_controls: { force_tier: '2' } },
  })),
  scrapeCase(CLIMB, 40, '2', (index) => ({ path: `${BLOCKED}?i=${index}` })),
  scrapeCase(CLIMBED, 40, '2', (index) => ({
    path: `${BLOCKED}?i=${index}`,
    body: { cost_controls: { force_tier: '2' } },
  })),
  scrapeCase('tier 3 only', 40, '3', (index) => ({
    path: `${PAGE}?i=${index}`,
    body: { cost_controls: { force_tier: '3' } },
  })),
]

/** The same page through fastCRW's engine: Markdown only. */
export function crwCase(crw: Crw): Case {
  return {
    name: `fastCRW ${CRW_VERSION}, markdown`,
    count: 80,
    send: (info, index) => crw.scrape(`${info.sample_site}${PAGE}?i=${index}`),
    process: CRW_PROCESS,
  }
}

export const CRW_PROCESS = 'fastCRW'

export const BROWSER_CASES: Case[] = [
  scrapeCase('browser (tier 4), page of 20 KB', 10, '4', (index) => ({
    path: `${PAGE}?i=${index}`,
    body: { cost_controls: { force_tier: '4' } },
  })),
  scrapeCase('browser (tier 4), page made by a script', 10, '4', (index) => ({
    path: `/spa?i=${index}`,
    body: { cost_controls: { force_tier: '4' } },
  })),
  scrapeCase('slim browser (tier 3.5), page of 20 KB', 10, '3.5', (index) => ({
    path: `${PAGE}?i=${index}`,
    body: { cost_controls: { force_tier: '3.5' } },
  })),
]

function scrapeCase(
  name: string,
  count: number,
  tier: string,
  make: (index: number) => { path: string; body?: object },
): Case {
  return {
    name,
    count,
    send: async (info, index) => {
      const { path, body } = make(index)
      const answer = await postScrape(info, { url: `${info.sample_site}${path}`, formats: FORMATS, ...body })
      if (answer.status !== 200) return `status ${answer.status}: ${answer.text.slice(0, 120)}`
      const used = answer.headers['x-service-tier']
      return used === tier ? undefined : `tier ${used} instead of ${tier}`
    },
  }
}

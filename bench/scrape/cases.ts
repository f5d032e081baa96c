import type { DevInfo } from '@gleaner/devstack/dev-info'
import { postScrape, request } from '../lib/api.ts'
import { CRW_VERSION, type Crw } from '../lib/crw.ts'
import type { MixtureSite } from '../lib/mixture/mixture-site.ts'

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
export const BARE = 'bare fetch of the page'
export const SCRAPE = 'tier 1, markdown + json'
/** Answers tier 1 with a 403, and tier 2 with a page. */
const BLOCKED = '/not-browser'
/** The difference between the two is the price of one more tier, the fetch that was blocked included. */
export const CLIMB = 'tier 1 blocked, tier 2 delivers'
export const CLIMBED = 'tier 2 only, the same page'

/** What is measured in every round over the pages of a site, the bare fetch of the same pages first. */
export function casesOf({ urlOf }: MixtureSite): Case[] {
  const blocked = (info: DevInfo, index: number) => `${info.sample_site}${BLOCKED}?i=${index}`
  const atTier = (tier: string) => ({ cost_controls: { force_tier: tier } })
  return [
    {
      name: BARE,
      count: 200,
      send: async (_, index) => {
        const { status } = await request(urlOf(index))
        return status === 200 ? undefined : `status ${status}`
      },
    },
    scrapeCase(SCRAPE, 160, '1', (_, index) => ({ url: urlOf(index) })),
    scrapeCase('answered from the cache', 80, '1', () => ({ url: urlOf(0), cache: true })),
    scrapeCase('tier 2 only', 40, '2', (_, index) => ({ url: urlOf(index), ...atTier('2') })),
    scrapeCase(CLIMB, 40, '2', (info, index) => ({ url: blocked(info, index) })),
    scrapeCase(CLIMBED, 40, '2', (info, index) => ({ url: blocked(info, index), ...atTier('2') })),
    scrapeCase('tier 3 only', 40, '3', (_, index) => ({ url: urlOf(index), ...atTier('3') })),
  ]
}

/** The same pages through fastCRW's engine: Markdown only. */
export function crwCase(crw: Crw, { urlOf }: MixtureSite): Case {
  return {
    name: `fastCRW ${CRW_VERSION}, markdown`,
    count: 160,
    send: (_, index) => crw.scrape(urlOf(index)),
    process: CRW_PROCESS,
  }
}

export const CRW_PROCESS = 'fastCRW'

export function browserCasesOf({ urlOf }: MixtureSite): Case[] {
  return [
    scrapeCase('browser (tier 4)', 10, '4', (_, index) => ({
      url: urlOf(index),
      cost_controls: { force_tier: '4' },
    })),
    scrapeCase('browser (tier 4), page made by a script', 10, '4', (info, index) => ({
      url: `${info.sample_site}/spa?i=${index}`,
      cost_controls: { force_tier: '4' },
    })),
    scrapeCase('slim browser (tier 3.5)', 10, '3.5', (_, index) => ({
      url: urlOf(index),
      cost_controls: { force_tier: '3.5' },
    })),
  ]
}

function scrapeCase(
  name: string,
  count: number,
  tier: string,
  make: (info: DevInfo, index: number) => { url: string },
): Case {
  return {
    name,
    count,
    send: async (info, index) => {
      const answer = await postScrape(info, { formats: FORMATS, ...make(info, index) })
      if (answer.status !== 200) return `status ${answer.status}: ${answer.text.slice(0, 120)}`
      const used = answer.headers['x-service-tier']
      return used === tier ? undefined : `tier ${used} instead of ${tier}`
    },
  }
}

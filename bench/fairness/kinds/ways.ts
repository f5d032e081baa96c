import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Api, apiOf, expectStatus } from '@gleaner/devstack/testing/fair/api'
import { KINDS_OF_WORK, type Started, validating } from '@gleaner/devstack/testing/fair/kinds-of-work'
import { WORK_KINDS, type WorkKind } from '@gleaner/queue/work'
import { eventually } from '@gleaner/testkit'
import { dropReplies, followJob, holdReplies, largeJobOf } from './connections.ts'
import { whereOnlyBrowsersLearn } from './pages.ts'

/** What keeps a kind out of the bench, and the tests that hold it. */
export type Apart = { because: string; tests: string }

/** Requests of a free account at once. */
const AT_ONCE = 3

/** Does something again and again, as a free account may, until the flood is over. */
function again(work: (api: Api, site: Site) => Promise<unknown>): Started['flood'] {
  return (api, site, signal) => {
    for (let lane = 0; lane < AT_ONCE; lane++)
      void (async () => {
        while (!signal?.aborted) await work(api, site)
      })().catch(() => {})
  }
}
type Site = Parameters<Started['flood']>[1]

let made = 0
const unique = () => `?way=${made++}`
const scrape = (path: string, options: object = {}) => ({
  send: (api: Api, site: Site) =>
    api('POST', '/scrape', { url: `${site.honest}${path}${unique()}`, timeout: 60, ...options }),
})
async function once(sent: Promise<Awaited<ReturnType<Api>>>): Promise<void> {
  expectStatus(await sent, 200, 201, 202)
}

async function crawl(api: Api, body: object): Promise<void> {
  const accepted = await api('POST', '/crawl', { formats: ['text'], ...body })
  expectStatus(accepted, 202)
  await eventually(
    async () => {
      const { body } = await api('GET', `/crawl/${accepted.body.crawl_id}`)
      if (body?.status !== 'completed') throw new Error(JSON.stringify(body)?.slice(0, 300))
    },
    { timeoutMs: 60_000 },
  )
}

async function readLarge(api: Api, site: Site): Promise<void> {
  const { body } = await api('GET', `/jobs/${await largeJobOf(api, site)}`)
  const { length } = JSON.stringify(body ?? '')
  if (length < 1_100_000) throw new Error(`a reply of ${length} bytes is no large one`)
}

/** The same page, as an agent reads it. */
async function readAsAgent(api: Api, site: Site): Promise<void> {
  const call = { name: 'read_page', arguments: { job_id: await largeJobOf(api, site) } }
  const reply = await fetch(new URL('/mcp', api.base), {
    method: 'POST',
    headers: {
      'x-api-key': api.key,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
  })
  const text = await reply.text()
  if (!text.includes('next_cursor')) throw new Error(`no page was read: ${text.slice(0, 300)}`)
}

const words = scrape('words')
const document = scrape('document.pdf')
const large = scrape('large')
const CONTENT = `<article><h1>Long</h1>${'<p>Words that are to be found in an extraction.</p>'.repeat(9_000)}</article>`
const extraction = (api: Api) => api('POST', '/extract', { content: CONTENT, extraction_profile: 'article' })
const urls = (site: Site, count: number) => Array.from({ length: count }, () => `${site.honest}${unique()}`)
const session = (api: Api) =>
  api('POST', '/sessions', { name: 'harbour', domain: 'harbour.example', cookies: { sid: `s${made++}` } })

/** The kinds that KINDS_OF_WORK has no flood of. `indexGateway`: base of a gateway whose searches ask the built-in index. */
function ownWays(indexGateway: string): Partial<Record<WorkKind, Started | Apart>> {
  const search = (api: Api) => apiOf(indexGateway, api.key)('POST', '/search', { query: `lamp ${made++}` })
  const tests = 'packages/work/crawl/src/driver/fair-shares.test.ts'
  return {
    'isolated-attempt': {
      because: 'only jobs of a worker that was killed come to it',
      tests: 'packages/platform/queue/src/work/kinds.test.ts',
    },
    'page-judging': {
      because: 'a check comes every five minutes at most',
      tests: 'services/scheduler/src/monitors/judge-checks.test.ts',
    },
    'picture-comparison': {
      because: 'a picture is of a change, which comes every five minutes at most, and is drawn once a day',
      tests: 'services/gateway/src/routes/monitor-pictures.test.ts',
    },
    'crawl-robots': { because: 'its sites need names, and loopback has none', tests },
    'crawl-suspicion': {
      because: 'it follows a hundred pages of a crawl (flooded by crawl-step’s maze)',
      tests,
    },
    'validation-in-browser': validating('validation-in-browser', whereOnlyBrowsersLearn),
    parsing: { flood: again(words.send), once: (api, site) => once(words.send(api, site)) },
    'parsing-documents': { flood: again(large.send), once: (api, site) => once(document.send(api, site)) },
    'crawl-feeds': {
      flood(api, site) {
        const body = { url: site.silent('crawl-feeds'), sitemap: 'include', max_pages: 5 }
        for (let n = 0; n < 5; n++) void api('POST', '/crawl', body)
      },
      once: (api, site) => crawl(api, { url: `${site.honest}feeds`, sitemap: 'include', max_pages: 2 }),
    },
    'crawl-step': {
      flood(api, site) {
        const body = { url: site.silent('crawl-step'), max_pages: 2_000, max_depth: 20 }
        for (let n = 0; n < 5; n++) void api('POST', '/crawl', body)
      },
      once: (api, site) => crawl(api, { url: `${site.honest}${unique()}`, max_pages: 2 }),
    },
    'search-index': { flood: again(search), once: (api) => once(search(api)) },
    'batch-acceptance': {
      flood: again(async (api, site) => {
        const { body } = await api('POST', '/batch', { urls: urls(site, 1_000) })
        await api('DELETE', `/batch/${body?.batch_id}`)
      }),
      once: (api, site) => once(api('POST', '/batch', { urls: urls(site, 1) })),
    },
    creation: { flood: again(session), once: (api) => once(session(api)) },
    reply: { flood: (...to) => void holdReplies(...to), once: readLarge },
    'page-piece': {
      flood: (api, site, signal) => void dropReplies(api, site, AT_ONCE, signal),
      once: readLarge,
    },
    'reply-thread': { flood: again(extraction), once: (api) => once(extraction(api)) },
    'agent-reply': { flood: again(readAsAgent), once: readAsAgent },
    'live-messages': { flood: again(followJob), once: followJob },
  }
}

/** How every kind of the table is flooded and measured, and what is left out and why. Throws for a kind that is neither. */
export function waysOf(indexGateway: string): { ways: Map<WorkKind, Started>; apart: Map<WorkKind, Apart> } {
  const ways = new Map<WorkKind, Started>()
  const apart = new Map<WorkKind, Apart>()
  const known = { ...KINDS_OF_WORK, ...ownWays(indexGateway) } as Partial<Record<WorkKind, object>>
  for (const kind of WORK_KINDS) {
    const way = known[kind]
    if (way && 'flood' in way) ways.set(kind, way as Started)
    else if (way && 'because' in way) apart.set(kind, way as Apart)
    else throw new Error(`${kind} has no way to be flooded and measured: give it one in bench/fairness/kinds`)
  }
  for (const { tests } of apart.values())
    if (!existsSync(join(import.meta.dirname, '../../..', tests))) throw new Error(`there is no ${tests}`)
  return { ways, apart }
}

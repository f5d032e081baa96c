import type { FleetKind, WORK, WorkKind } from '@gleaner/queue/work'
import { eventually } from '@gleaner/testkit'
import { type Api, expectStatus } from './api.ts'
import type { HostileSite } from './hostile-site.ts'

/** Kinds of work that last as long as somebody outside wants. */
export type OutsiderKind = {
  [K in WorkKind]: (typeof WORK)[K]['heldBy'] extends 'outsider' ? K : never
}[WorkKind]

/** How an account comes to a kind of work: so that it is held as long as may be, and so that it is done. */
export interface Started {
  /** Starts so much of it that there is more than a share. Replies that come late or never are nobody's. */
  flood(api: Api, site: HostileSite, signal?: AbortSignal): void
  /** Does it once; throws unless it is done. */
  once(api: Api, site: HostileSite): Promise<void>
}

/** The file whose tests do the same for a kind that no request of the API leads to by itself. */
export type Elsewhere = { tests: string }

const TIMES = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Longer than the suite. */
const PATIENT = { timeout: 120 }

function scraping(
  flood: (site: HostileSite, index: number) => object,
  once: (site: HostileSite) => object,
  count: number,
): Started {
  return {
    flood(api, site) {
      for (const index of TIMES(count))
        void api('POST', '/scrape', { sync: false, ...PATIENT, ...flood(site, index) })
    },
    async once(api, site) {
      expectStatus(await api('POST', '/scrape', { ...PATIENT, ...once(site) }), 200)
    },
  }
}

const tier = (force_tier: string) => ({ cost_controls: { force_tier } })
let made = 0
const unique = () => `?${made++}`

async function newSession(api: Api, domain: string): Promise<string> {
  const cookies = { sid: `of-ada-who-is-known-${made++}` }
  const created = await api('POST', '/sessions', { name: 'harbour', domain, cookies })
  expectStatus(created, 200)
  return created.body.id
}

/** Five of an account in a minute are all that the API allows: more than its share. */
export function validating(kind: FleetKind, honest = (site: HostileSite) => site.honest): Started {
  return {
    async flood(api, site) {
      for (const _ of TIMES(5))
        void api('POST', `/sessions/${await newSession(api, site.silent(kind))}/validate`)
    },
    async once(api, site) {
      const id = await newSession(api, honest(site))
      const { status, body } = await api('POST', `/sessions/${id}/validate`)
      if (status !== 200 || body.is_valid !== true) throw new Error(JSON.stringify(body))
    },
  }
}

/** A key of the account's at a model that stands at a base_url. */
async function newModelKey(api: Api, base_url: string): Promise<string> {
  const key = { name: `model ${made++}`, provider: 'custom', base_url, api_key: 'sk-of-a-model', model: 'm' }
  const created = await api('POST', '/llm-keys', key)
  expectStatus(created, 201)
  return created.body.id
}

/** The path of a batch of one page, once it has ended. */
async function endedBatch(api: Api, site: HostileSite): Promise<string> {
  const accepted = await api('POST', '/batch', { urls: [`${site.honest}${unique()}`] })
  expectStatus(accepted, 200)
  const path = `/batch/${accepted.body.batch_id}`
  await eventually(async () => {
    const { body } = await api('GET', path)
    if (body.status !== 'completed') throw new Error(JSON.stringify(body))
  })
  return path
}

/** A destination in a bucket, of which its endpoint takes everything. */
async function newBucket(api: Api, endpoint: string): Promise<string> {
  const place = { name: `bucket ${made++}`, type: 's3', endpoint, bucket: 'pages', addressing: 'path' }
  const created = await api('POST', '/exports', {
    ...place,
    access_key_id: 'AK',
    secret_access_key: 'of-nobody',
  })
  expectStatus(created, 201)
  return created.body.id
}

/** Of places that are opened by the table's numbers alone, and that no request leads to by itself or fills alone. */
const TABLE_TESTS = { tests: 'packages/platform/queue/src/work/kinds.test.ts' }
const CRAWL_TESTS = { tests: 'packages/work/crawl/src/driver/fair-shares.test.ts' }

export const KINDS_OF_WORK: Record<OutsiderKind, Started | Elsewhere> = {
  'manual-login': { tests: 'packages/tools/devstack/src/tests/manual-logins.test.ts' },
  'manual-login-page': TABLE_TESTS,
  // Those that end soonest come first.
  delivery: {
    flood(api, site) {
      for (const index of TIMES(5))
        void api('POST', '/batch', {
          urls: [`${site.honest}${unique()}`],
          webhook_url: `${site.silent('delivery')}${index}`,
        })
    },
    async once(api, site) {
      const accepted = await api('POST', '/batch', {
        urls: [`${site.honest}${unique()}`],
        webhook_url: `${site.honest}hook`,
      })
      expectStatus(accepted, 200)
      await eventually(() => {
        if (!site.received.some((text) => text.includes(accepted.body.batch_id)))
          throw new Error('no webhook')
      })
    },
  },
  estimate: {
    flood(api, site) {
      for (const _ of TIMES(6)) void api('POST', '/crawl/estimate', { url: site.silent('estimate') })
    },
    async once(api, site) {
      expectStatus(await api('POST', '/crawl/estimate', { url: site.honest, max_pages: 5 }), 200)
    },
  },
  export: {
    async flood(api, site) {
      const source = await endedBatch(api, site)
      const destination_id = await newBucket(api, site.silent('export'))
      for (const _ of TIMES(5)) void api('POST', `${source}/export`, { destination_id, format: 'jsonl' })
    },
    async once(api, site) {
      const source = await endedBatch(api, site)
      const destination_id = await newBucket(api, site.honest)
      const begun = await api('POST', `${source}/export`, { destination_id, format: 'jsonl' })
      expectStatus(begun, 202)
      await eventually(async () => {
        const { body } = await api('GET', `/exports/runs/${begun.body.export_id}`)
        if (body.status !== 'completed') throw new Error(JSON.stringify(body))
      })
    },
  },
  validation: validating('validation'),
  'validation-in-browser': { tests: 'packages/work/tier-worker/src/permits.test.ts' },
  search: {
    flood(api) {
      for (const index of TIMES(12)) void api('POST', '/search', { query: `hang ${index}`, timeout: 100 })
    },
    async once(api) {
      expectStatus(await api('POST', '/search', { query: 'a kettle' }), 200)
    },
  },
  map: {
    flood(api, site) {
      for (const _ of TIMES(8)) void api('POST', '/map', { url: site.silent('map'), timeout: 60 })
    },
    async once(api, site) {
      expectStatus(await api('POST', '/map', { url: site.honest, max_depth: 1 }), 200)
    },
  },
  'crawl-discovery': {
    flood(api, site) {
      for (const _ of TIMES(5))
        void api('POST', '/crawl', { url: site.silent('crawl-discovery'), max_pages: 5 })
    },
    async once(api, site) {
      const accepted = await api('POST', '/crawl', { url: site.honest, max_pages: 2, formats: ['text'] })
      expectStatus(accepted, 202)
      await eventually(async () => {
        const { body } = await api('GET', `/crawl/${accepted.body.crawl_id}`)
        if (body.status !== 'completed') throw new Error(JSON.stringify(body).slice(0, 300))
      })
    },
  },
  'crawl-robots': CRAWL_TESTS,
  'crawl-feeds': CRAWL_TESTS,
  'crawl-suspicion': CRAWL_TESTS,
  attempt: scraping(
    // At many hosts: the permits of one would be used up long before the slots of the tier.
    (site, index) => ({
      url: `${site.silent('attempt').replace('127.0.', `127.${index % 20}.`)}${index}`,
      ...tier('1'),
    }),
    (site) => ({ url: `${site.honest}${unique()}`, ...tier('1') }),
    200,
  ),
  host: scraping(
    (site, index) => ({ url: `${site.shared}hang?${index}`, ...tier('1') }),
    (site) => ({ url: `${site.shared}${unique()}`, ...tier('1') }),
    60,
  ),
  'body-memory': scraping(
    (site, index) => ({ url: `${site.silent('body-memory')}${index}`, ...tier('2') }),
    // Only fetched: reading it would take seconds.
    (site) => ({ url: `${site.honest}large${unique()}`, formats: ['raw'], ...tier('2') }),
    20,
  ),
  'model-call': {
    async flood(api, site) {
      await newModelKey(api, site.silent('model-call'))
      const asked = { sync: false, ...PATIENT, ...tier('1'), extraction_prompt: 'What does it cost?' }
      // More than the messages that a process takes: what holds these holds up every account's jobs.
      for (const _ of TIMES(320)) void api('POST', '/scrape', { url: `${site.shared}${unique()}`, ...asked })
    },
    async once(api, site) {
      await newModelKey(api, site.honest)
      const asked = { url: `${site.honest}${unique()}`, extraction_prompt: 'What does it cost?' }
      const { status, body } = await api('POST', '/scrape', { ...PATIENT, ...tier('1'), ...asked })
      if (status !== 200 || body.extraction_method !== 'llm')
        throw new Error(JSON.stringify({ status, body }))
    },
  },
  'model-test': {
    async flood(api, site) {
      const id = await newModelKey(api, site.silent('model-test'))
      for (const _ of TIMES(20)) void api('POST', `/llm-keys/${id}/test`)
    },
    async once(api, site) {
      const id = await newModelKey(api, site.honest)
      const tried = await api('POST', `/llm-keys/${id}/test`)
      if (tried.body?.ok !== true) throw new Error(JSON.stringify(tried))
    },
  },
  'browser-page': scraping(
    (site, index) => ({ url: `${site.silent('browser-page')}${index}`, ...tier('4') }),
    (site) => ({ url: `${site.honest}${unique()}`, ...tier('4') }),
    12,
  ),
  'isolated-attempt': TABLE_TESTS,
  reply: { tests: 'services/gateway/src/send-page.test.ts' },
}

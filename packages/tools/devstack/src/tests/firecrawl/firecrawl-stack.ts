import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTrustingChromium } from '@gleaner/browser-tiers/testing/trusting-chromium'
import { createPool } from '@gleaner/db'
import { type LlmProvider, startLlmProvider } from '@gleaner/testkit/llm-provider'
import { type Fleet, startFleet } from '../../fleet.ts'
import { FLEET_UNDER_TEST } from '../../testing/fleet-under-test.ts'
import { openAccount } from '../../testing/open-account.ts'
import { startStandInEngine } from './stand-in-engine.ts'
import { startStandInSite } from './stand-in-site.ts'

/** A fleet to which the internet is one website, one search engine and one model. */
export interface FirecrawlStack {
  fleet: Fleet
  url: string
  /** Of an account with the key of a model. */
  key: string
  model: LlmProvider
  close(): Promise<void>
}

export async function startFirecrawlStack(): Promise<FirecrawlStack> {
  const home = await mkdtemp(join(tmpdir(), 'gleaner-home-'))
  const [site, engine, model] = await Promise.all([
    startStandInSite(home),
    startStandInEngine(),
    startLlmProvider(),
  ])
  model.answerAll({ data: ANSWER })
  const chromium = await createTrustingChromium(site.cert)
  const fleet = await startFleet({
    home,
    port: 0,
    env: {
      ...FLEET_UNDER_TEST,
      ...site.settings,
      EGRESS_ALLOW: `${site.settings.EGRESS_ALLOW},${new URL(model.openaiUrl).host}`,
      NODE_EXTRA_CA_CERTS: site.certFile,
      CHROMIUM_PATH: chromium.path,
      PUPPETEER_EXECUTABLE_PATH: chromium.path,
      SEARCH_ENGINE: 'searxng',
      SEARXNG_URL: engine.url,
    },
  })
  const pool = createPool({ url: fleet.info.database_url, max: 2 })
  const key = await openAccount(pool)
  await pool.end()
  const url = new URL(fleet.info.base_url).origin
  const stored = await fetch(`${url}/api/v1/llm-keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({
      provider: 'custom',
      api_key: model.apiKey,
      base_url: model.openaiUrl,
      model: 'stand-in-1',
      name: 'stand-in',
    }),
  })
  if (stored.status !== 201) throw new Error(`the model's key was refused: ${await stored.text()}`)
  return {
    fleet,
    url,
    key,
    model,
    async close() {
      await fleet.stop()
      await Promise.all([site.close(), engine.close(), model.close(), chromium.remove()])
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** A value for each field that the cases ask for. */
const ANSWER = {
  title: 'Welcome',
  description: 'A page of the stand-in site.',
  summary: 'A page of the stand-in site.',
  summaries: ['A page that stands in for another one, in a few sentences.'],
  url: 'https://docs.firecrawl.dev/',
  items: [],
  links: [],
}

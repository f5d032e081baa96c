import { execFile, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Requirement, where } from '@gleaner/testkit/where'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type FleetWithSite, startFleetWithSite } from '../../testing/fleet-with-site.ts'
import { install, pack } from './install.ts'

const run = promisify(execFile)

/** Debian's, which brings the libraries; another one may stand before it in the path. */
const PYTHON = '/usr/bin/python3'
const RUN_MS = 300_000

function pythonWith(...modules: string[]): Requirement {
  const { status } = spawnSync(PYTHON, ['-c', `import ${modules.join(', ')}`])
  return { isMet: status === 0, missing: `${PYTHON} has no ${modules.join(', ')}` }
}

/** Programs that others have written, and that people point at this service as their documents say. */
describe('other people’s clients', () => {
  let folder: string
  let started: FleetWithSite
  let proxy: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gleaner-clients-'))
    started = await startFleetWithSite()
    const { proxy: address, api_key } = started.info
    proxy = address!.replace('://', `://${api_key}:max_tier=2@`)
  })
  afterAll(async () => {
    await started.close()
    await rm(folder, { recursive: true, force: true })
  })

  where(pythonWith('scrapy')).test('Scrapy crawls through the proxy port', async () => {
    const items = join(folder, 'items.jl')
    const args = ['-m', 'scrapy', 'runspider', join(import.meta.dirname, 'spider.py'), '-o', items]
    const env = { PATH: process.env.PATH, SITE: started.site.url, http_proxy: proxy }
    await run(PYTHON, args, { cwd: folder, timeout: RUN_MS, env })
    const found = (await readFile(items, 'utf8')).trim().split('\n')
    expect(found.length).toBeGreaterThan(2)
    for (const line of found)
      expect(JSON.parse(line)).toMatchObject({ status: 200, tier: '1', text: expect.any(String) })
  })

  where(pythonWith('authlib', 'requests_oauthlib')).test('Python’s OAuth libraries get a key', async () => {
    const { info } = started
    const client = await registerTool(info.database_url)
    const signedIn = await fetch(`${info.base_url}/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(info.user),
    })
    const { access_token } = (await signedIn.json()) as { access_token: string }
    const env = { PATH: process.env.PATH, API: info.base_url, TOKEN: access_token, ...client }
    const { stdout } = await run(PYTHON, [join(import.meta.dirname, 'oauth.py')], { timeout: RUN_MS, env })
    expect(JSON.parse(stdout)).toEqual([200, [200, true, 200], [200, true, 200]])
  })

  /** Where the loaders ask, and with what. */
  const ofLoader = (installed: string) => {
    const { base_url, api_key } = started.info
    return {
      PATH: process.env.PATH,
      FOLDER: installed,
      API_URL: `http://127.0.0.1:${new URL(base_url).port}`,
      API_KEY: api_key,
      SITE: started.site.url,
    }
  }
  const text = expect.stringMatching(/\w/)
  const document = { pageContent: text, metadata: expect.objectContaining({ sourceURL: expect.any(String) }) }

  test('LangChain’s loader scrapes, crawls and maps', async () => {
    // With the newest client that its `peerDependencies` name. Loaders from 1.0 on name clients of 4.x, and call what these no longer have:
    // `app.scrapeUrl` in dist/document_loaders/web/firecrawl.js.
    const core = '@langchain/core@0.3'
    const installed = join(folder, 'langchain')
    await install(installed, '@langchain/community@0.3.59', core, '@mendable/firecrawl-js@1.29.3')
    const program = join(import.meta.dirname, 'langchain.mjs')
    const { stdout } = await run(process.execPath, [program], {
      timeout: RUN_MS,
      env: ofLoader(installed),
    })
    expect(JSON.parse(stdout)).toMatchObject({
      scrape: [document],
      crawl: Array(2).fill(document),
      map: Array(2).fill({ pageContent: expect.stringContaining(started.site.url) }),
    })
  })

  test('Firecrawl’s tools for the AI SDK scrape, search, map, crawl and read a batch', async () => {
    const installed = join(folder, 'aisdk')
    await install(installed, 'firecrawl-aisdk@0.12.0', 'ai@6', 'zod@3')
    const program = join(import.meta.dirname, 'aisdk.mjs')
    const env = { ...ofLoader(installed), FIRECRAWL_API_KEY: started.info.api_key }
    const { stdout } = await run(process.execPath, [program], { timeout: RUN_MS, env })
    const page = { markdown: text, metadata: { sourceURL: expect.any(String) } }
    expect(JSON.parse(stdout)).toMatchObject({
      scrape: { ...page, html: text },
      search: { web: expect.any(Array) },
      map: { links: [{ url: expect.any(String) }, { url: expect.any(String) }] },
      crawl: { id: expect.any(String) },
      batchScrape: { status: 'completed', data: [page] },
    })
  })

  test('Flowise’s loader scrapes, crawls, extracts and searches', async () => {
    // Its own 150 dependencies are those of all its nodes.
    const needed = ['@langchain/core', '@langchain/classic', 'axios', 'ipaddr.js', 'node-fetch@2']
    const installed = join(folder, 'flowise')
    await install(installed, ...needed)
    const packed = await pack(installed, 'flowise-components@3.1.4')
    const target = join(installed, 'node_modules/flowise-components')
    await mkdir(target)
    await run('tar', ['-xzf', join(installed, packed), '--strip-components=1', '-C', target])
    // It refuses private addresses of its own accord, and reads names in a way that Node 20 has given up.
    const env = { ...ofLoader(installed), HTTP_SECURITY_CHECK: 'false' }
    const program = join(import.meta.dirname, 'flowise.cjs')
    const { stdout } = await run(process.execPath, [program], { env, timeout: RUN_MS })
    expect(JSON.parse(stdout)).toEqual({
      scrape: [{ pageContent: text, metadata: expect.anything() }],
      crawl: Array(2).fill({ pageContent: text, metadata: expect.anything() }),
      extract: [{ pageContent: expect.stringContaining('title'), metadata: expect.anything() }],
      search: expect.any(Array),
    })
  })
})

const ADMIN = join(import.meta.dirname, '../../../../admin/src/main.ts')

/** As an operator registers a tool. */
async function registerTool(database: string): Promise<{ CLIENT_ID: string; CLIENT_SECRET: string }> {
  const redirect = ['--redirect-uri', 'https://tool.example.com/callback']
  const args = [ADMIN, 'create-oauth-client', '--name', 'a tool', ...redirect, '--json']
  const { stdout } = await run(process.execPath, args, { env: { ...process.env, DATABASE_URL: database } })
  const { client_id, client_secret } = JSON.parse(stdout) as Record<string, string>
  return { CLIENT_ID: client_id!, CLIENT_SECRET: client_secret! }
}

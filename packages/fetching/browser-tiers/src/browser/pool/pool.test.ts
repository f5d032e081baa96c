import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEgress, type Egress } from '@gleaner/egress'
import { killGroup, listProcesses } from '@gleaner/runtime/process-table'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Page } from 'puppeteer-core'
import { sweepBrowserFolders } from '../chromium/browser-folder.ts'
import { createBrowserFetcher } from '../fetcher.ts'
import { CHROMIUM } from '../testing/chromium-path.ts'
import { type LocalSite, startLocalSite } from '../testing/local-site.ts'
import { createBrowserPool, type PoolOptions } from './pool.ts'

const WORDS = `<p>${'Boats, ropes and nets. '.repeat(20)}</p>`

describe('the browser pool', () => {
  let site: LocalSite
  let egress: Egress
  let tempRoot: string

  beforeAll(async () => {
    tempRoot = await mkdtemp(join(tmpdir(), 'gleaner-pool-test-'))
    site = await startLocalSite({
      '/page': WORDS,
      '/spin': `${WORDS}<script>for (;;);</script>`,
      // Under way while browsers end.
      '/slow': (_request, response) => void setTimeout(() => response.end(WORDS), 1_500),
    })
    egress = createEgress({ allow: `127.0.0.1:${site.port}` })
  })
  afterAll(async () => {
    await egress.close()
    await site.close()
    await rm(tempRoot, { recursive: true, force: true })
  })

  const processes = () => listProcesses().filter(({ command }) => command.includes(`${tempRoot}/`))
  const nothingIsLeft = async () => {
    await eventually(() => expect(processes()).toEqual([]))
    expect(await readdir(tempRoot)).toEqual([])
  }

  function start(options: Partial<PoolOptions> = {}) {
    const pool = createBrowserPool({ egress, executablePath: CHROMIUM, tempRoot, ...options })
    const fetcher = createBrowserFetcher({ pool, profile: 'full' })
    const get = (path: string, ms = 25_000, method: 'GET' | 'POST' = 'GET') =>
      fetcher.fetch(
        { url: site.url + path, method, maxBytes: 1_000_000, browser: { removeCookieBanners: false } },
        AbortSignal.timeout(ms),
      )
    const getFor = (share: string, path: string) =>
      fetcher.fetch(
        { url: site.url + path, method: 'GET', maxBytes: 1_000_000, share },
        AbortSignal.timeout(25_000),
      )
    return { pool, get, getFor }
  }

  test('no browser runs before the first page, and none after close', async () => {
    const { pool, get } = start()
    expect(pool.stats()).toEqual({ browsers: 0, pages: 0 })
    expect(processes()).toEqual([])
    expect(await get('/page')).toMatchObject({ kind: 'page' })
    expect(pool.stats().browsers).toBe(1)
    await pool.close()
    await nothingIsLeft()
  })

  test('an idle browser is closed, and another one started for the next page', async () => {
    const { pool, get } = start({ idleCloseMs: 200 })
    expect(await get('/page')).toMatchObject({ kind: 'page' })
    await eventually(() => expect(pool.stats().browsers).toBe(0))
    await nothingIsLeft()
    expect(await get('/page')).toMatchObject({ kind: 'page' })
    await pool.close()
  })

  test('pages of two accounts are never open in one browser at once, and an idle one serves either', async () => {
    const { pool, getFor } = start()
    const mine = [getFor('a', '/slow'), getFor('a', '/slow')]
    await eventually(() => expect(pool.stats()).toEqual({ browsers: 1, pages: 2 }))
    const other = getFor('b', '/slow')
    await eventually(() => expect(pool.stats()).toEqual({ browsers: 2, pages: 3 }))
    for (const outcome of await Promise.all([...mine, other])) expect(outcome).toMatchObject({ kind: 'page' })
    for (const share of ['c', 'a', 'b']) expect(await getFor(share, '/page')).toMatchObject({ kind: 'page' })
    expect(pool.stats()).toEqual({ browsers: 2, pages: 0 })
    await pool.close()
  })

  test('a cookie that comes after a context was cleaned is gone when it is used again', async () => {
    const { pool } = start()
    const visit = <T>(work: (page: Page) => Promise<T>) =>
      pool.withPage(
        { url: site.url, device: 'desktop', personal: false, visible: false },
        ({ page }) => work(page),
        AbortSignal.timeout(25_000),
      )
    const left = await visit(async (page) => page)
    // As a response does that was under way.
    await left.browserContext().setCookie({ name: 'late', value: '1', domain: '127.0.0.1' })
    const found = await visit(async (page) => ({
      isSame: page === left,
      cookies: await page.browserContext().cookies(),
    }))
    expect(found).toEqual({ isSame: true, cookies: [] })
    await pool.close()
  })

  test('a browser is replaced after so many pages', async () => {
    const { pool, get } = start({ recycleAfterPages: 2 })
    const first = await browserOf(get)
    expect(await browserOf(get)).toBe(first)
    expect(await browserOf(get)).not.toBe(first)
    await pool.close()

    async function browserOf(fetchPage: typeof get): Promise<number> {
      const running = fetchPage('/slow')
      let root: number | undefined
      await eventually(() => {
        root = processes().find(({ command }) => !command.includes('--type='))?.pid
        expect(root).toBeDefined()
      })
      await running
      return root!
    }
  })

  test('a page whose script never ends is taken away with the deadline', async () => {
    const { pool, get } = start()
    expect(await get('/spin', 4_000)).toMatchObject({ kind: 'failed', reason: 'timeout' })
    expect(await get('/page')).toMatchObject({ kind: 'page' })
    await pool.close()
    await nothingIsLeft()
  })

  test('a page is fetched again when its browser is killed', async () => {
    const { pool, get } = start()
    await get('/page')
    const running = get('/slow')
    await eventually(() => expect(site.seen.at(-1)?.path).toBe('/slow'))
    killGroup(processes()[0]!.group)
    expect(await running).toMatchObject({ kind: 'page' })
    await pool.close()
    await nothingIsLeft()
  })

  test('a page that loses two browsers is not given a third', async () => {
    const { pool, get } = start()
    await get('/page')
    const asked = () => site.seen.filter(({ path }) => path === '/slow').length
    const before = asked()
    const running = get('/slow')
    for (const time of [1, 2]) {
      await eventually(() => expect(asked()).toBe(before + time))
      for (const group of new Set(processes().map(({ group }) => group))) killGroup(group)
    }
    expect(await running).toMatchObject({ kind: 'failed', reason: 'resource_limit' })
    expect(asked()).toBe(before + 2)
    await pool.close()
    await nothingIsLeft()
  })

  test('a request that is no GET has a browser of its own, and outlives its neighbour', async () => {
    const { pool, get } = start()
    await get('/page')
    const browsers = () => processes().filter(({ pid, group }) => pid === group)
    const [shared] = browsers()
    const posted = get('/slow', 25_000, 'POST')
    await eventually(() => expect(site.seen.at(-1)).toMatchObject({ path: '/slow', method: 'POST' }))
    expect(browsers()).toHaveLength(2)
    killGroup(shared!.group)
    expect(await posted).toMatchObject({ kind: 'page' })
    await pool.close()
    await nothingIsLeft()
  })

  test('pages beyond the limit wait for their turn, and give up with their deadline', async () => {
    const { pool, get } = start({ maxPages: 1 })
    const first = get('/slow')
    expect(await get('/page', 300)).toMatchObject({
      kind: 'failed',
      reason: 'timeout',
      mayHaveBeenSent: false,
    })
    expect(await first).toMatchObject({ kind: 'page' })
    expect(await get('/page')).toMatchObject({ kind: 'page' })
    await pool.close()
  })

  test('a page of another account is not the last one behind the many of a busy one', async () => {
    const { pool, getFor } = start({ maxPages: 1 })
    const busy = [1, 2, 3].map((turn) => getFor('busy', `/page?busy-${turn}`))
    await Promise.all([...busy, getFor('other', '/page?other')])
    const asked = site.seen.map(({ path }) => path).filter((path) => /busy|other/.test(path))
    expect(asked).toEqual(['/page?busy-1', '/page?busy-2', '/page?other', '/page?busy-3'])
    await pool.close()
  })

  test('a dozen pages with kills and time-outs leave nothing behind', async () => {
    const { pool, get } = start({ maxPages: 3, recycleAfterPages: 5 })
    let done = 0
    const outcomes: string[] = []
    const worker = async () => {
      while (done < 12) {
        const turn = done++
        // A browser that is killed while it starts, twice, is no outcome of a page.
        const outcome = await (turn % 9 === 4 ? get('/spin', 1_500) : get('/page')).catch(() => undefined)
        outcomes.push(outcome?.kind === 'failed' ? outcome.reason : (outcome?.kind ?? 'no browser'))
        const victims = processes()
        if (turn % 7 === 3 && victims.length > 0) process.kill(victims[turn % victims.length]!.pid, 'SIGKILL')
      }
    }
    await Promise.all([worker(), worker(), worker()])
    await pool.close()
    await nothingIsLeft()
    expect(outcomes).toHaveLength(12)
    expect(outcomes.filter((kind) => kind === 'page').length).toBeGreaterThanOrEqual(7)
  })

  test('browsers of a process that was killed are gone, and what they left is swept', async () => {
    const script = `
      import { createBrowserFetcher } from ${JSON.stringify(new URL('../fetcher.ts', import.meta.url).href)}
      import { createEgress } from '@gleaner/egress'
      const egress = createEgress({ allow: '127.0.0.1:${site.port}' })
      const fetcher = createBrowserFetcher({ egress, executablePath: ${JSON.stringify(CHROMIUM)}, profile: 'full', tempRoot: ${JSON.stringify(tempRoot)} })
      await fetcher.fetch({ url: '${site.url}/page', method: 'GET', maxBytes: 1e6 }, AbortSignal.timeout(25_000))
      console.log('running')`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '' },
    })
    await once(child.stdout, 'data')
    expect(processes().length).toBeGreaterThan(0)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await eventually(() => expect(processes()).toEqual([]))
    expect(await sweepBrowserFolders(tempRoot)).toBe(1)
    expect(await readdir(tempRoot)).toEqual([])
  })
})

import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { MonitorChangedWebhook } from '@gleaner/contracts'
import { BOUNDED, type Database, transaction } from '@gleaner/db'
import { claimJob, completeJob, failJob, type JobsContext } from '@gleaner/jobs'
import { delivery } from '@gleaner/jobs/testing/fixture'
import {
  claimCheck,
  createMonitor,
  forgottenFiles,
  type Judge,
  type JudgeContext,
  judgeCheck,
  listChanges,
  listChecks,
  listFieldHistory,
  listPages,
  listSnapshots,
  type MonitorContent,
  openJudge,
  pictureKeys,
  readChangePictures,
  readFieldSeries,
  readMonitor,
  readSnapshot,
  resetNoise,
  storedWatch,
} from '@gleaner/monitors'
import { silentLogger } from '@gleaner/runtime'
import { claimDue, endRuns, readTiming, runNow, type Work } from '@gleaner/schedules'
import { type SearchStandIn, startSearchStandIn } from '@gleaner/search/testing/search-stand-in'
import { type BlobStore, createFolderStore, screenshotKey } from '@gleaner/storage'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type BeginContext, beginRuns } from '../schedules/begin-runs.ts'
import type { RunsContext } from '../schedules/context.ts'
import { createRunsFixture, type RunsFixture } from '../testing/runs-fixture.ts'
import { fetchAgain } from './fetch-again.ts'

let fixture: RunsFixture
let db: Database
let jobs: JobsContext
let runs: RunsContext
let begin: BeginContext
let judge: Judge
let engine: SearchStandIn
let home: string
let files: BlobStore
let looking: Pick<JudgeContext, 'files' | 'onLostPicture'>
const lost: unknown[] = []
const never = new AbortController().signal
beforeAll(async () => {
  engine = await startSearchStandIn()
  fixture = await createRunsFixture({ SEARCH_ENGINE: 'searxng', SEARXNG_URL: engine.url })
  ;({ db, jobs, runs } = fixture)
  begin = { schedules: jobs, intake: runs.intake, logger: silentLogger(), onEnd: () => {} }
  judge = openJudge()
  home = await mkdtemp(join(tmpdir(), 'gleaner-pictures-'))
  files = createFolderStore(home)
  looking = { files, onLostPicture: (error) => void lost.push(error) }
})
afterAll(async () => {
  await judge.close()
  await fixture.close()
  await engine.close()
  await rm(home, { recursive: true })
})

const query: RunsFixture['query'] = (...asked) => fixture.query(...asked)
const [A, B] = ['https://93.184.216.34/a', 'https://93.184.216.34/b'] as const

/** With an endpoint that is told of changes. */
async function account(balanceMicros = 10_000_000) {
  const owner = await fixture.account(balanceMicros)
  await query(
    "INSERT INTO webhook_endpoint (id, account_id, url, events) VALUES (gen_random_uuid(), $1, 'https://hooks.example/', '{monitor.changed}')",
    [owner.id],
  )
  return owner
}

interface Given extends Partial<Parameters<typeof storedWatch>[0]> {
  work?: Work
  notifyOn?: MonitorContent['notifyOn']
  micros?: number
}

async function monitor({ work, notifyOn = ['change'], micros, ...watch }: Given = {}) {
  const { id: accountId, keyId } = await account(micros)
  const content: MonitorContent = {
    schedule: {
      name: 'n',
      kind: work?.search ? 'search' : work?.map ? 'map' : work?.crawl ? 'crawl' : 'batch',
      work: work ?? { urls: [A], options: {}, formats: ['html'] },
      text: 'hourly',
      timing: readTiming('hourly', 'UTC'),
      timezone: 'UTC',
      webhookUrl: null,
    },
    watch: storedWatch({ diff_mode: 'semantic', ...watch }),
    notifyOn,
    group: undefined,
    own: [],
  }
  const author = { accountId, apiKeyId: keyId, userId: null, test: false }
  const { id } = await transaction(db.pool, (sql) => createMonitor(jobs, sql, author, content))
  return { id, accountId }
}
type Ref = Awaited<ReturnType<typeof monitor>>

/** What a page is at a fetch: its HTML, or a status. */
type Site = (url: string, jobId: string) => string | number | Promise<string>

/** Delivers what is open as a worker would. */
async function deliver(site: Site): Promise<void> {
  for (const { id, url } of await query('SELECT id, url FROM job WHERE finished_at IS NULL ORDER BY id')) {
    await query("UPDATE job SET queued_at = now(), tier = '1' WHERE id = $1", [id])
    const claim = await claimJob(jobs, id, '1')
    if (claim.kind !== 'claimed') throw new Error(claim.kind)
    const page = await site(url, id)
    if (page === 0) await failJob(jobs, claim.job, { code: 'ALL_TIERS_FAILED', message: 'It is down.' })
    else
      await completeJob(jobs, claim.job, {
        ...delivery(0, {
          page: JSON.stringify({ content: { html: typeof page === 'string' ? page : '<p>Gone</p>' } }),
        }),
        statusCode: typeof page === 'number' ? page : 200,
      })
  }
}

const judgeOne = async () => {
  const check = await claimCheck(db.pool)
  if (!check) return undefined
  const again = (
    ...given: Parameters<typeof fetchAgain> extends [unknown, unknown, ...infer Rest] ? Rest : never
  ) => fetchAgain(jobs, runs.intake, ...given)
  await judgeCheck({ ...looking, pool: db.pool, judge, fetchAgain: again }, check, never)
  return check
}
const soon = () => query('UPDATE monitor_check SET try_at = now() WHERE judged_at IS NULL')

/** One whole check: fetched, judged, and fetched once more where it has to be. */
async function check({ id, accountId }: Ref, site: Site, meanwhile: () => Promise<unknown> = async () => {}) {
  await transaction(db.pool, (sql) => runNow({}, sql, accountId, id, 'monitor'))
  await beginRuns(begin, never)
  await deliver(site)
  await endRuns(jobs)
  await judgeOne()
  await meanwhile()
  await deliver(site)
  await soon()
  await judgeOne()
  const { checks } = await listChecks(db.pool, accountId, id, { limit: 1, offset: 0 })
  return checks[0]!
}

const sent = async ({ accountId }: Ref) =>
  (
    await query(
      "SELECT data FROM webhook_delivery WHERE account_id = $1 AND event = 'monitor.changed' ORDER BY id",
      [accountId],
    )
  ).map(({ data }) => {
    MonitorChangedWebhook.parse({ event: 'monitor.changed', ...data })
    return data
  })
const changesOf = async ({ id, accountId }: Ref) =>
  (await listChanges(db.pool, accountId, id, { limit: 50, offset: 0 })).changes
const pagesOf = async ({ id, accountId }: Ref) =>
  (await listPages(db.pool, accountId, id, { limit: 50, offset: 0 })).pages

/** A shop of which everything but the price is another at each look. */
function noisyShop(price: () => string): Site {
  let look = 0
  return () => {
    look++
    return `<h1>Anvil</h1><p>Made of iron.</p><p>Visitor no. ${look * 37 + 5}</p><div><p>${['soap', 'three fine hats', 'cows', 'rain'][look % 4]}</p></div>
      <h2>Buy</h2><p class="price">${price()}</p><p>Node n${look}x, ${look * 3 + 1} ms</p>`
  }
}

test('a change is told once, and what differs at each look is never told', async () => {
  const shop = await monitor()
  let price = '$19.99'
  const site = noisyShop(() => price)
  expect(await check(shop, site)).toMatchObject({ status: 'completed', pages: { new: 1, changed: 0 } })
  for (let n = 0; n < 3; n++) expect((await check(shop, site)).pages).toMatchObject({ same: 1 })
  expect(await sent(shop)).toEqual([])
  price = '$15.00'
  const changed = await check(shop, site)
  expect(changed).toMatchObject({ pages: { changed: 1 }, again_batch_id: expect.stringMatching(/^batch_/) })
  for (let n = 0; n < 3; n++) expect((await check(shop, site)).pages).toMatchObject({ same: 1 })
  const [change, ...others] = await changesOf(shop)
  expect(others).toEqual([])
  expect(change).toMatchObject({
    kind: 'changed',
    url: A,
    text: '### Buy\n\n- $~~19.99~~**15.00**',
    total_changes: 1,
  })
  expect(await sent(shop)).toEqual([
    expect.objectContaining({
      monitor_id: shop.id,
      changed: true,
      pages: { new: 0, same: 0, changed: 1, removed: 0, error: 0 },
      changes: [expect.objectContaining({ url: A, kind: 'changed', text: change!.text })],
    }),
  ])
})

test('versions are kept as they were, and noise is shown and forgotten', async () => {
  const shop = await monitor()
  let price = '$1'
  const site = noisyShop(() => price)
  await check(shop, site)
  price = '$2'
  await check(shop, site)
  const { snapshots } = await listSnapshots(db.pool, shop.accountId, shop.id, { limit: 9, offset: 0 })
  expect(snapshots.map(({ url }) => url)).toEqual([A, A])
  const texts = await Promise.all(
    snapshots.map(async ({ id }) => (await readSnapshot(db.pool, shop.accountId, shop.id, id)).html),
  )
  expect(texts).toEqual([expect.stringContaining('$2'), expect.stringContaining('$1')])
  expect((await pagesOf(shop))[0]!.noise.length).toBeGreaterThan(0)
  await resetNoise(db.pool, shop.accountId, shop.id)
  expect((await pagesOf(shop))[0]!.noise).toEqual([])
  for (const id of ['x', `${randomUUID()}.1`, snapshots[0]!.id.replace(/\d+$/, '9')])
    await expect(readSnapshot(db.pool, shop.accountId, shop.id, id)).rejects.toThrow('no such version')
})

describe('a monitor with screenshots', () => {
  const work: Work = { urls: [A], options: {}, formats: ['html'], screenshots: true }
  const advancedOf = async ({ accountId }: Ref) =>
    (await query('SELECT spec FROM job WHERE account_id = $1 ORDER BY id', [accountId])).map(
      ({ spec }) => spec.advanced,
    )
  /** As a worker stores them. */
  const pictured =
    (text: () => string): Site =>
    async (_, id) => {
      await files.put(screenshotKey(id), Buffer.from(`picture of ${text()}`), {
        contentType: 'image/png',
        ttlMs: 60_000,
      })
      return `<p>${text()}</p>`
    }
  const textOf = async (key: string) => {
    const blob = await files.open(key)
    return blob && (await buffer(blob.stream)).toString()
  }
  const picturesOf = async (of: Ref) => {
    const [change] = await changesOf(of)
    const { before, after } = await readChangePictures(db.pool, of.accountId, of.id, change!.id)
    return [before.id, after.id] as const
  }

  test('keeps what the page looked like before and after each change, and tells where it is seen', async () => {
    const shop = await monitor({ work })
    let text = 'one'
    const site = pictured(() => text)
    await check(shop, site)
    await check(shop, site)
    text = 'two'
    await check(shop, site)
    const [change] = await changesOf(shop)
    expect(change!.picture_url).toBe(`/api/v1/monitors/${shop.id}/changes/${change!.id}/picture.png`)
    expect((await sent(shop))[0].changes[0].picture_url).toBe(change!.picture_url)
    const [before, after] = await picturesOf(shop)
    expect(await Promise.all([before, after].map((id) => textOf(pictureKeys.kept(id))))).toEqual([
      'picture of one',
      'picture of two',
    ])
    // What is fetched once more to be sure needs no picture, and pays none.
    const given = await advancedOf(shop)
    expect(given.every(({ render_js }) => render_js)).toBe(true)
    expect(given.map(({ screenshot }) => screenshot === true)).toEqual([true, false, true, true, false])
  })

  test('takes a younger picture of the same version before the old one goes', async () => {
    const shop = await monitor({ work })
    let text = 'one'
    const site = pictured(() => text)
    await check(shop, site)
    const first = await query('SELECT picture_id FROM monitor_page WHERE monitor_id = $1', [shop.id])
    await query("UPDATE monitor_picture SET kept_until = now() + interval '89 days' WHERE monitor_id = $1", [
      shop.id,
    ])
    await check(shop, site)
    text = 'two'
    await check(shop, site)
    const [before] = await picturesOf(shop)
    expect(before).not.toBe(first[0].picture_id)
    expect(await textOf(pictureKeys.kept(before))).toBe('picture of one')
  })

  test('tells a change without a picture where none could be kept, and none of another version', async () => {
    const shop = await monitor({ work })
    let text = 'one'
    const site = pictured(() => text)
    await check(shop, site)
    looking.files = { ...files, put: async () => Promise.reject(new Error('the disk is full')) }
    text = 'two'
    await check(shop, site)
    looking.files = files
    expect(lost).toEqual([expect.objectContaining({ message: 'the disk is full' })])
    text = 'three'
    await check(shop, site)
    expect((await changesOf(shop)).map(({ picture_url }) => picture_url)).toEqual([null, null])
    text = 'four'
    await check(shop, site)
    expect((await changesOf(shop))[0]!.picture_url).toEqual(expect.any(String))
  })

  test('takes its pictures along when it is deleted', async () => {
    const shop = await monitor({ work })
    let text = 'one'
    const site = pictured(() => text)
    await check(shop, site)
    text = 'two'
    await check(shop, site)
    const pictures = await picturesOf(shop)
    await files.put(pictureKeys.compared(pictures[1]), Buffer.from('both'), {
      contentType: 'image/png',
      ttlMs: 60_000,
    })
    const keys = [...pictures.map(pictureKeys.kept), pictureKeys.compared(pictures[1])]
    await query('DELETE FROM schedule WHERE id = $1', [shop.id])
    const broken = { delete: async () => Promise.reject(new Error('away')) }
    const end = Number.POSITIVE_INFINITY
    expect(await forgottenFiles(broken).run(db.pool, end)).toMatchObject({
      rows: 0,
      faults: expect.any(Array),
    })
    expect((await forgottenFiles(files).run(db.pool, end)).rows).toBeGreaterThanOrEqual(4)
    expect(await Promise.all(keys.map(textOf))).toEqual([undefined, undefined, undefined])
    expect(await query('SELECT FROM forgotten_file')).toEqual([])
  })
})

test('a page that fails is neither changed nor removed, and one that is gone is told once both looks say so', async () => {
  const list = await monitor({
    work: { urls: [A, B], options: {}, formats: ['html'] },
    notifyOn: ['change', 'error'],
  })
  const pages: Record<string, string | number> = { [A]: '<p>One</p>', [B]: '<p>Two</p>' }
  const site: Site = (url) => pages[url]!
  await check(list, site)
  pages[A] = 0
  expect((await check(list, site)).pages).toMatchObject({ error: 1, same: 1 })
  pages[A] = '<p>One</p>'
  // Gone at the first look alone.
  pages[B] = 404
  const back = async () => {
    pages[B] = '<p>Two</p>'
  }
  expect((await check(list, site, back)).pages).toMatchObject({ same: 1, error: 1, removed: 0 })
  pages[B] = 410
  for (let n = 0; n < 2; n++) await check(list, site)
  pages[B] = '<p>Two</p>'
  await check(list, site)
  expect((await changesOf(list)).map(({ url, kind }) => [url, kind])).toEqual([
    [B, 'new'],
    [B, 'removed'],
  ])
})

test('fields are compared as values', async () => {
  const shop = await monitor({
    diff_mode: 'fields',
    monitor_fields: {
      price: { selector: '.price', type: 'currency', take: 'lowest', min_change: { abs: 2 } },
      stock: { selector: '.stock', type: 'bool', take: 'first' },
    },
  })
  const html = (prices: string[], stock: boolean) =>
    `${prices.map((price) => `<p class="price">${price}</p>`).join('')}${stock ? '<p class="stock">yes</p>' : ''}`
  const looks = [html(['€10', '€30'], true), html(['€31', '€9'], true), html(['€7.50', '€40'], false)]
  for (const look of looks) await check(shop, () => look)
  expect((await changesOf(shop)).map(({ text }) => text)).toEqual([
    '### price\n\n- ~~10~~**7.5**\n\n### stock\n\n- ~~true~~**false**',
  ])
})

test('values of fields are kept whenever they are others, also where nothing is told', async () => {
  const shop = await monitor({
    diff_mode: 'fields',
    monitor_fields: {
      price: { selector: '.price', type: 'currency', take: 'lowest', below: 5 },
      note: { selector: '.note', type: 'text', take: 'first' },
    },
  })
  const look =
    (price: string, note = '') =>
    () =>
      `<p class="price">${price}</p><p class="price">€99</p>${note}`
  const long = `<p class="note">${'x'.repeat(2_000)}</p>`
  for (const site of [look('€20'), look('€20'), look('€15'), look('€15', long), look('€4')])
    await check(shop, site)
  // What falls, and what comes and goes; but not from 20 to 15.
  expect(await changesOf(shop)).toHaveLength(2)
  const historyOf = async (field: string) =>
    (await listFieldHistory(db.pool, shop.accountId, shop.id, field, { limit: 100, offset: 0 })).values
  const prices = await historyOf('price')
  expect(prices.map(({ value }) => value)).toEqual([4, 15, 20])
  expect(prices.map(({ until }) => until)).toEqual([null, prices[0]!.checked_at, prices[1]!.checked_at])
  const notes = await historyOf('note')
  expect(notes.map(({ value }) => (typeof value === 'string' ? value.length : value))).toEqual([
    null,
    500,
    null,
  ])
  const series = await readFieldSeries(db.pool, shop.accountId, shop.id, 'price', { days: 30 })
  expect(series.spans.map(({ value }) => value)).toEqual([20, 15, 4])
  await expect(historyOf('weight')).rejects.toThrow('no such field')
  await expect(historyOf('constructor')).rejects.toThrow('no such field')
})

describe('of a search', () => {
  const [C, D] = ['https://93.184.216.34/c', 'https://93.184.216.34/d'] as const
  const finds = (...urls: string[]) =>
    engine.answer((url, response) => {
      const results = url.searchParams.get('pageno') === '1' ? urls.map((url) => ({ url, title: url })) : []
      response.end(JSON.stringify({ results }))
    })
  const reportedBy = async (of: Ref) =>
    (await changesOf(of)).map(({ url, kind, text }) => [kind, url, text]).reverse()

  test('addresses that come are told at once, and those that go once two checks lack them', async () => {
    const found = await monitor({ work: { search: { query: 'anvils', num_results: 3 } } })
    finds(A, B)
    expect(await check(found, () => 0)).toMatchObject({
      status: 'completed',
      search_id: expect.stringMatching(/^search_/),
      credits_used: 5,
      pages: { new: 2 },
    })
    expect(engine.asked[0]!.url.searchParams.get('q')).toBe('anvils')
    finds(B, C)
    expect((await check(found, () => 0)).pages).toMatchObject({ new: 1, same: 2, removed: 0 })
    expect((await check(found, () => 0)).pages).toMatchObject({ same: 2, removed: 1 })
    expect((await check(found, () => 0)).pages).toMatchObject({ same: 2, removed: 0 })
    finds(B, C, A)
    await check(found, () => 0)
    expect(await reportedBy(found)).toEqual([
      ['new', C, ''],
      ['removed', A, ''],
      ['new', A, ''],
    ])
    expect(await sent(found)).toHaveLength(3)
  })

  test('pages are compared where they are scraped, and one that cannot be is told as an address, once', async () => {
    const found = await monitor({
      work: { search: { query: 'anvils', scrape_results: true }, formats: ['html'] },
    })
    const pages: Record<string, string | number> = {
      [A]: '<p>one</p>',
      [B]: '<p>b</p>',
      [C]: 0,
      [D]: '<p>d</p>',
    }
    const site: Site = (url) => pages[url]!
    finds(A, B)
    expect((await check(found, site)).pages).toMatchObject({ new: 2 })
    pages[A] = '<p>two</p>'
    finds(A, B, C, 'http://169.254.169.254/')
    const changed = await check(found, site)
    expect(changed).toMatchObject({ completed: 2, failed: 1, pages: { changed: 1, same: 1, new: 2 } })
    expect(changed.again_batch_id).not.toBeNull()
    pages[C] = '<p>c</p>'
    finds(A, B, C, D)
    await check(found, site)
    expect((await check(found, site)).pages).toMatchObject({ same: 4, removed: 1 })
    pages[C] = '<p>other</p>'
    await check(found, site)
    // Of one check in any order.
    expect((await reportedBy(found)).sort()).toEqual(
      [
        ['new', C, ''],
        ['new', 'http://169.254.169.254/', ''],
        ['changed', A, '- ~~one~~**two**'],
        ['new', D, ''],
        ['removed', 'http://169.254.169.254/', ''],
        ['changed', C, '- ~~c~~**other**'],
      ].sort(),
    )
  })

  test('what is known stays while the engine fails, and nothing is charged', async () => {
    const found = await monitor({ work: { search: { query: 'anvils' } } })
    finds(A)
    await check(found, () => 0)
    engine.answer((_, response) => response.writeHead(403).end())
    for (let n = 0; n < 3; n++)
      expect(await check(found, () => 0)).toMatchObject({
        status: 'failed',
        error: { code: 'SERVICE_UNAVAILABLE' },
        credits_used: null,
        pages: { removed: 0 },
      })
    finds(A)
    expect((await check(found, () => 0)).pages).toMatchObject({ same: 1 })
    expect(await changesOf(found)).toEqual([])
    const [{ spent }] = await query(
      'SELECT 10000000 - available_micros AS spent FROM balance WHERE account_id = $1',
      [found.accountId],
    )
    expect(Number(spent)).toBe(2 * 1_000)
  })

  test('no engine is asked for what finds no place', async () => {
    const found = await monitor({
      work: { search: { query: 'anvils', scrape_results: true }, formats: ['html'] },
    })
    await query(
      "INSERT INTO batch (id, account_id, kind, total, estimated_micros) SELECT gen_random_uuid(), $1, 'search', 1, 0 FROM generate_series(1, $2::int)",
      [found.accountId, BOUNDED.search.most],
    )
    finds(A)
    await transaction(db.pool, (sql) => runNow({}, sql, found.accountId, found.id, 'monitor'))
    await beginRuns(begin, never)
    const { checks } = await listChecks(db.pool, found.accountId, found.id, { limit: 1, offset: 0 })
    expect([checks[0]!.status, engine.asked]).toEqual(['pending', []])
    await query(
      "UPDATE batch SET status = 'cancelled', cancelled = total, finished_at = now() WHERE account_id = $1",
      [found.accountId],
    )
    await query('UPDATE schedule_run SET try_at = now() WHERE schedule_id = $1', [found.id])
    await beginRuns(begin, never)
    expect(engine.asked).not.toEqual([])
    await query('DELETE FROM schedule WHERE id = $1', [found.id])
    await query("UPDATE job SET status = 'failed', finished_at = now() WHERE finished_at IS NULL")
  })

  test('whoever waits for the engine keeps no other run waiting', async () => {
    const [found, page] = [await monitor({ work: { search: { query: 'anvils' } } }), await monitor()]
    for (const { id, accountId } of [found, page])
      await transaction(db.pool, (sql) => runNow({}, sql, accountId, id, 'monitor'))
    const begun = async ({ id, accountId }: Ref) =>
      (await listChecks(db.pool, accountId, id, { limit: 1, offset: 0 })).checks[0]!.started_at !== null
    const asked = Promise.withResolvers<() => void>()
    engine.answer((_, response) => asked.resolve(() => response.end(JSON.stringify({ results: [] }))))
    const searching = beginRuns(begin, never, 'searches')
    const answer = await asked.promise
    await beginRuns(begin, never, 'runs')
    expect([await begun(page), await begun(found)]).toEqual([true, false])
    answer()
    await searching
    expect(await begun(found)).toBe(true)
    await query('DELETE FROM schedule WHERE id = ANY($1)', [[found.id, page.id]])
    await query("UPDATE job SET status = 'failed', finished_at = now() WHERE finished_at IS NULL")
  })

  test('a scheduler that is killed, or is late, while the engine answers: the search is made and paid once', async () => {
    const found = await monitor({ work: { search: { query: 'anvils' } } })
    await transaction(db.pool, (sql) => runNow({}, sql, found.accountId, found.id, 'monitor'))
    const overdue = "UPDATE schedule_run SET try_at = now() - interval '1 second' WHERE schedule_id = $1"
    let answered = 0
    engine.answer((_, response) => {
      const next =
        ++answered === 1 ? query(overdue, [found.id]).then(() => beginRuns(begin, never)) : Promise.resolve()
      void next.then(() =>
        response.end(JSON.stringify({ results: answered < 3 ? [{ url: A, title: 'a' }] : [] })),
      )
    })
    await beginRuns(begin, never)
    await endRuns(jobs)
    await judgeOne()
    expect(
      await query('SELECT cost_micros FROM search WHERE account_id = $1', [found.accountId]),
    ).toHaveLength(1)
    const [money] = await query(
      'SELECT available_micros::int AS available, held_micros::int AS held FROM balance WHERE account_id = $1',
      [found.accountId],
    )
    expect(money).toEqual({ available: 10_000_000 - 1_000, held: 0 })
    const { checks } = await listChecks(db.pool, found.accountId, found.id, { limit: 9, offset: 0 })
    expect(checks).toMatchObject([{ status: 'completed', credits_used: 5, pages: { new: 1 } }])
  })
})

describe('whoever judges', () => {
  test('may be killed between any two pages: each is told once', async () => {
    const urls = Array.from({ length: 5 }, (_, n) => `https://93.184.216.34/${n}`)
    const list = await monitor({ work: { urls, options: {}, formats: ['html'] } })
    let version = 1
    const site: Site = (url) => `<p>${url} is version ${'abc'[version]}</p>`
    await check(list, site)
    version = 2
    await transaction(db.pool, (sql) => runNow({}, sql, list.accountId, list.id, 'monitor'))
    await beginRuns(begin, never)
    await deliver(site)
    await endRuns(jobs)
    await judgeOne()
    await deliver(site)
    await soon()
    for (let left = 3; left > 0; left--) {
      const taken = (await claimCheck(db.pool))!
      let judged = 0
      const dying: Judge = {
        ...judge,
        judge: async (...given) => {
          if (++judged > 2) throw new Error('killed')
          return await judge.judge(...given)
        },
      }
      const fetch = async () => {
        throw new Error('no third fetch')
      }
      await judgeCheck({ ...looking, pool: db.pool, judge: dying, fetchAgain: fetch }, taken, never).catch(
        () => {},
      )
      await soon()
    }
    expect((await changesOf(list)).map(({ url }) => url).sort()).toEqual(urls)
    expect((await sent(list)).map(({ pages, total_changes }) => [pages.changed, total_changes])).toEqual([
      [5, 5],
    ])
  })

  test('has lost a check that another has taken: nothing of it is written', async () => {
    const shop = await monitor()
    await transaction(db.pool, (sql) => runNow({}, sql, shop.accountId, shop.id, 'monitor'))
    await beginRuns(begin, never)
    await deliver(() => 0)
    await endRuns(jobs)
    const first = (await claimCheck(db.pool))!
    expect(await claimCheck(db.pool)).toBeUndefined()
    await soon()
    const second = (await claimCheck(db.pool))!
    const ctx = { ...looking, pool: db.pool, judge, fetchAgain: async () => false }
    await expect(judgeCheck(ctx, first, never)).rejects.toThrow(
      expect.objectContaining({ name: 'CheckLost' }),
    )
    expect(await judgeCheck(ctx, second, never)).toMatchObject({ error: 1 })
  })

  test('gives up a check that nobody could judge for hours, and what is known stays', async () => {
    const shop = await monitor()
    await check(shop, () => '<p>one</p>')
    await transaction(db.pool, (sql) => runNow({}, sql, shop.accountId, shop.id, 'monitor'))
    await beginRuns(begin, never)
    await deliver(() => '<p>two</p>')
    await endRuns(jobs)
    await query("UPDATE schedule_run SET finished_at = now() - interval '7 hours' WHERE schedule_id = $1", [
      shop.id,
    ])
    await judgeOne()
    const { checks } = await listChecks(db.pool, shop.accountId, shop.id, { limit: 1, offset: 0 })
    expect(checks[0]).toMatchObject({ judged_at: expect.any(String), pages: { same: 0, changed: 0 } })
    expect(await pagesOf(shop)).toMatchObject([{ url: A, state: 'new' }])
    await check(shop, () => '<p>two</p>')
    expect((await changesOf(shop)).map(({ text }) => text)).toEqual(['- ~~one~~**two**'])
  })

  test('takes the checks of a monitor in their order', async () => {
    const shop = await monitor()
    for (const text of ['one', 'two']) {
      await transaction(db.pool, (sql) => runNow({}, sql, shop.accountId, shop.id, 'monitor'))
      await beginRuns(begin, never)
      await deliver(() => `<p>${text}</p>`)
      await endRuns(jobs)
    }
    const taken = (await claimCheck(db.pool))!
    await soon()
    expect((await claimCheck(db.pool))!.runId).toBe(taken.runId)
    expect(await claimCheck(db.pool)).toBeUndefined()
    await query('DELETE FROM schedule WHERE id = $1', [shop.id])
  })
})

test('without money for a second fetch nothing is told, and the next check finds it', async () => {
  const shop = await monitor({ micros: 200_000 })
  let text = 'one'
  await check(shop, () => `<p>${text}</p>`)
  text = 'two'
  const balance = (micros: number) =>
    query('UPDATE balance SET available_micros = $2 WHERE account_id = $1', [shop.accountId, micros])
  await transaction(db.pool, (sql) => runNow({}, sql, shop.accountId, shop.id, 'monitor'))
  await beginRuns(begin, never)
  await deliver(() => `<p>${text}</p>`)
  await endRuns(jobs)
  await balance(0)
  await judgeOne()
  expect((await pagesOf(shop))[0]).toMatchObject({
    state: 'error',
    error: expect.stringContaining('once more'),
  })
  await balance(200_000)
  await check(shop, () => `<p>${text}</p>`)
  expect((await changesOf(shop)).map(({ text }) => text)).toEqual(['- ~~one~~**two**'])
})

test('a run that was skipped is a check without pages', async () => {
  const poor = await monitor({ micros: 1 })
  await query("UPDATE schedule SET next_run_at = now() - interval '1 second' WHERE id = $1", [poor.id])
  await claimDue(jobs)
  await beginRuns(begin, never)
  await judgeOne()
  const { checks } = await listChecks(db.pool, poor.accountId, poor.id, { limit: 1, offset: 0 })
  expect(checks).toMatchObject([
    { status: 'skipped_no_credits', pages: { error: 0 }, judged_at: expect.any(String) },
  ])
  expect(await readMonitor(db.pool, poor.accountId, poor.id)).toMatchObject({
    status: 'active',
    target: 'url',
    url: A,
  })
})

test('a scheduler finds what is due by an index, however many monitors rest', async () => {
  const { accountId } = await monitor()
  await query(
    `INSERT INTO schedule (id, account_id, test, name, kind, work, timing, cron, timezone, spread_ms, next_run_at, is_monitor)
     SELECT gen_random_uuid(), $1, false, 'n', 'batch', '{}', 'x', '0 0 * * *', 'UTC', 0, now() + interval '1 hour', true FROM generate_series(1, 10000)`,
    [accountId],
  )
  await query(
    `INSERT INTO monitor (id, account_id, watch, notify_on) SELECT id, account_id, '{}', '{change}' FROM schedule WHERE account_id = $1 ON CONFLICT DO NOTHING`,
    [accountId],
  )
  const read = async () => {
    await query('SELECT pg_stat_force_next_flush()')
    const [row] = await query(
      `SELECT sum(seq_tup_read + COALESCE(idx_tup_fetch, 0))::int AS rows FROM pg_stat_user_tables WHERE relname IN ('schedule', 'monitor', 'monitor_check', 'monitor_page')`,
    )
    return row.rows as number
  }
  const before = await read()
  for (let n = 0; n < 20; n++) {
    await claimDue(jobs)
    await beginRuns(begin, never)
    await endRuns(jobs)
    await judgeOne()
  }
  expect((await read()) - before).toBeLessThan(2_000)
})

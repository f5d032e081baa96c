import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHistories, type Histories, noteScrape } from '@gleaner/change-tracking'
import type { ChangeTracking, ScrapeRequestInput } from '@gleaner/contracts'
import { claimJob, completeJob, createJob, readFinishedJob } from '@gleaner/jobs'
import { delivery } from '@gleaner/jobs/testing/fixture'
import { storeSession } from '@gleaner/sessions/testing/store-session'
import { eventually } from '@gleaner/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { TierContext } from '../context.ts'
import { handleTask } from '../handle-task.ts'
import { createWorkerFixture, type WorkerFixture } from '../testing/fixture.ts'

let fixture: WorkerFixture
let server: Server
let site: string
/** What the site answers. */
let page: { status: number; html: string | (() => string) }
/** Each test has an address of its own. */
let url: string
let tests = 0
beforeAll(async () => {
  fixture = await createWorkerFixture()
  server = createServer((_, response) => {
    response.writeHead(page.status, { 'content-type': 'text/html' })
    response.end(typeof page.html === 'string' ? page.html : page.html())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  url = `${site}/page-${tests++}`
  show('The lamp is in stock.')
})
afterEach(() => fixture.forgetPermits())
afterAll(async () => {
  await fixture.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

function show(text: string, status = 200): void {
  page = { status, html: `<title>Lamps</title><main><h1>Lamps</h1><p>${text}</p><p>Made in Kiel.</p></main>` }
}

const never = new AbortController().signal
type Request = Partial<ScrapeRequestInput>
const asked = (more: Request = {}) => ({
  url,
  formats: ['change_tracking' as const],
  cost_controls: { force_tier: '1' },
  ...more,
})

async function accept(more: Request = {}, accountId = fixture.accountId): Promise<string> {
  const job = fixture.newJob(asked(more), { accountId })
  await createJob(fixture.jobs, job)
  return job.id
}

/** Works on a job until it has ended; one that has to wait for its turn is delivered again, as its queue does. */
async function finish(id: string, context: TierContext = fixture.context('1')) {
  await eventually(async () => handleTask(context, await fixture.taskOf(id), never), { timeoutMs: 20_000 })
  const done = (await readFinishedJob(fixture.jobs.pool, id))!
  const result = done.page === undefined ? undefined : JSON.parse(done.page)
  return { row: done.row, result, tracking: result?.content.change_tracking as ChangeTracking | null }
}
const scrape = async (more: Request = {}, accountId = fixture.accountId) =>
  await finish(await accept(more, accountId))
const statusOf = async (more: Request = {}, accountId = fixture.accountId) =>
  (await scrape(more, accountId)).tracking?.change_status

const session = () =>
  storeSession(fixture.jobs, {
    accountId: fixture.accountId,
    domain: '127.0.0.1',
    cookies: [
      {
        name: 'sid',
        value: 'secret-value-1',
        domain: '127.0.0.1',
        hostOnly: false,
        path: '/',
        httpOnly: false,
      },
    ],
  })

const rows = async () =>
  (
    await fixture.jobs.pool.query(
      'SELECT revision, is_gone, scraped_at, bytes, octet_length(version) AS held FROM tracked_page WHERE url = $1 ORDER BY revision DESC',
      [url],
    )
  ).rows

describe('a page that is scraped again', () => {
  test('is new, then the same, then changed with what changed for people and for machines', async () => {
    const first = await scrape()
    expect(first.tracking).toEqual({
      previous_scrape_at: null,
      change_status: 'new',
      visibility: 'visible',
    })
    expect(first.result.warnings).toBeUndefined()
    const [{ scraped_at: firstAt }] = await rows()
    const second = await scrape()
    expect(second.tracking).toEqual({
      previous_scrape_at: firstAt.toISOString(),
      change_status: 'same',
      visibility: 'visible',
    })
    const [{ scraped_at: secondAt }] = await rows()
    show('The lamp is sold out.')
    const third = await scrape()
    expect(third.tracking).toMatchObject({
      previous_scrape_at: secondAt.toISOString(),
      change_status: 'changed',
    })
    expect(third.tracking!.diff!.text).toContain('- The lamp is ~~in~~**sold** ~~stock~~**out**.')
    expect(third.tracking!.diff!.json).toEqual([
      expect.objectContaining({ op: 'replace', value: 'The lamp is sold out.' }),
    ])
    expect(await statusOf()).toBe('same')
    const kept = await rows()
    expect(kept).toMatchObject([{ revision: 2, is_gone: false }])
    expect(kept[0].bytes).toBe(kept[0].held)
    expect(third.row.costMicros).toBe(200)
  })

  test('is compared with all that it says beside the formats that are asked for', async () => {
    const formats = ['markdown' as const, 'change_tracking' as const]
    const { result } = await scrape({ formats })
    expect(Object.keys(result.content)).toEqual(formats)
    expect(result.content.markdown).toContain('in stock')
  })

  test('in another order says the same, and is another page to the letter', async () => {
    const [a, b] = ['<p>Lamps are lit at dusk.</p>', '<p>Oil is sold by the door.</p>']
    page.html = `<main>${a}${b}</main>`
    await scrape()
    page.html = `<main>${b}${a}</main>`
    expect(await statusOf()).toBe('same')
    expect(await statusOf({ advanced: { change_tracking: { mode: 'exact' } } })).toBe('changed')
  })

  test('at another spelling of its address is the same page', async () => {
    await scrape({ url: `${url}?a=1&b=2#top` })
    expect(await statusOf({ url: `${url}?b=2&a=1&utm_source=mail` })).toBe('same')
    expect(await statusOf({ url: `${url}?a=2` })).toBe('new')
  })
})

describe('a page that is not there', () => {
  test('is removed when it was there, and new when it is back', async () => {
    await scrape()
    show('No such page.', 404)
    expect((await scrape()).tracking).toMatchObject({ change_status: 'removed' })
    expect(await statusOf()).toBe('removed')
    expect(await rows()).toMatchObject([{ revision: 2, is_gone: true }])
    show('The lamp is in stock.')
    const back = await scrape()
    expect(back.tracking).toMatchObject({ change_status: 'new' })
    expect(back.tracking!.previous_scrape_at).not.toBeNull()
    expect(await statusOf()).toBe('same')
  })

  test('is compared with nothing when it never was, and leaves nothing', async () => {
    show('No such page.', 410)
    const { tracking, result } = await scrape()
    expect(tracking).toBeNull()
    expect(result.warnings).toEqual([expect.stringContaining('has not been scraped before')])
    expect(await rows()).toEqual([])
  })

  test.each([500, 418])('leaves its history alone when it answers %d', async (status) => {
    await scrape()
    const before = await rows()
    show('Broken.', status)
    await scrape()
    expect(await rows()).toEqual(before)
    show('The lamp is in stock.')
    expect(await statusOf()).toBe('same')
  })
})

describe('histories are apart', () => {
  test('of each tag', async () => {
    const tagged = (tag: string) => ({ advanced: { change_tracking: { tag } } })
    await scrape()
    expect(await statusOf(tagged('a'))).toBe('new')
    show('The lamp is sold out.')
    expect(await statusOf(tagged('a'))).toBe('changed')
    expect(await statusOf(tagged('b'))).toBe('new')
    expect(await statusOf()).toBe('changed')
    expect(await rows()).toHaveLength(3)
  })

  test('of each account', async () => {
    await scrape()
    show('The lamp is sold out.')
    const other = await fixture.account()
    const { tracking } = await scrape({}, other)
    expect(tracking).toEqual({ previous_scrape_at: null, change_status: 'new', visibility: 'visible' })
    expect(await statusOf()).toBe('changed')
  })

  test('of each login, and of none', async () => {
    const [ada, ben] = [await session(), await session()]
    expect(await statusOf({ session_id: ada })).toBe('new')
    show('The lamp is sold out.')
    expect(await statusOf()).toBe('new')
    expect(await statusOf({ session_id: ben })).toBe('new')
    expect(await statusOf({ advanced: { cookies: { sid: '1' } } })).toBe('new')
    // Values of a request change from one to the next.
    expect(await statusOf({ advanced: { session_headers: { authorization: 'Bearer 2' } } })).toBe('same')
    expect(await statusOf({ session_id: ada })).toBe('changed')
    expect(await rows()).toHaveLength(4)
  })
})

/** Histories whose readers do something after they have read. */
function histories(afterOpening: () => Promise<void>): Histories {
  const real = createHistories(fixture.jobs.pool, { maxMb: 100 })
  return {
    ...real,
    async open(scrape) {
      const opened = await real.open(scrape)
      await afterOpening()
      return opened
    },
  }
}

describe('scrapes that end at once', () => {
  test('keep one version: one of them is new, the others compare again and are the same', async () => {
    const COUNT = 4
    let opened = 0
    const all = Promise.withResolvers<void>()
    const together = histories(async () => {
      opened += 1
      if (opened >= COUNT) all.resolve()
      await all.promise
    })
    const ids = await Promise.all(Array.from({ length: COUNT }, () => accept()))
    const done = await Promise.all(
      ids.map((id) => finish(id, { ...fixture.context('1'), histories: together })),
    )
    const statuses = done.map(({ tracking }) => tracking!.change_status)
    expect(statuses.toSorted()).toEqual(['new', 'same', 'same', 'same'])
    expect(opened).toBe(2 * COUNT - 1)
    expect(await rows()).toMatchObject([{ revision: 1 }])
  })

  test('are delivered also where others change the history each time, and leave it to them', async () => {
    await scrape()
    show('The lamp is sold out.')
    let moves = 0
    const moving = histories(async () => {
      moves += 1
      await fixture.jobs.pool.query('UPDATE tracked_page SET revision = revision + 1 WHERE url = $1', [url])
    })
    const { tracking, row } = await finish(await accept(), { ...fixture.context('1'), histories: moving })
    expect([row.status, tracking!.change_status, moves]).toEqual(['completed', 'changed', 5])
    expect(await rows()).toMatchObject([{ revision: 1 + moves }])
    expect(await statusOf()).toBe('changed')
  })
})

describe('a worker that dies between its note and its delivery', () => {
  async function dying(id: string): Promise<void> {
    const claim = await claimJob(fixture.jobs, id, '1')
    if (claim.kind !== 'claimed') throw new Error(claim.kind)
    const scrape = {
      accountId: fixture.accountId,
      url,
      shownUrl: url,
      tag: undefined,
      login: null,
      isTest: false,
    }
    const history = await createHistories(fixture.jobs.pool, { maxMb: 100 }).open(scrape)
    if (history === 'full') throw new Error(history)
    const ended = completeJob(fixture.jobs, claim.job, delivery(0), async (sql) => {
      await noteScrape(sql, history, { status: 'new', version: Buffer.from('x') })
      await sql.query('SELECT pg_terminate_backend(pg_backend_pid())')
    })
    await expect(ended).rejects.toThrow()
    await fixture.jobs.pool.query('UPDATE job SET lease_until = now() WHERE id = $1', [id])
  }

  test('has left neither, and the next one delivers and notes', async () => {
    const id = await accept()
    await dying(id)
    expect(await readFinishedJob(fixture.jobs.pool, id)).toBeUndefined()
    expect(await rows()).toMatchObject([{ revision: 0, scraped_at: null, held: null }])
    expect((await finish(id)).tracking).toMatchObject({ change_status: 'new', previous_scrape_at: null })
    expect(await rows()).toMatchObject([{ revision: 1 }])
  })
})

test('who has lost the job notes nothing', async () => {
  const id = await accept()
  const stale = await claimJob(fixture.jobs, id, '1')
  if (stale.kind !== 'claimed') throw new Error(stale.kind)
  await fixture.jobs.pool.query('UPDATE job SET lease_until = now() WHERE id = $1', [id])
  await finish(id)
  const before = await rows()
  let hasNoted = false
  const late = await completeJob(fixture.jobs, stale.job, delivery(0), async (sql) => {
    await sql.query('UPDATE tracked_page SET revision = 99 WHERE url = $1', [url])
    hasNoted = true
  })
  expect([late, hasNoted]).toEqual([undefined, true])
  expect(await rows()).toEqual(before)
})

describe('a page is delivered without a comparison', () => {
  test('that is too large, and its history stays', async () => {
    await scrape()
    const before = await rows()
    page.html = `<main><p>${'lamp '.repeat(450_000)}</p></main>`
    const { tracking, result } = await scrape({ formats: ['links', 'change_tracking'] })
    expect(tracking).toBeNull()
    expect(result.warnings).toEqual(['content.change_tracking is null: the page has more than 2 MB of HTML.'])
    expect(await rows()).toEqual(before)
  })

  test('that asks for a login in place of what its session shows', async () => {
    const session_id = await session()
    await scrape({ session_id })
    const before = await rows()
    page.html = `<title>Sign in</title><form action="/login" method="post"><h1>Sign in</h1><input name="user"><input type="password" name="password"><button>Sign in</button></form>`
    const { row, tracking, result } = await scrape({ session_id })
    expect([row.status, tracking]).toEqual(['completed', null])
    expect(result.warnings).toContainEqual(expect.stringContaining('the login that its session stands for'))
    expect(await rows()).toEqual(before)
  })

  test('where its account keeps as much as it may; pages that are known go on', async () => {
    await scrape()
    const context = { ...fixture.context('1'), histories: createHistories(fixture.jobs.pool, { maxMb: 0 }) }
    expect((await finish(await accept(), context)).tracking).toMatchObject({ change_status: 'same' })
    url += '-new'
    const { tracking, result } = await finish(await accept(), context)
    expect([tracking, result.warnings]).toEqual([null, [expect.stringContaining('TRACKING_MB')]])
    expect(await rows()).toEqual([])
  })
})

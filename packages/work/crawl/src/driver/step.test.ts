import { createPool, transaction } from '@gleaner/db'
import { createDomainKnowledge } from '@gleaner/jobs'
import { longestTurn } from '@gleaner/testkit/longest-turn'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { lockCrawl } from '../crawl-row.ts'
import { type TakenFindings, takeFindings } from '../frontier/take-findings.ts'
import { type CrawlFixture, createCrawlFixture, linksTo, ORIGIN } from '../testing/fixture.ts'
import { PATTERN_LIMITS } from '../urls/index.ts'
import { absorb } from './absorb.ts'
import { recall } from './memory.ts'
import { stepCrawl } from './step.ts'

const never = new AbortController().signal

let fixture: CrawlFixture
beforeAll(async () => {
  fixture = await createCrawlFixture()
})
afterAll(() => fixture.close())

test('a step asks for no second connection while it holds its own', async () => {
  const { id } = await fixture.crawl()
  await enterStart(id)
  const pool = createPool({ url: fixture.databaseUrl, max: 1, connectTimeoutMs: 2_000, onError: () => {} })
  try {
    const jobs = { ...fixture.ctx, pool }
    const step = await stepCrawl({ jobs }, createDomainKnowledge(pool), id, undefined, never)
    expect(step).toMatchObject({ issued: 0, unknown: [`${ORIGIN}/`] })
    await fixture.pool.query(
      `UPDATE crawl SET options = jsonb_set(options::jsonb, '{respect_robots}', 'false'), version = version + 1 WHERE id = $1`,
      [id],
    )
    expect(await stepCrawl({ jobs }, createDomainKnowledge(pool), id, undefined, never)).toMatchObject({
      issued: 1,
    })
  } finally {
    await pool.end()
  }
})

const LINKS_OF_A_PAGE = 5_000
const longLinks = (page: number) =>
  linksTo(
    ...Array.from({ length: LINKS_OF_A_PAGE }, (_, at) => `/${page}/${at}-of-a-page-with-a-longer-name`),
  )

test('findings are taken in portions of some pages, however much they hold, each once', async () => {
  const { id } = await fixture.crawl()
  await transaction(fixture.pool, async (sql) => {
    // These pages have no jobs.
    await sql.query('SET LOCAL session_replication_role = replica')
    for (let page = 0; page < 20; page++) {
      const jobId = crypto.randomUUID()
      await sql.query('INSERT INTO crawl_findings (job_id, crawl_id, findings) VALUES ($1, $2, $3)', [
        jobId,
        id,
        JSON.stringify({ final_url: ORIGIN, links: longLinks(page) }),
      ])
      await sql.query(
        `INSERT INTO crawl_page (crawl_id, key, url, depth, source, seq, state, job_id) VALUES ($1, $2, $3, 1, 'link', $4, 'issued', $5)`,
        [id, Buffer.from(`page ${page}`), `${ORIGIN}/${page}`, page, jobId],
      )
    }
    const portions: number[] = []
    for (let isMore = true; isMore; ) {
      const portion = await takeFindings(sql, id, '-infinity')
      portions.push(portion.taken.length)
      isMore = portion.isMore
    }
    expect(portions.reduce((sum, pages) => sum + pages)).toBe(20)
    expect(Math.max(...portions)).toBeLessThan(10)
  })
})

test('the links of pages are judged in slices, between which the process does other work', async () => {
  const { id } = await fixture.crawl({ maxPages: 100_000 })
  const taken: TakenFindings[] = Array.from({ length: 6 }, (_, page) => ({
    jobId: crypto.randomUUID(),
    key: Buffer.from(`page ${page}`),
    url: `${ORIGIN}/page-${page}`,
    depth: 1,
    source: 'link',
    findings: { final_url: `${ORIGIN}/page-${page}`, links: longLinks(page) } as TakenFindings['findings'],
  }))
  await transaction(fixture.pool, async (sql) => {
    const crawl = (await lockCrawl(sql, id))!
    const memory = await recall(sql, crawl)
    const { judgeUrl } = memory.scope
    let judged = 0
    let most = 0
    let all = 0
    memory.scope = {
      ...memory.scope,
      judgeUrl(...given) {
        all++
        most = Math.max(most, ++judged)
        return judgeUrl(...given)
      },
    }
    const others = setInterval(() => {
      judged = 0
    }, 1)
    await absorb(sql, crawl, memory, taken, never).finally(() => clearInterval(others))
    expect(all).toBeGreaterThanOrEqual(taken.length * LINKS_OF_A_PAGE)
    expect(most).toBeLessThan((taken.length * LINKS_OF_A_PAGE) / 2)
  })
})

test('the worst patterns hold the loop for no longer, and no link is judged once the signal has aborted', async () => {
  const exclude_patterns = Array.from({ length: PATTERN_LIMITS.patterns }, () => `/**${'?'.repeat(25)}x/end`)
  const { id } = await fixture.crawl({ maxPages: 100_000, exclude_patterns })
  const links = linksTo(...Array.from({ length: 200 }, (_, at) => `/${'a'.repeat(2_000)}/${at}`))
  const page = (depth: number): TakenFindings => ({
    jobId: crypto.randomUUID(),
    key: Buffer.from(`page ${depth}`),
    url: `${ORIGIN}/page-${depth}`,
    depth,
    source: 'link',
    findings: { final_url: `${ORIGIN}/page-${depth}`, links } as TakenFindings['findings'],
  })
  const absorbing = async (signal: AbortSignal) =>
    await transaction(fixture.pool, async (sql) => {
      // These pages have no jobs.
      await sql.query('SET LOCAL session_replication_role = replica')
      const crawl = (await lockCrawl(sql, id))!
      await absorb(sql, crawl, await recall(sql, crawl), [page(1), page(2)], signal)
      return crawl.discovered
    })
  const stopped = new AbortController()
  // Amid the work, at whatever step: the links take much longer.
  setTimeout(() => stopped.abort(new Error('stopped')), 50)
  expect(
    await longestTurn(async () => expect(absorbing(stopped.signal)).rejects.toThrow('stopped')),
  ).toBeLessThan(150)
  expect(await longestTurn(async () => expect(await absorbing(never)).toBe(200))).toBeLessThan(150)
})

async function enterStart(id: string): Promise<void> {
  await fixture.pool.query(
    `INSERT INTO crawl_page (crawl_id, key, url, depth, source, seq, state) VALUES ($1, 'start', $2, 0, 'start', 0, 'waiting')`,
    [id, `${ORIGIN}/`],
  )
  await fixture.pool.query(`UPDATE crawl SET phase = 'running', discovered = 1, waiting = 1 WHERE id = $1`, [
    id,
  ])
}

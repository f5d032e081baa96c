import { uuidv7 } from '@gleaner/contracts'
import { createPool, type Pool } from '@gleaner/db'
import { createTestDatabase } from '@gleaner/testkit/database'
import type { EngineQuery } from '../engines/engine.ts'
import { createIndexEngine } from '../index/index-engine.ts'

/** A page that was scraped. */
export interface ScrapedPage {
  url: string
  title?: string
  markdown?: string
  content?: unknown
  language?: string
  status?: number
  publishedAt?: string
  method?: string
  test?: boolean
  /** How long ago; by default just now. */
  agoMs?: number
}

export interface SearchFixture {
  pool: Pool
  account(): Promise<string>
  /** Leaves pages behind as the fleet does. Returns the ids of their jobs. */
  scraped(accountId: string, ...pages: ScrapedPage[]): Promise<string[]>
  /** Addresses of what the built-in index finds. */
  urls(accountId: string, query: string | Partial<EngineQuery>): Promise<string[]>
  snippets(accountId: string, query: string): Promise<string[]>
  close(): Promise<void>
}

export async function createSearchFixture(): Promise<SearchFixture> {
  const database = await createTestDatabase()
  const pool = createPool({ url: database.url, max: 8 })
  const engine = createIndexEngine(pool)
  const search = async (accountId: string, asked: string | Partial<EngineQuery>) => {
    const query = typeof asked === 'string' ? { query: asked } : { query: '', ...asked }
    const whole = { page: 1, numResults: 10, ...query }
    return (await engine.search(whole, accountId, new AbortController().signal)).results
  }
  return {
    pool,
    async account() {
      const id = uuidv7()
      await pool.query("INSERT INTO account (id, name) VALUES ($1, 'Test')", [id])
      return id
    },
    async scraped(accountId, ...pages) {
      const ids: string[] = []
      for (const page of pages) ids.push(await insertScraped(pool, accountId, page))
      return ids
    },
    urls: async (accountId, query) => (await search(accountId, query)).map(({ url }) => url),
    snippets: async (accountId, query) => (await search(accountId, query)).map(({ snippet }) => snippet),
    async close() {
      await pool.end()
      await database.close()
    },
  }
}

async function insertScraped(pool: Pool, accountId: string, page: ScrapedPage): Promise<string> {
  const { url, title = '', markdown = '', content, language, status = 200, publishedAt } = page
  const { method = 'GET', test = false, agoMs = 0 } = page
  const id = uuidv7()
  const result = {
    final_url: url,
    status_code: status,
    title,
    published_at: publishedAt,
    content: content ?? { markdown },
    metadata: { language },
  }
  await pool.query(
    `INSERT INTO job (id, account_id, status, test, url, host, mode, spec, plan, tier, deadline_at, started_at, finished_at, delivered_mode)
     VALUES ($1, $2, 'completed', $3, $4, $5, 'auto', $6, '{}', '1', now(), now(), now() - $7 * interval '1 ms', 'html')`,
    [id, accountId, test, url, new URL(url).hostname, JSON.stringify({ method }), agoMs],
  )
  await pool.query('INSERT INTO job_page (job_id, page) VALUES ($1, $2)', [id, JSON.stringify(result)])
  return id
}

import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { uuidv7 } from '@gleaner/contracts'
import type { Pool } from '@gleaner/db'
import { extract } from '@gleaner/extract/extract'
import { pageRequest } from '../lib/page-request.ts'

export interface TreePage {
  path: string
  html: string
}

/** The HTML pages below a folder. */
export function readTree(folder: string): TreePage[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.html?(?:\.[a-z-]{2,5})?(?:\.utf8)?$/.test(path))
    .map((path) => join(folder, path))
    .sort()
    .map((file) => ({ path: relative(folder, file), html: readFileSync(file, 'utf8') }))
}

/** The page part of a result, as a tier makes it of a fetched page, with Markdown. */
export async function pageOf(url: string, html: string): Promise<string | undefined> {
  const outcome = await extract(
    pageRequest({ url, body: new TextEncoder().encode(html), formats: ['markdown'] }),
  )
  return outcome.ok ? JSON.stringify({ final_url: url, status_code: 200, ...outcome.content }) : undefined
}

/** Completed jobs of an account with these pages, as the fleet leaves them. */
export async function insertPages(
  pool: Pool,
  accountId: string,
  pages: readonly { url: string; page: string }[],
): Promise<void> {
  for (let at = 0; at < pages.length; at += 500) {
    const slice = pages.slice(at, at + 500)
    const ids = slice.map(() => uuidv7())
    await pool.query(
      `INSERT INTO job (id, account_id, status, url, host, mode, spec, plan, tier, deadline_at, started_at, finished_at, delivered_mode, status_code)
       SELECT id, $1, 'completed', url, 'docs.test', 'auto', '{}', '{}', '1', now(), now(), now(), 'html', 200
       FROM unnest($2::uuid[], $3::text[]) AS page(id, url)`,
      [accountId, ids, slice.map(({ url }) => url)],
    )
    await pool.query('INSERT INTO job_page (job_id, page) SELECT * FROM unnest($1::uuid[], $2::text[])', [
      ids,
      slice.map(({ page }) => page),
    ])
  }
}

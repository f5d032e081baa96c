import { hash } from 'node:crypto'
import { normalizeUrl } from '@gleaner/crawl/urls/normalize-url'

/** What tells a history of a page from others of its account. */
export interface TrackedAddress {
  /** Without a login. */
  url: string
  tag: string | undefined
  /** With what it is read that only some readers have; null: as anybody reads it. Pages of one login are never compared with those of another. */
  login: string | null
  /** Which of its parts are read, in any words; absent: all. Other parts are not compared with these. */
  parts?: string | undefined
  /** Test keys read sample pages. */
  isTest: boolean
}

/** SHA-256. Addresses that a crawl takes for one page share it. */
export function historyKey({
  url,
  tag = null,
  login,
  parts,
  isTest,
}: { tag?: string | null } & Omit<TrackedAddress, 'tag'>): Buffer {
  const page = normalizeUrl(url, { hashRoutes: true }) ?? url
  return hash(
    'sha256',
    JSON.stringify([page, tag, login, isTest, ...(parts === undefined ? [] : [parts])]),
    'buffer',
  )
}

import { createHash } from 'node:crypto'
import { siteOf } from '@gleaner/cookie-rules/public-suffix'

export type Fold = 'tune' | 'validate'

/**
 * Rules are made looking at pages of `tune`; `validate` shows whether they hold for sites they were not made for. All pages
 * of a site (registrable domain) are in one fold, in every set and on every machine. A page without an address goes by its id.
 */
export function foldOf(id: string, url: string | undefined): Fold {
  const host = url === undefined ? undefined : URL.parse(url)?.hostname
  const key = host ? siteOf(host) : id
  return createHash('sha256').update(key).digest()[0]! % 2 === 0 ? 'tune' : 'validate'
}

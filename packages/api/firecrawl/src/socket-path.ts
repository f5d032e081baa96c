import { isUuid } from '@gleaner/contracts/ids'
import type { Dialect } from './dialect.ts'

/** What a WebSocket of this door follows. */
export interface SocketTarget {
  dialect: Dialect
  kind: 'crawl' | 'batch'
  /** Undefined: it cannot be the id of one. */
  id: string | undefined
}

const PATH = /^(?:\/firecrawl)?\/(v1|v2)\/(crawl|batch\/scrape)\/([\w-]{1,64})$/

/** What is followed at a path; undefined where there is no WebSocket. The path is compared letter by letter. */
export function socketTargetOf(path: string): SocketTarget | undefined {
  const [, dialect, kind, id = ''] = PATH.exec(path) ?? []
  if (dialect === undefined || RESERVED.has(id)) return undefined
  const uuid = id.replace(/^batch_/, '')
  return {
    dialect: dialect as Dialect,
    kind: kind === 'crawl' ? 'crawl' : 'batch',
    id: isUuid(uuid) ? uuid.toLowerCase() : undefined,
  }
}

const RESERVED: ReadonlySet<string> = new Set(['active', 'ongoing', 'params-preview'])

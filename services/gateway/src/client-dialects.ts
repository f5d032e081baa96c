import type { Format, ScrapeRequest } from '@gleaner/contracts'
import type { Request } from 'express'

/**
 * Published clients that read a reply otherwise than the API writes it, and would not see a success; told by the beginning of
 * their `User-Agent`. Everybody else gets what the API says.
 */
const DIALECTS = {
  /** Parses the body of each success, a deletion's too. */
  wantsDeletedBody: ['alterlab-mcp-server/'],
  /** Waits for a job until its status is `succeeded`. */
  waitsForSucceeded: ['AlterLab-Python-SDK/'],
  /** Have the page's text, HTML, JSON and Markdown read off each reply, also off those to requests that name no formats. */
  readsAllFormats: ['AlterLab-Python-SDK/', 'alterlab-node/'],
  /** Looks for these formats beside each other, at the top of the reply. */
  readsFlatReplies: ['alterlab-node/'],
} as const

export function speaks(dialect: keyof typeof DIALECTS, request: Request): boolean {
  const userAgent = request.get('user-agent') ?? ''
  return DIALECTS[dialect].some((beginning) => userAgent.startsWith(beginning))
}

const SHOWN: readonly Format[] = ['text', 'html', 'json', 'markdown']

/** A scrape whose reply holds what its sender reads of it. */
export function asReadBySender(request: Request, scrape: ScrapeRequest): ScrapeRequest {
  if (!speaks('readsAllFormats', request)) return scrape
  return {
    ...scrape,
    formats: scrape.formats ?? [...SHOWN],
    ...(speaks('readsFlatReplies', request) && { flat_reply: true }),
  }
}

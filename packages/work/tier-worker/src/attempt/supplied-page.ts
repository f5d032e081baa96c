import type { Supplied } from '@gleaner/contracts'
import type { FetchOutcome } from '@gleaner/http-tiers'

/** How each kind is read. */
const CONTENT_TYPES: Readonly<Record<Supplied['type'], string>> = {
  html: 'text/html; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
  pdf: 'application/pdf',
}

/** A page that its caller has sent, as if it had been fetched. A PDF comes as base64. */
export function suppliedPage({ type, source_url }: Supplied, content = ''): FetchOutcome {
  return {
    kind: 'page',
    page: {
      finalUrl: source_url ?? SUPPLIED_URL,
      redirectChain: [],
      status: 200,
      headers: { 'content-type': CONTENT_TYPES[type] },
      body: Buffer.from(content, type === 'pdf' ? 'base64' : 'utf8'),
    },
  }
}

/** Stands for the address of what has none; no link is resolved by it. */
const SUPPLIED_URL = 'about:content'

import type { Reply } from '../sessions/lib/service.ts'
import type { Reading } from './sites/site.ts'

export interface Judgement {
  right: boolean
  tier: string
  /** What is missing or too much, or the error. */
  why: string
}

/** Whether a scrape gave what a person reads on the page. */
export function checkPage({ status, body }: Reply, reading: Reading): Judgement {
  const tier = body.billing?.tier_used ?? body.details?.billing?.tier_used ?? '-'
  if (reading.wall) return { tier, ...checkWall(body, reading.wall) }
  if (status !== 200) return { right: false, tier, why: `${status} ${body.error}: ${body.message}` }
  if (body.status_code !== (reading.status ?? 200))
    return { right: false, tier, why: `the site said ${body.status_code}` }
  const markdown = plain(body.content.markdown)
  const missing = reading.has.filter((text) => !markdown.includes(plain(text)))
  const debris = (reading.lacks ?? []).filter((text) => markdown.includes(plain(text)))
  const why = [
    ...missing.slice(0, 3).map((text) => `lacks "${text}"`),
    ...(missing.length > 3 ? [`and ${missing.length - 3} more of ${reading.has.length}`] : []),
    ...debris.map((text) => `holds "${text}"`),
  ].join(', ')
  return { right: why === '', tier, why }
}

/** A login wall is right when it is called that, and the caller is told how to get past it. */
function checkWall(body: Reply['body'], wall: NonNullable<Reading['wall']>) {
  const hint = wall === 'login' ? /session/ : /password/
  const right = body.error === 'ALL_TIERS_FAILED' && hint.test(body.message)
  return { right, why: right ? '' : `no wall: ${body.error ?? 'delivered'} ${body.message ?? ''}` }
}

/** Words alone: without Markdown's marks, links' addresses and white space. */
function plain(text: string): string {
  return text
    .replace(/\]\([^)\s]*(?: "[^"]*")?\)/g, '')
    .replace(/[\\`*_[\]|#>!-]/g, '')
    .replace(/[\s\u00a0]+/g, '')
    .replace(/[“”]/g, '"')
    .replace(/[‘’]/g, "'")
}

import type { ChangeTracking } from '@gleaner/contracts'
import { MEGABYTE } from '@gleaner/runtime/units'
import type { Page } from './page.ts'
import type { FallbackCause, Tracked, TrackingRequest } from './types.ts'

/**
 * Of its cleaned HTML; a larger page is not compared. Measured: the most hostile two of this size take four seconds of CPU time, which are the
 * page's.
 */
const MOST_BYTES = 2 * MEGABYTE

const TOO_LARGE = `the page has more than ${MOST_BYTES / MEGABYTE} MB of HTML`

/** What a page was compared to be: for its reply, and for its history. `url`: its address. */
export async function trackPage(
  page: Page,
  url: string,
  request: TrackingRequest,
  fallback: FallbackCause | undefined,
): Promise<{ shown: ChangeTracking | null; tracked: Tracked }> {
  // An article is not the page that was kept.
  if (fallback === 'failed') return without(UNREAD)
  try {
    const { status, diff, version } = await compare(page, request)
    const shown: ChangeTracking = {
      previous_scrape_at: request.previousScrapeAt,
      change_status: status,
      visibility: request.isNamedOnly && !leadsTo(page, url) ? 'hidden' : 'visible',
      ...(diff && { diff }),
    }
    return { shown, tracked: { status, ...(version && { version }) } }
  } catch (error) {
    return without((error as Error).message)
  }
}

const UNREAD = 'the page could not be read in full'

function without(fault: string): { shown: null; tracked: Tracked } {
  return { shown: null, tracked: { fault } }
}

interface Compared {
  status: ChangeTracking['change_status']
  diff?: ChangeTracking['diff']
  version?: Uint8Array
}

/** Loaded when it is needed: most pages are not compared. */
async function compare(page: Page, { isGone, mode, before }: TrackingRequest): Promise<Compared> {
  if (isGone) return { status: 'removed' }
  const { judgePage, readVersion, startChain } = await import('@gleaner/changes')
  const now = page.html().toWellFormed()
  if (Buffer.byteLength(now) > MOST_BYTES) throw new Error(TOO_LARGE)
  const last = before && readVersion({ full: Buffer.from(before), deltas: Buffer.alloc(0), length: 1 }, 0)
  // It is fetched once: what it shows counts as if a second fetch had shown it too.
  const { state, text = '', patch = null } = judgePage({ mode }, { before: last, now, again: now })
  if (state === 'same') return { status: state }
  return {
    status: state,
    version: startChain(now).full,
    ...(state === 'changed' && { diff: { text, json: patch } }),
  }
}

/** Whether one of a page's links names it itself, but for a fragment. */
function leadsTo(page: Page, url: string): boolean {
  const own = withoutFragment(url)
  return page.links().some((link) => withoutFragment(link.url) === own)
}

function withoutFragment(url: string): string {
  const at = url.indexOf('#')
  return at < 0 ? url : url.slice(0, at)
}

import { isRoute } from '@gleaner/extract/is-route'
import { endsLogin } from '@gleaner/login-state/addresses'
import type { CrawlRow } from '../crawl-row.ts'
import type { NewPage, PageSource } from '../frontier/insert-pages.ts'
import { keepsLogin } from './keeps-login.ts'
import { type CrawlMemory, noteLeftOut } from './memory.ts'

/** Pages that may wait in a frontier: enough to replace every page that fails, and no more than a site of that size can fill. */
function frontierBound(maxPages: number): number {
  return Math.max(10 * maxPages, 1_000)
}

/** Addresses that were found, and what is to become of them. */
export interface Gathering {
  pages: NewPage[]
  /** Addresses that the crawl has named before, as far as is remembered. */
  known: string[]
  add(url: string, depth: number, source: PageSource): void
  /** Counts addresses that are left out. */
  leaveOut(reason: string, url: string): void
}

/** Judges addresses one by one as they are found; what is left out is counted in the crawl's `skipped`, each address once as far as is remembered. */
export function createGathering(crawl: CrawlRow, memory: CrawlMemory): Gathering {
  const pages: NewPage[] = []
  const known: string[] = []
  const isLoginKept = keepsLogin(crawl)
  const room = () => frontierBound(crawl.maxPages) - crawl.waiting - pages.length

  function leaveOut(reason: string, url: string): void {
    const hint = `${reason} ${url}`
    if (memory.left.has(hint)) return
    memory.left.add(hint)
    crawl.skipped[reason] = (crawl.skipped[reason] ?? 0) + 1
    noteLeftOut(memory, reason, url)
  }

  return {
    pages,
    known,
    leaveOut,
    add(url, depth, source) {
      const hint = `${depth} ${url}`
      if (memory.known.has(hint)) {
        known.push(url)
        return
      }
      const judged = memory.scope.judgeUrl(url, depth)
      if (!judged.accept) return leaveOut(judged.skip, url)
      if (memory.robots.get(hostOf(url))?.isAllowed(url) === false) return leaveOut('robots', url)
      if (source !== 'start' && isLoginKept && endsLogin(url)) return leaveOut('sign_out', url)
      if (isFound(source) && !memory.traps.allows(url)) return leaveOut('trap', url)
      if (room() <= 0) return leaveOut('frontier_full', url)
      memory.known.add(hint)
      pages.push({ key: judged.key, url: pageAddress(url), depth, source })
    },
  }
}

/** Whether an address of this source was come across; what a site announces it has counted itself. */
export function isFound(source: PageSource): boolean {
  return source === 'link' || source === 'canonical'
}

export function hostOf(url: string): string {
  return new URL(url).host
}

/** What is asked for: fragments that name no page stay at home. */
function pageAddress(url: string): string {
  const at = url.indexOf('#')
  return at < 0 || isRoute(url.slice(at)) ? url : url.slice(0, at)
}

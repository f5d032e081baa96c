import { forEachInTurns, sleep } from '@gleaner/runtime'
import type { Collection } from './collect.ts'
import { type PageLink, readLinks } from './read-links.ts'
import { isHtml, type StartPage } from './read-start.ts'
import type { SiteAccess } from './site-access.ts'
import type { Warnings } from './warnings.ts'

export interface Following {
  start: StartPage
  collection: Collection
  warnings: Warnings
  signal: AbortSignal
}

/** Pages that are read for their links, beside the start page: a map is no crawl. */
const MOST_PAGES = 100
/** Requests at once to the site. */
const AT_ONCE = 6

/** Adds what the start page links to: it leads to what matters most. */
export async function addStartLinks(following: Following): Promise<string[]> {
  const { start } = following
  return await addLinks(start.links.links, 1, new Set([start.url]), following)
}

/** Adds what the pages that the start page leads to link to, level by level up to `depth`: of a bounded number of pages. */
export async function followLinks(
  access: SiteAccess,
  { depth, most, ...following }: Following & { depth: number; most: number },
): Promise<void> {
  const { start, collection, warnings, signal } = following
  let level = await addStartLinks(following)
  const seen = new Set([start.url, ...level])
  let left = MOST_PAGES
  for (let at = 2; at <= depth && level.length > 0 && !signal.aborted; at++) {
    if (collection.isFull() || collection.size >= most) return
    if (level.length > left)
      warnings.add(
        `Of ${level.length} pages at depth ${at - 1}, ${left} were read for their links. A crawl reads all.`,
      )
    const pages = level.slice(0, left)
    left -= pages.length
    level = []
    await inTurns(start, pages, signal, async (url) => {
      const answer = await access.page(url, signal)
      if (answer.kind === 'none' || answer.status >= 400 || !isHtml(answer.contentType, answer.body)) return
      if (!start.isAllowed(answer.finalUrl)) return
      const page = readLinks(answer.body, answer.contentType, answer.finalUrl)
      collection.describe(url, page)
      for (const link of await addLinks(page.links, at, seen, following)) level.push(link)
    })
    if (left === 0) return
  }
}

/** Returns those whose own links may be read: of hosts whose robots.txt is known. When the time is over what was added by then counts. */
async function addLinks(
  links: readonly PageLink[],
  depth: number,
  seen: Set<string>,
  { start, collection, signal }: Following,
): Promise<string[]> {
  const next: string[] = []
  const adding = forEachInTurns(links, signal, ({ url, text, isPart }) => {
    const isTaken = collection.add({ url, source: 'link', depth, anchor: text || undefined, isPart })
    if (!isTaken || seen.has(url)) return
    seen.add(url)
    if (start.isKnown(url)) next.push(url)
  })
  await adding.catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  return next
}

/** Does something for each of the pages: several at once, or one after the other where robots.txt names a delay. */
export async function inTurns(
  { robots }: StartPage,
  pages: readonly string[],
  signal: AbortSignal,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const { crawlDelayMs = 0 } = robots.policy
  const queue = pages.values()
  const take = async () => {
    for (const url of queue) {
      if (signal.aborted) return
      await work(url)
      if (crawlDelayMs > 0) await sleep(crawlDelayMs, signal).catch(() => {})
    }
  }
  await Promise.all(Array.from({ length: crawlDelayMs > 0 ? 1 : AT_ONCE }, take))
}

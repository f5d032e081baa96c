import type { Queryable } from '@gleaner/db'
import { forEachInTurns } from '@gleaner/runtime'
import type { CrawlRow } from '../crawl-row.ts'
import { closePages, type ReadPage } from '../frontier/close-pages.ts'
import type { NewPage } from '../frontier/insert-pages.ts'
import { keepFindings } from '../frontier/keep-findings.ts'
import type { TakenFindings } from '../frontier/take-findings.ts'
import { createGathering, type Gathering } from './gather.ts'
import { keepsLogin } from './keeps-login.ts'
import { type CrawlMemory, createCrawlBegins, noteFeeds, noteStart, noteStartNofollow } from './memory.ts'
import { putIntoFrontier } from './put-into-frontier.ts'

/** Puts what was found on pages into the frontier, and notes that they were read. Returns of how many pages the findings are to be taken again. */
export async function absorb(
  sql: Queryable,
  crawl: CrawlRow,
  memory: CrawlMemory,
  taken: readonly TakenFindings[],
  signal: AbortSignal,
): Promise<number> {
  if (taken.length === 0) return 0
  followStart(crawl, memory, taken)
  const closed = await closePages(
    sql,
    crawl.id,
    taken.map((page) => readPageOf(page, memory)),
  )
  crawl.waiting -= closed.noLongerWaiting
  await keepFindings(sql, crawl.id, await worthKeeping(crawl, memory, taken, closed.duplicates, signal))
  const gathering = createGathering(crawl, memory)
  const read: Gathered[] = []
  for (const page of taken)
    read.push(await gatherFrom(page, crawl, gathering, closed.duplicates.has(page.jobId), signal))
  const { added, again, shifted } = await putIntoFrontier(sql, crawl, gathering.pages)
  if (shifted <= memory.begins.pages.depth) memory.begins.pages = createCrawlBegins().pages
  await forEachInTurns(read, signal, (page) => {
    if (!page.page.findings.again) learn(crawl, memory, page, added)
  })
  return again
}

/** Of all pages of a crawl together, as JSON: enough for some ten thousand of them. */
const MOST_KEPT_CHARS = 50_000_000

/** Pages that a shorter way may lead to than is known: those below the start's links. Of their links those of the site are kept, until there are too many. */
async function worthKeeping(
  { options }: CrawlRow,
  memory: CrawlMemory,
  taken: readonly TakenFindings[],
  duplicates: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<TakenFindings[]> {
  if (options.sitemap === 'only') return []
  const kept: TakenFindings[] = []
  let chars = memory.site.kept_chars ?? 0
  for (const page of taken) {
    if (page.depth < 2 || duplicates.has(page.jobId) || chars >= MOST_KEPT_CHARS) continue
    const links: typeof page.findings.links = []
    await forEachInTurns(page.findings.links, signal, (link) => {
      const judged = memory.scope.judgeUrl(link[0], page.depth + 1)
      if (judged.accept || judged.skip === 'max_depth') links.push(link)
    })
    kept.push({ ...page, findings: { ...page.findings, links } })
    chars += links.reduce((sum, [link]) => sum + link.length + 6, 500)
  }
  if (kept.length > 0) {
    memory.site.kept_chars = chars
    memory.isSiteChanged = true
  }
  return kept
}

function followStart(crawl: CrawlRow, memory: CrawlMemory, taken: readonly TakenFindings[]): void {
  const start = taken.find(({ source }) => source === 'start')
  if (!start) return
  const { final_url: startedAt, feeds = [] } = start.findings
  if (startedAt !== start.url) noteStart(memory, crawl, startedAt)
  const { sitemap, max_depth, respect_robots } = crawl.options
  if (respect_robots && start.findings.nofollow) noteStartNofollow(memory)
  if (feeds.length > 0 && sitemap !== 'skip' && max_depth > 0) noteFeeds(memory, feeds)
}

function readPageOf({ key, jobId, url, depth, findings }: TakenFindings, { scope }: CrawlMemory): ReadPage {
  const { final_url: finalUrl, title, signature } = findings
  const judged = finalUrl === url ? undefined : scope.judgeUrl(finalUrl, depth)
  const isElsewhere = judged?.accept && !judged.key.equals(key)
  return {
    key,
    jobId,
    title: title?.replaceAll('\0', '').toWellFormed() ?? null,
    signature: signature?.exact === undefined ? null : Buffer.from(signature.exact, 'base64url'),
    target: isElsewhere ? { key: judged.key, url: finalUrl, depth } : undefined,
  }
}

/** A page with the part of what was gathered that it has named first, and what it named that was known. */
interface Gathered {
  page: TakenFindings
  pages: readonly NewPage[]
  known: readonly string[]
}

async function gatherFrom(
  page: TakenFindings,
  crawl: CrawlRow,
  gathering: Gathering,
  isDuplicate: boolean,
  signal: AbortSignal,
): Promise<Gathered> {
  const [from, knownBefore] = [gathering.pages.length, gathering.known.length]
  if (!isDuplicate) await gather(page, crawl, gathering, signal)
  return { page, pages: gathering.pages.slice(from), known: gathering.known.slice(knownBefore) }
}

/** Tells the guard against traps what a page has brought. */
function learn(
  { options }: CrawlRow,
  memory: CrawlMemory,
  { page, pages, known }: Gathered,
  added: ReadonlySet<NewPage>,
): void {
  const { url, findings } = page
  const isNew = Map.groupBy(pages, (found) => added.has(found))
  memory.traps.learn({
    url,
    finalUrl: findings.final_url,
    title: findings.title,
    signature: findings.signature,
    canonical: findings.canonical,
    isUnwanted: options.respect_robots && findings.noindex && findings.nofollow,
    newUrls: urlsOf(isNew.get(true)),
    knownUrls: [...known, ...urlsOf(isNew.get(false))],
  })
  memory.isTrapsChanged = true
}

function urlsOf(pages: readonly NewPage[] = []): string[] {
  return pages.map(({ url }) => url)
}

async function gather(
  { url, depth, findings }: TakenFindings,
  crawl: CrawlRow,
  gathering: Gathering,
  signal: AbortSignal,
): Promise<void> {
  const { options } = crawl
  if (options.sitemap === 'only') return
  if (findings.canonical !== undefined && findings.canonical !== url)
    gathering.add(findings.canonical, depth, 'canonical')
  const heeds = options.respect_robots
  if (heeds && findings.nofollow) {
    gathering.leaveOut('nofollow', url)
    return
  }
  const signOuts = new Set(findings.sign_outs)
  await forEachInTurns(findings.links, signal, ([link, nofollow]) => {
    if (keepsLogin(crawl) && signOuts.has(link)) gathering.leaveOut('sign_out', link)
    else if (heeds && nofollow) gathering.leaveOut('nofollow', link)
    else gathering.add(link, depth + 1, 'link')
  })
}

import type { PageFindings } from '@gleaner/extract'
import { sleep } from '@gleaner/runtime'
import type { CrawlRow } from '../crawl-row.ts'
import { knownPages } from '../frontier/known-pages.ts'
import { type Answer, judgeAnswers, type Suspicion, unwrittenAddress } from '../traps/index.ts'
import { type CrawlRef, changeCrawl } from './change-crawl.ts'
import type { DriverContext } from './context.ts'
import { hostOf } from './gather.ts'
import { keepGap } from './keep-gap.ts'
import type { CrawlMemory } from './memory.ts'

/** Addresses that are asked for about one pattern. */
const ADDRESSES = 2
/** Before each of them, with or without a delay of the crawl's own. */
const GAP_MS = 200
const DEADLINE_MS = 20_000
/** Links of an answer that are looked up: enough to find one that is new. */
const MOST_LINKS = 200

/**
 * Asks a site for addresses that nobody has written, to tell whether patterns of its addresses have an end, and notes what it
 * has said. These are asked for as tier 1 asks, without a login, and nobody pays for them.
 */
export async function askSite(
  ctx: DriverContext,
  ref: CrawlRef,
  suspicions: ReadonlyMap<string, Suspicion>,
  signal: AbortSignal,
): Promise<void> {
  const asking: Asking = await changeCrawl(ctx, ref, signal, async (_sql, crawl, memory) => ({
    crawl,
    memory,
    signal,
  }))
  for (const [pattern, suspicion] of suspicions) {
    const verdict = judgeAnswers(suspicion, await answersTo(ctx, asking, suspicion))
    // Each at once, as its pages wait for it.
    await changeCrawl(ctx, ref, signal, async (_sql, _crawl, memory) => {
      memory.traps.judge(pattern, verdict)
      memory.isTrapsChanged = true
    })
  }
}

interface Asking {
  crawl: CrawlRow
  memory: CrawlMemory
  signal: AbortSignal
}

/** What the site says to addresses like this one; none for one that robots.txt forbids. */
async function answersTo(
  ctx: DriverContext,
  asking: Asking,
  suspect: Suspicion,
): Promise<(Answer | undefined)[]> {
  const { crawl, memory, signal } = asking
  const answers: (Answer | undefined)[] = []
  for (let at = 0; at < ADDRESSES; at++) {
    const url = unwrittenAddress(suspect.url, suspect.isPath)
    if (url === undefined || memory.robots.get(hostOf(url))?.isAllowed(url) === false) return []
    await sleep(GAP_MS, signal)
    await keepGap(ctx, crawl, signal)
    answers.push(await answerTo(ctx, asking, url))
  }
  return answers
}

async function answerTo(
  ctx: DriverContext,
  { crawl, memory, signal }: Asking,
  url: string,
): Promise<Answer | undefined> {
  const access = { signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]) }
  const answer = await ctx.site.readPage(url, access)
  if (!answer) return undefined
  const findings = await read(ctx, answer, crawl.accountId, signal)
  const found = linksOfSite(memory, findings?.links ?? [])
  const known = await knownPages(ctx.jobs.pool, crawl.id, [...found.values()])
  return {
    url,
    status: answer.status,
    finalUrl: answer.url,
    title: findings?.title,
    sample: findings?.signature?.sample,
    links: [...found.keys()].filter((link) => !known.has(found.get(link)!.toString('latin1'))),
  }
}

/** The addresses that a crawl would take, with their keys. */
function linksOfSite({ scope }: CrawlMemory, links: PageFindings['links']): Map<string, Buffer> {
  const found = new Map<string, Buffer>()
  for (const [link] of links.slice(0, MOST_LINKS)) {
    const judged = scope.judgeUrl(link, 0)
    if (judged.accept) found.set(link, judged.key)
  }
  return found
}

async function read(
  { pages }: DriverContext,
  { url, body, contentType }: { url: string; body: Uint8Array; contentType: string | undefined },
  share: string,
  signal: AbortSignal,
): Promise<PageFindings | undefined> {
  const outcome = await pages.extractJson(
    {
      url,
      body,
      contentType,
      mode: 'html',
      formats: ['text'],
      includeRawHtml: false,
      onlyMainContent: true,
      removeCookieBanners: true,
      evidence: false,
      ocr: false,
      crawl: {},
      maxContentBytes: 1_000_000,
    },
    {},
    { signal, share, isBackground: true, waitMs: DEADLINE_MS, timeoutMs: DEADLINE_MS },
  )
  return outcome.ok && outcome.findings ? JSON.parse(outcome.findings) : undefined
}

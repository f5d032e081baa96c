import type { PageFindings } from '@gleaner/extract'
import { extract } from '@gleaner/extract/extract'
import { createScope } from '../../urls/index.ts'
import { normalizeUrl } from '../../urls/normalize-url.ts'
import {
  type Answer,
  createTrapGuard,
  judgeAnswers,
  reportTraps,
  type TrapGuard,
  type TrapReport,
  unwrittenAddress,
} from '../index.ts'
import type { MadeSite } from './made-site.ts'

export interface MadeCrawl {
  /** Paths with queries of the pages that were read, in their order. */
  paths: string[]
  traps: TrapReport[]
  stateBytes: number
  /** Nothing was left to read when it ended. */
  isExhausted: boolean
  /** Of the paths those that showed something when they came in. */
  paid: string[]
}

interface MadeSettings {
  maxPages?: number
  maxDepth?: number
  /** Pages that are under way at once. */
  atOnce?: number
}

/** Crawls a made site from `/`, breadth first, by the rules of a crawl; the guard's state is stored and read again all the while. */
export async function crawlMadeSite(
  site: MadeSite,
  { maxPages = 20_000, maxDepth = 20, atOnce = 1 }: MadeSettings = {},
): Promise<MadeCrawl> {
  const scope = createScope({ url: 'https://made.example/', maxDepth, hashRoutes: true })
  let waiting = [{ url: 'https://made.example/', depth: 0 }]
  const open: { url: string; depth: number; findings: PageFindings | undefined; isPaid: boolean }[] = []
  const known = new Set<string>()
  const shown = new Set<string>()
  const [paths, paid]: [string[], string[]] = [[], []]
  let guard = createTrapGuard()
  const begin = async () => {
    const left: typeof waiting = []
    for (const page of waiting) {
      if (open.length >= atOnce || paths.length >= maxPages) left.push(page)
      else if (!guard.allows(page.url)) continue
      else if (guard.isSuspicious(page.url) || !guard.begins(page.url, open.length)) left.push(page)
      else {
        const findings = await readMade(site, page.url)
        const exact = findings?.signature?.exact
        paths.push(page.url.slice('https://made.example'.length))
        open.push({ ...page, findings, isPaid: findings !== undefined && !(exact && shown.has(exact)) })
      }
    }
    waiting = left
  }
  for (await begin(); open.length > 0; await begin()) {
    const { url, depth, findings, isPaid } = open.shift()!
    if (isPaid) paid.push(url.slice('https://made.example'.length))
    if (!findings) continue
    const { title, signature, canonical, final_url: finalUrl } = findings
    const isDuplicate = signature !== undefined && shown.has(signature.exact)
    if (signature) shown.add(signature.exact)
    const newUrls: string[] = []
    const knownUrls: string[] = []
    const links = isDuplicate
      ? []
      : [...(canonical ? [canonical] : []), ...findings.links.map(([link]) => link)]
    for (const link of links) {
      const judged = scope.judgeUrl(link, depth + 1)
      if (!judged.accept) continue
      if (known.has(judged.normalized)) knownUrls.push(link)
      else {
        known.add(judged.normalized)
        newUrls.push(link)
        if (guard.allows(link)) waiting.push({ url: link, depth: depth + 1 })
      }
    }
    guard.learn({ url, finalUrl, title, signature, canonical, newUrls, knownUrls })
    await ask(guard, site, known)
    if (paths.length % 100 === 0) guard = createTrapGuard(JSON.parse(JSON.stringify(guard.state())))
  }
  const state = guard.state()
  return {
    paths,
    paid,
    traps: reportTraps(state),
    stateBytes: JSON.stringify(state).length,
    isExhausted: paths.length < maxPages,
  }
}

async function ask(guard: TrapGuard, site: MadeSite, known: ReadonlySet<string>): Promise<void> {
  for (const [pattern, suspicion] of guard.suspicions()) {
    const answers: (Answer | undefined)[] = []
    for (let times = 0; times < 2; times++) {
      const url = unwrittenAddress(suspicion.url, suspicion.isPath)!
      const findings = await readMade(site, url)
      const links = (findings?.links ?? [])
        .map(([link]) => link)
        .filter((link) => !known.has(normalizeUrl(link)!))
      answers.push({
        url,
        status: findings ? 200 : 404,
        finalUrl: findings?.final_url ?? url,
        title: findings?.title,
        links,
        sample: findings?.signature?.sample,
      })
    }
    guard.judge(pattern, judgeAnswers(suspicion, answers))
  }
}

async function readMade(site: MadeSite, url: string): Promise<PageFindings | undefined> {
  let finalUrl = url
  let answer = site(new URL(url))
  for (let hops = 0; typeof answer === 'object' && hops < 5; hops++) {
    finalUrl = new URL(answer.redirect, finalUrl).href
    answer = site(new URL(finalUrl))
  }
  if (typeof answer !== 'string') return undefined
  const read = await extract({
    url: finalUrl,
    body: Buffer.from(answer),
    contentType: 'text/html; charset=utf-8',
    mode: 'auto',
    formats: ['markdown'],
    includeRawHtml: false,
    onlyMainContent: true,
    removeCookieBanners: true,
    evidence: false,
    ocr: false,
    crawl: { rendered: true },
    maxContentBytes: 1_000_000,
  })
  return read.ok ? JSON.parse(read.findings!) : undefined
}

import { SAMPLE_RUNS } from '@gleaner/extract/sample-runs'
import { normalizeUrl } from '../urls/normalize-url.ts'
import { hashOf, partsOf } from './address-parts.ts'
import type { IdleParameters } from './idle-parameters.ts'
import { sharedPart } from './is-alike.ts'
import { numbersOf } from './numbers-of.ts'
import { FEEDS, isDense } from './pattern-growth.ts'
import type { SeenHashes } from './seen-hashes.ts'
import type { PatternState } from './trap-state.ts'
import { type Names, parametersOf, patternOf, type UrlPattern } from './url-pattern.ts'

/** A page that was read, with what its crawl has made of it. */
export interface LearnedPage {
  url: string
  /** Where its address has led. */
  finalUrl: string
  title?: string | undefined
  signature?: { text?: string; sample?: string } | undefined
  /** The address that it calls its own. */
  canonical?: string | undefined
  /** It asks robots neither to show it nor to follow its links, and the crawl heeds that. */
  isUnwanted?: boolean | undefined
  /** Addresses of the site that it names: those that nobody has named before, and the others. */
  newUrls: readonly string[]
  knownUrls: readonly string[]
}

/** What one page of a pattern was worth. */
export interface PageYield {
  pattern: UrlPattern
  /** Its text, numbers included, was seen before. */
  isCopy: boolean
  /** Share of its text that was not seen before, numbers aside. */
  newText: number
  /** The part of it that the page of its pattern before it has shown. */
  alike: number
  /** It shows less than tells a text. */
  isShort: boolean
  /** Its address names that of another page, which was read: to share it, to log in for it. */
  isAbout: boolean
  /**
   * Pages of its pattern lead, on average, to addresses of this pattern, or of its path with any query, that nobody has named before: half an
   * address a page, lately.
   */
  feedsPattern: boolean
  feedsPath: boolean
  /** It calls another address its own. */
  isElsewhere: boolean
  /** It leads nowhere, or to what is known, but for addresses of its own path; the same as another page does. */
  showsKnownLinks: boolean
  isSameLinks: boolean
  /** It leads to new addresses elsewhere. */
  leadsElsewhere: boolean
  /** Addresses that it names and that nobody has named before. */
  newLinks: number
  /** All that it names beside the links of its site's layout is of its own path. */
  staysOnPath: boolean
  /** What it names beside these is new, all but a link or two: nothing else leads there. */
  isOneWay: boolean
  /** Most of what it leads to is its own address with a part of others: one filter more. */
  recombines: boolean
  /** Most of what it leads to are other combinations of parameters that were all seen before. */
  rearranges: boolean
  /** A page with fewer folders in its address has shown the same text: `/de/en/a` as `/de/a`. */
  isNestedCopy: boolean
  /** It asks robots neither to show it nor to follow its links. */
  isUnwanted: boolean
  /** Its address leads to another one. */
  isMoved: boolean
  /** The numbers in the pattern's addresses lie close to each other, as those of things that were counted. */
  isDense: boolean
  /** Some of these numbers are below zero. */
  isBelowZero: boolean
  thisYear: number
}

/** What a guard knows when it looks at a page. */
interface Known {
  pattern: UrlPattern
  state: PatternState
  /** Patterns of the page's new addresses. */
  found: readonly UrlPattern[]
  /** What the page links to beside the links of its site's layout. */
  ownLinks: readonly string[]
  names: Names
  idle: IdleParameters
  seen: SeenHashes
  parts: SeenHashes
  thisYear: number
}

/** Weighs a page, and notes its text and the parts of the addresses that it leads to. */
export function yieldOf(page: LearnedPage, known: Known): PageYield {
  const { pattern, state, found, ownLinks, names, seen, parts, thisYear } = known
  return {
    pattern,
    ...textYield(page, seen),
    ...linkYield(page, ownLinks),
    ...partsYield(page, parts),
    ...elsewhereYield(page, ownLinks, known),
    staysOnPath: ownLinks.every((url) => patternOf(url, names).path === pattern.path),
    leadsElsewhere: found.some(({ path }) => path !== pattern.path),
    feedsPattern: state.births >= FEEDS,
    feedsPath: state.pathBirths >= FEEDS,
    isDense: isDense(state),
    isBelowZero: state.numbers !== undefined && state.numbers[0] < 0,
    isNestedCopy: isNestedCopy(page, parts),
    isElsewhere: isElsewhere(page),
    alike: alikeBefore(page, state),
    isAbout: isAbout(page, known.idle),
    isUnwanted: page.isUnwanted === true,
    thisYear,
  }
}

function textYield(
  { url, finalUrl, signature }: LearnedPage,
  seen: SeenHashes,
): Pick<PageYield, 'isCopy' | 'newText' | 'isShort' | 'isMoved'> {
  const text = numbersOf(signature?.text)
  const runs = numbersOf(signature?.sample)
  const isCopy = seen.countNew(text) === 0 && text.length > 0
  const newRuns = seen.countNew(runs)
  return {
    isCopy,
    // A page without a signature shows nothing and leads nowhere.
    newText: runs.length > 0 ? newRuns / runs.length : signature?.sample === undefined ? 1 : 0,
    isShort: runs.length < SAMPLE_RUNS,
    isMoved: finalUrl !== url && normalizeUrl(finalUrl) !== normalizeUrl(url),
  }
}

function isElsewhere({ url, finalUrl, canonical }: LearnedPage): boolean {
  if (canonical === undefined) return false
  const named = normalizeUrl(canonical)
  return named !== undefined && named !== normalizeUrl(url) && named !== normalizeUrl(finalUrl)
}

/** Links beyond its own path that make a page a list. */
const LIST_LINKS = 3

function elsewhereYield(
  { newUrls }: LearnedPage,
  ownLinks: readonly string[],
  { pattern, found, names, parts }: Known,
): Pick<PageYield, 'showsKnownLinks' | 'isSameLinks'> {
  const isNew = new Set(newUrls)
  const elsewhere = ownLinks.filter((url) => patternOf(url, names).path !== pattern.path)
  const isList = elsewhere.length >= LIST_LINKS
  const links = isList ? [hashOf(`links ${elsewhere.toSorted().join(' ')}`)] : []
  return {
    showsKnownLinks:
      isList && found.every(({ path }) => path === pattern.path) && !elsewhere.some((url) => isNew.has(url)),
    isSameLinks: isList && parts.countNew(links) === 0,
  }
}

/** Compares a page with the last one of its pattern, whose place it takes. */
function alikeBefore({ signature }: LearnedPage, state: PatternState): number {
  const before = state.sample
  state.sample = signature?.sample
  return before === undefined || signature?.sample === undefined ? 0 : sharedPart(before, signature.sample)
}

function isAbout({ url }: LearnedPage, idle: IdleParameters): boolean {
  const values = parametersOf(new URL(url).search).map(([, value]) => value)
  return values.some((value) => {
    const named = value.includes('/') ? URL.parse(value, url) : null
    return named !== null && idle.isRead(named.href)
  })
}

/** Known addresses that a page may name beside new ones when there is no way back from it: where one came from, and what is above that. */
const MOST_KNOWN = 2

function linkYield(
  { newUrls }: LearnedPage,
  ownLinks: readonly string[],
): Pick<PageYield, 'newLinks' | 'isOneWay'> {
  const newLinks = newUrls.length
  const known = ownLinks.length - newLinks
  return { newLinks, isOneWay: newLinks > 0 && known <= Math.min(MOST_KNOWN, newLinks / 2) }
}

/** What most of the new addresses that a page leads to are made of. */
function partsYield(
  { url, newUrls }: LearnedPage,
  seen: SeenHashes,
): Pick<PageYield, 'recombines' | 'rearranges'> {
  const own = partsOf(url)
  const known = newUrls.map(partsOf).filter((parts) => seen.countNew([...parts]) === 0 && parts.size >= 2)
  const isMost = (count: number) => count >= 2 && count >= newUrls.length / 2
  return {
    recombines:
      own.size > 0 && isMost(known.filter((parts) => parts.size > own.size && own.isSubsetOf(parts)).length),
    rearranges: url.includes('?') && isMost(known.length),
  }
}

/** Notes a page under its text and address; gives whether one with fewer folders and the same name was noted with the same text. */
function isNestedCopy({ url, signature }: LearnedPage, seen: SeenHashes): boolean {
  const { pathname } = new URL(url)
  const folders = pathname.split('/').slice(1).filter(Boolean).slice(0, MOST_FOLDERS)
  const name = folders.pop()
  if (signature?.text === undefined || name === undefined || !/\p{L}/u.test(name)) return false
  const placeOf = (path: readonly string[]) => hashOf(`${signature.text} ${path.join('/')} ${name}`)
  const isKnown = runsLeftOut(folders).some((path) => seen.isSeen(placeOf(path)))
  seen.countNew([placeOf(folders)])
  return isKnown
}

const MOST_FOLDERS = 12

/** The folders without each run of them. */
function runsLeftOut(folders: readonly string[]): string[][] {
  return folders.flatMap((_, from) =>
    folders.slice(from).map((_, more) => [...folders.slice(0, from), ...folders.slice(from + more + 1)]),
  )
}

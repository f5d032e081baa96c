import { isAlike } from './is-alike.ts'
import type { Suspicion, Verdict } from './trap-state.ts'

/** What a site has answered to an address that nobody has written. */
export interface Answer {
  url: string
  status: number
  finalUrl: string
  title?: string | undefined
  /** What the page links to of its site, but for addresses that the crawl knows. */
  links: readonly string[]
  sample?: string | undefined
}

/**
 * Whether a site has a page for every address of a kind, by its answers to two that nobody has written: `endless` when both are pages that lead on to
 * addresses of their own, and are either different pages, or like the page that was suspicious. A site that has an end says that there is no such page,
 * leads elsewhere, or shows one page for all that it does not have.
 */
export function judgeAnswers(suspicion: Suspicion, answers: readonly (Answer | undefined)[]): Verdict {
  const [one, other] = answers
  if (!one || !other || isRefused(one) || isRefused(other)) return 'unknown'
  if (!isPage(one, suspicion) || !isPage(other, suspicion)) return 'finite'
  if (suspicion.why === 'one_page') return isShownForAll(suspicion, one, other) ? 'endless' : 'finite'
  if (!leadsOn(one, other) || !leadsOn(other, one)) return 'finite'
  const isOnePage = [isTextAlike, isTitledAlike].find((isSame) => isSame(one, other))
  if (!isOnePage) return 'endless'
  return isOnePage(one, suspicion) && isOnePage(other, suspicion) ? 'endless' : 'finite'
}

type Shown = Pick<Answer, 'url' | 'title' | 'sample'>

/** It says nothing about the address: who asks may not, or may later. */
function isRefused({ status }: Answer): boolean {
  return [401, 403, 407, 429].includes(status) || status >= 500
}

/** A page, and led to as the suspicious one was. */
function isPage({ url, status, finalUrl }: Answer, { movedTo }: Suspicion): boolean {
  return status >= 200 && status < 300 && (finalUrl !== url) === (movedTo !== undefined)
}

/** The pages that were suspicious are what the site shows for any address. */
function isShownForAll(suspicion: Suspicion, one: Answer, other: Answer): boolean {
  const pairs: [Shown, Shown][] = [
    [one, other],
    [one, suspicion],
    [other, suspicion],
  ]
  return pairs.every(([a, b]) => isTextAlike(a, b) && ownTitle(a) === ownTitle(b))
}

const isTextAlike = (one: Shown, other: Shown): boolean => isAlike(one.sample, other.sample)

/** It names addresses of its site that the other one does not name. */
function leadsOn({ url, links }: Answer, other: Answer): boolean {
  const others = new Set([url, ...other.links])
  return links.some((link) => !others.has(link))
}

function isTitledAlike(one: Shown, other: Shown): boolean {
  const title = ownTitle(one)
  return title !== '' && title === ownTitle(other)
}

/** Without what it repeats of the address, and numbers. */
function ownTitle({ url, title = '' }: Shown): string {
  const asked = new Set(wordsOf(new URL(url).href.replace(/%[\da-f]{2}/gi, ' ')))
  return wordsOf(title)
    .filter((word) => !asked.has(word))
    .join(' ')
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/[^\p{L}]+/u)
}

import { CONSENT, type NameVerdict } from './names.ts'
import type { Outline } from './outline.ts'

/** Words that are hardly ever given to content. */
export const SURE =
  /nav|menu|header|masthead|cookie|consent|gdpr|sidebar|related|recommend|newsletter|footer|outbrain|taboola|trending|popular|modal|popup/

/** A box with more of the page's good text than this is its content, however it is called. */
export const MAX_SHARE = 0.4
/** The same for a box that holds no headline while another does: a long sidebar beside a short article. */
export const MAX_SHARE_BESIDE = 0.8

/**
 * Words that can be believed on this page: not those whose boxes together hold so much of the page's good text that
 * they name its content (the "widgets" of a page builder, the "comment" of a reviewer).
 */
export function trustedWords(
  outline: Outline,
  good: Float64Array,
  verdicts: readonly NameVerdict[],
  hasAnchor: (i: number) => boolean,
): Set<string> {
  const sums = new Map<string, { good: number; anchored: boolean; end: number }>()
  const total = good[0]!
  for (const kind of ['clutter', 'aside'] as const) {
    for (const sum of sums.values()) sum.end = 0
    for (let i = 1; i < verdicts.length; i++) {
      const word = verdicts[i]![kind]
      if (word === undefined) continue
      const sum = sums.get(word) ?? { good: 0, anchored: false, end: 0 }
      sums.set(word, sum)
      // A box in one of the same name is counted with it.
      if (i < sum.end || (good[i]! > total * MAX_SHARE && hasAnchor(i))) continue
      sum.good += good[i]!
      sum.anchored ||= hasAnchor(i)
      sum.end = outline.end[i]!
    }
  }
  const isTrusted = ([word, sum]: [string, { good: number; anchored: boolean }]) => {
    // Consent texts are often longer than the page that they cover.
    if (CONSENT.test(word)) return true
    return sum.good <= total * (SURE.test(word) && !sum.anchored ? MAX_SHARE_BESIDE : MAX_SHARE)
  }
  return new Set([...sums].filter(isTrusted).map(([word]) => word))
}

/** Good text of the consent boxes, which is beside what the page is about. */
export function goodOfConsent(
  outline: Outline,
  good: Float64Array,
  verdicts: readonly NameVerdict[],
  hasAnchor: (i: number) => boolean,
): number {
  let sum = 0
  for (let i = 1; i < verdicts.length; ) {
    const isConsent = CONSENT.test(verdicts[i]!.clutter ?? '') && !hasAnchor(i)
    if (isConsent) sum += good[i]!
    i = isConsent ? outline.end[i]! : i + 1
  }
  return sum
}

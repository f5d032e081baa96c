import { compare, type SessionEvidence } from './comparison.ts'
import { EVIDENCE } from './evidence.ts'
import type { SignInSigns } from './signs.ts'

export interface SessionJudgement {
  /** How likely the login works, 0 to 100: the share of sessions that worked among those that looked like this one. */
  confidence: number
  /** The pages tell; otherwise another page (`followUp`, or one that a browser has rendered) may tell more. */
  isConclusive: boolean
  detectedUser?: string
  /** At most 20 of each, of at most 200 characters. */
  indicators: { accountLinks: string[]; userElements: string[] }
  /** One plain sentence. */
  details: string
  /** The sign-in that the page links to: most applications send a signed-in user on from there, and show strangers a form. */
  followUp?: string
  /** The page shows nothing before its scripts have run: a browser would see more. */
  needsBrowser: boolean
}

/**
 * Judges a session by what a page shows with it and without it: the first row of the table of evidence that fits. The same page
 * may be judged again from the `followUp`; of two judgements the conclusive one counts.
 */
export function judgeSession(evidence: SessionEvidence): SessionJudgement {
  const comparison = compare(evidence)
  const { seen, plain } = comparison
  const row = EVIDENCE.find(({ holds }) => holds(comparison))!
  const isSignedIn = row.confidence >= 50
  const followUp = row.isConclusive ? undefined : followUpOf(seen)
  return {
    confidence: row.confidence,
    isConclusive: row.isConclusive,
    ...(isSignedIn && seen.user !== undefined && seen.user !== plain?.user && { detectedUser: seen.user }),
    indicators: isSignedIn
      ? {
          accountLinks: comparison.ownLinks,
          userElements: seen.userElements.filter((element) => !plain?.userElements.includes(element)),
        }
      : { accountLinks: [], userElements: [] },
    details: row.details(comparison),
    ...(followUp !== undefined && { followUp }),
    needsBrowser: !row.isConclusive && seen.content === 'shell',
  }
}

/** The sign-in link of the page's own host first: others sign in elsewhere. */
function followUpOf({ signInLinks, finalUrl }: SignInSigns): string | undefined {
  const host = URL.parse(finalUrl)?.host
  const links = signInLinks.filter(({ url }) => url !== '')
  return (links.find(({ url }) => URL.parse(url)?.host === host) ?? links[0])?.url
}

import type { Cookie } from '@gleaner/cookies'
import { EVIDENCE } from './evidence.ts'
import { similarity } from './fingerprint.ts'
import type { SignInSigns } from './signs.ts'
import { isSignInPage, isSignInWall } from './wall.ts'

/** One address, asked for with the session and without. */
export interface SessionEvidence {
  withSession: SignInSigns
  /** Undefined when that request failed. */
  without: SignInSigns | undefined
  cookies: readonly Cookie[]
  /** Names of the headers that the session sends besides. */
  headerNames: readonly string[]
  now: Date
}

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

/** What the table of evidence looks at. */
export interface Comparison {
  /** With the session, and without it. */
  seen: SignInSigns
  plain: SignInSigns | undefined
  isWall: boolean
  isPlainWall: boolean
  /** Share of the text that both have, 0 to 1; 0 when there is only one page. */
  alike: number
  /** Links to the user's own pages that show with the session only. */
  ownLinks: string[]
  /** There is nothing to send: each cookie has ended, and there are no headers. */
  isOver: boolean
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

function compare({
  withSession: seen,
  without: plain,
  cookies,
  headerNames,
  now,
}: SessionEvidence): Comparison {
  const isEnded = ({ expiresAt }: Cookie) => expiresAt !== undefined && expiresAt <= now.getTime()
  return {
    seen,
    plain,
    isWall: isWall(seen),
    isPlainWall: plain !== undefined && isWall(plain),
    alike: plain ? similarity(seen.fingerprint, plain.fingerprint) : 0,
    ownLinks: seen.accountLinks.filter((link) => !plain?.accountLinks.includes(link)),
    isOver: headerNames.length === 0 && cookies.every(isEnded),
  }
}

/** A sign-in that was asked for is one, too, here: a signed-in user would have been sent on. */
function isWall(signs: SignInSigns): boolean {
  return isSignInWall(signs) || (signs.isSignInAskedFor && signs.signOuts.length === 0 && isSignInPage(signs))
}

/** The sign-in link of the page's own host first: others sign in elsewhere. */
function followUpOf({ signInLinks, finalUrl }: SignInSigns): string | undefined {
  const host = URL.parse(finalUrl)?.host
  const links = signInLinks.filter(({ url }) => url !== '')
  return (links.find(({ url }) => URL.parse(url)?.host === host) ?? links[0])?.url
}

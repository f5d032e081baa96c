import type { Cookie } from '@gleaner/cookie-rules'
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
  /** It brings what a browser has stored as well. */
  hasStorage?: boolean
  now: Date
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
  /** There is nothing to show who asks with: each cookie has ended, and there are no headers and no storage. */
  isOver: boolean
}

export function compare({
  withSession: seen,
  without,
  cookies,
  headerNames,
  hasStorage = false,
  now,
}: SessionEvidence): Comparison {
  const plain = without && !isFailure(without) ? without : undefined
  const isEnded = ({ expiresAt }: Cookie) => expiresAt !== undefined && expiresAt <= now.getTime()
  return {
    seen,
    plain,
    isWall: isWall(seen),
    isPlainWall: plain !== undefined && isWall(plain),
    alike: plain ? similarity(seen.fingerprint, plain.fingerprint) : 0,
    ownLinks: seen.accountLinks.filter((link) => !plain?.accountLinks.includes(link)),
    isOver: headerNames.length === 0 && !hasStorage && cookies.every(isEnded),
  }
}

/** A sign-in that was asked for is one, too, here: a signed-in user would have been sent on. */
function isWall(signs: SignInSigns): boolean {
  return isSignInWall(signs) || (signs.isSignInAskedFor && signs.signOuts.length === 0 && isSignInPage(signs))
}

/** The target failed, or something before it did: such an answer shows nothing about anybody. */
export function isFailure({ status }: SignInSigns): boolean {
  return status < 200 || status >= 500 || status === 429
}

import type { SignInSigns } from './signs.ts'

/** Most text of its own (characters) and links of a page that is a sign-in and little else. */
const TEXT_OF_SIGN_IN = 2_600
const LINKS_OF_SIGN_IN = 120
/** A form without a title that says so has next to nothing beside it. */
const TEXT_OF_FRONT_DOOR = 700
const LINKS_OF_FRONT_DOOR = 30

/**
 * Whether a sign-in answered where another page was asked for. Somebody who can sign out is signed in, whatever else the
 * page asks; and a small form beside content is no wall.
 */
export function isSignInWall(signs: SignInSigns): boolean {
  if (signs.signOuts.length > 0 || signs.stated === 'signed-in') return false
  if (signs.isRefused) return true
  if (signs.isSignInAskedFor) return false
  return signs.isRedirectedToSignIn || isSignInPage(signs)
}

/** Whether the page is a form for signing in and little else. */
export function isSignInPage({ forms, isTitledSignIn, ownText, links }: SignInSigns): boolean {
  const hasPassword = forms.includes('sign-in')
  if (isTitledSignIn && (hasPassword || forms.includes('first-step')))
    return ownText < TEXT_OF_SIGN_IN && links < LINKS_OF_SIGN_IN
  return hasPassword && ownText < TEXT_OF_FRONT_DOOR && links < LINKS_OF_FRONT_DOOR
}

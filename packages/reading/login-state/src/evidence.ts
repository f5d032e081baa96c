import { type Comparison, isFailure } from './comparison.ts'
import type { SignInSigns } from './signs.ts'

interface Evidence {
  id: string
  holds(comparison: Comparison): boolean
  /** Of 100 sessions of packaged applications that looked like this, so many worked. */
  confidence: number
  isConclusive: boolean
  details(comparison: Comparison): string
}

/** The first row that fits decides. What only one of two pages shows comes before what a page shows by itself. */
export const EVIDENCE: readonly Evidence[] = [
  {
    id: 'over',
    holds: ({ isOver }) => isOver,
    confidence: 1,
    isConclusive: true,
    details: () => 'All cookies of the session have ended',
  },
  {
    id: 'target-down',
    holds: ({ seen }) => isFailure(seen),
    confidence: 50,
    isConclusive: false,
    details: ({ seen }) => `The target answered ${seen.status}, which tells nothing about the login`,
  },
  {
    id: 'user-only-with',
    holds: ({ seen, plain, isWall }) =>
      !isWall && plain !== undefined && seen.user !== undefined && seen.user !== plain.user,
    confidence: 98,
    isConclusive: true,
    details: ({ seen }) => `With the session the page names the user ${seen.user}, and without it does not`,
  },
  {
    id: 'sign-out-only-with',
    holds: ({ seen, plain, isWall }) => !isWall && plain?.signOuts.length === 0 && seen.signOuts.length > 0,
    confidence: 98,
    isConclusive: true,
    details: () => 'Only with the session does the page offer to sign out',
  },
  {
    id: 'wall',
    holds: ({ isWall }) => isWall,
    confidence: 2,
    isConclusive: true,
    details: ({ seen }) =>
      seen.status === 401
        ? 'The target asks for a login in spite of the session (401)'
        : 'With the session the target shows its sign-in page',
  },
  {
    id: 'forbidden-only-with',
    holds: ({ seen, isPlainWall }) => isPlainWall && seen.status === 403,
    confidence: 70,
    isConclusive: false,
    details: () =>
      'Without the session the target asks for a login, and with it answers that the page is forbidden',
  },
  {
    id: 'wall-only-without',
    holds: ({ isPlainWall, seen }) => isPlainWall && seen.status < 400,
    confidence: 97,
    isConclusive: true,
    details: () => 'Without the session the target asks for a login, and with it shows the page',
  },
  {
    id: 'stated-only-with',
    holds: ({ seen, plain }) =>
      seen.stated === 'signed-in' && plain !== undefined && plain.stated !== 'signed-in',
    confidence: 97,
    isConclusive: true,
    details: () => 'With the session the page states that a user is signed in, and without it does not',
  },
  {
    id: 'stated-out',
    holds: ({ seen }) => seen.stated === 'signed-out' && seen.signOuts.length === 0,
    confidence: 3,
    isConclusive: true,
    details: () => 'With the session the page states that nobody is signed in',
  },
  {
    id: 'form-only-without',
    holds: ({ seen, plain }) =>
      seen.status < 400 && !seen.forms.includes('sign-in') && (plain?.forms.includes('sign-in') ?? false),
    confidence: 95,
    isConclusive: true,
    details: () => 'Only without the session does the page ask for a password',
  },
  {
    id: 'page-only-with',
    holds: ({ seen, plain }) => seen.status < 300 && (plain?.status === 403 || plain?.status === 404),
    confidence: 93,
    isConclusive: true,
    details: ({ plain }) =>
      `The page shows with the session only; without it the target answers ${plain?.status}`,
  },
  {
    id: 'sign-in-only-without',
    holds: ({ seen, plain }) =>
      seen.status < 400 &&
      seen.signInLinks.length === 0 &&
      plain !== undefined &&
      plain.signInLinks.length > 0,
    confidence: 92,
    isConclusive: true,
    details: () => 'Only without the session does the page link to a sign-in',
  },
  {
    id: 'sign-out-alone',
    holds: ({ seen, plain }) => plain === undefined && isSignedInAlone(seen),
    confidence: 92,
    isConclusive: true,
    details: () =>
      'The page is one of a signed-in user (it could not be fetched without the session for comparison)',
  },
  {
    id: 'both-alone',
    holds: ({ seen, plain }) => plain === undefined && seen.signOuts.length > 0,
    confidence: 60,
    isConclusive: false,
    details: () =>
      'The page offers both to sign in and to sign out (it could not be fetched without the session for comparison)',
  },
  {
    id: 'form-with',
    holds: ({ seen }) => seen.forms.includes('sign-in') && seen.signOuts.length === 0,
    confidence: 5,
    isConclusive: true,
    details: () => 'With the session the page still asks for a password',
  },
  {
    id: 'own-links-only-with',
    holds: ({ plain, ownLinks, seen }) => plain !== undefined && ownLinks.length > 0 && seen.status < 400,
    confidence: 85,
    isConclusive: true,
    details: ({ ownLinks }) =>
      `With the session the page links to pages of the user (${ownLinks.length}) that it does not show without`,
  },
  {
    id: 'sign-in-with',
    holds: ({ seen }) => seen.signInLinks.length > 0 && seen.signOuts.length === 0,
    confidence: 5,
    isConclusive: false,
    details: () => 'With the session the page still links to a sign-in',
  },
  {
    id: 'shell',
    holds: ({ seen }) => seen.content === 'shell',
    confidence: 50,
    isConclusive: false,
    details: () => 'The page shows nothing before its scripts have run, which tells nothing about the login',
  },
  {
    id: 'differs',
    holds: ({ plain, alike, seen }) => plain !== undefined && seen.status < 400 && alike < 0.6,
    confidence: 70,
    isConclusive: false,
    details: () => 'The page is another one with the session, but shows no sign of a login',
  },
  {
    // Nearly every application shows somebody who is signed in something else: a name, a menu, a way out.
    id: 'same',
    holds: ({ seen, plain, alike }) =>
      seen.content === 'page' && seen.status < 400 && plain?.status === seen.status && alike > 0.9,
    confidence: 8,
    isConclusive: false,
    details: () => 'The page is the same with and without the session, and shows no sign of a login',
  },
  {
    id: 'no-sign',
    holds: () => true,
    confidence: 40,
    isConclusive: false,
    details: ({ seen }) =>
      seen.status < 400
        ? 'The page shows no sign of a login'
        : `The target answered ${seen.status}, which tells nothing about the login`,
  },
]

/** A page that shows a sign-out, and none of what strangers see: many pages carry both, and show one of them by script. */
function isSignedInAlone({ signOuts, stated, signInLinks, registerLinks, forms }: SignInSigns): boolean {
  if (signInLinks.length > 0 || registerLinks.length > 0 || forms.includes('sign-in')) return false
  return signOuts.length > 0 || stated === 'signed-in'
}

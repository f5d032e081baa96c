/** An answer to a request, as far as it tells whether somebody is signed in. */
export interface AnsweredPage {
  requestedUrl: string
  finalUrl: string
  /** The addresses between the two, in their order. */
  redirectChain: readonly string[]
  status: number
  contentType: string | undefined
  /** Decoded of its transfer encoding; only a bounded part is read. */
  body: Uint8Array
}

/** What a form is for, as far as it matters here. `confirmation` asks a signed-in user for the password once more. */
export type FormKind =
  | 'sign-in'
  | 'first-step'
  | 'registration'
  | 'password-change'
  | 'confirmation'
  | 'sign-out'

export interface Link {
  url: string
  label: string
}

/** What one page shows about whether somebody is signed in. Strings are bounded and free of control characters. */
export interface SignInSigns {
  status: number
  requestedUrl: string
  finalUrl: string
  /** `shell`: a page that shows nothing before its scripts have run; `data`: JSON; `other`: not read. */
  content: 'page' | 'shell' | 'data' | 'other'
  /** The address that was asked for is a sign-in. */
  isSignInAskedFor: boolean
  /** A sign-in came in place of the page, by a redirect (of HTTP, a meta tag or a script). */
  isRedirectedToSignIn: boolean
  /** Its title or headings are the words for signing in. */
  isTitledSignIn: boolean
  /** The page or the data says that it is for those who are signed in. */
  isRefused: boolean
  forms: FormKind[]
  signInLinks: Link[]
  registerLinks: string[]
  /** Addresses and labels of links, forms and buttons that sign out. */
  signOuts: string[]
  accountLinks: string[]
  userElements: string[]
  /** What a signed-in user is called on the page. */
  user: string | undefined
  /** What the page states for its scripts, or an API in its answer. */
  stated: 'signed-in' | 'signed-out' | undefined
  /** Characters of text outside of forms, links and controls. */
  ownText: number
  links: number
  /** The 128 smallest hashes of the text's word triples; see similarity. */
  fingerprint: number[]
}

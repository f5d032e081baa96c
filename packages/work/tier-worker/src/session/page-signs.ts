import type { FetchedPage } from '@gleaner/http-tiers'
import { readSignInSigns, type SignInSigns } from '@gleaner/login-state'

/** What a fetched page shows of whether somebody is signed in. */
export function signsOfPage(requestedUrl: string, page: FetchedPage): SignInSigns {
  const { finalUrl, redirectChain, status, headers, body } = page
  return readSignInSigns({
    requestedUrl,
    finalUrl,
    redirectChain: redirectChain.map(({ url }) => url),
    status,
    contentType: headers['content-type'],
    body,
  })
}

import { splitUrlCredentials } from '@gleaner/contracts/url-credentials'
import type { FetchRequest } from './fetcher.ts'

/**
 * The request with the login that its address may hold (`https://ann:secret@host/`) as a header, which goes to the
 * address's own origin and is forgotten with the attempt. A browser would keep it, and repeat it in every URL that it
 * reports. An `authorization` that the request names takes precedence.
 */
export function withLoginAsHeader(request: FetchRequest): FetchRequest {
  const { url, authorization } = splitUrlCredentials(request.url)
  if (authorization === undefined) return request
  return { ...request, url, authorization: request.authorization ?? authorization }
}

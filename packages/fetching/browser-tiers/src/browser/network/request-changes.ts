import type { FetchRequest } from '@gleaner/http-tiers'
import { ownHeaders } from '@gleaner/http-tiers'
import type { Protocol } from 'puppeteer-core'

export type Changes = Omit<Protocol.Fetch.ContinueRequestRequest, 'requestId'>

/** The frame or navigation that a request of the browser comes from. */
export interface Sender {
  /** It is the request of the attempt itself. */
  isFirst: boolean
  /** Whether the request is the page's own: all that its frame has shown passes, or it is a document's. */
  isOf(test: (document: URL) => boolean): boolean
}

/**
 * What a request of the browser must carry beyond its own: the first one the caller's method, body and content type,
 * every one to the target the caller's headers (`own-headers.ts` says to which addresses), and to exactly its origin the
 * login. Another site's page that the target led to gets none of these: what it could then read of the target would be
 * the caller's.
 */
export function changesFor(sent: Protocol.Network.Request, request: FetchRequest, sender: Sender): Changes {
  const own = credentialsFor(sent.url, request, sender)
  const { contentType, body } = request
  if (sender.isFirst && body !== undefined && contentType) own['content-type'] = contentType
  return { ...(sender.isFirst && methodAndBody(request)), ...withHeaders(sent.headers, own) }
}

/** Whether there are requests that must carry more than their own. */
export function carriesCredentials({ headers = {}, authorization }: FetchRequest): boolean {
  return authorization !== undefined || Object.keys(headers).length > 0
}

function credentialsFor(address: string, request: FetchRequest, { isOf }: Sender): Record<string, string> {
  const { origin } = new URL(request.url)
  const { authorization } = request
  const target = URL.parse(address)
  const isSame = (candidate: URL) => candidate.origin === origin
  const allows = (test: (candidate: URL) => boolean) => target !== null && test(target) && isOf(test)
  return {
    ...(authorization !== undefined && allows(isSame) && { authorization }),
    ...ownHeaders(request, allows),
  }
}

function methodAndBody({ method, body }: FetchRequest): Changes {
  return { method, ...(body !== undefined && { postData: Buffer.from(body, 'utf8').toString('base64') }) }
}

/** Headers are replaced as a whole, so the browser's own are repeated. */
function withHeaders(sent: Record<string, string>, own: Record<string, string>): Changes {
  if (Object.keys(own).length === 0) return {}
  const replaced = new Set(Object.keys(own).map((name) => name.toLowerCase()))
  const kept = Object.entries(sent).filter(([name]) => !replaced.has(name.toLowerCase()))
  return { headers: [...kept, ...Object.entries(own)].map(([name, value]) => ({ name, value })) }
}

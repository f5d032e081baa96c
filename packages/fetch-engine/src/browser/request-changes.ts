import type { Protocol } from 'puppeteer-core'
import type { FetchRequest } from '../fetcher.ts'
import { isHomeOrigin } from '../redirects/next-hop.ts'

type Changes = Omit<Protocol.Fetch.ContinueRequestRequest, 'requestId'>

/**
 * What a request of the browser must carry beyond its own: the first one the caller's method, body and content type,
 * and every one to the target's origin the caller's headers.
 */
export function changesFor(sent: Protocol.Network.Request, request: FetchRequest, isFirst: boolean): Changes {
  const url = URL.parse(sent.url)
  const own = url && isHomeOrigin(new URL(request.url), url) ? { ...request.headers } : {}
  if (isFirst && request.body !== undefined && request.contentType) own['content-type'] = request.contentType
  return { ...(isFirst && methodAndBody(request)), ...withHeaders(sent.headers, own) }
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

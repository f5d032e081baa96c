import type { IncomingMessage, ServerResponse } from 'node:http'
import { serveBothSchemes } from '@gleaner/http-tiers/testing/serve-both-schemes'
import { selfSigned } from '@gleaner/target-site/tls/self-signed'

/** A request that came. */
export interface Came {
  /** As the request names it, without its port. */
  host: string
  secure: boolean
  path: string
  headers: IncomingMessage['headers']
}

export interface LeakSite {
  port: number
  /** Its certificate, as PEM. */
  cert: string
  /** Oldest first. */
  came: Came[]
  close(): Promise<void>
}

export type Respond = (came: Came, response: ServerResponse) => void

/** A server of 127.0.0.1 that has many names, http and https on one port, and records what reaches it. */
export async function startLeakSite(hosts: readonly string[], respond: Respond): Promise<LeakSite> {
  const certificate = await selfSigned([...hosts])
  const came: Came[] = []

  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const { headers, url: path = '/' } = request
    const host = (headers.host ?? '').replace(/:\d+$/, '')
    const arrived = { host, secure: 'encrypted' in request.socket, path, headers }
    came.push(arrived)
    request.resume()
    respond(arrived, response)
  }
  const { port, close } = await serveBothSchemes(certificate, handle)
  return { port, cert: certificate.cert, came, close }
}

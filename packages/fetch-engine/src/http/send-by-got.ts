import type { Egress } from '@gleaner/egress'
import type { Request } from 'got-scraping'
import { refusalOf } from '../door.ts'
import type { Hop, SendHop } from '../exchange.ts'
import { readStream } from './read-stream.ts'

export interface GotSenderOptions {
  egress: Egress
  /** Accept certificates that nobody vouches for (an intranet's own). */
  ignoreTlsErrors: boolean
}

/** Sends by got-scraping, through the door's forward proxy. The library is loaded with the first request. */
export function createGotSender({ egress, ignoreTlsErrors }: GotSenderOptions): SendHop {
  return async (hop, reading) => {
    const refused = await refusalOf(egress, hop)
    if (refused) return refused
    const [{ gotScraping }, { url: proxyUrl }] = await Promise.all([
      import('got-scraping'),
      egress.forwardProxy(hop.proxy),
    ])
    const stream = gotScraping.stream({
      ...fixedOptions(hop),
      url: hop.url.href,
      proxyUrl,
      https: { rejectUnauthorized: !ignoreTlsErrors },
    })
    return readStream(stream as Request, hop, reading)
  }
}

/** Everything that the library would do by itself (follow, retry, decode, invent headers) is done by the caller. */
function fixedOptions(hop: Hop) {
  return {
    method: hop.method,
    headers: Object.fromEntries(hop.headers),
    ...(hop.body !== undefined && { body: hop.body }),
    http2: true,
    useHeaderGenerator: false,
    followRedirect: false,
    throwHttpErrors: false,
    decompress: false,
    retry: { limit: 0 },
    timeout: {},
  }
}

import { splitUrlCredentials } from '@gleaner/contracts/url-credentials'
import type { CapturedXhr } from '@gleaner/http-tiers'
import type { HTTPResponse } from 'puppeteer-core'
import { CAPTURE_BYTES_EACH, CAPTURE_BYTES_TOTAL } from '../budgets/page-budgets.ts'
import type { Lease } from '../pool/lease.ts'

const MAX_CAPTURES = 100

const JSON_TYPE = /^(?:application|text)\/(?:[\w.-]+\+)?json\b/i

export interface XhrCapture {
  /** What was captured, in the order of arrival; waits for bodies that are being read. */
  finish(): Promise<CapturedXhr[]>
}

/** Keeps the JSON responses to the requests that the page's scripts make. */
export function captureXhr({ on }: Lease): XhrCapture {
  const reading: Promise<CapturedXhr | undefined>[] = []
  let total = 0

  on('response', (response) => {
    if (reading.length < MAX_CAPTURES && isJsonOfScript(response)) reading.push(read(response))
  })

  async function read(response: HTTPResponse): Promise<CapturedXhr | undefined> {
    if (total >= CAPTURE_BYTES_TOTAL) return
    // The body of a response whose page is gone, or that was evicted, can no longer be read.
    const bytes = await response.buffer().catch(() => undefined)
    if (
      bytes === undefined ||
      bytes.length > CAPTURE_BYTES_EACH ||
      total + bytes.length > CAPTURE_BYTES_TOTAL
    )
      return
    total += bytes.length
    const body = parse(Buffer.from(bytes).toString('utf8'))
    const { url } = splitUrlCredentials(response.url())
    return { url, method: response.request().method(), status: response.status(), body }
  }

  return {
    async finish() {
      return (await Promise.all(reading)).filter((captured) => captured !== undefined)
    },
  }
}

function isJsonOfScript(response: HTTPResponse): boolean {
  const type = response.request().resourceType()
  if (type !== 'xhr' && type !== 'fetch') return false
  if (Number(response.headers()['content-length'] ?? 0) > CAPTURE_BYTES_EACH) return false
  return JSON_TYPE.test(response.headers()['content-type'] ?? '')
}

/** JSON that does not parse is kept as the text it is. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

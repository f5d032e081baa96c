import { codingsOf } from '@gleaner/http-tiers'
import type { Protocol } from 'puppeteer-core'
import type { Lease } from '../pool/lease.ts'
import type { RequestInterceptor } from './request-interceptor.ts'

/** The main frame's document as it is transferred. */
interface Transfer {
  requestId: string
  /** By its Content-Length; 0 when it has none that counts. */
  declaredBytes: number
  isEncoded: boolean
  decodedBytes: number
}

/**
 * Tells the interceptor when the main frame's document breaks off in transfer: Chromium shows what has come of it, like
 * any other page. It does not tell when a content encoding breaks off in a body that is whole by its length.
 */
export function watchForCutDocument({ onNetwork, mainFrameId }: Lease, { cutOff }: RequestInterceptor): void {
  let transfer: Transfer | undefined

  onNetwork('Network.responseReceived', ({ requestId, loaderId, frameId, response }) => {
    if (frameId !== mainFrameId || requestId !== loaderId) return
    transfer = transferOf(requestId, response, transfer === undefined)
  })
  onNetwork('Network.dataReceived', ({ requestId, dataLength }) => {
    if (requestId === transfer?.requestId) transfer.decodedBytes += dataLength
  })
  onNetwork('Network.loadingFailed', ({ requestId, canceled, errorText }) => {
    if (requestId === transfer?.requestId && !canceled && errorText !== EMPTY_ERROR_PAGE) cutOff()
  })
  // Over HTTP/2 Chromium does not compare what came with what was declared. Its count of encoded bytes includes the head.
  onNetwork('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (requestId !== transfer?.requestId) return
    const { isEncoded, decodedBytes, declaredBytes } = transfer
    if ((isEncoded ? encodedDataLength : decodedBytes) < declaredBytes) cutOff()
  })
}

/** How Chromium ends the load of an error response without a body, in whose place it shows a page of its own. */
const EMPTY_ERROR_PAGE = 'net::ERR_HTTP_RESPONSE_CODE_FAILURE'

function transferOf(requestId: string, response: Protocol.Network.Response, isFirst: boolean): Transfer {
  const headers = new Map(
    Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const isEncoded = codingsOf(headers.get('content-encoding')).length > 0
  // A later document may come from the cache, with the encoded length of what is not transferred again.
  const isDeclared = isFirst || !(isEncoded || response.fromServiceWorker)
  const declaredBytes = isDeclared ? Number(headers.get('content-length') ?? 0) : 0
  return { requestId, declaredBytes, isEncoded, decodedBytes: 0 }
}

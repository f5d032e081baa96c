import type { Lease } from '../pool/lease.ts'
import { puppeteerSession } from '../protocol/puppeteer-session.ts'
import type { RequestInterceptor } from './request-interceptor.ts'

/** Stops a document that grows beyond `maxBytes` (decoded) while it is loaded. Returns what ends the watch. */
export function limitDocumentSize(
  { page, session, mainFrameId }: Lease,
  interceptor: RequestInterceptor,
  maxBytes: number,
): () => void {
  const events = puppeteerSession(page)
  let documentId = ''
  let size = 0
  const onRequest = (event: { requestId: string; loaderId: string; frameId?: string }) => {
    if (event.frameId !== mainFrameId || event.requestId !== event.loaderId) return
    documentId = event.requestId
    size = 0
  }
  const onData = (event: { requestId: string; dataLength: number }) => {
    if (event.requestId !== documentId) return
    size += event.dataLength
    if (size <= maxBytes) return
    interceptor.tooLarge()
    session.send('Page.stopLoading').catch(() => undefined)
  }
  events.on('Network.requestWillBeSent', onRequest)
  events.on('Network.dataReceived', onData)
  return () => {
    events.off('Network.requestWillBeSent', onRequest)
    events.off('Network.dataReceived', onData)
  }
}

import type { Protocol } from 'puppeteer-core'
import type { Lease } from '../pool/lease.ts'
import type { Changes } from './request-changes.ts'

/** A request for a document of the page. */
export interface SentRequest {
  /** Of the protocol's network domain; redirects of one navigation share it. */
  id: string | undefined
  /** As the network stack sent them; until it has, and where an internal site replies in its place, those that the page gave it. */
  headers: Record<string, string>
}

/** The requests of the page's own documents, and what they carried. */
export interface DocumentRequests {
  /** A request goes out with these changes. */
  begin(event: Protocol.Fetch.RequestPausedEvent, changes: Changes): void
  /** The request that this event's response is to. */
  of(event: Protocol.Fetch.RequestPausedEvent): SentRequest | undefined
}

export function watchDocumentRequests({ onNetwork }: Pick<Lease, 'onNetwork'>): DocumentRequests {
  /** The latest, and the one whose response is shown while that is under way. */
  let latest: SentRequest | undefined
  let shown: SentRequest | undefined

  onNetwork('Network.requestWillBeSentExtraInfo', ({ requestId, headers }) => {
    for (const each of [latest, shown]) if (each?.id === requestId) each.headers = headers
  })

  return {
    begin({ networkId, request }, { headers }) {
      const given = headers && Object.fromEntries(headers.map(({ name, value }) => [name, value]))
      latest = { id: networkId, headers: given ?? request.headers }
    },
    of({ networkId }) {
      shown = latest?.id === networkId ? latest : undefined
      return shown
    },
  }
}

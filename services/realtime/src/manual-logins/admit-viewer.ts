import type { IncomingMessage } from 'node:http'
import type { Caller } from '@gleaner/accounts'
import type { Queryable } from '@gleaner/db'
import { actorOf, TICKET, takeTicket } from '@gleaner/manual-logins'
import { manualLoginAt } from '@gleaner/manual-logins/socket-path'

/** A WebSocket that shows the browser of a login by hand. */
export interface ViewerDoor {
  manualLoginId: string
}

export function viewerDoorOf(path: string): ViewerDoor | undefined {
  const manualLoginId = manualLoginAt(path)
  return manualLoginId === undefined ? undefined : { manualLoginId }
}

/** The ticket of a viewer who may see the browser: it is used up by that. */
export async function admitViewer(
  pool: Queryable,
  { headers }: IncomingMessage,
  caller: Caller,
  { manualLoginId }: ViewerDoor,
): Promise<string | undefined> {
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())
  const ticket = offered.find((name) => name.startsWith(TICKET))
  if (ticket === undefined) return undefined
  const { accountId } = caller
  const forWhom = { accountId, actor: actorOf(caller), origin: headers.origin ?? null }
  return (await takeTicket(pool, manualLoginId, ticket, forWhom)) ? ticket : undefined
}

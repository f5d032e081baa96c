import type { Schemas } from '@gleaner/sdk'

export type Ticket = Pick<Schemas['ManualLoginTicket'], 'ticket' | 'socket_path'>

/** The ticket that came with a login until its page takes it: a page that is loaded anew has none, and asks for another. */
const unused = new Map<string, Ticket>()

export function rememberTicket(id: string, ticket: Ticket): void {
  unused.set(id, ticket)
}

export function takeTicket(id: string): Ticket | undefined {
  const ticket = unused.get(id)
  unused.delete(id)
  return ticket
}

// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../../group.ts'
import type { Entry, Fields, Reply, RequestOptions } from '../../types.ts'

export class TicketsApi extends Group {
  /** List the account's support tickets, the one that changed last first. `GET /support/tickets` */
  list(fields: Fields<'listTickets'> = {}, options?: RequestOptions): Promise<Reply<'listTickets'>> {
    return this.callOperation('listTickets', [], fields, options)
  }

  /** Every entry of `list`, page by page as they are asked for. */
  all(
    fields: Fields<'listTickets'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Entry<'listTickets', 'tickets'>, void, undefined> {
    return this.turnPages('listTickets', [], fields, options, { by: 'offset', entries: 'tickets' })
  }

  /** Ask the operator of this service something. `POST /support/tickets` */
  create(fields: Fields<'createTicket'>, options?: RequestOptions): Promise<Reply<'createTicket'>> {
    return this.callOperation('createTicket', [], fields, options)
  }

  /** Read a support ticket with all that was written. `GET /support/tickets/{ticket_id}` */
  get(ticket_id: string, options?: RequestOptions): Promise<Reply<'getTicket'>> {
    return this.callOperation('getTicket', [ticket_id], {}, options)
  }

  /** Write more to a support ticket. One that was closed is open again. `POST /support/tickets/{ticket_id}/reply` */
  reply(
    ticket_id: string,
    fields: Fields<'replyToTicket'>,
    options?: RequestOptions,
  ): Promise<Reply<'replyToTicket'>> {
    return this.callOperation('replyToTicket', [ticket_id], fields, options)
  }

  /** Close a support ticket. May be repeated. `POST /support/tickets/{ticket_id}/close` */
  close(ticket_id: string, options?: RequestOptions): Promise<Reply<'closeTicket'>> {
    return this.callOperation('closeTicket', [ticket_id], {}, options)
  }

  /** Ask the operator something without an account. The answer comes by mail. `POST /support/tickets/public` */
  createPublic(
    fields: Fields<'createPublicTicket'>,
    options?: RequestOptions,
  ): Promise<Reply<'createPublicTicket'>> {
    return this.callOperation('createPublicTicket', [], fields, options)
  }
}

import { OPERATIONS } from './generated/operations.ts'
import { followEvents } from './transport/follow-events.ts'
import { followLines } from './transport/follow-lines.ts'
import type { Call } from './transport/request.ts'
import type { Transport } from './transport/transport.ts'
import { type Paging, turnPages } from './turn-pages.ts'
import type { Operation, RequestOptions } from './types.ts'

/** What every group of methods can do. */
export class Group {
  protected readonly transport: Transport

  constructor(transport: Transport) {
    this.transport = transport
  }

  /** Calls an operation; its type is that of the method. */
  protected callOperation<Answer>(
    operation: Operation,
    path: readonly string[],
    fields: object = {},
    options?: RequestOptions,
  ): Promise<Answer> {
    return this.transport.call(callOf(operation, path, fields), options) as Promise<Answer>
  }

  /** Every entry of a list that comes in pages. */
  protected turnPages<Item>(
    operation: Operation,
    path: readonly string[],
    fields: object = {},
    options: RequestOptions = {},
    paging: Paging,
  ): AsyncGenerator<Item, void, undefined> {
    const call = (more: object) =>
      this.callOperation<Record<string, unknown>>(operation, path, { ...fields, ...more }, options)
    return turnPages<Item>(call, fields, paging)
  }

  /** The events of a stream, until the last one. */
  protected followEvents<Event>(
    operation: Operation,
    path: readonly string[],
    fields: object = {},
    options?: RequestOptions,
  ): AsyncGenerator<Event, void, undefined> {
    const events = followEvents(this.transport, callOf(operation, path, fields), options)
    return events as AsyncGenerator<Event, void, undefined>
  }

  /** The entries of a list that is sent as JSON lines. */
  protected followLines<Item>(
    operation: Operation,
    path: readonly string[],
    fields: object = {},
    options?: RequestOptions,
  ): AsyncGenerator<Item, void, undefined> {
    const lines = followLines(this.transport, callOf(operation, path, fields), options)
    return lines as AsyncGenerator<Item, void, undefined>
  }
}

function callOf(operation: Operation, path: readonly string[], fields: object): Call {
  return { facts: OPERATIONS[operation], path, fields: fields as Record<string, unknown> }
}

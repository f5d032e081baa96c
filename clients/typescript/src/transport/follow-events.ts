import { ConnectionError } from '../errors.ts'
import type { RequestOptions } from '../types.ts'
import { readEvents } from './event-lines.ts'
import { readAnswer, reopened } from './reopen.ts'
import type { Call } from './request.ts'
import type { Transport } from './transport.ts'

export interface Event {
  event: string
  id: string
  data: unknown
}

/** The events of a stream until `complete`, or until there is nothing after the last one (204). A connection that breaks before is opened again. */
export function followEvents(
  transport: Transport,
  call: Call,
  options: RequestOptions = {},
): AsyncGenerator<Event> {
  let lastId: string | undefined
  return reopened(transport, call, options, async function* (deadline) {
    const request = transport.prepare(call, options)
    if (lastId !== undefined) request.headers['Last-Event-ID'] = lastId
    for await (const event of readAnswer(transport, request, deadline, readEvents, endedEarly)) {
      lastId = event.id || lastId
      yield { ...event, data: JSON.parse(event.data) }
      if (event.event === 'complete') return
    }
  })
}

function endedEarly(): never {
  throw new ConnectionError('The stream ended before its last event.')
}

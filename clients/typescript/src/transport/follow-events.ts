import { ConnectionError } from '../errors.ts'
import type { RequestOptions } from '../types.ts'
import { type Deadline, openDeadline } from './deadline.ts'
import { readEvents } from './event-lines.ts'
import type { Call } from './request.ts'
import { mayRepeat, pauseBefore } from './retry.ts'
import { connected, type Transport } from './transport.ts'
import { watchSilence } from './watch-silence.ts'

export interface Event {
  event: string
  id: string
  data: unknown
}

/**
 * The events of a stream until `complete`. A connection that breaks is opened again and goes on after the last event; it gives up after
 * `maxRetries` failures in a row. Without `timeout` it takes as long as the work does.
 */
export async function* followEvents(
  transport: Transport,
  call: Call,
  options: RequestOptions = {},
): AsyncGenerator<Event> {
  const maxRetries = options.maxRetries ?? transport.settings().maxRetries
  const deadline = openDeadline(options.timeout ?? Number.POSITIVE_INFINITY, options.signal, call.facts.path)
  let lastId: string | undefined
  let failures = 0
  try {
    for (;;) {
      try {
        for await (const event of connect(transport, call, options, lastId, deadline)) {
          failures = 0
          lastId = event.id || lastId
          yield event
          if (event.event === 'complete') return
        }
        return
      } catch (error) {
        deadline.check()
        failures++
        if (failures > maxRetries || !mayRepeat(error, true)) throw error
        await deadline.pause(pauseBefore(error, failures))
      }
    }
  } finally {
    deadline.close()
  }
}

/** One connection; it ends when there is nothing after the last event (204), and throws when it breaks before `complete`. */
async function* connect(
  transport: Transport,
  call: Call,
  options: RequestOptions,
  lastId: string | undefined,
  { signal: outer }: Deadline,
): AsyncGenerator<Event> {
  const request = transport.prepare(call, options)
  if (lastId !== undefined) request.headers['Last-Event-ID'] = lastId
  const alive = watchSilence(outer)
  try {
    const response = await transport.open(request, alive.signal)
    if (response.status === 204 || !response.body) return
    const events = readEvents(response.body, alive.heard)
    try {
      for (;;) {
        const { done, value } = await connected(() => events.next(), outer, request.url)
        if (done) throw new ConnectionError('The stream ended before its last event.')
        yield { ...value, data: JSON.parse(value.data) }
      }
    } finally {
      await events.return(undefined)
    }
  } finally {
    alive.stop()
  }
}

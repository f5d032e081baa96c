import type { RequestOptions } from '../types.ts'
import { type Deadline, openDeadline } from './deadline.ts'
import { readLines } from './event-lines.ts'
import type { Call } from './request.ts'
import { mayRepeat, pauseBefore } from './retry.ts'
import { connected, type Transport } from './transport.ts'
import { watchSilence } from './watch-silence.ts'

/**
 * The entries of a list that is sent as JSON lines, as they come, so that no more than one is held. A connection that breaks is opened again
 * and goes on after the last whole line.
 */
export async function* followLines(
  transport: Transport,
  call: Call,
  options: RequestOptions = {},
): AsyncGenerator<unknown> {
  const maxRetries = options.maxRetries ?? transport.settings().maxRetries
  const deadline = openDeadline(options.timeout ?? Number.POSITIVE_INFINITY, options.signal, call.facts.path)
  const { offset: first = 0, limit, ...fields } = call.fields as { offset?: number; limit?: number }
  let read = 0
  let failures = 0
  try {
    while (limit === undefined || read < limit) {
      const rest = { ...fields, format: 'jsonl', offset: first + read, ...(limit && { limit: limit - read }) }
      try {
        for await (const line of connect(transport, { ...call, fields: rest }, options, deadline)) {
          failures = 0
          read++
          yield line
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

async function* connect(
  transport: Transport,
  call: Call,
  options: RequestOptions,
  { signal: outer }: Deadline,
): AsyncGenerator<unknown> {
  const request = transport.prepare(call, options)
  request.headers.Accept = 'application/x-ndjson'
  const alive = watchSilence(outer)
  try {
    const response = await transport.open(request, alive.signal)
    const lines = readLines(response.body!, alive.heard)
    try {
      for (;;) {
        const { done, value } = await connected(() => lines.next(), outer, request.url)
        if (done) return
        if (value !== '') yield JSON.parse(value)
      }
    } finally {
      await lines.return(undefined)
    }
  } finally {
    alive.stop()
  }
}

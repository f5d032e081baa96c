import type { RequestOptions } from '../types.ts'
import { readLines } from './event-lines.ts'
import { readAnswer, reopened } from './reopen.ts'
import type { Call } from './request.ts'
import type { Transport } from './transport.ts'

/**
 * The entries of a list that is sent as JSON lines, as they come, so that no more than one is held. A connection that breaks is opened again
 * and goes on after the last whole line.
 */
export function followLines(
  transport: Transport,
  call: Call,
  options: RequestOptions = {},
): AsyncGenerator<unknown> {
  const { offset: first = 0, limit, ...fields } = call.fields as { offset?: number; limit?: number }
  let read = 0
  return reopened(transport, call, options, async function* (deadline) {
    if (limit !== undefined && read >= limit) return
    const rest = { ...fields, format: 'jsonl', offset: first + read, ...(limit && { limit: limit - read }) }
    const request = transport.prepare({ ...call, fields: rest }, options)
    request.headers.Accept = 'application/x-ndjson'
    for await (const line of readAnswer(transport, request, deadline, readLines)) {
      if (line === '') continue
      const entry: unknown = JSON.parse(line)
      read++
      yield entry
    }
  })
}

import type { RequestOptions } from '../types.ts'
import { type Deadline, openDeadline } from './deadline.ts'
import type { Call, PreparedRequest } from './request.ts'
import { mayRepeat, pauseBefore } from './retry.ts'
import { connected, type Transport } from './transport.ts'
import { watchSilence } from './watch-silence.ts'

/**
 * What connections bring, one after the other: `connect` opens one that goes on behind what was brought. It ends with a connection that ends by
 * itself, and gives up after `maxRetries` that broke in a row. Without `timeout` it takes as long as the work does.
 */
export async function* reopened<Item>(
  transport: Transport,
  call: Call,
  options: RequestOptions,
  connect: (deadline: Deadline) => AsyncGenerator<Item>,
): AsyncGenerator<Item> {
  const maxRetries = options.maxRetries ?? transport.settings().maxRetries
  const deadline = openDeadline(options.timeout ?? Number.POSITIVE_INFINITY, options.signal, call.facts.path)
  let failures = 0
  try {
    for (;;) {
      try {
        for await (const item of connect(deadline)) {
          failures = 0
          yield item
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

/** What `read` finds in the answer to a request, as it comes, and then `atEnd`; a connection that falls silent breaks. Nothing where the answer has no body. */
export async function* readAnswer<Item>(
  transport: Transport,
  request: PreparedRequest,
  { signal: outer }: Deadline,
  read: (body: ReadableStream<Uint8Array>, onBytes: () => void) => AsyncGenerator<Item>,
  atEnd: () => void = () => {},
): AsyncGenerator<Item> {
  const alive = watchSilence(outer)
  try {
    const response = await transport.open(request, alive.signal)
    if (response.status === 204 || !response.body) return
    const items = read(response.body, alive.heard)
    try {
      for (;;) {
        const { done, value } = await connected(() => items.next(), outer, request.url)
        if (done) return atEnd()
        yield value
      }
    } finally {
      await items.return(undefined)
    }
  } finally {
    alive.stop()
  }
}

import type { Caller } from '@gleaner/accounts'
import { nextTurn } from '@gleaner/runtime'
import type { Context } from '../../context.ts'

/** Larger replies are read one after the other; one of this size is parsed in a few milliseconds. In bytes. */
const LARGE = 256 * 1024

/** A `fetch` whose large replies are read whole in a place of the account, which then waits for its turn: what follows is to parse and cut them. */
export function readingInTurns(
  { agentReplies }: Pick<Context, 'agentReplies'>,
  { accountId }: Caller,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const size = response.headers.get('content-length')
    if (response.body === null || (size !== null && Number(size) <= LARGE)) return response
    return await agentReplies.with(accountId, signal, async () => {
      const { status, headers } = response
      const read = new Response(await response.bytes(), { status, headers })
      await nextTurn()
      return read
    })
  }
}

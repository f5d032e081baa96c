import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<string>()

/** Does what a request asks for: whatever is done within it knows its id, whichever door it came by. */
export function withinRequest<T>(requestId: string, work: () => T): T {
  return current.run(requestId, work)
}

/** Id of the request that is being answered; undefined outside of any. */
export function currentRequestId(): string | undefined {
  return current.getStore()
}

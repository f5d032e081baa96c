import { ApiError } from '@gleaner/contracts'

const FORM = /^\d{1,9}$/

/**
 * The place in the log after which a stream begins; 0 without one. The header goes first: a client that has reconnected sends it beside
 * the address that it began with. Throws INVALID_REQUEST for what is no id of ours.
 */
export function lastEventId(header: string | undefined, query: string | undefined): number {
  const id = header || query || '0'
  if (FORM.test(id)) return Number(id)
  throw notOfThisLog('is not an id of this stream, which are whole numbers from 1')
}

/** Who names an id that was never given would silently miss events, or see some twice. */
export function checkLastEventId(id: number, last: number): void {
  if (id > last) throw notOfThisLog(`is an id that this stream has not given: its last one is ${last}`)
}

function notOfThisLog(message: string): ApiError {
  return new ApiError('INVALID_REQUEST', `Last-Event-ID: ${message}. Leave it out to begin at the start.`, {
    issues: [{ path: 'Last-Event-ID', message }],
  })
}

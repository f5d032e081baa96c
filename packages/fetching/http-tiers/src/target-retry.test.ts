import { expect, test } from '@jest/globals'
import type { Fetcher, FetchOutcome, FetchRequest } from './fetcher.ts'
import { withTargetRetry } from './target-retry.ts'

const FAILED: FetchOutcome = {
  kind: 'failed',
  reason: 'server_error',
  detail: '500',
  status: 500,
  mayHaveBeenSent: true,
}
const BLOCKED: FetchOutcome = { kind: 'blocked', by: 'x', status: 403, detail: '', wall: 'refusal' }

function scripted(...outcomes: FetchOutcome[]): Fetcher & { asked: number } {
  return {
    tier: '1',
    asked: 0,
    async fetch() {
      return outcomes[this.asked++]!
    },
    close: async () => {},
  }
}

const request = (method: FetchRequest['method']): FetchRequest => ({
  url: 'https://e.example/',
  method,
  maxBytes: 1,
})

test('a GET that met a server error is asked once more', async () => {
  const fetcher = scripted(FAILED, BLOCKED)
  const retrying = withTargetRetry(fetcher, 1)
  expect(await retrying.fetch(request('GET'), AbortSignal.timeout(1_000))).toBe(BLOCKED)
  expect(fetcher.asked).toBe(2)
})

test('a GET whose body was broken is asked once more', async () => {
  const fetcher = scripted({ ...FAILED, reason: 'broken_body' }, BLOCKED)
  expect(await withTargetRetry(fetcher, 1).fetch(request('GET'), AbortSignal.timeout(1_000))).toBe(BLOCKED)
})

test('a GET of a host that was not there is asked once more, and of one that broke off is not', async () => {
  const gone: FetchOutcome = { ...FAILED, reason: 'network_error', unreachable: true }
  const signal = AbortSignal.timeout(1_000)
  expect(await withTargetRetry(scripted(gone, BLOCKED), 1).fetch(request('GET'), signal)).toBe(BLOCKED)
  const reset: FetchOutcome = { ...gone, unreachable: undefined }
  expect(await withTargetRetry(scripted(reset, BLOCKED), 1).fetch(request('GET'), signal)).toBe(reset)
})

test('a second server error is the answer', async () => {
  const fetcher = scripted(FAILED, FAILED, BLOCKED)
  expect(await withTargetRetry(fetcher, 1).fetch(request('GET'), AbortSignal.timeout(1_000))).toBe(FAILED)
  expect(fetcher.asked).toBe(2)
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('%s is never sent twice', async (method) => {
  const fetcher = scripted(FAILED, BLOCKED)
  expect(await withTargetRetry(fetcher, 1).fetch(request(method), AbortSignal.timeout(1_000))).toBe(FAILED)
  expect(fetcher.asked).toBe(1)
})

test('a deadline in the pause ends with the first answer', async () => {
  const fetcher = scripted(FAILED, BLOCKED)
  expect(await withTargetRetry(fetcher, 5_000).fetch(request('GET'), AbortSignal.timeout(20))).toBe(FAILED)
})

test('the second request waits for its turn, and is not sent when that does not come in time', async () => {
  const order: string[] = []
  const fetcher = scripted(FAILED, BLOCKED)
  const keepGap = async () => void order.push(`gap after ${fetcher.asked}`)
  const signal = AbortSignal.timeout(1_000)
  expect(await withTargetRetry(fetcher, 1).fetch({ ...request('GET'), keepGap }, signal)).toBe(BLOCKED)
  expect(order).toEqual(['gap after 1'])
  const never = async () => Promise.reject(new Error('aborted'))
  const refused = { ...request('GET'), keepGap: never }
  expect(await withTargetRetry(scripted(FAILED, BLOCKED), 1).fetch(refused, signal)).toBe(FAILED)
})

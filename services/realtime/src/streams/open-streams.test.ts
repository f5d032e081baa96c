import type { Caller } from '@gleaner/accounts'
import { createMetrics } from '@gleaner/runtime'
import { expect, test } from '@jest/globals'
import { createOpenStreams } from './open-streams.ts'

const callerOf = (accountId: string) => ({ accountId, apiKeyId: accountId }) as Caller
const { signal } = new AbortController()

function openStreams() {
  const watched = new Set<() => void>()
  const watchedCallers = {
    watch(_key: unknown, onInvalid: () => void) {
      watched.add(onInvalid)
      return () => watched.delete(onInvalid)
    },
  }
  const metrics = createMetrics({ service: 'test' })
  return {
    watched,
    streams: createOpenStreams({ watchedCallers, metrics, bounds: { ofAccount: 2, ofProcess: 3 } }),
  }
}

test('streams are bounded for an account and altogether, and a place is free when one ends', () => {
  const { streams, watched } = openStreams()
  const [first] = [streams.open(callerOf('a'), signal), streams.open(callerOf('a'), signal)]
  expect(() => streams.open(callerOf('a'), signal)).toThrow(
    expect.objectContaining({
      code: 'CONCURRENCY_LIMITED',
      details: { retry_after_seconds: expect.any(Number) },
    }),
  )
  streams.open(callerOf('b'), signal)
  expect(() => streams.open(callerOf('c'), signal)).toThrow(
    expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }),
  )
  first![Symbol.dispose]()
  expect(watched.size).toBe(2)
  streams.open(callerOf('c'), signal)
})

test('a stream ends with its request, with its key, and with the service', () => {
  const { streams, watched } = openStreams()
  const request = new AbortController()
  const [left, revoked, stopped] = [
    streams.open(callerOf('a'), request.signal),
    streams.open(callerOf('b'), signal),
    streams.open(callerOf('c'), signal),
  ] as const
  request.abort(new Error('left'))
  expect(left.signal.reason).toMatchObject({ message: 'left' })
  ;[...watched][1]!()
  expect(revoked.signal.reason).toMatchObject({ message: expect.stringContaining('not valid') })
  streams.stop()
  expect(stopped.signal.reason).toMatchObject({ message: expect.stringContaining('stops') })
  for (const stream of [left, revoked, stopped]) stream[Symbol.dispose]()
  expect(() => streams.open(callerOf('a'), signal)).toThrow(
    expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }),
  )
})

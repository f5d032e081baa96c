import { once } from 'node:events'
import { describe, expect, test } from '@jest/globals'
import { deadlineSignal } from './deadline.ts'

const HOUR = 3_600_000

describe('deadlineSignal', () => {
  test('aborts when the time has passed', async () => {
    using deadline = deadlineSignal(1, [])
    if (!deadline.signal.aborted) await once(deadline.signal, 'abort')
    expect(deadline.signal.reason).toMatchObject({ name: 'DeadlineExceeded' })
  })

  test('aborts with the first of the signals that it follows, for the same reason', () => {
    const [one, other] = [new AbortController(), new AbortController()]
    using deadline = deadlineSignal(HOUR, [one.signal, other.signal])
    expect(deadline.signal.aborted).toBe(false)
    other.abort(new Error('enough'))
    one.abort(new Error('too late'))
    expect(deadline.signal.reason).toEqual(new Error('enough'))
  })

  test('has aborted already when a signal has', () => {
    using deadline = deadlineSignal(HOUR, [AbortSignal.abort(new Error('before'))])
    expect(deadline.signal.reason).toEqual(new Error('before'))
  })

  test('leaves no timer and follows nobody once it is disposed of', async () => {
    const stopping = new AbortController()
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
    const before = timers()
    const deadline = deadlineSignal(HOUR, [stopping.signal])
    expect(timers()).toBe(before + 1)
    deadline[Symbol.dispose]()
    expect(timers()).toBe(before)
    stopping.abort()
    expect(deadline.signal.aborted).toBe(false)
  })
})

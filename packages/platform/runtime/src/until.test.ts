import { getEventListeners } from 'node:events'
import { describe, expect, test } from '@jest/globals'
import { untilAborted, untilWoken } from './until.ts'

const never = new Promise<never>(() => {})
const LONG_MS = 2 ** 31 - 1

describe('untilAborted', () => {
  test('gives what the work comes to, and leaves no listener', async () => {
    const { signal } = new AbortController()
    await expect(untilAborted(Promise.resolve(1), signal)).resolves.toBe(1)
    await expect(untilAborted(Promise.reject(new Error('work')), signal)).rejects.toThrow('work')
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test.each(['before', 'after'])(
    'rejects with the reason of a signal that aborts %s it began',
    async (when) => {
      const controller = new AbortController()
      if (when === 'before') controller.abort(new Error('left'))
      const waiting = untilAborted(never, controller.signal)
      controller.abort(new Error('left'))
      await expect(waiting).rejects.toThrow('left')
    },
  )

  test('a signal that has aborted goes before work that has ended', async () => {
    await expect(untilAborted(Promise.resolve(1), AbortSignal.abort(new Error('left')))).rejects.toThrow(
      'left',
    )
  })

  test('rejects with another reason where one is given', async () => {
    const waiting = untilAborted(never, AbortSignal.abort(), () => new Error('other'))
    await expect(waiting).rejects.toThrow('other')
  })

  test('work that fails after it was left is not an unhandled rejection', async () => {
    const work = Promise.withResolvers<never>()
    await expect(untilAborted(work.promise, AbortSignal.abort(new Error('left')))).rejects.toThrow('left')
    const unhandled: unknown[] = []
    const note = (error: unknown) => unhandled.push(error)
    process.on('unhandledRejection', note)
    work.reject(new Error('late'))
    await new Promise(setImmediate)
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })
})

describe('untilWoken', () => {
  test('gives what wakes it, and leaves no listener', async () => {
    const { signal } = new AbortController()
    await expect(untilWoken(Promise.resolve(1), LONG_MS, signal)).resolves.toBe(1)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test('ends without a value after its time', async () => {
    await expect(untilWoken(never, 1)).resolves.toBeUndefined()
    await expect(untilWoken(never, -1)).resolves.toBeUndefined()
  })

  test.each(['before', 'after'])('ends without a value when the signal aborts %s it began', async (when) => {
    const controller = new AbortController()
    if (when === 'before') controller.abort()
    const waiting = untilWoken(never, LONG_MS, controller.signal)
    controller.abort()
    await expect(waiting).resolves.toBeUndefined()
  })
})

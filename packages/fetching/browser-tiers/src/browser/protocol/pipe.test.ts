import { PassThrough } from 'node:stream'
import { MEGABYTE as MB } from '@gleaner/runtime/units'
import { eventually } from '@gleaner/testkit'
import { describe, expect, test } from '@jest/globals'
import { createProtocolPipe, MAX_MESSAGE_BYTES } from './pipe.ts'

const SESSION = 'A1B2C3D4E5F60718293A4B5C6D7E8F90'
function open(onMessage: (message: string) => unknown = () => undefined) {
  const toBrowser = new PassThrough()
  const fromBrowser = new PassThrough({ highWaterMark: 16 * MB })
  const seen = {
    messages: [] as string[],
    charged: [] as [string | undefined, number][],
    oversize: [] as [string | undefined, number][],
    failures: [] as unknown[],
    closed: 0,
  }
  const pipe = createProtocolPipe(toBrowser, fromBrowser, {
    onMessage: (session, bytes) => seen.charged.push([session, bytes]),
    onOversize: (session, bytes) => seen.oversize.push([session, bytes]),
    onFailure: (error) => seen.failures.push(error),
  })
  pipe.onmessage = (message) => {
    seen.messages.push(message)
    return onMessage(message) as undefined
  }
  pipe.onclose = () => {
    seen.closed += 1
  }
  return { pipe, toBrowser, fromBrowser, seen }
}

/** Writes a message of so many bytes as it comes from a pipe: in pieces. */
async function writeLong(to: PassThrough, start: string, bytes: number, end: string): Promise<void> {
  const piece = Buffer.alloc(8 * MB, 'x')
  to.write(start)
  for (let left = bytes - start.length - end.length; left > 0; left -= piece.length) {
    if (!to.write(piece.subarray(0, Math.min(left, piece.length))))
      await new Promise((go) => to.once('drain', go))
  }
  to.write(`${end}\0`)
}

describe('the debugging pipe', () => {
  test.each([1, 2, 3, 7, 64, 10_000])(
    'passes messages on whole, whatever pieces they come in (%d bytes)',
    async (size) => {
      const { fromBrowser, seen } = open()
      const messages = [
        '{"id":1}',
        `{"text":"Füße 🦆","sessionId":"${SESSION}"}`,
        '{}',
        `{"long":"${'ä'.repeat(500)}"}`,
      ]
      const bytes = Buffer.from(messages.map((one) => `${one}\0`).join(''))
      for (let from = 0; from < bytes.length; from += size)
        fromBrowser.write(bytes.subarray(from, from + size))
      await eventually(() => expect(seen.messages).toEqual(messages))
      expect(seen.charged.map(([session]) => session)).toEqual([undefined, SESSION, undefined, undefined])
      expect(seen.charged.map(([, length]) => length)).toEqual(messages.map((one) => Buffer.byteLength(one)))
    },
  )

  test('ends what it sends with a zero byte', () => {
    const { pipe, toBrowser } = open()
    pipe.send('{"id":1}')
    expect(toBrowser.read().toString()).toBe('{"id":1}\0')
  })

  test('drops a message that is too long, names its session, and goes on with the next', async () => {
    const { fromBrowser, seen } = open()
    const before = process.memoryUsage().rss
    await writeLong(fromBrowser, '{"text":"', 3 * MAX_MESSAGE_BYTES, `","sessionId":"${SESSION}"}`)
    fromBrowser.write('{"id":2}\0')
    await eventually(() => expect(seen.messages).toEqual(['{"id":2}']))
    expect(seen.oversize).toEqual([[SESSION, 3 * MAX_MESSAGE_BYTES]])
    expect(process.memoryUsage().rss - before).toBeLessThan(2.5 * MAX_MESSAGE_BYTES)
  })

  test('is not told a session by what a page writes', async () => {
    const { fromBrowser, seen } = open()
    const forged = JSON.stringify({ params: { text: `","sessionId":"${SESSION}"}` } })
    fromBrowser.write(`${forged}\0${JSON.stringify({ params: { sessionId: SESSION } })}\0`)
    await eventually(() => expect(seen.messages).toHaveLength(2))
    expect(seen.charged.map(([session]) => session)).toEqual([undefined, undefined])
  })

  test('closes on a message that never ends', async () => {
    const { fromBrowser, seen } = open()
    await Promise.race([
      writeLong(fromBrowser, '{"text":"', 9 * MAX_MESSAGE_BYTES, '"}').catch(() => undefined),
      eventually(() => expect(seen.closed).toBe(1)),
    ])
    expect(seen.oversize[0]![0]).toBeUndefined()
  })

  test.each([
    [
      'throws',
      () => {
        throw new Error('no such frame')
      },
    ],
    [
      'rejects',
      async () => {
        throw new Error('no such frame')
      },
    ],
  ])('tells of a user that %s instead of ending the process', async (_, fail) => {
    const { fromBrowser, seen } = open(fail)
    fromBrowser.write('{"id":1}\0')
    await eventually(() => expect(seen.failures).toEqual([new Error('no such frame')]))
  })

  test('closes both ends when the browser is gone', async () => {
    const { fromBrowser, toBrowser, seen } = open()
    fromBrowser.destroy()
    await eventually(() => expect(seen.closed).toBe(1))
    expect(toBrowser.destroyed).toBe(true)
  })
})

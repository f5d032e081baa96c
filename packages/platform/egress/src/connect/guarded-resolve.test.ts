import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, jest, test } from '@jest/globals'
import type { EgressOptions } from '../egress.ts'
import { HOSTILE } from '../fixtures/hostile-addresses.ts'
import { AddressNotAllowed } from '../policy/address-not-allowed.ts'
import { createUrlGuard } from '../policy/url-guard.ts'
import { createGuardedResolve, NameNotResolved } from './guarded-resolve.ts'

function guardedResolve(options: EgressOptions) {
  return createGuardedResolve(createUrlGuard(options), options)
}

/** A resolver that gives one reply after the other, then the last one for ever. */
function replying(replies: string[][]): (hostname: string) => Promise<LookupAddress[]> {
  let asked = 0
  return async () => {
    const reply = replies[Math.min(asked++, replies.length - 1)]
    if (reply === undefined) throw Object.assign(new Error('queryA ESERVFAIL'), { code: 'ESERVFAIL' })
    return reply.map((address) => ({ address, family: isIP(address) }))
  }
}

describe('resolve', () => {
  test.each(HOSTILE.dns)('%s: %s with the replies %j (%s)', async (verdict, host, replies) => {
    const resolve = guardedResolve({ ownAddresses: '198.35.26.96', resolve: replying(replies) })
    const outcome = await resolve(host, 80).catch((error: Error) => error)
    // A name that changes its mind may be dialled, but only at the address that was checked.
    if (verdict === 'allowed' || replies.length > 1)
      expect(outcome).toEqual([{ address: '93.184.216.34', family: 4 }])
    else expect(outcome).toBeInstanceOf(replies.length === 0 ? NameNotResolved : AddressNotAllowed)
  })

  test('answers that turn hostile later are refused then', async () => {
    const resolve = guardedResolve({ resolve: replying([['93.184.216.34'], ['127.0.0.1']]) })
    const clock = Date.now
    try {
      await resolve('rebind.example.com', 80)
      Date.now = () => clock() + 11_000
      await expect(resolve('rebind.example.com', 80)).rejects.toThrow(AddressNotAllowed)
    } finally {
      Date.now = clock
    }
  })

  test('address literals are checked without a look-up, in brackets too', async () => {
    const resolve = guardedResolve({ resolve: () => Promise.reject(new Error('asked')) })
    await expect(resolve('127.0.0.1', 80)).rejects.toThrow(AddressNotAllowed)
    await expect(resolve('[::1]', 80)).rejects.toThrow(AddressNotAllowed)
    expect(await resolve('[2606:4700:4700::1111]', 443)).toEqual([
      { address: '2606:4700:4700::1111', family: 6 },
    ])
  })

  test('local names are refused without a look-up', async () => {
    const resolve = guardedResolve({ resolve: replying([['93.184.216.34']]) })
    await expect(resolve('redis', 80)).rejects.toThrow(AddressNotAllowed)
    await expect(resolve('x.LOCALHOST.', 80)).rejects.toThrow(AddressNotAllowed)
  })

  test('a name that the operator listed may lead inside, at its port only', async () => {
    const resolve = guardedResolve({ allow: 'wiki:8080', resolve: replying([['10.0.0.9']]) })
    expect(await resolve('wiki', 8080)).toEqual([{ address: '10.0.0.9', family: 4 }])
    await expect(resolve('wiki', 80)).rejects.toThrow(AddressNotAllowed)
  })

  test('a message never tells the caller what an inner name resolved to', async () => {
    const resolve = guardedResolve({ resolve: replying([['10.1.2.3']]) })
    await expect(resolve('a.example.com', 80)).rejects.toThrow(/^(?!.*10\.1\.2\.3)/)
  })

  test('a resolver that does not answer costs its deadline and no more', async () => {
    const resolve = guardedResolve({ resolveTimeoutMs: 50, resolve: () => new Promise(() => {}) })
    const started = performance.now()
    await expect(resolve('slow.example.com', 80)).rejects.toThrow(NameNotResolved)
    expect(performance.now() - started).toBeLessThan(1000)
  })

  test('simultaneous questions share one look-up, and a failure is not remembered', async () => {
    let asked = 0
    const resolve = guardedResolve({
      resolve: async () => {
        asked++
        // Longer than a turn, so that look-ups overlap.
        await delay(5)
        if (asked === 1) throw new Error('first')
        return [{ address: '93.184.216.34', family: 4 }]
      },
    })
    const first = await Promise.allSettled([resolve('a.example.com', 80), resolve('a.example.com', 443)])
    expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(asked).toBe(1)
    await resolve('a.example.com', 80)
    await resolve('a.example.com', 80)
    expect(asked).toBe(2)
  })

  describe('answers are remembered', () => {
    const counting = () => {
      const asked = new Map<string, number>()
      const resolve = guardedResolve({
        resolve: async (host) => {
          asked.set(host, (asked.get(host) ?? 0) + 1)
          return [{ address: '93.184.216.34', family: 4 }]
        },
      })
      return { asked, ask: (host: string) => resolve(host, 80) }
    }

    test('for ten seconds', async () => {
      const { asked, ask } = counting()
      const start = Date.now()
      const clock = jest.spyOn(Date, 'now')
      for (const after of [0, 9_999, 10_000, 19_999, 20_000]) {
        clock.mockReturnValue(start + after)
        await ask('a.example.com')
      }
      clock.mockRestore()
      expect(asked.get('a.example.com')).toBe(3)
    })

    test('of two thousand names, those that were asked for last', async () => {
      const { asked, ask } = counting()
      const names = Array.from({ length: 2_001 }, (_, i) => `n${i}.example.com`)
      for (const name of [...names.slice(0, 2_000), names[0]!, names[2_000]!]) await ask(name)
      expect([...asked.values()].every((times) => times === 1)).toBe(true)
      await ask(names[1]!)
      await ask(names[0]!)
      expect([asked.get(names[1]!), asked.get(names[0]!)]).toEqual([1, 2])
    })
  })

  test('an answer without addresses is a failure', async () => {
    await expect(guardedResolve({ resolve: replying([[]]) })('a.example.com', 80)).rejects.toThrow(
      'has no address',
    )
  })

  test.each([
    ['no addresses', async () => [], { code: 'ENOTFOUND', cause: undefined }],
    ['no answer in time', () => new Promise<never>(() => {}), { code: 'EAI_AGAIN', cause: undefined }],
    ['a fault', () => Promise.reject(new Error('broken')), { code: 'EAI_AGAIN', cause: expect.any(Error) }],
  ])('%s is told by its code, and by its cause where there is one', async (_what, resolve, details) => {
    const asking = guardedResolve({ resolveTimeoutMs: 50, resolve })('a.example.com', 80)
    expect(await asking.catch((error: unknown) => error)).toMatchObject({
      name: 'NameNotResolved',
      ...details,
    })
  })
})

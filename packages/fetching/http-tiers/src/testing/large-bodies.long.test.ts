import { createEgress, type Egress } from '@gleaner/egress'
import { MEGABYTE } from '@gleaner/runtime/units'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createCurlFetcher } from '../curl/fetcher.ts'
import type { Fetcher } from '../fetcher.ts'
import { createHttpFetcher } from '../http/fetcher.ts'
import { createStealthFetcher } from '../impersonation/fetcher.ts'
import { type BodyMemory, createBodyMemory } from '../read-body/body-memory.ts'
import { HUGE_BYTES, type LargeBodies, serveLargeBodies } from './serve-large-bodies.ts'

/** What the kernel's buffers hold of a body that nobody reads: at tier 3 of three connections, one behind the other. */
const ON_THE_WAY = 24 * MEGABYTE
const never = new AbortController().signal

const TIERS: [string, 'http/1.1' | 'h2', (egress: Egress) => Fetcher][] = [
  ['tier 1', 'http/1.1', (egress) => createCurlFetcher({ egress })],
  ['tier 2', 'http/1.1', (egress) => createHttpFetcher({ egress })],
  ['tier 2', 'h2', (egress) => createHttpFetcher({ egress, ignoreTlsErrors: true })],
  ['tier 3', 'http/1.1', (egress) => createStealthFetcher({ egress })],
  ['tier 3', 'h2', (egress) => createStealthFetcher({ egress, ignoreTlsErrors: true })],
]

describe.each(TIERS)('large bodies at %s over %s', (_name, protocol, create) => {
  let site: LargeBodies
  let egress: Egress
  let fetcher: Fetcher
  let memory: BodyMemory
  beforeAll(async () => {
    site = await serveLargeBodies(protocol)
    egress = createEgress({ allow: '127.0.0.0/8' })
    fetcher = create(egress)
  })
  afterAll(async () => {
    await fetcher.close()
    await egress.close()
    await site.close()
  })
  beforeEach(() => {
    memory = createBodyMemory({ megabytes: 300, maxBytes: HUGE_BYTES })
  })

  const fetch = (path: string, reservation = memory.open('a'), signal = never) =>
    fetcher.fetch({ url: site.url + path, method: 'GET', maxBytes: HUGE_BYTES, memory: reservation }, signal)

  /** Two accounts whose bodies take all of the memory. */
  async function fill() {
    const reservations = ['x', 'y'].map((account) => memory.open(account))
    for (const reservation of reservations) await reservation.acquire(150 * MEGABYTE, never)
    return {
      [Symbol.dispose]: () => reservations.forEach((reservation) => void reservation[Symbol.dispose]()),
    }
  }

  test.each(['/plain', '/unsaid', '/br', '/gzip'])(
    '%s is read on when there is memory, and takes what it needs until that is given back',
    async (path) => {
      const full = await fill()
      const before = site.sent()
      const reservation = memory.open('a')
      const fetched = fetch(path, reservation)
      await eventually(() => expect(memory.waiting).toBe(1))
      full[Symbol.dispose]()
      const outcome = await fetched
      expect(outcome).toMatchObject({ kind: 'page', page: { body: { byteLength: HUGE_BYTES } } })
      expect(memory.heldBytes).toBe(HUGE_BYTES)
      reservation[Symbol.dispose]()
      expect(memory.heldBytes).toBe(0)
      if (path === '/plain' || path === '/unsaid') expect(site.sent() - before).toBe(HUGE_BYTES)
    },
  )

  test('of those that wait nothing more is read', async () => {
    using _full = await fill()
    const before = site.sent()
    const ending = new AbortController()
    const fetched = fetch('/unsaid', memory.open('a'), ending.signal)
    await eventually(() => expect(memory.waiting).toBe(1))
    // As long as it takes others to be served twice, which they are.
    expect(await fetch('/small', memory.open('a'))).toMatchObject({ kind: 'page' })
    expect(await fetch('/small', memory.open('b'))).toMatchObject({ kind: 'page' })
    expect(site.sent() - before).toBeLessThan(ON_THE_WAY)
    ending.abort()
    await fetched
    expect(site.sent() - before).toBeLessThan(ON_THE_WAY)
  })

  test.each(['/plain', '/br'])(
    '%s whose time passes while it waits says so, and waits no more',
    async (path) => {
      using _full = await fill()
      const held = memory.heldBytes
      const ending = new AbortController()
      const fetches = Array.from({ length: 5 }, () => fetch(path, memory.open('a'), ending.signal))
      await eventually(() => expect(memory.waiting).toBe(5))
      ending.abort()
      for (const outcome of await Promise.all(fetches)) {
        expect(outcome).toMatchObject({
          kind: 'failed',
          reason: 'timeout',
          detail: expect.stringContaining('waited for memory'),
          mayHaveBeenSent: true,
        })
      }
      expect(memory).toMatchObject({ waiting: 0, heldBytes: held })
    },
  )

  test('whose target hangs up leave nothing behind, before they get memory and after', async () => {
    const broken = memory.open('a')
    await fetch('/breaks', broken)
    broken[Symbol.dispose]()
    expect(memory).toMatchObject({ waiting: 0, heldBytes: 0 })

    using _full = await fill()
    const held = memory.heldBytes
    const waiting = memory.open('a')
    const ending = new AbortController()
    const fetched = fetch('/unsaid', waiting, ending.signal)
    await eventually(() => expect(memory.waiting).toBe(1))
    site.hangUp()
    ending.abort()
    expect(await fetched).toMatchObject({ kind: 'failed' })
    waiting[Symbol.dispose]()
    expect(memory).toMatchObject({ waiting: 0, heldBytes: held })
  })
})

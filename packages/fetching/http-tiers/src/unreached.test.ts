import { createServer } from 'node:net'
import { createEgress, type Egress } from '@gleaner/egress'
import { freePort, startTargetSite, type TargetSite } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createCurlFetcher } from './curl/fetcher.ts'
import type { Fetcher, FetchRequest } from './fetcher.ts'
import { createHttpFetcher } from './http/fetcher.ts'
import { isUnreached } from './unreached.ts'

let egress: Egress
let site: TargetSite
let secureSite: TargetSite
let fetchers: Fetcher[]
beforeAll(async () => {
  site = await startTargetSite()
  secureSite = await startTargetSite({ tls: true })
  egress = createEgress({ allow: '127.0.0.0/8' })
  fetchers = [createCurlFetcher({ egress }), createHttpFetcher({ egress })]
})
afterAll(async () => {
  await Promise.all(fetchers.map((fetcher) => fetcher.close()))
  await Promise.all([egress.close(), site.close(), secureSite.close()])
})

const ask = (fetcher: Fetcher, url: string, more: Partial<FetchRequest> = {}) =>
  fetcher.fetch({ url, method: 'GET', maxBytes: 1_000_000, ...more }, AbortSignal.timeout(5_000))

describe.each([0, 1])('fetcher %i', (index) => {
  const unreached = async (url: string) => isUnreached(await ask(fetchers[index]!, url))

  test('reaches nobody at a closed port, or by TLS where none is spoken', async () => {
    expect(await unreached(`https://127.0.0.1:${await freePort()}/`)).toBe(true)
    expect(await unreached(site.url.replace('http:', 'https:'))).toBe(true)
  })

  test('reaches a server whose certificate is refused, one that answers nothing, and one that answers an error', async () => {
    expect(await unreached(secureSite.url)).toBe(false)
    const mute = createServer((socket) => void socket.once('data', () => socket.destroy())).listen(
      0,
      '127.0.0.1',
    )
    await new Promise((resolve) => mute.once('listening', resolve))
    expect(await unreached(`http://127.0.0.1:${(mute.address() as { port: number }).port}/`)).toBe(false)
    await new Promise((resolve) => mute.close(resolve))
    expect(await unreached(`${site.url}/status/500`)).toBe(false)
  })

  test('delivers a sign-in and a refusal to who takes walls, and a wall against robots to nobody', async () => {
    const kinds = async (path: string) => {
      const outcomes = [false, true].map((takesWalls) =>
        ask(fetchers[index]!, site.url + path, { takesWalls }),
      )
      return (await Promise.all(outcomes)).map(({ kind }) => kind)
    }
    expect(await kinds('/account')).toEqual(['blocked', 'page'])
    expect(await kinds('/spa')).toEqual(['failed', 'page'])
    expect(await kinds('/challenge')).toEqual(['blocked', 'blocked'])
  })
})

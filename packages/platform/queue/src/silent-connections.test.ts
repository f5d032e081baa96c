import { uuidv7 } from '@gleaner/contracts'
import {
  createTestRedis,
  eventually,
  SILENCES,
  type SilentProxy,
  startSilentProxy,
  type TestRedis,
} from '@gleaner/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { connectRedis } from './connection.ts'
import { createConsumer } from './consumer.ts'
import { createProducer } from './producer.ts'
import { createPubSub } from './pub-sub.ts'

const ignore = () => {}
/** Silence is noticed after some five seconds; the machine may be busy. */
const SOON = { timeoutMs: 20_000 }
let redis: TestRedis
let proxy: SilentProxy
beforeAll(async () => {
  redis = await createTestRedis()
})
beforeEach(async () => {
  proxy = await startSilentProxy(redis.url)
})
afterEach(() => proxy.close())
afterAll(() => redis.close())

interface Used {
  /** Throws unless the connection does its work. */
  use(): Promise<void>
  close(): Promise<void>
}

/** Each kind of connection that a process holds, and how it is used. */
const KINDS: Record<string, () => Used> = {
  'short commands': () => {
    const connection = connectRedis(proxy.url, 'request', ignore)
    return { use: async () => void (await connection.ping()), close: async () => connection.disconnect() }
  },
  'commands of workers': () => {
    const connection = connectRedis(proxy.url, 'worker', ignore)
    return {
      use: async () => {
        const answer = await Promise.race([connection.ping(), new Promise((end) => setTimeout(end, 500))])
        expect(answer).toBe('PONG')
      },
      close: async () => connection.disconnect(),
    }
  },
  'a producer': () => {
    const producer = createProducer({ redisUrl: proxy.url, onError: ignore })
    return { use: () => producer.add('map', { mapId: uuidv7() }, { id: uuidv7() }), close: producer.close }
  },
  'a consumer': () => {
    const seen: string[] = []
    const producer = createProducer({ redisUrl: redis.url, onError: ignore })
    const consumer = createConsumer({
      redisUrl: proxy.url,
      queue: 'map',
      concurrency: 4,
      handle: async ({ mapId }) => void seen.push(mapId),
      onError: ignore,
      onFailedTry: ignore,
    })
    return {
      use: async () => {
        const mapId = uuidv7()
        await producer.add('map', { mapId }, { id: mapId })
        await eventually(() => expect(seen).toContain(mapId))
      },
      close: async () => void (await Promise.all([consumer.stop(60_000), producer.close()])),
    }
  },
  'a subscriber': () => {
    const channel = `test.${uuidv7()}`
    const listening = createPubSub({ redisUrl: proxy.url, onError: ignore })
    const telling = createPubSub({ redisUrl: redis.url, onError: ignore })
    const heard: string[] = []
    const subscribed = listening.subscribe(channel, 'x', (message) => heard.push(message))
    return {
      use: async () => {
        await subscribed
        const message = uuidv7()
        await eventually(() => {
          telling.publish(channel, 'x', message)
          expect(heard).toContain(message)
        })
      },
      close: async () => void (await Promise.all([listening.close(), telling.close()])),
    }
  },
}

describe.each(Object.entries(KINDS))('a connection for %s', (_kind, open) => {
  test.each(SILENCES)(
    'that falls silent (%s) is opened anew, while the old one stays silent',
    async (silence) => {
      const { use, close } = open()
      await eventually(use, SOON)
      proxy.silence(silence)
      expect(proxy.silent).toBeGreaterThan(0)
      await eventually(() => expect(proxy.silent).toBe(0), SOON)
      await eventually(use, SOON)
      await close()
    },
    120_000,
  )

  test('ends while everything stays silent', async () => {
    const before = proxy.socketsOfOthers
    const { use, close } = open()
    await eventually(use, SOON)
    proxy.silence('both', { alsoNew: true })
    await close()
    await eventually(() => expect(proxy.socketsOfOthers).toBeLessThanOrEqual(before), SOON)
  }, 120_000)
})

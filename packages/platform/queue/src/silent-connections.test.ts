import { uuidv7 } from '@gleaner/contracts'
import {
  createTestRedis,
  eventually,
  SILENCES,
  type SilentProxy,
  startSilentProxy,
  type TestRedis,
} from '@gleaner/testkit'
import { expect, test } from '@jest/globals'
import { connectRedis } from './connection.ts'
import { createConsumer } from './consumer.ts'
import { QueueUnavailable } from './errors.ts'
import { createProducer } from './producer.ts'
import { createPubSub } from './pub-sub.ts'

const ignore = () => {}

/** The servers that connections go to; no two tests have the same. */
interface Servers {
  redis: TestRedis
  proxy: SilentProxy
}

async function withServers(work: (servers: Servers) => Promise<void>): Promise<void> {
  const redis = await createTestRedis()
  const proxy = await startSilentProxy(redis.url)
  try {
    await work({ redis, proxy })
  } finally {
    await proxy.close()
    await redis.close()
  }
}

interface Used {
  /** Throws unless the connection does its work. */
  use(): Promise<void>
  close(): Promise<void>
}

/** Each kind of connection that a process holds, and how it is used. */
const KINDS: Record<string, (servers: Servers) => Used> = {
  'short commands': ({ proxy }) => {
    const connection = connectRedis(proxy.url, 'request', ignore)
    return { use: async () => void (await connection.ping()), close: async () => connection.disconnect() }
  },
  'commands of workers': ({ proxy }) => {
    const connection = connectRedis(proxy.url, 'worker', ignore)
    return {
      use: async () => {
        // Such a connection waits for ever for its answer.
        const answer = await Promise.race([connection.ping(), new Promise((end) => setTimeout(end, 500))])
        expect(answer).toBe('PONG')
      },
      close: async () => connection.disconnect(),
    }
  },
  'a producer': ({ proxy }) => {
    const producer = createProducer({ redisUrl: proxy.url, onError: ignore })
    return { use: () => producer.add('map', { mapId: uuidv7() }, { id: uuidv7() }), close: producer.close }
  },
  'a consumer': ({ redis, proxy }) => {
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
  'a subscriber': ({ redis, proxy }) => {
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

const CASES = Object.keys(KINDS).flatMap((kind) => SILENCES.map((silence) => [kind, silence] as const))

// Each waits for seconds of silence, and does nothing meanwhile.
test.concurrent.each(CASES)(
  'a connection for %s that falls silent (%s) is opened anew, while the old one stays silent',
  (kind, silence) =>
    withServers(async (servers) => {
      const { use, close } = KINDS[kind]!(servers)
      const { proxy } = servers
      await eventually(use)
      proxy.silence(silence)
      expect(proxy.silent).toBeGreaterThan(0)
      await eventually(() => expect(proxy.silent).toBe(0))
      await eventually(use)
      await close()
    }),
)

test('connections of every kind end while everything stays silent', () =>
  withServers(async (servers) => {
    const { proxy } = servers
    const before = proxy.socketsOfOthers
    const all = Object.values(KINDS).map((open) => open(servers))
    await Promise.all(all.map(({ use }) => eventually(use)))
    proxy.silence('both', { alsoNew: true })
    await Promise.all(all.map(({ close }) => close()))
    await eventually(() => expect(proxy.socketsOfOthers).toBeLessThanOrEqual(before))
  }))

test('an add fails when its connection falls silent, and not when its own process was held up', () =>
  withServers(async ({ proxy }) => {
    const producer = createProducer({ redisUrl: proxy.url, onError: ignore })
    const add = () => producer.add('map', { mapId: uuidv7() }, { id: uuidv7() })
    await eventually(add)

    const adding = add()
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5_000)
    await adding

    proxy.silence('both', { alsoNew: true })
    await expect(add()).rejects.toBeInstanceOf(QueueUnavailable)
    proxy.restore()
    await producer.close()
  }))

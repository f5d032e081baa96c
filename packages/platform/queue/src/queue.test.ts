import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uuidv7 } from '@gleaner/contracts'
import { createTestRedis, eventually, type RunningRedis, startRedis, type TestRedis } from '@gleaner/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import type { ScrapeTask } from './catalog.ts'
import { checkRedis, connectRedis } from './connection.ts'
import { type Consumer, createConsumer } from './consumer.ts'
import { QueueUnavailable, TryLater } from './errors.ts'
import { createProducer, type Producer } from './producer.ts'
import { createPubSub } from './pub-sub.ts'

const ignore = () => {}
let redis: TestRedis
let producer: Producer
const consumers: Consumer[] = []
beforeAll(async () => {
  redis = await createTestRedis()
  producer = createProducer({ redisUrl: redis.url, onError: ignore })
  await eventually(() => producer.queues()[0]!.getWaitingCount())
})
afterEach(async () => {
  await Promise.all(consumers.splice(0).map((consumer) => consumer.stop(0)))
})
afterAll(async () => {
  await producer.close()
  await redis.close()
})

function consume(
  handle: (task: ScrapeTask, signal: AbortSignal) => Promise<void>,
  redisUrl = redis.url,
): Consumer {
  const consumer = createConsumer({
    redisUrl,
    queue: 'scrape-tier-1',
    concurrency: 4,
    handle,
    onError: ignore,
    onFailedTry: ignore,
  })
  consumers.push(consumer)
  return consumer
}
const add = (jobId: string, to = producer) => {
  const task = { jobId, accountId: uuidv7(), host: 'a.example', deadlineAt: Date.now() + 60_000 }
  return to.add('scrape-tier-1', task, { id: `${jobId}.1` })
}

describe('the queue', () => {
  test('carries a message to one handler', async () => {
    const seen: string[] = []
    for (const _ of [1, 2]) consume(async ({ jobId }) => void seen.push(jobId))
    const jobId = uuidv7()
    await add(jobId)
    await eventually(() => expect(seen).toEqual([jobId]))
  })

  test('holds a message once, however often it is added', async () => {
    const jobId = uuidv7()
    await Promise.all([add(jobId), add(jobId), add(jobId)])
    const seen: string[] = []
    consume(async (task) => void seen.push(task.jobId))
    await eventually(() => expect(seen).toContain(jobId))
    expect(seen.filter((id) => id === jobId)).toHaveLength(1)
  })

  test('takes a finished message again, for the sweep may need to', async () => {
    const jobId = uuidv7()
    let times = 0
    consume(async (task) => void (task.jobId === jobId && times++))
    await add(jobId)
    await eventually(() => expect(times).toBe(1))
    await eventually(async () => {
      await add(jobId)
      expect(times).toBeGreaterThan(1)
    })
  })

  test('delivers again what a handler threw over, and later what it put off', async () => {
    const [thrown, later] = [uuidv7(), uuidv7()]
    const seen: string[] = []
    consume(async ({ jobId }) => {
      seen.push(jobId)
      if (seen.filter((id) => id === jobId).length > 1) return
      throw jobId === thrown ? new Error('a fault') : new TryLater(50)
    })
    await Promise.all([add(thrown), add(later)])
    await eventually(() => expect(seen.toSorted()).toEqual([thrown, thrown, later, later].toSorted()))
  })

  test('brings back what was put off when it is told to, also before it is put off', async () => {
    const seen: string[] = []
    const [late, early] = [uuidv7(), uuidv7()]
    consume(async ({ jobId }) => {
      seen.push(jobId)
      if (seen.filter((id) => id === jobId).length > 1) return
      throw new TryLater(60_000, async () => jobId === early)
    })
    await Promise.all([add(late), add(early)])
    await eventually(() => expect(seen.toSorted()).toEqual([late, early, early].toSorted()))
    await eventually(async () => {
      await producer.bringForward('scrape-tier-1', `${late}.1`)
      expect(seen).toHaveLength(4)
    })
    await eventually(async () =>
      expect(await producer.bringForward('scrape-tier-1', `${late}.1`)).toBe(false),
    )
  })

  test('knows which messages are on no queue, waiting or at work', async () => {
    const [waiting, gone] = [`${uuidv7()}.1`, `${uuidv7()}.1`]
    const absent = () =>
      producer.missing([waiting, gone].map((id) => ({ queue: 'scrape-tier-1' as const, id })))
    await add(waiting.slice(0, -2))
    expect(await absent()).toEqual(new Set([gone]))
    const release = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    consume(async () => {
      started.resolve()
      await release.promise
    })
    await started.promise
    expect(await absent()).toEqual(new Set([gone]))
    release.resolve()
    await eventually(async () => expect(await absent()).toEqual(new Set([waiting, gone])))
    expect(await producer.missing([])).toEqual(new Set())
  })

  test('tells a handler when its consumer must stop', async () => {
    const stopped = Promise.withResolvers<boolean>()
    const started = Promise.withResolvers<void>()
    const consumer = consume(async (_task, signal) => {
      started.resolve()
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      stopped.resolve(signal.aborted)
    })
    await add(uuidv7())
    await started.promise
    await consumer.stop(50)
    expect(await stopped.promise).toBe(true)
  })
})

describe('published messages', () => {
  test('reach everybody who listens, and nobody who stopped', async () => {
    const [one, other] = [1, 2].map(() => createPubSub({ redisUrl: redis.url, onError: ignore })) as [
      ReturnType<typeof createPubSub>,
      ReturnType<typeof createPubSub>,
    ]
    const channel = `test.${uuidv7()}`
    const received: string[] = []
    const unsubscribe = await one.subscribe(channel, 'x', (message) => received.push(`a ${message}`))
    await one.subscribe(channel, 'x', (message) => received.push(`b ${message}`))
    await one.subscribe(channel, 'y', (message) => received.push(`c ${message}`))
    await eventually(() => {
      other.publish(channel, 'x', 'hello\nworld')
      expect(received).toEqual(expect.arrayContaining(['a hello\nworld', 'b hello\nworld']))
    })
    unsubscribe()
    received.length = 0
    await eventually(() => {
      other.publish(channel, 'x', 'again')
      expect(received).toContain('b again')
    })
    expect(received.filter((one) => !one.startsWith('b'))).toEqual([])
    await Promise.all([one.close(), other.close()])
  })

  test('stay in their database, whose server may serve other installations', async () => {
    const neighbour = await createTestRedis()
    const [own, others] = [redis.url, neighbour.url].map((redisUrl) =>
      createPubSub({ redisUrl, onError: ignore }),
    ) as [ReturnType<typeof createPubSub>, ReturnType<typeof createPubSub>]
    const received: string[] = []
    await own.subscribe('test', 'x', (message) => received.push(message))
    await own.subscribeToAll('test', (_key, message) => received.push(message))
    // The neighbour hears itself: what it says is on its way to whoever is to hear it.
    const heard = Promise.withResolvers<void>()
    await others.subscribe('test', 'x', () => heard.resolve())
    const saying = setInterval(() => others.publish('test', 'x', 'theirs'), 20)
    await heard.promise
    clearInterval(saying)
    await eventually(() => {
      own.publish('test', 'x', 'ours')
      expect(received).toContain('ours')
    })
    expect(new Set(received)).toEqual(new Set(['ours']))
    await Promise.all([own.close(), others.close(), neighbour.close()])
  })
})

describe('without Redis', () => {
  let server: RunningRedis
  let dir: string
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'gleaner-queue-'))
    server = await startRedis({ dir })
  })
  afterAll(async () => {
    await server.stop()
    await rm(dir, { recursive: true, force: true })
  })

  test('a producer refuses at once, a consumer stops at once, and readiness says why', async () => {
    const own = createProducer({ redisUrl: server.url, onError: ignore })
    await eventually(() => own.queues()[0]!.getWaitingCount())
    const connection = connectRedis(server.url, 'request', ignore)
    await eventually(() => checkRedis(connection))
    const consumer = consume(async () => {}, server.url)
    await server.stop()
    await eventually(() => expect(connection.status).not.toBe('ready'))

    const startedAt = Date.now()
    const jobId = uuidv7()
    await expect(add(jobId, own)).rejects.toBeInstanceOf(QueueUnavailable)
    await expect(checkRedis(connection)).rejects.toThrow('Redis does not answer')
    await consumer.stop(1_000)
    expect(Date.now() - startedAt).toBeLessThan(15_000)
    consumers.splice(0)
    connection.disconnect()
    await own.close()
  })
})

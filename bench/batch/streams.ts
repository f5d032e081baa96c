// What listeners of batches cost the realtime service: memory of a stream that is open, processor time of an event that is told, and what
// readers who take nothing can make it hold. The service runs in a process of its own, on databases of its own.
//   node bench/batch/streams.ts [listeners] [stalled]
import { type ChildProcess, spawn } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { insertAccount } from '@gleaner/accounts/users/create-account'
import { insertBatch } from '@gleaner/batches'
import { API_ROOT, toBatchId, uuidv7 } from '@gleaner/contracts'
import { createDatabase } from '@gleaner/db'
import { announceEnd, claimJob, completeJob } from '@gleaner/jobs'
import { createJobsFixture, delivery, type JobsFixture } from '@gleaner/jobs/testing/fixture'
import { generateApiKey } from '@gleaner/security/api-key'
import { eventually, freePort } from '@gleaner/testkit'
import startServers from '@gleaner/testkit/jest/global-setup'
import stopServers from '@gleaner/testkit/jest/global-teardown'
import { describeMachine } from '../lib/machine.ts'
import { cpuMs, memory } from '../lib/process-usage.ts'
import { table } from '../lib/table.ts'

const LISTENERS = Number(process.argv[2] ?? 2_000)
const STALLED = Number(process.argv[3] ?? 300)
/** An account may follow so many streams of one process. */
const OF_ACCOUNT = 1_000
const ITEMS = 200
/** A log of 8 MB: more than the kernel takes for a reader who does not read. */
const LONG_LOG = { items: 1_000, urlChars: 8_000 }
const MAIN = join(import.meta.dirname, '../../services/realtime/src/main.ts')

interface Followable {
  accountId: string
  key: string
  batchId: string
  jobIds: string[]
}

await startServers()
const fixture = await createJobsFixture()
const db = createDatabase(fixture.pool)
const [port, opsPort] = [await freePort(), await freePort()]
const service = await startRealtime(fixture, port)
try {
  console.log(describeMachine())
  await measureListeners()
  await measureStalled()
} finally {
  service.kill()
  await fixture.close()
  await stopServers()
}

async function measureListeners(): Promise<void> {
  const batches = await Promise.all(
    Array.from({ length: Math.ceil(LISTENERS / OF_ACCOUNT) }, () => makeBatch(ITEMS, 30)),
  )
  const before = await rssOf()
  const listeners: ReturnType<typeof listen>[] = []
  while (listeners.length < LISTENERS) {
    const wave = Array.from({ length: 50 }, (_, index) => listen(batches[index % batches.length]!))
    await Promise.all(wave.map(({ opened }) => opened))
    listeners.push(...wave)
  }
  await sleep(2_000)
  const open = await rssOf()
  const quiet = await cpuDuring(() => sleep(20_000))
  let peak = open
  const told = await cpuDuring(async () => {
    for (let i = 0; i < ITEMS; i++) {
      await Promise.all(batches.map((batch) => end(batch.jobIds[i]!)))
      await sleep(25)
      if (i % 20 === 0) peak = Math.max(peak, await rssOf())
    }
    await Promise.all(listeners.map(({ completed }) => completed))
  })
  const events = listeners.length * (ITEMS + 1)
  console.log(
    table(
      [`${LISTENERS} listeners`, 'value'],
      [
        ['memory of the service before, MB', mb(before)],
        ['with all streams open, MB', mb(open)],
        ['of one stream, KB', ((open - before) / LISTENERS / 1024).toFixed(1)],
        ['highest while events are told, MB', mb(peak)],
        ['CPU ms a second while nothing happens', (quiet.cpu / quiet.seconds).toFixed(1)],
        ['events told', events],
        ['events a second', Math.round(events / told.seconds)],
        ['CPU microseconds of one event to one listener', ((told.cpu * 1_000) / events).toFixed(1)],
      ],
    ),
  )
}

/** Readers who open a stream of 8 MB and take nothing of it. */
async function measureStalled(): Promise<void> {
  const batch = await makeBatch(LONG_LOG.items, LONG_LOG.urlChars)
  await endAll(batch)
  const before = await rssOf()
  const readers = Array.from({ length: STALLED }, () => listen(batch, false))
  let [peak, openMost] = [before, 0]
  const begun = performance.now()
  for (let gone = 0; gone < STALLED && performance.now() - begun < 90_000; ) {
    await sleep(250)
    peak = Math.max(peak, await rssOf())
    const open = await openStreams()
    openMost = Math.max(openMost, open)
    gone = openMost === STALLED ? STALLED - open : 0
  }
  const seconds = (performance.now() - begun) / 1_000
  const dropped = openMost - (await openStreams())
  for (const { socket } of readers) socket.destroy()
  await sleep(2_000)
  console.log(
    table(
      [`${STALLED} readers who take nothing of 8 MB`, 'value'],
      [
        ['memory of the service before, MB', mb(before)],
        ['highest, MB', mb(peak)],
        ['of one reader at most, KB', ((peak - before) / openMost / 1024).toFixed(0)],
        ['dropped by the service', `${dropped} of ${STALLED}`],
        ['seconds until the last was dropped', seconds.toFixed(0)],
        ['memory afterwards, MB', mb(await rssOf())],
      ],
    ),
  )
}

async function startRealtime({ databaseUrl, redisUrl }: JobsFixture, port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      REALTIME_PORT: String(port),
      REALTIME_HOST: '127.0.0.1',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      OPS_PORT: String(opsPort),
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
    },
  })
  await eventually(() => fetch(`http://127.0.0.1:${port}/`), { timeoutMs: 30_000 })
  return child
}

/** A batch of an account of its own. */
async function makeBatch(items: number, urlChars: number): Promise<Followable> {
  const { key } = generateApiKey('live')
  const { id: accountId } = await db.transaction((handles) =>
    insertAccount(handles, {
      name: 'Bench',
      email: `${uuidv7()}@example.com`,
      passwordHash: 'none',
      apiKeys: [{ name: 'bench', key }],
      deposit: { amountMicros: 1_000_000_000n, note: 'bench' },
    }),
  )
  await fixture.pool.query('UPDATE account SET requests_per_minute = 100000 WHERE id = $1', [accountId])
  const url = (i: number) => `https://example.com/${i}/`.padEnd(urlChars, 'x')
  const jobs = Array.from({ length: items }, (_, i) =>
    fixture.newJob(accountId, { url: url(i), sync: false }),
  )
  const id = uuidv7()
  await insertBatch(fixture.pool, fixture.ctx.secretBox, {
    id,
    accountId,
    apiKeyId: null,
    test: false,
    webhookUrl: undefined,
    estimatedMicros: 0,
    jobs,
  })
  return { accountId, key, batchId: toBatchId(id), jobIds: jobs.map((job) => job.id) }
}

async function end(jobId: string): Promise<void> {
  const claim = await claimJob(fixture.ctx, jobId, '1')
  if (claim.kind !== 'claimed') throw new Error(claim.kind)
  const ended = await completeJob(fixture.ctx, claim.job, delivery(0))
  announceEnd(fixture.ctx, ended!)
}

async function endAll({ jobIds }: Followable): Promise<void> {
  for (let i = 0; i < jobIds.length; i += 8) await Promise.all(jobIds.slice(i, i + 8).map(end))
}

/** A listener that costs this process little: it looks for the last event, or reads nothing. */
function listen({ batchId, key }: Followable, reads = true) {
  const socket: Socket = connect(port, '127.0.0.1')
  const [opened, completed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  socket.on('error', () => {})
  socket.write(`GET ${API_ROOT}/batch/${batchId}/stream HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\n\r\n`)
  if (reads)
    socket.on('data', (chunk: Buffer) => {
      if (chunk.subarray(0, 12).toString() === 'HTTP/1.1 200') opened.resolve()
      else opened.reject(new Error(chunk.toString()))
      if (chunk.includes('event: complete')) {
        completed.resolve()
        socket.destroy()
      }
    })
  else socket.once('readable', () => {})
  return { socket, opened: opened.promise, completed: completed.promise }
}

/** Who reads nothing does not see its connection closed either: the service is asked. */
async function openStreams(): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text()
  return Number(/^gleaner_streams_open\{.*\} (\d+)$/m.exec(metrics)?.[1] ?? 0)
}

async function rssOf(): Promise<number> {
  const { realtime } = await memory({ realtime: service.pid! })
  return realtime!.rssBytes
}

async function cpuDuring(work: () => Promise<unknown>): Promise<{ cpu: number; seconds: number }> {
  const roots = { realtime: service.pid! }
  const [before, begun] = [await cpuMs(roots), performance.now()]
  await work()
  const after = await cpuMs(roots)
  return { cpu: after.realtime! - before.realtime!, seconds: (performance.now() - begun) / 1_000 }
}

function mb(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(0)
}
